"""The outbox: one entry a recipient, and what became of each attempt."""

from collections.abc import Collection, Iterable, Sequence

from sqlalchemy import select

from letterlock.adapters.sql.schema import attempts, outbox
from letterlock.adapters.sql.shapes import Shape
from letterlock.adapters.sql.statements import AnyOf, Db, P, Statement
from letterlock.adapters.sql.values import clean
from letterlock.ports.records import Attempt, OutboxEntry, OutboxState

_SHAPE = Shape(OutboxEntry, outbox)
_O = outbox.c
_ADD = Statement(_SHAPE.insert())
_OF_MESSAGE = Statement(_SHAPE.select().where(_O.message_id == P("message_id")).order_by(_O.id))
_BY_TOKEN = Statement(_SHAPE.select().where(_O.token == P("token")))
_STATES = Statement(select(_O.message_id, _O.state).where(AnyOf(_O.message_id, "ids")).distinct())
_UPDATE = Statement(
    outbox.update()
    .where(_O.id == P("b_id"))
    .values({name: P(name) for name in ("state", "next_attempt_at", "attempts", "last_reply", "token")})
)
_ATTEMPT = Shape(Attempt, attempts)
_ADD_ATTEMPT = Statement(_ATTEMPT.insert())


class SqlOutbox:
    def __init__(self, db: Db) -> None:
        self._db = db

    def add(self, entries: Iterable[OutboxEntry]) -> None:
        self._db.many(_ADD, [_SHAPE.params(entry) for entry in entries])

    def of_message(self, message_id: str) -> Sequence[OutboxEntry]:
        return [_SHAPE.load(row) for row in self._db.all(_OF_MESSAGE, {"message_id": message_id})]

    def by_token(self, token: str) -> OutboxEntry | None:
        row = self._db.first(_BY_TOKEN, {"token": clean(token)})
        return None if row is None else _SHAPE.load(row)

    def states(self, message_ids: Collection[str]) -> dict[str, set[OutboxState]]:
        found: dict[str, set[OutboxState]] = {}
        for message_id, state in self._db.all(_STATES, {"ids": self._db.array(message_ids)}):
            found.setdefault(message_id, set()).add(state)
        return found

    def update(self, entry: OutboxEntry, attempt: Attempt | None) -> None:
        self._db.run(_UPDATE, _SHAPE.params(entry) | {"b_id": entry.id})
        if attempt is not None:
            self._db.run(_ADD_ATTEMPT, _ATTEMPT.params(attempt))
