"""Bringing a database's schema up to date, also when several processes start at once."""

from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, create_engine, event, inspect, pool, text

from letterlock.core.errors import Invalid

HEAD = "0009"
"""The newest revision in `migrations/versions`."""

_LOCK = 0x6C6C6F636B
"""Names the advisory lock under which PostgreSQL is migrated."""


def sqlite_engine(path: Path) -> Engine:
    from letterlock.adapters.sql.sqlite import connect

    engine = create_engine("sqlite://", creator=lambda: connect(path), poolclass=pool.NullPool)

    @event.listens_for(engine, "begin")
    def _begin(connection: Connection) -> None:
        connection.exec_driver_sql("BEGIN IMMEDIATE")

    return engine


def postgres_engine(conninfo: str) -> Engine:
    import psycopg

    return create_engine("postgresql+psycopg://", creator=lambda: psycopg.connect(conninfo), poolclass=pool.NullPool)


def migrate(engine: Engine) -> None:
    """Raises Invalid when the database is of a newer version than this program."""
    with engine.begin() as connection:
        if connection.dialect.name == "postgresql":
            connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": _LOCK})
        found = _revision(connection)
        if found != HEAD:
            _upgrade(connection, found)


def _revision(connection: Connection) -> str | None:
    if not inspect(connection).has_table("alembic_version"):
        return None
    return connection.execute(text("SELECT version_num FROM alembic_version")).scalar()


def alembic_config(connection: Connection) -> Any:
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    config.attributes["connection"] = connection
    return config


def _upgrade(connection: Connection, found: str | None) -> None:
    # Late, since it is seldom needed and takes a while to import.
    from alembic import command
    from alembic.util import CommandError

    try:
        command.upgrade(alembic_config(connection), "head")
    except CommandError as error:
        raise Invalid(
            f"The database is at revision {found}, which this version does not know (it knows {HEAD}). "
            "Start the newer version that wrote it."
        ) from error
