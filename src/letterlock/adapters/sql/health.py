"""Whether storage works: a row that is really written, and read again on another connection."""

import secrets

from sqlalchemy import select

from letterlock.adapters.sql.schema import health
from letterlock.adapters.sql.statements import Db, P, Statement

_H = health.c
_WRITE = Statement(
    lambda insert: (
        insert(health)
        .values(id=P("id"), written=P("written"))
        .on_conflict_do_update(index_elements=[_H.id], set_={"written": P("written")})
    )
)
_READ = Statement(select(_H.written).where(_H.id == P("id")))


class SqlHealth:
    def __init__(self, db: Db) -> None:
        self._db = db

    def write(self) -> None:
        self._db.run(_WRITE, {"id": 1, "written": secrets.randbits(62)})

    def read(self) -> int | None:
        row = self._db.first(_READ, {"id": 1})
        return None if row is None else int(row[0])
