"""SQL statements: written in SQLAlchemy Core, compiled once an engine, run on the driver itself.

Compiling once and skipping SQLAlchemy's execution layer costs a tenth of the CPU a statement: what matters for reads
that take a hundred microseconds in all. Constants are written with `word`, since a value left in a statement would
have to be passed at each call, and since partial indexes are found by literals alone.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, Protocol, cast

from sqlalchemy import ColumnElement, Text, bindparam, literal_column
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.engine.default import DefaultDialect
from sqlalchemy.ext.compiler import compiles
from sqlalchemy.sql.compiler import SQLCompiler
from sqlalchemy.sql.expression import ClauseElement
from sqlalchemy.types import NullType

from letterlock.adapters.sql.values import dump

Engine = Literal["sqlite", "postgresql"]
Row = tuple[Any, ...]

P = bindparam


def word(value: str) -> ColumnElement[str]:
    """A constant of ours as a literal."""
    if not value.isalpha() and value:
        raise ValueError(f"{value!r} is not a plain word.")
    return literal_column(f"'{value}'", Text)


class AnyOf(ColumnElement[bool]):
    """`column` is one of the texts in the parameter `name`, which `Db.array` makes."""

    inherit_cache = False
    type = NullType()  # type: ignore[assignment]  # a Boolean would read `… = 1` on SQLite, which uses no index

    def __init__(self, column: ColumnElement[Any], name: str) -> None:
        self.column = column
        self.name = name


@compiles(AnyOf, "sqlite")
def _any_of_sqlite(element: AnyOf, compiler: SQLCompiler, **kw: Any) -> str:
    texts = compiler.process(bindparam(element.name, type_=Text()), **kw)
    return f"{compiler.process(element.column, **kw)} IN (SELECT value FROM json_each({texts}))"  # noqa: S608


@compiles(AnyOf, "postgresql")
def _any_of_postgresql(element: AnyOf, compiler: SQLCompiler, **kw: Any) -> str:
    texts = compiler.process(bindparam(element.name, type_=postgresql.ARRAY(Text())), **kw)
    return f"{compiler.process(element.column, **kw)} = ANY ({texts})"


def _dialect(engine: Engine) -> DefaultDialect:
    if engine == "sqlite":
        return sqlite.dialect(paramstyle="named")
    from sqlalchemy.dialects.postgresql.psycopg import PGDialect_psycopg

    return PGDialect_psycopg()  # type: ignore[no-untyped-call]


_DIALECTS: dict[Engine, DefaultDialect] = {}


def compile_for(engine: Engine, clause: ClauseElement) -> tuple[str, dict[str, Any]]:
    """SQL text, and the values that `clause` itself holds."""
    dialect = _DIALECTS.get(engine) or _DIALECTS.setdefault(engine, _dialect(engine))
    compiled = clause.compile(dialect=dialect)
    return str(compiled), {name: value for name, value in compiled.params.items() if value is not None}


Insert = Any
"""`insert` of one engine's dialect: their upserts read alike but share no type."""


@dataclass(eq=False, slots=True)
class Statement:
    """A statement whose values are all parameters. `make` is the clause, or makes it from the engine's own `insert`."""

    make: ClauseElement | Callable[[Insert], ClauseElement]
    texts: dict[Engine, str] = field(default_factory=dict)

    def text(self, engine: Engine) -> str:
        return self.texts.get(engine) or self._compile(engine)

    def _compile(self, engine: Engine) -> str:
        make = self.make
        if not isinstance(make, ClauseElement):
            make = make(sqlite.insert if engine == "sqlite" else postgresql.insert)
        text, values = compile_for(engine, make)
        if values:
            raise ValueError(f"Values {sorted(values)} must be parameters or literals in: {text}")
        self.texts[engine] = text
        return text


class Cursor(Protocol):
    @property
    def rowcount(self) -> int: ...
    def execute(self, sql: str, params: Any = ..., /) -> Any: ...
    def executemany(self, sql: str, params: Any, /) -> Any: ...
    def fetchall(self) -> list[Any]: ...
    def fetchmany(self, size: int, /) -> list[Any]: ...


class Connection(Protocol):
    """What drivers share."""

    def cursor(self) -> Any: ...
    def close(self) -> None: ...


@dataclass(slots=True)
class Db:
    """Runs statements in the transaction that is open on a connection."""

    engine: Engine
    connection: Connection

    def _run(self, statement: Statement, params: Mapping[str, Any]) -> Cursor:
        cursor = cast(Cursor, self.connection.cursor())
        cursor.execute(statement.text(self.engine), params)
        return cursor

    def all(self, statement: Statement, params: Mapping[str, Any]) -> list[Row]:
        return self._run(statement, params).fetchall()

    def chunks(self, statement: Statement, params: Mapping[str, Any], size: int) -> Iterator[list[Row]]:
        """All rows, at most `size` of them in memory at a time."""
        cursor = self._run(statement, params)
        while rows := cursor.fetchmany(size):
            yield rows

    def first(self, statement: Statement, params: Mapping[str, Any]) -> Row | None:
        """The first row; the statement should yield no more than a few."""
        rows = self._run(statement, params).fetchall()
        return rows[0] if rows else None

    def run(self, statement: Statement, params: Mapping[str, Any]) -> int:
        """How many rows it changed."""
        return self._run(statement, params).rowcount

    def many(self, statement: Statement, params: Sequence[Mapping[str, Any]]) -> None:
        if params:
            self.connection.cursor().executemany(statement.text(self.engine), params)

    def raw(self, text: str, params: Mapping[str, Any]) -> list[Row]:
        """Runs what `compile_for` made."""
        cursor = cast(Cursor, self.connection.cursor())
        cursor.execute(text, params)
        return cursor.fetchall()

    def array(self, values: Iterable[str]) -> Any:
        """A parameter for `AnyOf`."""
        texts = list(values)
        return dump(texts) if self.engine == "sqlite" else texts
