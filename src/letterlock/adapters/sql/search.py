"""A mail search as SQL: the tree of `core.query`, node by node."""

from collections.abc import Collection
from typing import Any

from sqlalchemy import ColumnElement, and_, exists, false, func, literal, not_, or_, tuple_
from sqlalchemy.sql.expression import Select

from letterlock.adapters.sql import full_text
from letterlock.adapters.sql.pages import page_params
from letterlock.adapters.sql.schema import attachments, message_labels, messages
from letterlock.adapters.sql.statements import Engine, word
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

_M = messages.c
_TIME = func.coalesce(_M.timestamp, _M.received_at)


def matching(
    engine: Engine,
    columns: Select[Any],
    account_id: str,
    query: Query,
    *,
    hidden: Collection[Hidden],
    limit: int,
    after: Page | None,
) -> Select[Any]:
    """Selects `columns` of the account's ready messages that `query` asks for, newest first."""
    page = page_params(after, limit)
    found = columns.where(
        _M.account_id == account_id,
        _M.state == word("ready"),
        or_(false(), *(_M.hidden == word(one) for one in hidden)),
        _Search(engine, account_id).condition(query.root),
    )
    if after is not None:
        found = found.where(tuple_(_M.received_at, _M.id) < tuple_(literal(page["after_at"]), literal(after.id)))
    return found.order_by(_M.received_at.desc(), _M.id.desc()).limit(limit)


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
