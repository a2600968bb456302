"""The blob-writing process as its parent sees it: started at the first blob, and anew when it dies.

What had been handed to one that died is handed to the next: a blob is written under the hash of its content, so that
writing it twice is writing it once.
"""

import asyncio
import errno
import logging
import os
import socket
import subprocess
import sys
from itertools import count
from pathlib import Path
from typing import cast

from letterlock.adapters.blob_worker import ANSWER, REQUEST

log = logging.getLogger(__name__)

_TRIES = 3
"""How many processes may die over one blob."""


class _DiedError(Exception):
    """The process is gone and what it was handed may or may not be written."""


class BlobProcess:
    """Writes blobs under `root`."""

    def __init__(self, root: Path) -> None:
        self._root = root
        self._starting: asyncio.Task[_Connection] | None = None
        self._connection: _Connection | None = None

    async def put(self, path: str, content: bytes) -> None:
        """Returns once it is on disk under this path below the root; raises OSError."""
        for _ in range(_TRIES):
            connection = self._connection or await self._connected()
            try:
                return await connection.put(path, content)
            except _DiedError:
                log.warning("the process that writes blobs died")
                if connection is self._connection:
                    self._connection = None
        raise OSError(errno.EIO, "The process that writes blobs dies again and again")

    async def close(self) -> None:
        """Ends the process once what it was handed is written."""
        if self._starting is not None:
            await asyncio.wait([self._starting])
        if self._connection is not None:
            await self._connection.close()

    async def _connected(self) -> "_Connection":
        """A new process, the same for all who ask while it starts."""
        if self._starting is None:
            self._starting = asyncio.create_task(self._start())
        return await asyncio.shield(self._starting)

    async def _start(self) -> "_Connection":
        try:
            self._connection = await _start(self._root)
            return self._connection
        finally:
            self._starting = None


async def _start(root: Path) -> "_Connection":
    ours, theirs = socket.socketpair()
    try:
        process = await asyncio.to_thread(_spawn, root, theirs)
    except BaseException:
        ours.close()
        raise
    finally:
        theirs.close()
    ours.setblocking(False)
    _, protocol = await asyncio.get_running_loop().create_connection(lambda: _Connection(process), sock=ours)
    return protocol


def _spawn(root: Path, theirs: socket.socket) -> subprocess.Popen[bytes]:
    return subprocess.Popen(  # noqa: S603 (our own interpreter and our own module)
        [sys.executable, "-I", "-B", "-m", "letterlock.adapters.blob_worker", str(root.absolute())],
        stdin=theirs.fileno(),
        stdout=subprocess.DEVNULL,
        env={"LC_ALL": "C.UTF-8"},
        cwd="/",
        start_new_session=True,
    )


class _Connection(asyncio.Protocol):
    def __init__(self, process: "subprocess.Popen[bytes]") -> None:
        self._process = process
        self._transport: asyncio.Transport | None = None
        self._numbers = count()
        self._waiting: dict[int, asyncio.Future[None]] = {}
        self._answers = bytearray()
        self._lost = asyncio.Event()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)

    async def put(self, path: str, content: bytes) -> None:
        if self._transport is None or self._transport.is_closing():
            raise _DiedError
        number, name = next(self._numbers), path.encode("ascii")
        future = asyncio.get_running_loop().create_future()
        self._waiting[number] = future
        self._transport.write(REQUEST.pack(number, len(name), len(content)) + name)
        self._transport.write(content)
        await future

    def data_received(self, data: bytes) -> None:
        self._answers += data
        whole = len(self._answers) - len(self._answers) % ANSWER.size
        for number, error in ANSWER.iter_unpack(self._answers[:whole]):
            future = self._waiting.pop(number)
            if future.done():
                continue  # whoever asked did not wait for it
            if error:
                future.set_exception(OSError(error, os.strerror(error)))
            else:
                future.set_result(None)
        del self._answers[:whole]

    def connection_lost(self, _error: Exception | None) -> None:
        self._transport = None
        for future in self._waiting.values():
            if not future.done():
                future.set_exception(_DiedError())
        self._waiting.clear()
        self._lost.set()

    async def close(self) -> None:
        if self._transport is not None:
            self._transport.write_eof()
        await self._lost.wait()
        await asyncio.to_thread(self._process.wait)
