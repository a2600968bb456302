"""Read a thread with its messages, oldest first."""

from collections.abc import Sequence
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
from letterlock.ports.records import StoredMessage
from letterlock.ports.store import Unit

MOST_MESSAGES = 200
"""The newest of a longer thread are given; the result says how many there are in all (`message_count`)."""
MOST_TEXT = 4_000_000
"""Characters of their texts together: of a longer thread fewer messages are given, and always the newest."""
SURELY_FITS = 4_000_000
"""Bytes of raw messages whose texts are not counted."""


class GetThread(Params):
    account: Account
    thread_id: Annotated[str, Field(min_length=1, max_length=100, description="Thread id (`thd_...`).")]


def look(unit: Unit, context: Context, params: GetThread) -> dict[str, Any]:
    thread = unit.threads.get(context.account.id, params.thread_id)
    if thread is None:
        raise NotFound(f"There is no thread {params.thread_id[:100]!r} in this inbox", param="thread_id")
    messages = _newest(unit, context.account.id, thread.id)
    return {
        **views.thread(thread, context.account, guarded=guarded(context)),
        "messages": [whole(unit, context, message) for message in messages],
    }


def _newest(unit: Unit, account_id: str, thread_id: str) -> Sequence[StoredMessage]:
    """Oldest first. Of large messages one after the other is taken up, and only as many as fit."""
    light = unit.messages.listed_of_thread(account_id, thread_id, MOST_MESSAGES)
    if sum(message.size for message in light) <= SURELY_FITS:
        return unit.messages.of_thread(account_id, thread_id, MOST_MESSAGES)
    found: list[StoredMessage] = []
    room = MOST_TEXT
    for one in reversed(light):
        message = unit.messages.get(account_id, one.id)
        if message is None:
            continue
        room -= len((message.view or {}).get("text", ""))
        if room < 0 and found:
            break
        found.append(message)
    return found[::-1]


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
