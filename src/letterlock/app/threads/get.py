"""Read a thread with its messages, oldest first."""

from typing import Annotated, Any

from pydantic import Field

from letterlock.app import views
from letterlock.app.codes.shield import guarded
from letterlock.app.context import Context
from letterlock.app.messages.get import whole
from letterlock.app.messages.list import Account
from letterlock.app.operation import Operation, Params
from letterlock.app.shapes import ThreadView
from letterlock.core.errors import NotFound
from letterlock.ports.store import Unit

MOST_MESSAGES = 200
"""The newest of a longer thread are given; the result says how many there are in all (`message_count`)."""


class GetThread(Params):
    account: Account
    thread_id: Annotated[str, Field(min_length=1, max_length=100, description="Thread id (`thd_...`).")]


def look(unit: Unit, context: Context, params: GetThread) -> dict[str, Any]:
    thread = unit.threads.get(context.account.id, params.thread_id)
    if thread is None:
        raise NotFound(f"There is no thread {params.thread_id[:100]!r} in this inbox", param="thread_id")
    messages = unit.messages.of_thread(context.account.id, thread.id, MOST_MESSAGES)
    return {
        **views.thread(thread, context.account, guarded=guarded(context)),
        "messages": [whole(unit, context, message) for message in messages],
    }


OPERATION = Operation(
    name="threads.get",
    params=GetThread,
    result=ThreadView,
    permission=frozenset({"thread:read"}),
    effect="read",
    look=look,
    account="account",
    long=True,
    untrusted=True,
)
