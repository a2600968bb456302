"""Drafts, until they are sent and, as what names the message, afterwards."""

from collections.abc import Collection, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, literal_column

from letterlock.adapters.sql.pages import FIRST, LIMIT, before, page_params
from letterlock.adapters.sql.schema import drafts
from letterlock.adapters.sql.shapes import Shape
from letterlock.adapters.sql.statements import AnyOf, Db, P, Statement, word
from letterlock.adapters.sql.values import dump_json, to_micros
from letterlock.ports.records import Json, Page, StoredDraft

_SHAPE = Shape(StoredDraft, drafts)
_D = drafts.c
_ONCE = [_D.account_id, _D.created_by, _D.client_id]
_UNSENT: ColumnElement[bool] = literal_column("status != 'sent'")
"""As the partial index says it."""

_ADD = Statement(lambda insert: insert(drafts).values(_SHAPE.values()).on_conflict_do_nothing(index_elements=_ONCE))
_BY_CLIENT_ID = Statement(_SHAPE.select().where(*(column == P(column.name) for column in _ONCE)))
_GET = Statement(_SHAPE.select().where(_D.id == P("id"), _D.account_id == P("account_id")))
_FIND = Statement(_SHAPE.select().where(_D.id == P("id")))
_PAGE = _SHAPE.select().where(_D.workspace_id == P("workspace_id"), _UNSENT, before(_D.created_at, _D.id))
_NEWEST = (_D.created_at.desc(), _D.id.desc())
_LIST = Statement(_PAGE.order_by(*_NEWEST).limit(LIMIT).offset(FIRST))
_LIST_ONLY = Statement(_PAGE.where(AnyOf(_D.account_id, "only")).order_by(*_NEWEST).limit(LIMIT).offset(FIRST))
_CHANGE = Statement(drafts.update().where(_D.id == P("b_id"), _UNSENT).values(content=P("content"), updated_at=P("at")))
_SENT = Statement(
    drafts.update()
    .where(_D.id == P("b_id"), _UNSENT)
    .values(status=word("sent"), message_id=P("message_id"), failure=word(""), updated_at=P("at"))
)
_FAILED = Statement(
    drafts.update()
    .where(_D.id == P("b_id"), _D.status == word("scheduled"))
    .values(status=word("failed"), failure=P("why"), updated_at=P("at"))
)
_REMOVE = Statement(drafts.delete().where(_D.id == P("b_id"), _UNSENT))


class SqlDrafts:
    def __init__(self, db: Db) -> None:
        self._db = db

    def add(self, draft: StoredDraft) -> StoredDraft | None:
        if self._db.run(_ADD, _SHAPE.params(draft)) > 0:
            return None
        return self.by_client_id(draft.account_id, draft.created_by, str(draft.client_id))

    def by_client_id(self, account_id: str, created_by: str, client_id: str) -> StoredDraft | None:
        return self._one(_BY_CLIENT_ID, account_id=account_id, created_by=created_by, client_id=client_id)

    def get(self, account_id: str, draft_id: str) -> StoredDraft | None:
        return self._one(_GET, account_id=account_id, id=draft_id)

    def find(self, draft_id: str) -> StoredDraft | None:
        return self._one(_FIND, id=draft_id)

    def list(
        self, workspace_id: str, *, only: Collection[str] | None, limit: int, after: Page | None
    ) -> Sequence[StoredDraft]:
        params = page_params(after, limit) | {"workspace_id": workspace_id}
        if only is None:
            rows = self._db.all(_LIST, params)
        else:
            rows = self._db.all(_LIST_ONLY, params | {"only": self._db.array(only)})
        return [_SHAPE.load(row) for row in rows]

    def change(self, draft_id: str, content: Json, at: datetime) -> bool:
        params = {"b_id": draft_id, "content": dump_json(content), "at": to_micros(at)}
        return self._db.run(_CHANGE, params) > 0

    def sent(self, draft_id: str, message_id: str, at: datetime) -> bool:
        return self._db.run(_SENT, {"b_id": draft_id, "message_id": message_id, "at": to_micros(at)}) > 0

    def failed(self, draft_id: str, why: str, at: datetime) -> bool:
        return self._db.run(_FAILED, {"b_id": draft_id, "why": why, "at": to_micros(at)}) > 0

    def remove(self, draft_id: str) -> bool:
        return self._db.run(_REMOVE, {"b_id": draft_id}) > 0

    def _one(self, statement: Statement, **params: Any) -> StoredDraft | None:
        row = self._db.first(statement, params)
        return None if row is None else _SHAPE.load(row)
