"""Folders whose names are on disk: a new file or folder survives a power cut once the folder above it is synced."""

import os
from pathlib import Path


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
