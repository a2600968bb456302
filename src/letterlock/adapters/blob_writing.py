"""Writing blobs, batch by batch: every byte and every name is on disk before a batch counts as written.

A blob is written to a temporary file in the same file system, synced, renamed, and its folder synced, once for all that
were put into it; so is the folder above each that was newly made. What is there under its name is therefore whole.
"""

import contextlib
import fcntl
import os
import secrets
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from letterlock.adapters.folders import sync_folder

NEW = ".new"
"""The folder beside the workspaces for what has no name yet."""
_REMEMBERED = 20_000
"""Folders known to be synced; more are forgotten, and synced again."""
_TRIES = 20
"""How often a folder may be taken away from under a write before it fails."""


@dataclass(frozen=True, slots=True)
class Put:
    """A blob to be written to this path."""

    path: Path
    content: bytes | memoryview


@dataclass(frozen=True, slots=True)
class NewFile:
    """A file that is written but neither has its name nor is on disk yet."""

    path: Path
    descriptor: int


class BlobWriting:
    """Writes under `root`, where the folder for new files is there already. Used by one thread."""

    def __init__(self, root: Path) -> None:
        self._root = root
        self._synced: set[Path] = set()
        """Folders known to be on disk with their names."""

    def write(self, batch: Sequence[Put]) -> list[OSError | None]:
        """What went wrong with each. All are written before the first is synced: the disk has them in one go."""
        try:
            with locked(self._root, fcntl.LOCK_SH):
                return self._write(batch)
        except OSError as error:
            return [error] * len(batch)

    def _write(self, batch: Sequence[Put]) -> list[OSError | None]:
        opened = [self._begin(put) for put in batch]
        errors = [self._finish(put, new) for put, new in zip(batch, opened, strict=True)]
        folders = {put.path.parent for put, error in zip(batch, errors, strict=True) if error is None}
        lost = {folder: self._sync(folder) for folder in folders}
        return [error or lost.get(put.path.parent) for put, error in zip(batch, errors, strict=True)]

    def _begin(self, put: Put) -> NewFile | OSError | None:
        """Writes it under another name; None when it is there already, and whole, and is now as if newly put."""
        try:
            os.utime(put.path)
        except FileNotFoundError:
            pass
        except OSError as error:
            return error
        else:
            return None
        try:
            return write_new(self._root, put.content)
        except OSError as error:
            return error

    def _finish(self, put: Put, new: NewFile | OSError | None) -> OSError | None:
        """Gives it its name; the folder is still to be synced, as whoever wrote it before may have died too early."""
        if isinstance(new, OSError):
            return new
        try:
            if new is None:
                self._make(put.path.parent)
            else:
                self._name(put.path, new)
        except OSError as error:
            return error
        return None

    def _name(self, path: Path, new: NewFile) -> None:
        try:
            try:
                os.fsync(new.descriptor)
            finally:
                os.close(new.descriptor)
            self._place(path, new.path)
        except OSError:
            new.path.unlink(missing_ok=True)
            raise

    def _place(self, path: Path, new: Path) -> None:
        """Gives `new` its name. The account's removal may take the folder away: then it is made anew."""
        for _ in range(_TRIES):
            try:
                self._make(path.parent)
                new.rename(path)
            except FileNotFoundError:
                self._synced.difference_update((path.parent, path.parent.parent))
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

    def _sync(self, folder: Path) -> OSError | None:
        """A folder that is not there any more went with its account, and what was put there with it."""
        try:
            sync_folder(folder)
        except FileNotFoundError:
            return None
        except OSError as error:
            return error
        return None


@contextlib.contextmanager
def locked(root: Path, how: int) -> Iterator[None]:
    """Under a lock of the whole store, shared by those who write and held alone by those who remove what is stale.

    On a file system without locks removing fails, so that writing needs none.
    """
    descriptor = os.open(root, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        try:
            fcntl.flock(descriptor, how)
        except OSError:
            if how != fcntl.LOCK_SH:
                raise
        yield
    finally:
        os.close(descriptor)


def write_new(root: Path, content: bytes | memoryview) -> NewFile:
    """A file of a random name with this content, which its owner alone may read."""
    path = root / NEW / secrets.token_hex(16)
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
    return NewFile(path, descriptor)
