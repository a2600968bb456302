"""What lies in an OLE compound file (MS-CFB): the names of its storages and streams, read within bounds."""

import struct
from typing import Final

MAGIC: Final = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_MAX_SECTORS: Final = 2_000
"""Of the directory: 16,000 entries in sectors of 4,096 bytes."""
_NO_SECTOR: Final = 0xFFFFFFFA
"""This and above mark ends and free sectors."""


def names(content: bytes) -> tuple[str, ...] | None:
    """The names of all storages and streams; None when the file is too broken to say."""
    if content[:8] != MAGIC or len(content) < 512:
        return None
    shift, directory = struct.unpack_from("<H", content, 30)[0], struct.unpack_from("<I", content, 48)[0]
    if shift not in (9, 12):
        return None
    size = 1 << shift
    fat = struct.unpack_from("<109I", content, 76)
    found: list[str] = []
    seen: set[int] = set()
    while directory < _NO_SECTOR and directory not in seen and len(seen) < _MAX_SECTORS:
        seen.add(directory)
        sector = content[(directory + 1) * size : (directory + 2) * size]
        if not sector:
            return None
        found += _entries(sector)
        following = _following(content, fat, directory, size)
        if following is None:
            return None
        directory = following
    return tuple(found)


def _entries(sector: bytes) -> list[str]:
    found = []
    for at in range(0, len(sector) - 127, 128):
        length, kind = struct.unpack_from("<H", sector, at + 64)[0], sector[at + 66]
        if kind and 2 <= length <= 64:
            found.append(sector[at : at + length - 2].decode("utf-16-le", "replace"))
    return found


def _following(content: bytes, fat: tuple[int, ...], sector: int, size: int) -> int | None:
    """The sector after this one; None where the table that says so lies beyond what the header names."""
    table, at = divmod(sector, size // 4)
    if table >= len(fat) or fat[table] >= _NO_SECTOR:
        return None
    place = (fat[table] + 1) * size + at * 4
    return int(struct.unpack_from("<I", content, place)[0]) if place + 4 <= len(content) else None
