"""Opening a store and the events that belong to it, by the database's URL."""

from pathlib import Path

from letterlock.adapters.events import LocalEvents, PostgresEvents
from letterlock.adapters.folders import make_folder
from letterlock.adapters.sql.migrate import migrate, postgres_engine, sqlite_engine
from letterlock.core.errors import Invalid
from letterlock.ports.store import Store

_POSTGRESQL = ("postgresql://", "postgres://", "postgresql+psycopg://")


def open_store(url: str) -> tuple[Store, LocalEvents]:
    """Brings the schema up to date and opens the store.

    `url` is `sqlite:///relative/path`, `sqlite:////absolute/path` or `postgresql://user:password@host/database`. Raises
    Invalid for another one, and for a database of a newer version. Blocks while it works: for the start of a process.
    """
    if url.startswith("sqlite:"):
        return _open_sqlite(_path(url))
    for prefix in _POSTGRESQL:
        if url.startswith(prefix):
            return _open_postgresql("postgresql://" + url.removeprefix(prefix))
    raise Invalid("The database URL must begin with sqlite:/// or postgresql://.", param="LETTERLOCK_DATABASE_URL")


def _path(url: str) -> Path:
    path = url.removeprefix("sqlite:///")
    if path == url or not path or ":memory:" in path or "?" in path:
        raise Invalid(f"{url!r} must be sqlite:/// and the path of a file.", param="LETTERLOCK_DATABASE_URL")
    return Path(path)


def _open_sqlite(path: Path) -> tuple[Store, LocalEvents]:
    from letterlock.adapters.sql.sqlite import SqliteStore

    make_folder(path.absolute().parent)
    migrate(sqlite_engine(path))
    events = LocalEvents()
    return SqliteStore(path, events), events


def _open_postgresql(conninfo: str) -> tuple[Store, LocalEvents]:
    from letterlock.adapters.sql.postgres import PostgresStore

    migrate(postgres_engine(conninfo))
    events = PostgresEvents(conninfo)
    return PostgresStore(conninfo, events), events
