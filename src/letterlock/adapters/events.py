"""Waking those who wait for a topic, within the process and, by PostgreSQL's LISTEN and NOTIFY, between processes."""

import asyncio
import contextlib
import logging
import secrets
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import psycopg

log = logging.getLogger(__name__)

CHANNEL = "letterlock"
"""What processes that share a database notify."""

CONNECT_SECONDS = 5.0
"""How long who begins to listen is kept waiting for the connection; afterwards it is made in the background."""


class _Waiter:
    def __init__(self) -> None:
        self._event = asyncio.Event()

    def wake(self) -> None:
        self._event.set()

    async def wait(self, seconds: float | None) -> bool:
        try:
            async with asyncio.timeout(seconds):
                await self._event.wait()
        except TimeoutError:
            return False
        self._event.clear()
        return True


class LocalEvents:
    """Events of one process. Waiting costs nothing until something is announced."""

    def __init__(self) -> None:
        self._loop: asyncio.AbstractEventLoop | None = None
        self._waiters: dict[str, set[_Waiter]] = {}

    @asynccontextmanager
    async def listen(self, topic: str) -> AsyncIterator[_Waiter]:
        self._loop = asyncio.get_running_loop()
        waiter = _Waiter()
        self._waiters.setdefault(topic, set()).add(waiter)
        try:
            yield waiter
        finally:
            self._forget(topic, waiter)

    def announce(self, topics: Iterable[str]) -> None:
        """Wakes waiters of these topics; from any thread, after the commit of what they wait for.

        Who begins to listen after the look at `_waiters` finds what was committed.
        """
        waited_for = [topic for topic in topics if topic in self._waiters]
        if waited_for and self._loop is not None:
            with contextlib.suppress(RuntimeError):  # the loop is closed: nobody waits any more
                self._loop.call_soon_threadsafe(self._wake, waited_for)

    async def close(self) -> None:
        """Nothing to close here; see PostgresEvents."""

    def _forget(self, topic: str, waiter: _Waiter) -> None:
        others = self._waiters[topic]
        others.discard(waiter)
        if not others:
            del self._waiters[topic]

    def _wake(self, topics: Iterable[str]) -> None:
        for topic in topics:
            for waiter in self._waiters.get(topic, ()):
                waiter.wake()


class PostgresEvents(LocalEvents):
    """Events of every process on one database. The listening connection is made at first need and again when lost."""

    def __init__(self, conninfo: str) -> None:
        super().__init__()
        self._conninfo = conninfo
        self._task: asyncio.Task[None] | None = None
        self._up = asyncio.Event()
        self.origin = secrets.token_urlsafe(9)
        """Names this process in what it notifies, so that it does not wake its own waiters twice."""

    @asynccontextmanager
    async def listen(self, topic: str) -> AsyncIterator[_Waiter]:
        async with super().listen(topic) as waiter:
            if self._task is None:
                self._task = asyncio.create_task(self._run())
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(CONNECT_SECONDS):
                    await self._up.wait()
            yield waiter

    async def close(self) -> None:
        if self._task is None:
            return
        self._task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await self._task
        self._task = None

    async def _run(self) -> None:
        import psycopg

        delay = 0.1
        while True:
            try:
                connection = await asyncio.to_thread(self._connect)
            except psycopg.Error as error:
                log.warning("Cannot listen on the database: %s", type(error).__name__)
                await asyncio.sleep(delay)
                delay = min(delay * 2, 10.0)
                continue
            delay = 0.1
            self._up.set()
            self._wake(list(self._waiters))  # what was notified while nobody listened is lost
            try:
                await self._follow(connection)
            finally:
                self._up.clear()
                connection.close()

    def _connect(self) -> "psycopg.Connection":
        import psycopg

        # Keepalives tell a dead network from a quiet one.
        connection = psycopg.connect(
            self._conninfo,
            autocommit=True,
            connect_timeout=10,
            keepalives_idle=30,
            keepalives_interval=10,
            keepalives_count=3,
        )
        connection.execute(f"LISTEN {CHANNEL}")
        return connection

    async def _follow(self, connection: "psycopg.Connection") -> None:
        """Until the connection is lost. Waits on the socket itself: psycopg's own waiting wakes ten times a second."""
        loop = asyncio.get_running_loop()
        lost: asyncio.Future[None] = loop.create_future()
        socket = connection.fileno()
        loop.add_reader(socket, self._read, connection, lost)
        try:
            self._read(connection, lost)
            await lost
        finally:
            loop.remove_reader(socket)

    def _read(self, connection: "psycopg.Connection", lost: "asyncio.Future[None]") -> None:
        import psycopg

        try:
            connection.pgconn.consume_input()
        except psycopg.OperationalError:
            if not lost.done():
                lost.set_result(None)
            return
        while (notice := connection.pgconn.notifies()) is not None:
            origin, _, topic = notice.extra.decode().partition(" ")
            if origin != self.origin:
                self._wake([topic])
