"""Credentials: found by the hash of their key, which is all that is kept of it."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from letterlock.adapters.sql.schema import credentials
from letterlock.adapters.sql.shapes import Shape
from letterlock.adapters.sql.statements import Db, P, Row, Statement
from letterlock.adapters.sql.values import to_micros
from letterlock.core.credential import Credential

_SHAPE = Shape(Credential, credentials)
_load = _SHAPE.remembering(1024)
_C = credentials.c
_ADD = Statement(_SHAPE.insert("key_hash", "key_hint"))
_BY_HASH = Statement(_SHAPE.select().where(_C.key_hash == P("key_hash")))
_GET = Statement(_SHAPE.select().where(_C.workspace_id == P("workspace_id"), _C.id == P("id")))
_LIST = Statement(_SHAPE.select().add_columns(_C.key_hint).where(_C.workspace_id == P("workspace_id")).order_by(_C.id))
_REVOKE = Statement(
    credentials.update()
    .where(_C.id == P("b_id"), _C.workspace_id == P("b_workspace_id"), _C.revoked_at.is_(None))
    .values(revoked_at=P("revoked_at"))
)


class SqlCredentials:
    def __init__(self, db: Db) -> None:
        self._db = db

    def add(self, credential: Credential, key_hash: str, key_hint: str) -> None:
        self._db.run(_ADD, _SHAPE.params(credential) | {"key_hash": key_hash, "key_hint": key_hint})

    def by_hash(self, key_hash: str) -> Credential | None:
        row = self._db.first(_BY_HASH, {"key_hash": key_hash})
        return None if row is None else _load(row)

    def get(self, workspace_id: str, credential_id: str) -> Credential | None:
        row = self._db.first(_GET, {"workspace_id": workspace_id, "id": credential_id})
        return None if row is None else _load(row)

    def list(self, workspace_id: str) -> Sequence[tuple[Credential, str]]:
        rows: list[Row] = self._db.all(_LIST, {"workspace_id": workspace_id})
        return [(_SHAPE.load(row), row[-1]) for row in rows]

    def revoke(self, workspace_id: str, credential_id: str, at: datetime) -> bool:
        params: dict[str, Any] = {"b_id": credential_id, "b_workspace_id": workspace_id, "revoked_at": to_micros(at)}
        return self._db.run(_REVOKE, params) > 0
