"""A mail search as SQL: the tree of `core.query`, node by node."""

from collections.abc import Collection, Sequence
from functools import lru_cache
from typing import Any, Final

from sqlalchemy import (
    ColumnElement,
    Join,
    and_,
    column,
    exists,
    func,
    literal,
    literal_column,
    not_,
    or_,
    select,
    table,
)
from sqlalchemy.ext.compiler import compiles
from sqlalchemy.sql.compiler import SQLCompiler
from sqlalchemy.sql.expression import Select

from letterlock.adapters.sql import full_text
from letterlock.adapters.sql.pages import FIRST, LIMIT
from letterlock.adapters.sql.schema import FULL_TEXT, attachments, message_labels, messages
from letterlock.adapters.sql.statements import AnyOf, Db, Engine, P, Row, Statement, compile_for, word
from letterlock.adapters.sql.values import clean, to_micros
from letterlock.core.query import (
    And,
    Before,
    HasAttachment,
    HasLabel,
    HasTrust,
    InFolder,
    Is,
    Larger,
    Node,
    Not,
    Or,
    Query,
    Since,
    Smaller,
    Text,
)
from letterlock.ports.records import Hidden, Page

LAST: Final = 2**63 - 1
"""Past every place."""
WINDOW: Final = 256
FEW: Final = 500

_M = messages.c
_TIME = func.coalesce(_M.timestamp, _M.received_at)


_WORDS = table(FULL_TEXT, column("rowid"))
_W = _WORDS.c
_HAS_WORDS = (literal_column(FULL_TEXT).op("MATCH")(P("words")), _W.rowid < P("before"))
_NEAR = select(_W.rowid).where(*_HAS_WORDS).order_by(_W.rowid.desc()).limit(P("window"))
_MORE = Statement(select(_W.rowid).where(*_HAS_WORDS).order_by(_W.rowid.desc()).limit(LIMIT).offset(P("window")))

_HAS_FILES = (_M.account_id == P("account_id"), _M.files.is_not(None), _M.seq < P("before"))
_FILES = Statement(select(_M.seq).where(*_HAS_FILES).limit(LIMIT).offset(FIRST))


class _Cross(Join):
    """A join whose left side SQLite goes through, in its own order."""

    inherit_cache = False


@compiles(_Cross, "sqlite")
def _cross(join: _Cross, compiler: SQLCompiler, **kw: Any) -> str:
    plain: str = compiler.visit_join(join, **kw)  # type: ignore[no-untyped-call]
    return plain.replace(" JOIN ", " CROSS JOIN ", 1)


def found(
    db: Db,
    columns: Select[Any],
    account_id: str,
    query: Query,
    *,
    hidden: Collection[Hidden],
    limit: int,
    after: Page | None,
) -> Sequence[Row]:
    """Rows of the account's ready messages that `query` asks for, in the order they came into the store, newest first.

    That order is the one both engines can follow in their indexes, so that a page costs what it shows however much
    matches, and however far down it is.
    """
    before = LAST if after is None else after.place
    params = {"account_id": account_id, "before": before, "limit": limit, "hidden": db.array(sorted(set(hidden)))}
    if db.engine == "sqlite":
        return _found_sqlite(db, columns, account_id, query, params)
    text, values = _postgresql(columns, account_id, _all_of(query))
    return db.raw(text, values | params)


def _found_sqlite(db: Db, columns: Select[Any], account_id: str, query: Query, params: dict[str, Any]) -> Sequence[Row]:
    """First among the newest of all accounts, which are enough where the account is a large one or words are rare.

    Only otherwise is the account's mark looked for beside the words: it is in all of its messages, and finding the
    next one that has both costs more than the words alone.
    """
    nodes = _all_of(query)
    asked = [node for node in nodes if full_text.is_text(node)]
    others = tuple(node for node in nodes if not full_text.is_text(node))
    words = " AND ".join(full_text.expression(account_id, node) for node in asked)
    if HasAttachment() in nodes and (not words or _few_files(db, params)):
        rest = tuple(node for node in others if node != HasAttachment())
        text, values = _with_files(columns, account_id, rest, bool(words))
        return db.raw(text, params | values | {"words": words})
    if words and not any(map(full_text.has_not, asked)):
        text, values = _sqlite(columns, account_id, others, near=True)
        near = params | values | {"words": words, "window": WINDOW}
        rows = db.raw(text, near)
        if len(rows) >= params["limit"] or not db.all(_MORE, near | {"limit": 1}):
            return rows
    marked = full_text.everything(account_id)
    text, values = _sqlite(columns, account_id, others, near=False)
    return db.raw(text, params | values | {"words": f"{words} AND {marked}" if words else marked})


def _all_of(query: Query) -> tuple[Node, ...]:
    return query.root.nodes if isinstance(query.root, And) else (query.root,)


def _few_files(db: Db, params: dict[str, Any]) -> bool:
    """Whether so few messages further down have files that going through them costs less than through words."""
    return len(db.all(_FILES, params | {"limit": FEW})) < FEW


@lru_cache(maxsize=256)
def _with_files(
    columns: Select[Any], account_id: str, others: tuple[Node, ...], words: bool
) -> tuple[str, dict[str, Any]]:
    conditions = [_Search("sqlite", account_id).condition(node) for node in others]
    if words:
        matches = literal_column(FULL_TEXT).op("MATCH")(P("words"))
        conditions.append(exists().select_from(_WORDS).where(matches, _W.rowid == _M.seq))
    found = columns.where(*_HAS_FILES, *_shown(), *conditions).order_by(_M.seq.desc()).limit(LIMIT).offset(FIRST)
    return compile_for("sqlite", found)


@lru_cache(maxsize=256)
def _sqlite(
    columns: Select[Any], account_id: str, others: tuple[Node, ...], *, near: bool
) -> tuple[str, dict[str, Any]]:
    words = _NEAR.subquery(FULL_TEXT) if near else _WORDS
    conditions = [_Search("sqlite", account_id).condition(node) for node in others]
    if not near:
        conditions += _HAS_WORDS
    found = (
        columns.select_from(_Cross(words, messages, words.c.rowid == _M.seq))
        .where(*_shown(), *conditions)
        .order_by(words.c.rowid.desc())
        .limit(LIMIT)
        .offset(FIRST)
    )
    return compile_for("sqlite", found)


@lru_cache(maxsize=256)
def _postgresql(columns: Select[Any], account_id: str, nodes: tuple[Node, ...]) -> tuple[str, dict[str, Any]]:
    search = _Search("postgresql", account_id)
    conditions = [_M.files.is_not(None) if node == HasAttachment() else search.condition(node) for node in nodes]
    found = columns.where(_M.seq < P("before"), *_shown(), *conditions).order_by(_M.seq.desc()).limit(LIMIT)
    return compile_for("postgresql", found)


def _shown() -> tuple[ColumnElement[bool], ...]:
    return _M.account_id == P("account_id"), _M.state == word("ready"), AnyOf(_M.hidden, "hidden")


class _Search:
    def __init__(self, engine: Engine, account_id: str) -> None:
        self._engine = engine
        self._account_id = account_id

    def condition(self, node: Node) -> ColumnElement[bool]:  # noqa: PLR0911, PLR0912 (one case a kind of node)
        """By recursion, as deep as the parser lets a tree be."""
        match node:
            case And(nodes):
                return and_(*map(self.condition, nodes))
            case Or(nodes):
                return or_(*map(self.condition, nodes))
            case Not(inner):
                return not_(self.condition(inner))
            case Text():
                return full_text.condition(self._engine, self._account_id, node)
            case Is("unread"):
                return _labelled("unread")
            case Is("read"):
                return not_(_labelled("unread"))
            case Is():
                return _labelled("flagged")
            case HasLabel(name) | InFolder(name):
                return _labelled(name)
            case HasAttachment():
                return exists().where(attachments.c.message_id == _M.id)
            case Since(moment):
                return to_micros(moment) <= _TIME
            case Before(moment):
                return to_micros(moment) > _TIME
            case Larger(size):
                return _M.size > size
            case Smaller(size):
                return _M.size < size
            case HasTrust(level):
                return func.coalesce(_M.trust_level, literal("")) == level


def _labelled(name: str) -> ColumnElement[bool]:
    """A hosted account's folders are its labels."""
    return exists().where(message_labels.c.message_id == _M.id, message_labels.c.folded == clean(name))
