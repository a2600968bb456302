"""List the inboxes a caller reaches."""

from typing import Annotated, Any

from pydantic import Field

from letterlock.app import views
from letterlock.app.context import Context
from letterlock.app.operation import Operation, Params
from letterlock.app.paging import page_token, read_page_token
from letterlock.app.shapes import InboxList
from letterlock.ports.records import Page
from letterlock.ports.store import Unit


class ListInboxes(Params):
    limit: Annotated[int, Field(ge=1, le=100, description="Page size.")] = 50
    page_token: Annotated[str | None, Field(description="`next_page_token` from a previous call.")] = None


def look(unit: Unit, context: Context, params: ListInboxes) -> dict[str, Any]:
    about = f"inboxes.list:{context.workspace_id}"
    after = read_page_token(context.ports.secrets, params.page_token, about)
    only = context.caller.only_accounts()
    found = unit.accounts.list(context.workspace_id, only=only, limit=params.limit + 1, after=after)
    shown = found[: params.limit]
    more = len(found) > params.limit
    token = page_token(context.ports.secrets, Page(shown[-1].created_at, shown[-1].id), about) if more else None
    return {"count": len(shown), "next_page_token": token, "inboxes": [views.inbox(account) for account in shown]}


OPERATION = Operation(
    name="inboxes.list",
    params=ListInboxes,
    result=InboxList,
    permission=frozenset({"inbox:read"}),
    effect="read",
    look=look,
)
