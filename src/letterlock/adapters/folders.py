"""Folders whose names are on disk: a new file or folder survives a power cut once the folder above it is synced."""

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from letterlock.core.errors import Conflict


def sync_folder(folder: Path) -> None:
    """Puts the names in `folder` on disk."""
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def make_folder(folder: Path) -> None:
    """Makes it, and those above it, for their owner alone, and each on disk, where they are not there yet."""
    if folder.is_dir():
        return
    if folder.parent != folder:
        make_folder(folder.parent)
    folder.mkdir(mode=0o700, exist_ok=True)
    sync_folder(folder.parent)


@contextmanager
def held_alone(folder: Path) -> Iterator[None]:
    """Keeps every other process out that asks for the same folder; raises Conflict when one was first.

    The lock is the process's own: it ends with it however it ends, and no child inherits it.
    """
    with (folder / "lock").open("a") as file:
        try:
            fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise Conflict(f"Another server runs on {folder} (LETTERLOCK_DATA_DIR); stop it first") from None
        yield
