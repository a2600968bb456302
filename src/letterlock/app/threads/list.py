"""List an account's threads, newest first: subjects and people, no bodies."""

from typing import Any

from letterlock.app import views
from letterlock.app.codes.shield import guarded
from letterlock.app.context import Context
from letterlock.app.messages.list import Account, Labels, Limit, PageToken
from letterlock.app.operation import Operation, Params
from letterlock.app.paging import page_token, read_page_token
from letterlock.app.shapes import ThreadList
from letterlock.ports.records import Page
from letterlock.ports.store import Unit


class ListThreads(Params):
    account: Account
    labels: Labels | None = None
    limit: Limit = 20
    page_token: PageToken = None


def look(unit: Unit, context: Context, params: ListThreads) -> dict[str, Any]:
    labels = tuple(dict.fromkeys(params.labels or ()))
    about = f"threads.list:{context.account.id}:{sorted(labels)}"
    after = read_page_token(context.ports.secrets, params.page_token, about)
    found = unit.threads.list(context.account.id, labels=labels, limit=params.limit + 1, after=after)
    shown = found[: params.limit]
    for thread in shown:
        context.show(thread.last_message_id, None)
    more = len(found) > params.limit
    token = page_token(context.ports.secrets, Page(shown[-1].last_at, shown[-1].id), about) if more else None
    return {
        "count": len(shown),
        "next_page_token": token,
        "threads": [views.thread(thread, context.account, guarded=guarded(context)) for thread in shown],
    }


OPERATION = Operation(
    name="threads.list",
    params=ListThreads,
    result=ThreadList,
    permission=frozenset({"thread:read"}),
    effect="read",
    look=look,
    account="account",
    untrusted=True,
)
