"""One file of a raw message as text, whatever kind of document it is. Runs in the worker."""

from collections.abc import Callable
from dataclasses import dataclass, field
from importlib import import_module
from typing import Final

from letterlock.core.errors import Conflict, Unsupported
from letterlock.core.files.text.kind import Kind, is_encrypted_office, kind_of
from letterlock.core.files.text.writer import LONGEST, EncryptedError, Full, Writer
from letterlock.core.mime.invisible import strip_invisible
from letterlock.core.mime.message import Attachment
from letterlock.core.mime.parse import parse
from letterlock.core.trust.opened import open_files

_READERS: Final[dict[Kind, str]] = {
    "pdf": "pdf",
    "docx": "word",
    "xlsx": "sheets",
    "pptx": "slides",
    "eml": "mail",
    "ics": "calendar",
    "html": "web",
    "text": "plain",
}
"""Modules of this package with a function `read(content, writer)`, loaded when first needed: some are heavy."""
_ENCRYPTED: Final = "This document is encrypted, so its text cannot be read; leave out `as` to get it as it is"


@dataclass(frozen=True, slots=True)
class Readable:
    """A document's text. `hidden` counts characters left out as no reader sees them, `removed` invisible characters,
    `cut` says that there is more. `risk` is the file's rating, made anew."""

    text: str = field(repr=False)
    source: str
    hidden: int = 0
    removed: int = 0
    cut: bool = False
    risk: str = "not_assessed"
    reasons: tuple[str, ...] = ()


def read_text(raw: bytes, index: int) -> Readable | None:
    """None when the message has no such file. Raises Unsupported for a file that has no text form, Conflict for one
    that is encrypted or broken."""
    opened = open_files(raw, (index,)).get(index)
    if opened is None:
        return None
    if opened.rating.risk == "high":
        return Readable("", "", risk="high", reasons=opened.rating.reasons)
    kind, writer = _read(opened.file, LONGEST)
    text = writer.text()
    shown = strip_invisible(text)
    return Readable(
        text=shown,
        source=kind,
        hidden=writer.hidden,
        removed=max(len(text) - len(shown), int(text != shown)),
        cut=writer.cut,
        risk=opened.rating.risk,
        reasons=opened.rating.reasons,
    )


def words_of_files(raw: bytes, places: tuple[int, ...], longest: int) -> str:
    """What the files at these places say, for search: at most so many characters together, those that cannot be read
    left out. Never raises for what a file holds."""
    files = parse(raw).attachments
    found: list[str] = []
    for place in places:
        if place >= len(files) or longest <= 0:
            continue
        try:
            _, writer = _read(files[place], longest)
        except (Unsupported, Conflict):
            continue
        text = strip_invisible(writer.text())
        found.append(text)
        longest -= len(text)
    return "\n\n".join(found)


def _read(file: Attachment, longest: int) -> tuple[Kind, Writer]:
    kind = kind_of(file)
    if kind is None:
        raise Unsupported("This kind of file has no text form here; leave out `as` to get it as it is", param="form")
    if is_encrypted_office(file.content):
        raise Conflict(_ENCRYPTED, param="form")
    writer = Writer(longest)
    reader: Callable[[bytes, Writer], None] = import_module(f"{__package__}.{_READERS[kind]}").read
    try:
        reader(file.content, writer)
    except Full:
        pass
    except EncryptedError:
        raise Conflict(_ENCRYPTED, param="form") from None
    except (Conflict, MemoryError):
        raise
    except Exception:
        # Whatever a hostile document leads a reader to, it is the document that is at fault.
        raise Conflict(
            "This document is broken, so its text cannot be read; leave out `as` to get it as it is", param="form"
        ) from None
    return kind, writer
