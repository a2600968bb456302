"""Records to parameters and rows to records, from one description a table."""

from collections.abc import Callable, Mapping
from dataclasses import fields
from datetime import datetime
from functools import lru_cache
from types import NoneType, UnionType
from typing import Any, Generic, TypeVar, get_args, get_origin, get_type_hints

from sqlalchemy import ColumnElement, Table, null, select
from sqlalchemy.sql.expression import Insert, Select

from letterlock.adapters.sql.statements import P, Row
from letterlock.adapters.sql.values import (
    clean,
    dump,
    dump_json,
    dump_scope,
    dump_set,
    from_micros,
    load,
    load_pairs,
    load_scope,
    load_set,
    load_strings,
    to_micros,
)
from letterlock.core.credential import Scope

R = TypeVar("R")
Change = Callable[[Any], Any]


def _identity(value: Any) -> Any:
    return value


_CODECS: dict[Any, tuple[Change, Change | None]] = {
    str: (clean, None),
    datetime: (to_micros, from_micros),
    bool: (_identity, bool),
    bytes: (_identity, bytes),
    frozenset: (dump_set, load_set),
    Mapping: (dump_json, load),
    Scope: (dump_scope, load_scope),
}


def _codec(hint: Any) -> tuple[Change, Change | None]:
    """How values of a field's type are written, and read where that takes more than the value itself.

    What reads is never given None.
    """
    if isinstance(hint, UnionType):
        (inner,) = (arm for arm in get_args(hint) if arm is not NoneType)
        write, read = _codec(inner)
        return _or_none(write), read
    origin = get_origin(hint)
    if hint in _CODECS or origin in _CODECS:
        return _CODECS.get(hint) or _CODECS[origin]
    if origin is tuple:
        return dump, load_pairs if get_origin(get_args(hint)[0]) is tuple else load_strings
    return _identity, None


def _or_none(change: Change) -> Change:
    return lambda value: None if value is None else change(value)


class Shape(Generic[R]):
    """How a frozen dataclass lies in a table: a column a field, of the same name.

    `unread` are fields that rows are loaded without, with the value they get instead. `only_read` are fields that are
    written elsewhere.
    """

    def __init__(self, record: type[R], table: Table, *, unread: Mapping[str, Any] | None = None) -> None:
        hints = get_type_hints(record)
        names = [f.name for f in fields(record)]  # type: ignore[arg-type]
        unread = unread or {}
        self.record = record
        self.table = table
        self.columns: list[ColumnElement[Any]] = [
            null().label(name) if name in unread else table.c[name] for name in names
        ]
        self._unread = [(at, unread[name]) for at, name in enumerate(names) if name in unread]
        codecs = {name: _codec(hints[name]) for name in names}
        self._writers = [(name, codecs[name][0]) for name in names if name in table.c]
        readers = [(at, codecs[name][1]) for at, name in enumerate(names) if name not in unread]
        self._readers = [(at, read) for at, read in readers if read is not None]
        self._width = len(names)

    def load(self, row: Row) -> R:
        """A record from the first columns of `row`."""
        values = list(row[: self._width])
        for at, read in self._readers:
            value = values[at]
            if value is not None:
                values[at] = read(value)
        for at, value in self._unread:
            values[at] = value
        return self.record(*values)

    def remembering(self, most: int) -> Callable[[Row], R]:
        """`load` that knows the rows it saw last: for small rows that are read at each call and seldom change."""

        @lru_cache(maxsize=most)
        def known(row: Row) -> R:
            return self.load(row)

        return known

    def params(self, record: R) -> dict[str, Any]:
        return {name: write(getattr(record, name)) for name, write in self._writers}

    def select(self) -> Select[Any]:
        return select(*self.columns)

    def insert(self, *more: str) -> Insert:
        """Inserts a record's fields, and `more` columns."""
        return self.table.insert().values(self.values(*more))

    def values(self, *more: str) -> dict[str, Any]:
        return {name: P(name) for name in [*(name for name, _ in self._writers), *more]}
