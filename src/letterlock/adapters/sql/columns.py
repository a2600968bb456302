"""The kinds of column there are, by what they hold."""

from typing import Any

from sqlalchemy import BigInteger, Boolean, Column, ForeignKey, Integer, Text, literal_column


def identifier() -> Column[str]:
    return Column("id", Text, primary_key=True)


def sequence() -> Column[int]:
    """A counter: SQLite's rowid, PostgreSQL's identity."""
    return Column("seq", BigInteger().with_variant(Integer, "sqlite"), primary_key=True, autoincrement=True)


def text(name: str, **more: Any) -> Column[str]:
    return Column(name, Text, nullable=False, **more)


def maybe_text(name: str) -> Column[str | None]:
    return Column(name, Text)


def moment(name: str) -> Column[int]:
    return Column(name, BigInteger, nullable=False)


def maybe_moment(name: str) -> Column[int | None]:
    return Column(name, BigInteger)


def number(name: str) -> Column[int]:
    return Column(name, BigInteger, nullable=False)


def flag(name: str) -> Column[bool]:
    return Column(name, Boolean, nullable=False)


def reference(name: str, target: str) -> Column[str]:
    return Column(name, Text, ForeignKey(target), nullable=False)


def key_part(name: str, **more: Any) -> Column[str]:
    """Part of a primary key."""
    return Column(name, Text, primary_key=True, **more)


def partial(condition: str) -> dict[str, Any]:
    """Makes an index partial."""
    return {"sqlite_where": literal_column(condition), "postgresql_where": literal_column(condition)}
