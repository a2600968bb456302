"""The store on SQLite: many readers on snapshots, one writer that commits what is queued together, synced.

WAL with synchronous=FULL: a commit returns once the log is on disk. Units of one batch are savepoints, so that the
failure of one undoes it alone, and nobody is answered before the commit they share.
"""

import asyncio
import contextlib
import os
import sqlite3
import threading
from collections.abc import Callable
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import TypeVar

from letterlock.adapters.events import LocalEvents
from letterlock.adapters.sql.statements import Db
from letterlock.adapters.sql.unit import SqlUnit, read_mark, write_mark
from letterlock.adapters.sql.workers import Order, Workers, closing, settle
from letterlock.core.errors import Temporary
from letterlock.ports.store import Unit

T = TypeVar("T")

READERS = 4
BATCH_LIMIT = 256
"""Units under one commit."""
BUSY_SECONDS = 10.0
"""How long a writer of another process is waited for."""

_AWAY = {
    sqlite3.SQLITE_BUSY,
    sqlite3.SQLITE_LOCKED,
    sqlite3.SQLITE_FULL,
    sqlite3.SQLITE_IOERR,
    sqlite3.SQLITE_CANTOPEN,
    sqlite3.SQLITE_NOMEM,
}


def connect(path: Path) -> sqlite3.Connection:
    """A connection that begins and commits only when told to. A new file can be read by its owner alone."""
    # Only where there is no file yet: closing any descriptor of a file drops the locks that this whole process holds on
    # it (POSIX), and another process would then take the log for nobody's and delete it.
    with contextlib.suppress(FileExistsError):
        os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600))
    connection = sqlite3.connect(
        path, timeout=BUSY_SECONDS, isolation_level=None, check_same_thread=False, cached_statements=512
    )
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "temp_store=MEMORY"):
        connection.execute(f"PRAGMA {pragma}").fetchall()
    connection.execute("PRAGMA journal_size_limit=67108864").fetchall()
    return connection


def _refusal(error: BaseException) -> BaseException:
    """Temporary where the disk or another process is to blame."""
    code = getattr(error, "sqlite_errorcode", None)
    if code is None or code & 0xFF not in _AWAY:
        return error
    temporary = Temporary("Storage cannot be written or read at the moment. Try again later.")
    temporary.__cause__ = error
    return temporary


class _Reader:
    def __init__(self, path: Path) -> None:
        self._connection = connect(path)
        self._connection.execute("PRAGMA query_only=ON")
        self._unit = SqlUnit(Db("sqlite", self._connection))

    def perform(self, order: Order) -> None:
        try:
            self._connection.execute("BEGIN")
            order.result = order.work(self._unit)
        except sqlite3.Error as error:
            raise _refusal(error) from error
        finally:
            if self._connection.in_transaction:
                self._connection.execute("ROLLBACK")

    def close(self) -> None:
        self._connection.close()


class _LostError(Exception):
    """The whole transaction was rolled back by the engine, as it does when the disk is full."""


class SqliteStore:
    """Takes a file whose schema is there: see `open_store`. `commits` and `units` count what was written."""

    def __init__(self, path: Path, events: LocalEvents) -> None:
        self._connection = connect(path)
        self._unit = SqlUnit(Db("sqlite", self._connection))
        self._events = events
        self._readers = Workers("sqlite-reader", READERS, lambda: _Reader(path))
        self._queue: SimpleQueue[Order | None] = SimpleQueue()
        self._closed = False
        self.commits = 0
        self.units = 0
        self._writer = threading.Thread(target=self._run, name="sqlite-writer", daemon=True)
        self._writer.start()

    async def read(self, work: Callable[[Unit], T]) -> T:
        found: T = await self._readers.run(Order.of(work, write=False))
        return found

    async def write(self, work: Callable[[Unit], T]) -> T:
        if self._closed:
            raise closing()
        order = Order.of(work, write=True)
        self._queue.put(order)
        done: T = await order.future
        return done

    async def check(self) -> None:
        await self.write(write_mark)
        if await self.read(read_mark) is None:
            raise Temporary("Storage does not give back what was written to it.")

    async def close(self) -> None:
        """Finishes what was begun."""
        if self._closed:
            return
        self._closed = True
        self._queue.put(None)
        await asyncio.to_thread(self._writer.join)
        await self._readers.close()
        self._connection.close()

    def _run(self) -> None:
        while (order := self._queue.get()) is not None:
            orders, last = self._drain(order)
            self._batch([order for order in orders if not order.future.cancelled()])
            if last:
                break

    def _drain(self, first: Order) -> tuple[list[Order], bool]:
        """What is queued now, without waiting for more; and whether the store is closing."""
        orders = [first]
        while len(orders) < BATCH_LIMIT:
            try:
                order = self._queue.get_nowait()
            except Empty:
                break
            if order is None:
                return orders, True
            orders.append(order)
        return orders, False

    def _batch(self, orders: list[Order]) -> None:
        """Runs `orders` under one commit; where the engine loses the transaction, those after it under another."""
        while orders:
            done: list[Order] = []
            topics: list[str] = []
            try:
                self._connection.execute("BEGIN IMMEDIATE")
                for order in orders:
                    done.append(order)
                    topics += self._perform(order) if len(orders) > 1 else self._perform_alone(order)
                self._connection.execute("COMMIT")
                self.commits += 1
                self.units += sum(order.error is None for order in done)
                self._events.announce(topics)
            except Exception as error:
                done = self._fail(done or orders, error)
            settle(done)
            orders = orders[len(done) :]

    def _perform_alone(self, order: Order) -> list[str]:
        """Runs a unit that has the transaction to itself, which is given up when it fails."""
        self._unit.announced = []
        order.result = order.work(self._unit)
        return self._unit.announced

    def _perform(self, order: Order) -> list[str]:
        """Runs one unit; returns the topics it announces. Raises _LostError when others' work went with it."""
        unit, connection = self._unit, self._connection
        unit.announced = []
        connection.execute("SAVEPOINT unit")
        try:
            order.result = order.work(unit)
        except Exception as error:
            if not connection.in_transaction:
                raise _LostError from error
            connection.execute("ROLLBACK TO unit")
            order.error = _refusal(error)
            unit.announced = []
        connection.execute("RELEASE unit")
        return unit.announced

    def _fail(self, orders: list[Order], error: Exception) -> list[Order]:
        """Nothing of `orders` was committed, whatever each came to before."""
        if self._connection.in_transaction:
            with contextlib.suppress(sqlite3.Error):
                self._connection.execute("ROLLBACK")
        cause = error.__cause__ if isinstance(error, _LostError) else error
        for order in orders:
            order.error = order.error or _refusal(cause or error)
        return orders
