"""Where words stand besides the body: hidden text, file names, calendar fields, and what small files say."""

from collections.abc import Callable
from importlib import import_module
from typing import Final

from letterlock.core.files.text.kind import Kind, kind_of
from letterlock.core.files.text.writer import EncryptedError, Full, Writer
from letterlock.core.mime.message import Attachment, Message
from letterlock.core.mime.visible.lines import PREVIEW
from letterlock.core.trust.report import Content, HiddenSegment

LONGEST: Final = 20_000
"""Characters read of all hidden text, and of all files."""
_FILES: Final = 50
_SEGMENTS: Final = 200
_READ: Final = 4
"""Files whose text is read."""
_LARGEST: Final[dict[Kind, int]] = {"text": 2_000_000, "ics": 200_000, "html": 100_000, "docx": 500_000, "eml": 200_000}
"""Bytes of a file up to which it is read here: this must cost little for every mail."""
_READERS: Final[dict[Kind, str]] = {"ics": "calendar", "html": "web", "docx": "word", "text": "plain", "eml": "mail"}


def hidden(content: Content) -> str:
    """All that a reader does not see, but for preview lines and what also stands where it is seen."""
    unseen = [
        segment
        for segment in content.hidden[:_SEGMENTS]
        if not _is_preview(segment) and not (segment.benign and segment.text in content.full_text)
    ]
    return "\n".join(segment.text[:LONGEST] for segment in unseen)[:LONGEST]


def previews(content: Content) -> str:
    """Harmless preview lines: lists of messages show them beside the subject, so they are one with the text."""
    shown = [segment for segment in content.hidden[:_SEGMENTS] if _is_preview(segment)]
    return "\n".join(segment.text[:LONGEST] for segment in shown)[:LONGEST]


def _is_preview(segment: HiddenSegment) -> bool:
    return segment.benign and segment.where == PREVIEW


def names(message: Message) -> str:
    """The names of its files and of its senders, as sentences of their own."""
    files = [file.filename.replace("_", " ") for file in message.attachments[:_FILES] if file.filename]
    return "\n".join([*files, *(sender.name for sender in message.from_[:_FILES] if sender.name)])


def file_texts(message: Message) -> str:
    """What its first small files say."""
    found: list[str] = []
    left = LONGEST
    for file in message.attachments[:_READ]:
        text = _text(file, left)
        found.append(text)
        left -= len(text)
        if left <= 0:
            break
    return "\n\n".join(text for text in found if text)


def _text(file: Attachment, longest: int) -> str:
    if not file.content:
        return ""
    kind = kind_of(file)
    if kind is None or len(file.content) > _LARGEST.get(kind, 0):
        return ""
    reader: Callable[[bytes, Writer], None] = import_module(f"letterlock.core.files.text.{_READERS[kind]}").read
    writer = Writer(longest)
    try:
        reader(file.content, writer)
    except (Full, EncryptedError):
        pass
    except MemoryError:
        raise
    except Exception:
        # A broken document says nothing more; its rating as a file is made elsewhere.
        return writer.text()
    return writer.text()
