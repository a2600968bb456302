"""How many messages of an account are here and still to be analysed, so that no list shows them yet."""

from typing import Any

from letterlock.app.context import Context
from letterlock.app.messages.list import Account
from letterlock.app.operation import Operation, Params
from letterlock.app.shapes import Pending
from letterlock.ports.store import Unit

_MOST = 1000


class CountPending(Params):
    account: Account


def look(unit: Unit, context: Context, _: CountPending) -> dict[str, Any]:
    found = unit.messages.pending_count(context.account.id, _MOST)
    return {"inbox_id": context.account.address, "pending": found, "more": found == _MOST}


OPERATION = Operation(
    name="messages.pending",
    params=CountPending,
    result=Pending,
    permission=frozenset(),
    effect="read",
    look=look,
    account="account",
    who="member",
)
