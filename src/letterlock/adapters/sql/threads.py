"""Threads of an account."""

from collections.abc import Collection, Sequence
from datetime import datetime
from heapq import nlargest

from sqlalchemy import select

from letterlock.adapters.sql.pages import FIRST, LIMIT, before, page_params
from letterlock.adapters.sql.schema import thread_labels, threads
from letterlock.adapters.sql.shapes import Shape
from letterlock.adapters.sql.statements import AnyOf, Db, P, Row, Statement, word
from letterlock.adapters.sql.values import clean, to_micros
from letterlock.core.mime.subjects import base_subject
from letterlock.ports.records import Page, Thread

_SHAPE = Shape(Thread, threads)
_T = threads.c
_L = thread_labels.c
_OF_ACCOUNT = _T.account_id == P("account_id")
_NEWEST = (_T.last_at.desc(), _T.id.desc())

_SAVE = Statement(
    lambda insert: (
        insert(threads)
        .values(_SHAPE.values("base_subject"))
        .on_conflict_do_update(
            index_elements=[_T.id],
            set_={name: P(name) for name in _SHAPE.values("base_subject") if name not in ("id", "account_id")},
            where=_T.account_id == P("account_id"),
        )
    )
)
_UNLABEL = Statement(thread_labels.delete().where(_L.thread_id == P("thread_id")))
_LABEL = Statement(thread_labels.insert().values({c.name: P(c.name) for c in _L}))
_GET = Statement(_SHAPE.select().where(_T.id == P("id"), _OF_ACCOUNT))
_LIST = Statement(
    _SHAPE.select()
    .where(_OF_ACCOUNT, _T.hidden == word(""), before(_T.last_at, _T.id))
    .order_by(*_NEWEST)
    .limit(LIMIT)
    .offset(FIRST)
)
_LABELLED = Statement(
    select(_L.last_at, _L.thread_id)
    .where(_L.account_id == P("account_id"), _L.label == P("label"), before(_L.last_at, _L.thread_id))
    .order_by(_L.last_at.desc(), _L.thread_id.desc())
    .limit(LIMIT)
    .offset(FIRST)
)
# By the ids of rows that are the account's: naming it again would lead SQLite to walk all of the account.
_BY_IDS = Statement(_SHAPE.select().where(AnyOf(_T.id, "ids")).order_by(*_NEWEST))
_BY_SUBJECT = Statement(
    _SHAPE.select()
    .where(_OF_ACCOUNT, _T.base_subject == P("subject"), _T.last_at >= P("since"))
    .order_by(*_NEWEST)
    .limit(LIMIT)
    .offset(FIRST)
)


class SqlThreads:
    def __init__(self, db: Db) -> None:
        self._db = db

    def get(self, account_id: str, thread_id: str) -> Thread | None:
        row = self._db.first(_GET, {"account_id": account_id, "id": thread_id})
        return None if row is None else _SHAPE.load(row)

    def save(self, thread: Thread) -> None:
        params = _SHAPE.params(thread)
        self._db.run(_SAVE, params | {"base_subject": clean(base_subject(thread.subject))})
        self._db.run(_UNLABEL, {"thread_id": thread.id})
        row = {"thread_id": thread.id, "account_id": thread.account_id, "last_at": params["last_at"]}
        self._db.many(_LABEL, [row | {"label": clean(label)} for label in sorted(thread.labels)])

    def list(self, account_id: str, *, labels: Collection[str], limit: int, after: Page | None) -> Sequence[Thread]:
        params = page_params(after, limit) | {"account_id": account_id}
        if not labels:
            return [_SHAPE.load(row) for row in self._db.all(_LIST, params)]
        found: set[Row] = set()
        for label in set(labels):
            found.update(self._db.all(_LABELLED, params | {"label": label}))
        ids = self._db.array(row[1] for row in nlargest(limit, found))
        return [_SHAPE.load(row) for row in self._db.all(_BY_IDS, {"ids": ids})]

    def recent_by_subject(self, account_id: str, subject: str, since: datetime) -> Sequence[Thread]:
        base = clean(base_subject(subject))
        params = {"account_id": account_id, "subject": base, "since": to_micros(since), "limit": 10}
        return [_SHAPE.load(row) for row in self._db.all(_BY_SUBJECT, params)]
