"""Blobs in a folder: `<workspace>/<account>/<sha256>`, on disk before their name is given away.

A blob is written to a temporary file in the same file system, synced, renamed, and the folder synced; so is the folder
above each that was newly made. What is there under its name is therefore whole.
"""

import asyncio
import contextlib
import os
import re
import secrets
import shutil
import time
from collections import deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TypeVar

from letterlock.adapters.folders import make_folder, sync_folder
from letterlock.core.errors import Invalid, Temporary
from letterlock.ports.blobs import BlobKey

T = TypeVar("T")

THREADS = 4
"""For reading and removing; they wait for the disk rather than compute."""
WRITERS = 2
"""Batches of blobs written at once."""
SMALL = 262_144
"""Bytes of a blob that are written to the page cache without leaving the event loop."""
BATCH_LIMIT = 64
"""Blobs that share the syncing of their folder."""

_ID = re.compile(r"[A-Za-z0-9_-]{1,80}")
_HASH = re.compile(r"[0-9a-f]{64}")
_NEW = ".new"
_GONE = ".gone"
"""Folders beside the workspaces for what is not yet there, and what is being removed."""
_REMEMBERED = 20_000
"""Folders known to be synced; more are forgotten, and synced again."""
_STALE_SECONDS = 86_400
_TRIES = 20
"""How often a folder may be taken away from under a write before it fails."""


def open_blobs(url: str) -> "FolderBlobs":
    """The store at `file:///absolute/path` or a plain path; raises Invalid for anything else."""
    path = url.removeprefix("file://")
    if "://" in path or not path:
        raise Invalid(
            f"Blobs cannot be kept at {url.partition('://')[0]}://; give a folder, as file:///path or a plain path.",
            param="LETTERLOCK_BLOBS_URL",
        )
    return FolderBlobs(Path(path))


@dataclass(slots=True, eq=False)
class _Put:
    """A blob somebody waits to have written."""

    path: Path
    content: bytes
    future: asyncio.Future[None]


@dataclass(frozen=True, slots=True)
class _New:
    """A file that is written but has neither its name nor is on disk yet."""

    path: Path
    descriptor: int

    def sync(self) -> None:
        os.fsync(self.descriptor)


class FolderBlobs:
    """What comes while the disk is busy is written together: a folder is synced once for all that were put into it."""

    def __init__(self, root: Path) -> None:
        self._root = root
        self._waiting: deque[_Put] = deque()
        self._writing: set[asyncio.Task[None]] = set()
        self._synced: set[Path] = set()
        """Folders known to be on disk with their names."""
        for name in (_NEW, _GONE):
            make_folder(root / name)
        self._threads = ThreadPoolExecutor(THREADS, thread_name_prefix="blobs")
        self._threads.submit(self._sweep)

    async def put(self, key: BlobKey, content: bytes) -> None:
        put = _Put(self._path(key), content, asyncio.get_running_loop().create_future())
        self._waiting.append(put)
        self._write_waiting()
        try:
            await put.future
        except OSError as error:
            raise _away() from error

    async def get(self, key: BlobKey) -> bytes:
        return await self._run(lambda: self._get(key))

    async def remove(self, key: BlobKey) -> None:
        await self._run(lambda: self._path(key).unlink(missing_ok=True))

    async def remove_account(self, workspace_id: str, account_id: str) -> None:
        await self._run(lambda: self._remove_account(self._folder(workspace_id, account_id)))

    async def accounts(self) -> list[tuple[str, str]]:
        return await self._run(self._accounts)

    async def check(self) -> None:
        await self._run(self._check)

    async def close(self) -> None:
        while self._writing:
            await asyncio.wait(self._writing)
        await asyncio.to_thread(self._threads.shutdown)

    async def _run(self, work: Callable[[], T]) -> T:
        try:
            return await asyncio.get_running_loop().run_in_executor(self._threads, work)
        except OSError as error:
            raise _away() from error

    def _folder(self, workspace_id: str, account_id: str) -> Path:
        for name in (workspace_id, account_id):
            if not _ID.fullmatch(name):
                raise ValueError(f"{name[:100]!r} is no id that a folder can be named after.")
        return self._root / workspace_id / account_id

    def _path(self, key: BlobKey) -> Path:
        if not _HASH.fullmatch(key.sha256):
            raise ValueError(f"{key.sha256[:100]!r} is no SHA-256 in hex.")
        return self._folder(key.workspace_id, key.account_id) / key.sha256

    def _write_waiting(self) -> None:
        while self._waiting and len(self._writing) < WRITERS:
            batch = [self._waiting.popleft() for _ in range(min(len(self._waiting), BATCH_LIMIT))]
            writing = asyncio.create_task(self._write(batch))
            self._writing.add(writing)
            writing.add_done_callback(self._written)

    def _written(self, writing: asyncio.Task[None]) -> None:
        self._writing.discard(writing)
        self._write_waiting()

    async def _write(self, batch: list[_Put]) -> None:
        """Writes every blob, syncs and names each, then syncs each folder once; tells each how it went.

        All are written before the first is synced, so that the file system has them in one go. Only what waits for the
        disk is done in a thread: each call from one costs two changes of who holds the interpreter's lock.
        """
        opened = [await self._begun(put) for put in batch]
        unsynced = await self._apart(lambda: [_error(new.sync) if isinstance(new, _New) else None for new in opened])
        errors = [
            new if isinstance(new, OSError) else _error(partial(self._finish, put, new, error))
            for put, new, error in zip(batch, opened, unsynced, strict=True)
        ]
        folders = {put.path.parent for put, error in zip(batch, errors, strict=True) if error is None}
        lost = await self._apart(lambda: {folder: _error(partial(sync_folder, folder)) for folder in folders})
        for put, error in zip(batch, errors, strict=True):
            _settle(put.future, error or _unless_gone(lost.get(put.path.parent)))

    async def _begun(self, put: _Put) -> _New | OSError | None:
        begin = partial(_tried, partial(self._begin, put))
        return begin() if len(put.content) <= SMALL else await self._apart(begin)

    async def _apart(self, work: Callable[[], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._threads, work)

    def _begin(self, put: _Put) -> _New | None:
        """Writes it under another name; None when it is there already, and whole."""
        return None if put.path.exists() else self._write_new(put.content)

    def _finish(self, put: _Put, new: _New | None, unsynced: OSError | None) -> None:
        """Gives it its name; the folder is still to be synced, as whoever wrote it before may have died too early."""
        if new is None:
            self._make(put.path.parent)
            return
        try:
            os.close(new.descriptor)
            if unsynced is not None:
                raise unsynced
            self._place(put.path, new.path)
        except OSError:
            new.path.unlink(missing_ok=True)
            raise

    def _write_new(self, content: bytes) -> _New:
        path = self._root / _NEW / secrets.token_hex(16)
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600)
        try:
            view = memoryview(content)
            while view:
                view = view[os.write(descriptor, view) :]
            os.posix_fadvise(descriptor, 0, 0, os.POSIX_FADV_DONTNEED)  # begins to write it out, without waiting
        except OSError:
            os.close(descriptor)
            path.unlink(missing_ok=True)
            raise
        return _New(path, descriptor)

    def _place(self, path: Path, new: Path) -> None:
        """Gives `new` its name. The account's removal may take the folder away: then it is made anew."""
        for _ in range(_TRIES):
            try:
                self._make(path.parent)
                new.rename(path)
            except FileNotFoundError:
                self._forget(path.parent)
            else:
                return
        raise FileNotFoundError(path)

    def _make(self, folder: Path) -> None:
        """Makes a folder and those above it, each synced into the one above."""
        if folder in self._synced or folder == self._root:
            return
        if len(self._synced) > _REMEMBERED:
            self._synced.clear()
        self._make(folder.parent)
        with contextlib.suppress(FileExistsError):
            folder.mkdir(mode=0o700)  # not exist_ok: pathlib would raise where it is removed at this moment
        sync_folder(folder.parent)
        self._synced.add(folder)

    def _forget(self, folder: Path) -> None:
        self._synced.difference_update((folder, folder.parent))

    def _get(self, key: BlobKey) -> bytes:
        try:
            return self._path(key).read_bytes()
        except FileNotFoundError as error:
            raise KeyError(key) from error

    def _remove_account(self, folder: Path) -> None:
        """Takes it away at one stroke, so that a write at the same time goes either with it or into a new folder."""
        gone = self._root / _GONE / secrets.token_hex(16)
        with contextlib.suppress(FileNotFoundError):
            folder.rename(gone)
            sync_folder(folder.parent)
        self._synced.discard(folder)
        shutil.rmtree(gone, ignore_errors=True)

    def _accounts(self) -> list[tuple[str, str]]:
        return sorted(
            (workspace.name, account.name)
            for workspace in self._root.iterdir()
            if _ID.fullmatch(workspace.name)
            for account in workspace.iterdir()
        )

    def _check(self) -> None:
        mark = secrets.token_bytes(32)
        new = self._write_new(mark)
        path = new.path
        try:
            new.sync()
            os.close(new.descriptor)
            if path.read_bytes() != mark:
                raise OSError("A file does not give back what was written to it.")
        finally:
            path.unlink(missing_ok=True)

    def _sweep(self) -> None:
        """What an earlier process left half written or half removed."""
        for left in (self._root / _GONE).iterdir():
            shutil.rmtree(left, ignore_errors=True)
        stale = time.time() - _STALE_SECONDS
        for left in (self._root / _NEW).iterdir():
            with contextlib.suppress(FileNotFoundError):
                if left.stat().st_mtime < stale:
                    left.unlink()


def _settle(future: asyncio.Future[None], error: OSError | None) -> None:
    if future.done():
        return
    if error is None:
        future.set_result(None)
    else:
        future.set_exception(error)


def _error(work: Callable[[], None]) -> OSError | None:
    result = _tried(work)
    return result if isinstance(result, OSError) else None


def _tried(work: Callable[[], T]) -> T | OSError:
    try:
        return work()
    except OSError as error:
        return error


def _unless_gone(error: OSError | None) -> OSError | None:
    """A folder that is not there any more went with its account, and what was put there with it."""
    return None if isinstance(error, FileNotFoundError) else error


def _away() -> Temporary:
    return Temporary("The message store cannot be read or written at the moment. Try again later.")
