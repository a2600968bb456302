"""Keyset pages: a list continues after the sort key and id of its last row, so page N costs what page 1 does."""

from typing import Any

from sqlalchemy import ColumnElement, literal_column, tuple_

from letterlock.adapters.sql.statements import P
from letterlock.adapters.sql.values import FAR, to_micros
from letterlock.ports.records import Page

LIMIT: Any = P("limit")
FIRST: Any = literal_column("0")
"""The offset to write with LIMIT, since SQLite's dialect puts a value there where none is written."""


def before(at: ColumnElement[Any], key: ColumnElement[Any]) -> ColumnElement[bool]:
    """Rows further down a newest-first list than the parameters of `page_params`."""
    return tuple_(at, key) < tuple_(P("after_at"), P("after_id"))


def page_params(after: Page | None, limit: int) -> dict[str, Any]:
    if after is None:
        return {"after_at": FAR, "after_id": "", "limit": limit}
    return {"after_at": to_micros(after.at), "after_id": after.id, "limit": limit}
