"""What is written down of calls: first results by idempotency key, the audit, and provenance."""

from collections.abc import Sequence
from datetime import datetime

from letterlock.adapters.sql.pages import FIRST, LIMIT
from letterlock.adapters.sql.schema import audit, idempotency, provenance
from letterlock.adapters.sql.shapes import Shape
from letterlock.adapters.sql.statements import Db, P, Statement
from letterlock.adapters.sql.values import to_micros
from letterlock.ports.records import AuditEntry, IdempotencyRecord, Shown

_RECORD = Shape(IdempotencyRecord, idempotency)
_ENTRY = Shape(AuditEntry, audit)
_SHOWN = Shape(Shown, provenance)
_I, _A, _S = idempotency.c, audit.c, provenance.c
_KEY = [_I.credential_id, _I.operation, _I.key]
_HAS_KEY = [column == P(column.name) for column in _KEY]

_FIND = Statement(_RECORD.select().where(*_HAS_KEY, _I.expires_at > P("now")))
# An expired record gives way to the new one.
_ADD_RECORD = Statement(
    lambda insert: (
        insert(idempotency)
        .values(_RECORD.values())
        .on_conflict_do_update(
            index_elements=_KEY,
            set_={name: P(name) for name in ("fingerprint", "result", "created_at", "expires_at")},
            where=_I.expires_at <= P("created_at"),
        )
    )
)
_EXPIRE = Statement(idempotency.delete().where(_I.expires_at <= P("now")))
_ADD_ENTRY = Statement(_ENTRY.insert())
_ENTRIES = Statement(
    _ENTRY.select()
    .where(_A.workspace_id == P("workspace_id"))
    .order_by(_A.at.desc(), _A.seq.desc())
    .limit(LIMIT)
    .offset(FIRST)
)
_ADD_SHOWN = Statement(_SHOWN.insert())
_SINCE = Statement(_SHOWN.select().where(_S.account_id == P("account_id"), _S.at >= P("since")).order_by(_S.at, _S.seq))


class SqlIdempotency:
    def __init__(self, db: Db) -> None:
        self._db = db

    def find(self, credential_id: str, operation: str, key: str, now: datetime) -> IdempotencyRecord | None:
        params = {"credential_id": credential_id, "operation": operation, "key": key, "now": to_micros(now)}
        row = self._db.first(_FIND, params)
        return None if row is None else _RECORD.load(row)

    def add(self, record: IdempotencyRecord) -> IdempotencyRecord | None:
        if self._db.run(_ADD_RECORD, _RECORD.params(record)) > 0:
            return None
        return self.find(record.credential_id, record.operation, record.key, record.created_at)

    def remove_expired(self, now: datetime) -> int:
        return self._db.run(_EXPIRE, {"now": to_micros(now)})


class SqlAudit:
    def __init__(self, db: Db) -> None:
        self._db = db

    def add(self, entry: AuditEntry) -> None:
        self._db.run(_ADD_ENTRY, _ENTRY.params(entry))

    def list(self, workspace_id: str, limit: int) -> Sequence[AuditEntry]:
        return [_ENTRY.load(row) for row in self._db.all(_ENTRIES, {"workspace_id": workspace_id, "limit": limit})]


class SqlProvenance:
    def __init__(self, db: Db) -> None:
        self._db = db

    def add(self, shown: Shown) -> None:
        self._db.run(_ADD_SHOWN, _SHOWN.params(shown))

    def since(self, account_id: str, at: datetime) -> Sequence[Shown]:
        return [_SHOWN.load(row) for row in self._db.all(_SINCE, {"account_id": account_id, "since": to_micros(at)})]
