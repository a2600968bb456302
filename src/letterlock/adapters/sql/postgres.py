"""The store on PostgreSQL: a pool of threads, each with a connection of its own.

Writes are SERIALIZABLE and run again when they fail to serialise. Units read before they write (is it a duplicate, is
there room, what does the thread count), and whatever they read must still hold when they commit; weaker isolation would
need a lock or constraint thought of for each. Claiming jobs skips rows that others have locked. Reads are snapshots.
"""

import random
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final, TypeVar

import psycopg
from psycopg import errors

from letterlock.adapters.events import CHANNEL, PostgresEvents
from letterlock.adapters.sql.statements import Db
from letterlock.adapters.sql.unit import SqlUnit, read_mark, write_mark
from letterlock.adapters.sql.workers import Order, Workers
from letterlock.core.errors import Temporary
from letterlock.ports.store import Unit

if TYPE_CHECKING:
    from typing import LiteralString

T = TypeVar("T")

CONNECTIONS: Final = 8
ATTEMPTS: Final = 50
"""Of units that fail to serialise: at each round one of those that contend succeeds."""
UNIQUE_ATTEMPTS: Final = 3
"""Of units that find a key taken: one that raced sees at its second attempt what was committed meanwhile."""
CONNECTION_ATTEMPTS: Final = 3

_BEGIN: Final["dict[bool, LiteralString]"] = {
    True: "BEGIN ISOLATION LEVEL SERIALIZABLE",
    False: "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY",
}
# A commit must be on disk whatever the server's default. Index scans lock what they read for serialisation by the
# page; sequential scans lock whole tables, which small ones would get at every turn. Their cost on paper must not
# lead to just-in-time compilation.
_SETTINGS: Final = (
    "SELECT set_config('synchronous_commit', 'on', false) WHERE current_setting('synchronous_commit') "
    "IN ('off', 'local')",
    "SET enable_seqscan = off",
    "SET jit = off",
)


class _UnknownError(Exception):
    """The connection was lost during the commit."""


class _Connected:
    """One thread's connection, made when needed and again after it was lost."""

    def __init__(self, conninfo: str, events: PostgresEvents) -> None:
        self._conninfo = conninfo
        self._events = events
        self._connection: psycopg.Connection[Any] | None = None
        self._unit: SqlUnit | None = None

    def perform(self, order: Order) -> None:
        tries = dict.fromkeys(("serialise", "unique", "connect"), 0)
        while True:
            try:
                order.result = self._once(order)
            except _UnknownError as error:
                raise _away("The database was lost while it committed: the change may or may not be there.") from error
            except (errors.SerializationFailure, errors.DeadlockDetected) as error:
                if self._out_of(tries, "serialise", ATTEMPTS):
                    raise _away("Too many others change the same thing at once.") from error
                time.sleep(random.uniform(0, 0.002 * 2 ** min(tries["serialise"], 6)))
            except errors.UniqueViolation:
                if self._out_of(tries, "unique", UNIQUE_ATTEMPTS):
                    raise
            except psycopg.OperationalError as error:
                if not self._lost() or self._out_of(tries, "connect", CONNECTION_ATTEMPTS):
                    raise _away("The database cannot be reached at the moment.") from error
            else:
                return

    @staticmethod
    def _out_of(tries: dict[str, int], kind: str, limit: int) -> bool:
        tries[kind] += 1
        return tries[kind] >= limit

    def _lost(self) -> bool:
        return self._connection is None or self._connection.closed

    def _ready(self) -> tuple["psycopg.Connection[Any]", SqlUnit]:
        if self._connection is None or self._unit is None or self._connection.closed:
            connection = psycopg.connect(self._conninfo, autocommit=True, connect_timeout=10)
            for setting in _SETTINGS:
                connection.execute(setting)
            self._connection, self._unit = connection, SqlUnit(Db("postgresql", connection))
        return self._connection, self._unit

    def _once(self, order: Order) -> Any:
        connection, unit = self._ready()
        unit.announced = []
        connection.execute(_BEGIN[order.write])
        try:
            result = order.work(unit)
            for topic in unit.announced:
                connection.execute("SELECT pg_notify(%s, %s)", (CHANNEL, f"{self._events.origin} {topic}"))
            self._commit(connection)
        except BaseException:
            if not connection.closed:
                connection.execute("ROLLBACK")
            raise
        self._events.announce(unit.announced)
        return result

    def _commit(self, connection: "psycopg.Connection[Any]") -> None:
        try:
            connection.execute("COMMIT")
        except psycopg.OperationalError as error:
            if connection.closed:
                raise _UnknownError from error
            raise

    def close(self) -> None:
        if self._connection is not None:
            self._connection.close()


def _away(message: str) -> Temporary:
    return Temporary(f"{message} Try again later.")


class PostgresStore:
    """Takes a database whose schema is there: see `open_store`."""

    def __init__(self, conninfo: str, events: PostgresEvents) -> None:
        self._workers = Workers("postgres", CONNECTIONS, lambda: _Connected(conninfo, events))

    async def read(self, work: Callable[[Unit], T], *, long: bool = False) -> T:  # noqa: ARG002 (all run in threads)
        found: T = await self._workers.run(Order.of(work, write=False))
        return found

    async def write(self, work: Callable[[Unit], T], *, long: bool = False) -> T:  # noqa: ARG002
        done: T = await self._workers.run(Order.of(work, write=True))
        return done

    async def check(self) -> None:
        await self.write(write_mark)
        if await self.read(read_mark) is None:
            raise Temporary("Storage does not give back what was written to it.")

    async def close(self) -> None:
        """Finishes what was begun."""
        await self._workers.close()
