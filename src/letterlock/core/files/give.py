"""One file of a raw message as it can be given: as text, as a picture, or not but by a link. Runs in the worker."""

from dataclasses import dataclass, field
from typing import Literal

from letterlock.core.files.kinds import IMAGE_LIMIT, TEXT_LIMIT, is_picture, is_text, shown_picture
from letterlock.core.mime.invisible import strip_invisible
from letterlock.core.mime.message import Attachment
from letterlock.core.trust.opened import open_files


@dataclass(frozen=True, slots=True)
class Given:
    """`removed` counts the invisible characters that are not in `text`; `content` is a picture's bytes.

    `risk` and `reasons` are found anew, for a file that was not rated when it came.
    """

    delivery: Literal["inline_text", "image", "url"]
    risk: str
    reasons: tuple[str, ...] = ()
    text: str = field(default="", repr=False)
    removed: int = 0
    content: bytes = field(default=b"", repr=False)
    content_type: str = ""


def could_show(content_type: str, size: int) -> bool:
    """Whether a file of that type and size needs to be read to know how it is given."""
    if is_text(content_type):
        return size <= TEXT_LIMIT
    return is_picture(content_type) and size <= IMAGE_LIMIT


def give(raw: bytes, index: int) -> Given | None:
    """None when the message has no such file."""
    opened = open_files(raw, (index,)).get(index)
    if opened is None:
        return None
    file, risk, reasons = opened.file, opened.rating.risk, opened.rating.reasons
    picture = shown_picture(file.content_type, file.content) if file.size <= IMAGE_LIMIT else None
    if picture is not None:
        return Given("image", risk, reasons, content=file.content, content_type=picture)
    text = _text(file)
    if text is None:
        return Given("url", risk, reasons)
    shown = strip_invisible(text)
    return Given("inline_text", risk, reasons, text=shown, removed=_removed(text, shown))


def take(raw: bytes, index: int) -> tuple[bytes, str] | None:
    """The file's bytes and how risky they are; None when the message has no such file."""
    opened = open_files(raw, (index,)).get(index)
    return None if opened is None else (opened.file.content, opened.rating.risk)


def _text(file: Attachment) -> str | None:
    """Its text, if it is a small text file in UTF-8."""
    if file.size > TEXT_LIMIT or not is_text(file.content_type):
        return None
    try:
        return file.content.decode("utf-8-sig")
    except UnicodeDecodeError:
        return None


def _removed(text: str, shown: str) -> int:
    """At least one where anything was changed: some characters are put in place of others."""
    return max(len(text) - len(shown), int(text != shown))
