"""Feedback, and the token buckets that limit it."""

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import func, select

from letterlock.adapters.sql.pages import FIRST, LIMIT
from letterlock.adapters.sql.schema import buckets, feedback
from letterlock.adapters.sql.shapes import Shape
from letterlock.adapters.sql.statements import Db, P, Statement
from letterlock.adapters.sql.values import from_micros, to_micros
from letterlock.ports.records import Feedback

_SHAPE = Shape(Feedback, feedback)
_F, _B = feedback.c, buckets.c
_HERE = _F.workspace_id == P("workspace_id")

_ADD = Statement(_SHAPE.insert())
_LIST = Statement(_SHAPE.select().where(_HERE).order_by(_F.received_at.desc(), _F.id.desc()).limit(LIMIT).offset(FIRST))
_OLDEST = Statement(select(func.min(_F.received_at)).where(_HERE))
_REMOVE = Statement(feedback.delete().where(_HERE, _F.received_at <= P("until")))
_FULL_AT = Statement(select(_B.full_at).where(_B.name == P("name")))
_PUT = Statement(
    lambda insert: (
        insert(buckets)
        .values(name=P("name"), full_at=P("full_at"))
        .on_conflict_do_update(index_elements=[_B.name], set_={"full_at": P("full_at")})
    )
)


class SqlFeedback:
    def __init__(self, db: Db) -> None:
        self._db = db

    def add(self, one: Feedback) -> None:
        self._db.run(_ADD, _SHAPE.params(one))

    def list(self, workspace_id: str, limit: int) -> Sequence[Feedback]:
        return [_SHAPE.load(row) for row in self._db.all(_LIST, {"workspace_id": workspace_id, "limit": limit})]

    def oldest(self, workspace_id: str) -> datetime | None:
        row = self._db.first(_OLDEST, {"workspace_id": workspace_id})
        return None if row is None or row[0] is None else from_micros(row[0])

    def remove_until(self, workspace_id: str, until: datetime) -> int:
        return self._db.run(_REMOVE, {"workspace_id": workspace_id, "until": to_micros(until)})


class SqlBuckets:
    def __init__(self, db: Db) -> None:
        self._db = db

    def full_at(self, name: str) -> datetime | None:
        row = self._db.first(_FULL_AT, {"name": name})
        return None if row is None else from_micros(row[0])

    def put(self, name: str, full_at: datetime) -> None:
        self._db.run(_PUT, {"name": name, "full_at": to_micros(full_at)})
