"""Opening a store and the events that belong to it, by the database's URL."""

from pathlib import Path

from sqlalchemy.exc import DBAPIError

from letterlock.adapters.events import LocalEvents, PostgresEvents
from letterlock.adapters.folders import make_folder
from letterlock.adapters.sql.migrate import migrate, postgres_engine, sqlite_engine
from letterlock.core.errors import Invalid
from letterlock.ports.store import Store

_POSTGRESQL = ("postgresql://", "postgres://", "postgresql+psycopg://")


def open_store(url: str) -> tuple[Store, LocalEvents]:
    """Brings the schema up to date and opens the store.

    `url` is `sqlite:///relative/path`, `sqlite:////absolute/path` or `postgresql://user:password@host/database`. Raises
    Invalid for another one, and for a database that cannot be opened or is of a newer version. Blocks while it works:
    for the start of a process.
    """
    try:
        if url.startswith("sqlite:"):
            return _open_sqlite(_path(url))
        for prefix in _POSTGRESQL:
            if url.startswith(prefix):
                return _open_postgresql("postgresql://" + url.removeprefix(prefix))
    except (DBAPIError, OSError) as error:
        raise Invalid(f"The database cannot be opened: {_reason(error)}", param="LETTERLOCK_DATABASE_URL") from error
    raise Invalid("The database URL must begin with sqlite:/// or postgresql://.", param="LETTERLOCK_DATABASE_URL")


def _reason(error: DBAPIError | OSError) -> str:
    """The first line of what the driver or the system says, which names host and file but no password."""
    said = str(error.orig) if isinstance(error, DBAPIError) else f"{error.filename}: {error.strerror}"
    return said.partition("\n")[0]


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
