"""Messages of an account, their labels and attachments."""

from collections.abc import Callable, Collection, Iterable, Sequence
from datetime import datetime
from heapq import nlargest
from typing import Any, get_args

from sqlalchemy import func, or_, select

from letterlock.adapters.sql import counters, full_text, search
from letterlock.adapters.sql.pages import FIRST, LIMIT, before, page_params
from letterlock.adapters.sql.schema import accounts, attachments, attempts, message_labels, messages, outbox
from letterlock.adapters.sql.shapes import Shape
from letterlock.adapters.sql.statements import AnyOf, Db, P, Row, Statement, word
from letterlock.adapters.sql.values import clean, dump, dump_json, dump_set, from_micros, load, load_set, to_micros
from letterlock.core.query import Query
from letterlock.core.trust.level import REPORT_LABELS
from letterlock.ports.records import Analysis, Attempt, Hidden, Json, Listed, Page, StoredAttachment, StoredMessage

_INDEX_ONLY = {"search_text": "", "search_people": ""}
_SHAPE = Shape(StoredMessage, messages, unread=_INDEX_ONLY)
_LIGHT = Shape(StoredMessage, messages, unread=_INDEX_ONLY | {"envelope": {}, "view": None, "report": None})
_ANALYSIS = Shape(Analysis, messages, unread=_INDEX_ONLY)
_FILE = Shape(StoredAttachment, attachments)
_ATTEMPT = Shape(Attempt, attempts)
_M = messages.c
_L = message_labels.c
_LISTED = select(
    _M.id, _M.thread_id, _M.direction, _M.received_at, _M.labels, _M.hidden, _M.trust_level, _M.item, _M.seq, _M.secrets
)
_READY = _M.state == word("ready")
_INBOUND = _M.direction == word("inbound")
_OF_ACCOUNT = _M.account_id == P("account_id")

_INSERT = Statement(_SHAPE.insert("words", "files").returning(_M.seq))
_INSERT_FILE = Statement(_FILE.insert())
_INSERT_LABEL = Statement(message_labels.insert().values({c.name: P(c.name) for c in _L}))
_DELETE_LABELS = Statement(message_labels.delete().where(_L.message_id == P("message_id")))
_DUPLICATE = Statement(select(_M.id).where(_OF_ACCOUNT, _M.identity == P("identity"), _INBOUND))
_GET = Statement(_SHAPE.select().where(_M.id == P("id"), _OF_ACCOUNT))
_FIND = Statement(_SHAPE.select().where(_M.id == P("id")))
_ANALYSED = Statement(
    messages.update()
    .where(_M.id == P("b_id"), _M.state == word("pending"))
    .values(_ANALYSIS.values("words", "files") | {"state": word("ready")})
    .returning(_M.seq, _M.account_id, _M.received_at)
)
_WITHDRAW = Statement(
    messages.delete().where(_M.id == P("b_id"), _M.state == word("pending")).returning(_M.account_id, _M.size)
)
_FREE = Statement(
    accounts.update().where(accounts.c.id == P("b_id")).values(used_bytes=accounts.c.used_bytes - P("size"))
)
_PLACE = Statement(select(_M.account_id, _M.received_at, _M.labels, _M.hidden, _M.state).where(_M.id == P("id")))
_RENEW = Statement(
    messages.update()
    .where(_M.id == P("b_id"))
    .values({name: P(name) for name in ("trust_level", "item", "view", "report", "secrets")})
)
_WORDS = Statement(select(_M.seq, _M.account_id, _M.words).where(_M.id == P("id"), _READY))
_SET_WORDS = Statement(messages.update().where(_M.id == P("b_id")).values(words=P("words")))
_SET_SECRETS = Statement(messages.update().where(_M.id == P("b_id")).values(secrets=P("secrets")))
_SET_LABELS = Statement(messages.update().where(_M.id == P("b_id")).values(labels=P("labels"), hidden=P("hidden")))
_FILES = Statement(_FILE.select().where(attachments.c.message_id == P("id")).order_by(attachments.c["index"]))
_OF_A_FILE = ("filename", "content_type", "size", "disposition", "content_id", "risk", "risk_reasons", "kind")
_SET_FILE = Statement(
    attachments.update().where(attachments.c.id == P("b_id")).values({name: P(name) for name in _OF_A_FILE})
)
_COUNT_FILES = Statement(messages.update().where(_M.id == P("b_id")).values(files=P("files")))
_DELETE_FILE = Statement(attachments.delete().where(attachments.c.id == P("b_id")))
_JUDGED_OTHERWISE = Statement(
    select(_M.id)
    .where(
        _M.workspace_id == P("workspace_id"),
        _READY,
        _INBOUND,
        _M.id > P("id"),
        _M.report.is_not(None),
        func.replace(_M.report, P("made_by"), word("")) == _M.report,
    )
    .order_by(_M.id)
    .limit(LIMIT)
    .offset(FIRST)
)
_CLASS = (_OF_ACCOUNT, _READY, _M.hidden == P("hidden"), before(_M.received_at, _M.id))
_LIST = Statement(_LISTED.where(*_CLASS).order_by(_M.received_at.desc(), _M.id.desc()).limit(LIMIT).offset(FIRST))
_LABELLED = Statement(
    select(_L.received_at, _L.message_id)
    .where(
        _L.account_id == P("account_id"),
        _L.label == P("label"),
        _L.hidden == P("hidden"),
        before(_L.received_at, _L.message_id),
    )
    .order_by(_L.received_at.desc(), _L.message_id.desc())
    .limit(LIMIT)
    .offset(FIRST)
)
# By the ids of rows that are the account's: naming it again would lead SQLite to walk all of the account.
_BY_IDS = Statement(_LISTED.where(AnyOf(_M.id, "ids")))
_OF_THREAD, _LIGHT_OF_THREAD = (
    Statement(
        shape.select()
        .where(_OF_ACCOUNT, _READY, _M.thread_id == P("thread_id"))
        .order_by(_M.received_at.desc(), _M.id.desc())
        .limit(LIMIT)
        .offset(FIRST)
    )
    for shape in (_SHAPE, _LIGHT)
)
_HAS_TURN = _M.turn.is_not(None)
_TURN_OF = Statement(
    select(func.max(_M.turn)).where(
        _OF_ACCOUNT,
        _READY,
        _INBOUND,
        or_(*(_M.hidden == (word(one)) for one in get_args(Hidden))),
        _M.received_at == P("received_at"),
    )
)
_NEXT_TURN = Statement(
    _SHAPE.select()
    .where(_OF_ACCOUNT, _HAS_TURN, _INBOUND, _M.hidden == word(""), _M.turn > P("turn"))
    .order_by(_M.turn)
    .limit(LIMIT)
    .offset(FIRST)
)
# From the index alone, however long ago the moment is.
_TURN_AFTER = Statement(
    select(func.min(_M.turn)).where(
        _OF_ACCOUNT, _READY, _INBOUND, _M.hidden == word(""), _M.received_at > P("received_at")
    )
)
_GIVE_TURN = Statement(messages.update().where(_M.id == P("b_id")).values(turn=P("turn")))
_BY_RFC_IDS = Statement(
    _LIGHT.select()
    .where(_OF_ACCOUNT, AnyOf(_M.rfc_message_id, "ids"), _READY | (_M.direction == word("outbound")))
    .order_by(_M.received_at, _M.id)
)
_PENDING = Statement(
    select(_M.id).where(_M.state == word("pending")).order_by(_M.received_at, _M.id).limit(LIMIT).offset(FIRST)
)
_PENDING_OF = Statement(select(_M.id).where(_OF_ACCOUNT, _M.state == word("pending")).limit(LIMIT).offset(FIRST))
_HISTORY = Statement(
    _ATTEMPT.select()
    .join(outbox, outbox.c.id == attempts.c.outbox_id)
    .where(outbox.c.message_id == P("message_id"))
    .order_by(attempts.c.at, attempts.c.seq)
)


class SqlMessages:
    def __init__(self, db: Db) -> None:
        self._db = db

    def add(self, message: StoredMessage, attachments: Sequence[StoredAttachment] = ()) -> None:
        words = full_text.lines(message, attachments) if message.state == "ready" else ""
        more = {"words": words, "files": len(attachments) or None}
        ((seq,),) = self._db.all(_INSERT, _SHAPE.params(message) | more)
        self._add_files(attachments)
        if message.state != "ready":
            return
        full_text.index(self._db, seq, message.account_id, words)
        at = to_micros(message.received_at)
        counters.moved(self._db, message.account_id, "", message.hidden)
        if message.direction == "inbound":
            self._give_turn(message.id, message.account_id)
        self._add_labels(message.id, message.labels, message.account_id, message.hidden, at)

    def duplicate_of(self, account_id: str, identity: str) -> str | None:
        row = self._db.first(_DUPLICATE, {"account_id": account_id, "identity": identity})
        return None if row is None else str(row[0])

    def get(self, account_id: str, message_id: str) -> StoredMessage | None:
        return self._one(_GET, account_id=account_id, id=message_id)

    def find(self, message_id: str) -> StoredMessage | None:
        return self._one(_FIND, id=message_id)

    def analysed(self, message_id: str, analysis: Analysis, attachments: Sequence[StoredAttachment]) -> bool:
        words = full_text.lines(analysis, attachments)
        more = {"b_id": message_id, "words": words, "files": len(attachments) or None}
        rows = self._db.all(_ANALYSED, _ANALYSIS.params(analysis) | more)
        if not rows:
            return False
        seq, account_id, received_at = rows[0]
        full_text.index(self._db, seq, account_id, words)
        counters.moved(self._db, account_id, "", analysis.hidden)
        self._give_turn(message_id, account_id)
        self._add_files(attachments)
        self._add_labels(message_id, analysis.labels, account_id, analysis.hidden, received_at)
        return True

    def withdraw(self, message_id: str) -> None:
        for account_id, size in self._db.all(_WITHDRAW, {"b_id": message_id}):
            self._db.run(_FREE, {"b_id": account_id, "size": size})

    def renewed(self, message_id: str, analysis: Analysis, files: Sequence[StoredAttachment]) -> None:
        place = self._db.first(_PLACE, {"id": message_id})
        if place is None or place[4] != "ready":
            return
        self._replace_words(message_id, lambda _: full_text.lines(analysis, files))
        self._replace_files(message_id, files)
        self._db.run(_RENEW, _ANALYSIS.params(analysis) | {"b_id": message_id})
        labels = (load_set(place[2]) - REPORT_LABELS) | (analysis.labels & REPORT_LABELS)
        hidden: Hidden = "trash" if place[3] == "trash" else analysis.hidden
        self._relabel(message_id, place, labels, hidden)
        if place[3] and not hidden:  # to those who wait it comes only now
            self._give_turn(message_id, place[0])

    def judged_otherwise(self, workspace_id: str, version: str, after: str, limit: int) -> Sequence[str]:
        asked = {"workspace_id": workspace_id, "made_by": _made_by(version), "id": after, "limit": limit}
        return [str(row[0]) for row in self._db.all(_JUDGED_OTHERWISE, asked)]

    def index_files(self, message_id: str, text: str) -> None:
        self._replace_words(message_id, lambda words: full_text.with_files(words, text))

    def attachments(self, message_id: str) -> Sequence[StoredAttachment]:
        return [_FILE.load(row) for row in self._db.all(_FILES, {"id": message_id})]

    def list(
        self,
        account_id: str,
        *,
        labels: Collection[str],
        hidden: Collection[Hidden],
        limit: int,
        after: Page | None,
    ) -> Sequence[Listed]:
        params = page_params(after, limit) | {"account_id": account_id}
        if labels:
            return self._labelled(params, labels, hidden)
        return list(map(_listed, self._of_classes(params, hidden)))

    def hidden_counts(self, account_id: str) -> dict[str, int]:
        found = counters.counters(self._db, account_id)
        return {name: number for name, number in found.items() if name != counters.READY and number}

    def search(
        self, account_id: str, query: Query, *, hidden: Collection[Hidden], limit: int, after: Page | None
    ) -> Sequence[Listed]:
        rows = search.found(self._db, _LISTED, account_id, query, hidden=hidden, limit=limit, after=after)
        return list(map(_listed, rows))

    def of_thread(self, account_id: str, thread_id: str, limit: int) -> Sequence[StoredMessage]:
        rows = self._db.all(_OF_THREAD, {"account_id": account_id, "thread_id": thread_id, "limit": limit})
        return [_SHAPE.load(row) for row in reversed(rows)]

    def listed_of_thread(self, account_id: str, thread_id: str, limit: int) -> Sequence[StoredMessage]:
        rows = self._db.all(_LIGHT_OF_THREAD, {"account_id": account_id, "thread_id": thread_id, "limit": limit})
        return [_LIGHT.load(row) for row in reversed(rows)]

    def turn(self, account_id: str) -> int:
        return counters.counters(self._db, account_id).get(counters.READY, 0)

    def turn_of(self, account_id: str, received_at: datetime) -> int | None:
        row = self._db.first(_TURN_OF, {"account_id": account_id, "received_at": to_micros(received_at)})
        return None if row is None else row[0]

    def next_turn(self, account_id: str, turn: int) -> StoredMessage | None:
        return self._one(_NEXT_TURN, account_id=account_id, turn=turn, limit=1)

    def first_after(self, account_id: str, after: datetime) -> StoredMessage | None:
        row = self._db.first(_TURN_AFTER, {"account_id": account_id, "received_at": to_micros(after)})
        return None if row is None or row[0] is None else self.next_turn(account_id, row[0] - 1)

    def by_rfc_ids(self, account_id: str, rfc_ids: Collection[str]) -> Sequence[StoredMessage]:
        rows = self._db.all(_BY_RFC_IDS, {"account_id": account_id, "ids": self._db.array(rfc_ids)})
        return [_LIGHT.load(row) for row in rows]

    def set_labels(self, message_id: str, labels: frozenset[str], hidden: Hidden) -> None:
        place = self._db.first(_PLACE, {"id": message_id})
        if place is not None:
            self._relabel(message_id, place, labels, hidden)

    def set_secrets(self, message_id: str, secrets: Json) -> None:
        self._db.run(_SET_SECRETS, {"b_id": message_id, "secrets": dump_json(secrets)})

    def pending(self, limit: int) -> Sequence[str]:
        return [str(row[0]) for row in self._db.all(_PENDING, {"limit": limit})]

    def pending_count(self, account_id: str, most: int) -> int:
        return len(self._db.all(_PENDING_OF, {"account_id": account_id, "limit": most}))

    def history(self, message_id: str) -> Sequence[Attempt]:
        return [_ATTEMPT.load(row) for row in self._db.all(_HISTORY, {"message_id": message_id})]

    def _one(self, statement: Statement, **params: Any) -> StoredMessage | None:
        row = self._db.first(statement, params)
        return None if row is None else _SHAPE.load(row)

    def _of_classes(self, params: dict[str, Any], hidden: Collection[Hidden]) -> Iterable[Row]:
        """One index scan a class of hiding, merged: what all of them cost does not grow with the page."""
        classes = [self._db.all(_LIST, params | {"hidden": one}) for one in sorted(set(hidden))]
        if len(classes) == 1:
            return classes[0]
        return nlargest(params["limit"], (row for rows in classes for row in rows), key=_place_of_row)

    def _labelled(
        self, params: dict[str, Any], labels: Collection[str], hidden: Collection[Hidden]
    ) -> Sequence[Listed]:
        found: set[Row] = set()
        for label in set(labels):
            for one in set(hidden):
                found.update(self._db.all(_LABELLED, params | {"label": label, "hidden": one}))
        ids = [row[1] for row in nlargest(params["limit"], found)]
        rows = self._db.all(_BY_IDS, {"ids": self._db.array(ids)})
        return list(map(_listed, sorted(rows, key=_place_of_row, reverse=True)))

    def _replace_words(self, message_id: str, change: Callable[[str], str]) -> None:
        row = self._db.first(_WORDS, {"id": message_id})
        if row is None:
            return
        seq, account_id, old = row
        new = change(old)
        if new != old:
            full_text.change(self._db, seq, account_id, old, new)
            self._db.run(_SET_WORDS, {"b_id": message_id, "words": new})

    def _replace_files(self, message_id: str, files: Sequence[StoredAttachment]) -> None:
        known = {file.index: file.id for file in self.attachments(message_id)}
        for file in files:
            if file.index in known:
                self._db.run(_SET_FILE, _FILE.params(file) | {"b_id": known[file.index]})
        self._add_files([file for file in files if file.index not in known])
        for index in known.keys() - {file.index for file in files}:
            self._db.run(_DELETE_FILE, {"b_id": known[index]})
        if len(known) != len(files):
            self._db.run(_COUNT_FILES, {"b_id": message_id, "files": len(files) or None})

    def _add_files(self, files: Sequence[StoredAttachment]) -> None:
        self._db.many(_INSERT_FILE, [_FILE.params(file) for file in files])

    def _add_labels(self, message_id: str, labels: Iterable[str], account_id: str, hidden: str, at: int) -> None:
        row = {"message_id": message_id, "account_id": account_id, "hidden": hidden, "received_at": at}
        names = [(clean(label), clean(label.casefold())) for label in sorted(labels)]
        self._db.many(_INSERT_LABEL, [row | {"label": label, "folded": folded} for label, folded in names])

    def _give_turn(self, message_id: str, account_id: str) -> None:
        self._db.run(_GIVE_TURN, {"b_id": message_id, "turn": counters.count(self._db, account_id, counters.READY)})

    def _relabel(self, message_id: str, place: Row, labels: frozenset[str], hidden: Hidden) -> None:
        account_id, at, _, _, state = place
        counters.moved(self._db, account_id, place[3] if state == "ready" else hidden, hidden)
        self._db.run(_SET_LABELS, {"b_id": message_id, "labels": dump_set(labels), "hidden": hidden})
        self._db.run(_DELETE_LABELS, {"message_id": message_id})
        if state == "ready":
            self._add_labels(message_id, labels, account_id, hidden, at)


def _made_by(version: str) -> str:
    """How a stored report names its version; what a sender wrote stands in it with its quotes escaped."""
    return f'"rules_version":{dump(version)}'


def _listed(row: Row) -> Listed:
    identifier, thread_id, direction, at, labels, hidden, level, item, place, secrets = row
    received_at, held = from_micros(at), None if secrets is None else load(secrets)
    return Listed(
        identifier, thread_id, direction, received_at, load_set(labels), hidden, level, load(item), place, held
    )


def _place_of_row(row: Row) -> tuple[int, str]:
    return row[3], row[0]
