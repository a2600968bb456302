"""Counters of an account, kept in step with its messages so that nothing is counted when it is asked for.

`ready` counts the inbound messages that became ready, in whose order they did; the classes of hiding count what is
hidden as such. A counter is one row: of two transactions that count at once, one waits for the other, so the numbers
given out follow the order of the commits.
"""

from sqlalchemy import select

from letterlock.adapters.sql.schema import account_counters
from letterlock.adapters.sql.statements import Db, P, Statement

_C = account_counters.c
_ADD = Statement(
    lambda insert: (
        insert(account_counters)
        .values(account_id=P("account_id"), name=P("name"), number=P("number"))
        .on_conflict_do_update(index_elements=[_C.account_id, _C.name], set_={"number": _C.number + P("number")})
        .returning(_C.number)
    )
)
_ALL = Statement(select(_C.name, _C.number).where(_C.account_id == P("account_id")))
READY = "ready"


def count(db: Db, account_id: str, name: str, number: int = 1) -> int:
    """Adds to a counter; returns what it then holds."""
    ((found,),) = db.all(_ADD, {"account_id": account_id, "name": name, "number": number})
    return int(found)


def moved(db: Db, account_id: str, before: str, now: str) -> None:
    """A message went from one class of hiding to another; "" is none."""
    if before == now:
        return
    if before:
        count(db, account_id, before, -1)
    if now:
        count(db, account_id, now)


def counters(db: Db, account_id: str) -> dict[str, int]:
    return {str(name): int(number) for name, number in db.all(_ALL, {"account_id": account_id})}
