"""Raw mail on disk: files, folders to any depth, and mailboxes in the mbox format (RFC 4155)."""

import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

LARGEST: Final = 64 * 2**20
"""Bytes of one message."""
LARGEST_MAILBOX: Final = 2**30

_FROM = re.compile(
    rb"^From [^\r\n]{1,400}\d\d:\d\d(?::\d\d)?[^\r\n]{0,60}\r?\n(?=[A-Za-z][A-Za-z0-9-]{0,70}:|>From )", re.MULTILINE
)


@dataclass(frozen=True, slots=True)
class MailFile:
    """One message; `error` says why it could not be read, in which case `raw` is empty."""

    name: str
    raw: bytes = b""
    error: str = ""


def find(paths: list[Path]) -> list[Path]:
    """Every file named, and every file below each folder named, in order; `-` is standard input."""
    found: list[Path] = []
    for path in paths:
        found += sorted(one for one in path.rglob("*") if one.is_file()) if path.is_dir() else [path]
    return found


def read(path: Path, *, whole: bool = False) -> Iterator[MailFile]:
    """The messages of one file: one, or those of an mbox. With `whole` a file is never taken for an mbox."""
    if str(path) != "-" and path.exists() and not path.is_file():
        yield MailFile(str(path), error="is no file")
        return
    try:
        raw = sys.stdin.buffer.read(LARGEST_MAILBOX + 1) if str(path) == "-" else _bounded(path)
    except OSError as error:
        yield MailFile(str(path), error=f"cannot be read: {error.strerror}")
        return
    starts = [] if whole else _starts(raw)
    if len(starts) < 2:
        yield _one(str(path), raw)
        return
    for number, (start, end) in enumerate(zip(starts, [*starts[1:], len(raw)], strict=True), 1):
        yield _one(f"{path}#{number}", raw[start:end])


def _bounded(path: Path) -> bytes:
    with path.open("rb") as file:
        return file.read(LARGEST_MAILBOX + 1)


def _starts(raw: bytes) -> list[int]:
    """Where the messages of an mbox begin: lines `From …` with a date, at the start or after an empty line."""
    if not raw.startswith(b"From "):
        return []
    found = (match.start() for match in _FROM.finditer(raw))
    return [at for at in found if at == 0 or raw[max(0, at - 4) : at].endswith((b"\n\n", b"\r\n\r\n"))]


def _one(name: str, raw: bytes) -> MailFile:
    if len(raw) > LARGEST:
        return MailFile(name, error=f"is larger than {LARGEST // 2**20} MB")
    return MailFile(name, raw)
