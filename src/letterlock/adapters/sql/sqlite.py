"""The store on SQLite: reads on snapshots, one writer that commits what is waiting together, synced.

WAL with synchronous=FULL: a commit returns once the log is on disk. Units of one batch are savepoints, so that the
failure of one undoes it alone, and nobody is answered before the commit they share.

Short units run on the event loop itself: handing units to threads costs several times what they do, since the driver
lets go of the interpreter's lock at every statement. So do commits while the disk syncs them quickly; from a slow disk
on they wait in a thread, as long units do, so that they hold up nobody.
"""

import asyncio
import contextlib
import os
import sqlite3
import time
from collections import deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TypeVar

from letterlock.adapters.events import LocalEvents
from letterlock.adapters.sql.statements import Db
from letterlock.adapters.sql.unit import SqlUnit, read_mark, write_mark
from letterlock.adapters.sql.workers import Order, Workers, answer, closing
from letterlock.core.errors import Temporary
from letterlock.ports.store import Unit

T = TypeVar("T")

READERS = 4
BATCH_LIMIT = 256
"""Units under one commit."""
BUSY_SECONDS = 10.0
"""How long a writer of another process is waited for."""
QUICK_SECONDS = 0.002
"""A commit that takes less is done sooner on the event loop than handed to a thread and back."""
LOOK_AGAIN = 0.005
"""Seconds until a database that another process writes to is tried again."""

_AWAY = {
    sqlite3.SQLITE_BUSY,
    sqlite3.SQLITE_LOCKED,
    sqlite3.SQLITE_FULL,
    sqlite3.SQLITE_IOERR,
    sqlite3.SQLITE_CANTOPEN,
    sqlite3.SQLITE_NOMEM,
}


def connect(path: Path, *, busy_seconds: float = BUSY_SECONDS) -> sqlite3.Connection:
    """A connection that begins and commits only when told to. A new file can be read by its owner alone."""
    # Only where there is no file yet: closing any descriptor of a file drops the locks that this whole process holds on
    # it (POSIX), and another process would then take the log for nobody's and delete it.
    with contextlib.suppress(FileExistsError):
        os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600))
    connection = sqlite3.connect(
        path, timeout=busy_seconds, isolation_level=None, check_same_thread=False, cached_statements=512
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

    def look(self, work: Callable[[SqlUnit], T]) -> T:
        try:
            self._connection.execute("BEGIN")
            return work(self._unit)
        except sqlite3.Error as error:
            raise _refusal(error) from error
        finally:
            if self._connection.in_transaction:
                self._connection.execute("ROLLBACK")

    def perform(self, order: Order) -> None:
        order.result = self.look(order.work)

    def close(self) -> None:
        self._connection.close()


class _LostError(Exception):
    """The whole transaction was rolled back by the engine, as it does when the disk is full."""


class SqliteStore:
    """Takes a file whose schema is there: see `open_store`. `commits` and `units` count what was written.

    One event loop writes at a time: whoever finds nobody writing does, for all who wait.
    """

    def __init__(self, path: Path, events: LocalEvents) -> None:
        self._connection = connect(path, busy_seconds=0)
        self._unit = SqlUnit(Db("sqlite", self._connection))
        self._events = events
        self._reader = _Reader(path)
        self._readers = Workers("sqlite-reader", READERS, lambda: _Reader(path))
        self._disk = ThreadPoolExecutor(1, thread_name_prefix="sqlite-writer")
        self._waiting: deque[Order] = deque()
        self._writer: asyncio.Task[None] | None = None
        self._closed = False
        self._commit_seconds = QUICK_SECONDS
        """What the last commits took, the latest weighing most; taken to be slow until measured."""
        self.commits = 0
        self.units = 0

    async def read(self, work: Callable[[Unit], T], *, long: bool = False) -> T:
        if self._closed:
            raise closing()
        if not long:
            return self._reader.look(work)
        found: T = await self._readers.run(Order.of(work, write=False))
        return found

    async def write(self, work: Callable[[Unit], T], *, long: bool = False) -> T:
        if self._closed:
            raise closing()
        order = Order.of(work, write=True, long=long)
        self._waiting.append(order)
        if self._writer is None:
            self._writer = asyncio.create_task(self._write_waiting())
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
        if self._writer is not None:
            await self._writer
        self._disk.shutdown()
        await self._readers.close()
        self._reader.close()
        self._connection.close()

    async def _write_waiting(self) -> None:
        try:
            while self._waiting:
                # Whoever else is ready at this moment comes to where it writes, and shares the commit.
                await asyncio.sleep(0)
                await self._batch()
        finally:
            self._writer = None

    async def _batch(self) -> None:
        """Runs what waits under one commit. What comes while the disk is busy is the next batch."""
        done: list[Order] = []
        topics: list[str] = []
        try:
            await self._begin()
            while self._waiting and len(done) < BATCH_LIMIT:
                order = self._waiting.popleft()
                if order.future.cancelled():
                    continue
                done.append(order)
                topics += await self._perform(order)
            await self._commit()
            self.commits += 1
            self.units += sum(order.error is None for order in done)
            self._events.announce(topics)
        except Exception as error:
            done = done or self._take_all()
            self._fail(done, error)
        answer(done)

    async def _commit(self) -> None:
        if self._commit_seconds < QUICK_SECONDS:
            self._committed()
        else:
            await self._on_disk(self._committed)

    def _committed(self) -> None:
        began = time.perf_counter()
        self._connection.execute("COMMIT")
        self._commit_seconds += (time.perf_counter() - began - self._commit_seconds) / 4

    async def _begin(self) -> None:
        """Takes the database for writing, waiting for a writer of another process without holding up the loop."""
        loop = asyncio.get_running_loop()
        end = loop.time() + BUSY_SECONDS
        while True:
            try:
                self._connection.execute("BEGIN IMMEDIATE")
                return
            except sqlite3.OperationalError as error:
                if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY or loop.time() > end:
                    raise
            await asyncio.sleep(LOOK_AGAIN)

    async def _perform(self, order: Order) -> list[str]:
        """Runs one unit; returns the topics it announces. Raises _LostError when others' work went with it."""
        unit, connection = self._unit, self._connection
        unit.announced = []
        connection.execute("SAVEPOINT unit")
        try:
            order.result = await self._on_disk(lambda: order.work(unit)) if order.long else order.work(unit)
        except Exception as error:
            if not connection.in_transaction:
                raise _LostError from error
            connection.execute("ROLLBACK TO unit")
            order.error = _refusal(error)
            unit.announced = []
        connection.execute("RELEASE unit")
        return unit.announced

    async def _on_disk(self, work: Callable[[], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._disk, work)

    def _take_all(self) -> list[Order]:
        """All who wait, when writing cannot even begin."""
        orders = [order for order in self._waiting if not order.future.cancelled()]
        self._waiting.clear()
        return orders

    def _fail(self, orders: list[Order], error: Exception) -> None:
        """Nothing of `orders` was committed, whatever each came to before."""
        if self._connection.in_transaction:
            with contextlib.suppress(sqlite3.Error):
                self._connection.execute("ROLLBACK")
        cause = error.__cause__ if isinstance(error, _LostError) else error
        for order in orders:
            order.error = order.error or _refusal(cause or error)
