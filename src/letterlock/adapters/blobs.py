"""Blobs in a folder: `<workspace>/<account>/<sha256>`, written by a process of its own, read and removed here."""

import asyncio
import contextlib
import fcntl
import os
import re
import secrets
import shutil
import time
from collections.abc import Callable, Collection, Iterable
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import TypeVar

from letterlock.adapters.blob_process import BlobProcess
from letterlock.adapters.blob_writing import NEW, locked, write_new
from letterlock.adapters.folders import make_folder, sync_folder
from letterlock.core.errors import Invalid, Temporary
from letterlock.ports.blobs import BlobKey

T = TypeVar("T")

THREADS = 4
"""For reading and removing; they wait for the disk rather than compute."""

_ID = re.compile(r"[A-Za-z0-9_-]{1,80}")
_HASH = re.compile(r"[0-9a-f]{64}")
_GONE = ".gone"
"""The folder beside the workspaces for what is being removed."""
_STALE_SECONDS = 86_400
_AT_ONCE = 100
"""Stale blobs removed while nothing can be written."""


def open_blobs(url: str) -> "FolderBlobs":
    """The store at `file:///absolute/path` or a plain path; raises Invalid for anything else."""
    path = url.removeprefix("file://")
    if "://" in path or not path:
        raise Invalid(
            f"Blobs cannot be kept at {url.partition('://')[0]}://; give a folder, as file:///path or a plain path.",
            param="LETTERLOCK_BLOBS_URL",
        )
    return FolderBlobs(Path(path))


class FolderBlobs:
    """Blobs under `root`, which is made where it is not there."""

    def __init__(self, root: Path) -> None:
        self._root = root
        self._writer = BlobProcess(root)
        for name in (NEW, _GONE):
            make_folder(root / name)
        self._threads = ThreadPoolExecutor(THREADS, thread_name_prefix="blobs")
        self._threads.submit(self._sweep)

    async def put(self, key: BlobKey, content: bytes) -> None:
        self._path(key)
        try:
            await self._writer.put(f"{key.workspace_id}/{key.account_id}/{key.sha256}", content)
        except OSError as error:
            raise _away() from error

    async def get(self, key: BlobKey) -> bytes:
        return await self._run(lambda: self._get(key))

    async def remove(self, key: BlobKey) -> None:
        await self._run(lambda: self._path(key).unlink(missing_ok=True))

    async def remove_account(self, workspace_id: str, account_id: str) -> None:
        await self._run(lambda: self._remove_account(self._folder(workspace_id, account_id)))

    async def hashes(self, workspace_id: str, account_id: str) -> list[str]:
        return await self._run(lambda: self._hashes(self._folder(workspace_id, account_id)))

    async def remove_stale(self, workspace_id: str, account_id: str, hashes: Collection[str], before: datetime) -> int:
        paths = [self._path(BlobKey(workspace_id, account_id, one)) for one in hashes]
        removed = 0
        for start in range(0, len(paths), _AT_ONCE):
            some = partial(self._remove_stale, paths[start : start + _AT_ONCE], before.timestamp())
            removed += await self._run(some)
        return removed

    async def accounts(self) -> list[tuple[str, str]]:
        return await self._run(self._accounts)

    async def check(self) -> None:
        await self._run(self._check)

    async def close(self) -> None:
        await self._writer.close()
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
        shutil.rmtree(gone, ignore_errors=True)

    def _hashes(self, folder: Path) -> list[str]:
        try:
            return [path.name for path in folder.iterdir() if _HASH.fullmatch(path.name)]
        except FileNotFoundError:
            return []

    def _remove_stale(self, paths: Iterable[Path], before: float) -> int:
        removed = 0
        with locked(self._root, fcntl.LOCK_EX):
            for path in paths:
                with contextlib.suppress(FileNotFoundError):
                    if path.stat().st_mtime < before:
                        path.unlink()
                        removed += 1
        return removed

    def _accounts(self) -> list[tuple[str, str]]:
        return sorted(
            (workspace.name, account.name)
            for workspace in self._root.iterdir()
            if _ID.fullmatch(workspace.name)
            for account in workspace.iterdir()
        )

    def _check(self) -> None:
        mark = secrets.token_bytes(32)
        new = write_new(self._root, mark)
        path = new.path
        try:
            try:
                os.fsync(new.descriptor)
            finally:
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
        for left in (self._root / NEW).iterdir():
            with contextlib.suppress(FileNotFoundError):
                if left.stat().st_mtime < stale:
                    left.unlink()


def _away() -> Temporary:
    return Temporary("The message store cannot be read or written at the moment. Try again later.")
