"""Search an account's messages: subject, people and visible text."""

from typing import Annotated, Any

from pydantic import Field

from letterlock.app.context import Context
from letterlock.app.messages.list import Account, Limit, PageToken, page
from letterlock.app.messages.visibility import asked_for
from letterlock.app.operation import Operation, Params
from letterlock.app.paging import read_page_token
from letterlock.app.shapes import MessageList
from letterlock.core.query import parse_query
from letterlock.ports.store import Unit


class SearchMessages(Params):
    account: Account
    q: Annotated[str, Field(min_length=1, max_length=1000, description="Search query.")]
    limit: Limit = 20
    page_token: PageToken = None


def look(unit: Unit, context: Context, params: SearchMessages) -> dict[str, Any]:
    query = parse_query(params.q, context.now)
    about = f"messages.search:{context.account.id}:{params.q}"
    after = read_page_token(context.ports.secrets, params.page_token, about)
    found = unit.messages.search(
        context.account.id, query, hidden=asked_for((), quarantine=False), limit=params.limit + 1, after=after
    )
    return page(unit, context, found, limit=params.limit, about=about)


OPERATION = Operation(
    name="messages.search",
    params=SearchMessages,
    result=MessageList,
    permission=frozenset({"mail:read"}),
    effect="read",
    look=look,
    account="account",
    long=True,
    untrusted=True,
)
