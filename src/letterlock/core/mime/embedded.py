"""A message attached to a message as the text a reader sees, with what is attached to it listed (RFC 2046 section 5.2).

Nothing of it is evidence: its headers were written by whoever sent the message around it.
"""

from dataclasses import dataclass

from letterlock.core.address import Address
from letterlock.core.mime.display import clean_line
from letterlock.core.mime.invisible import read_invisible
from letterlock.core.mime.kinds import MESSAGES
from letterlock.core.mime.limits import Limits
from letterlock.core.mime.message import Attachment, Message
from letterlock.core.mime.parse import parse
from letterlock.core.mime.visible import visible_parts

_MOST_MESSAGES = 20
_DEEPEST = 5
_MOST_NAMED = 50
"""People of one field, and files of one message, that are named."""
_LIMITS = Limits(parts=500, attachments=200, text=1_000_000, documents=50)


@dataclass(frozen=True, slots=True)
class Embedded:
    """`text` is the whole rendering, safe to show as untrusted text; `hidden` how many characters were withheld."""

    text: str
    hidden: int = 0
    truncated: bool = False


def is_message(attachment: Attachment) -> bool:
    """Whether it is a mail, by its type or, where that says nothing, by its name."""
    if attachment.content_type in MESSAGES:
        return True
    plain = attachment.content_type in ("application/octet-stream", "text/plain", "application/x-eml")
    return plain and (attachment.filename or "").lower().rstrip(". ").endswith(".eml")


def embedded_text(content: bytes) -> Embedded:
    """Headers, visible text and files of an attached message, then the same of each message attached to it in turn."""
    pieces: list[str] = []
    hidden = 0
    truncated = False
    waiting = [(content, "", 0)]
    while waiting:
        raw, number, depth = waiting.pop(0)
        message = parse(raw, _LIMITS)
        text, withheld, cut = _visible(message)
        hidden += withheld
        truncated |= cut or bool(message.exceeded)
        title = [f"[Attached message {number}]"] if number else []
        pieces.append("\n".join([*title, *_headers(message), "", text.strip("\n"), *_files(message)]).rstrip())
        inner = [file for file in message.attachments if is_message(file)]
        for index, file in enumerate(inner, 1):
            if depth >= _DEEPEST or len(pieces) + len(waiting) >= _MOST_MESSAGES:
                truncated = True
                break
            waiting.append((file.content, f"{number}.{index}" if number else str(index), depth + 1))
    return Embedded("\n\n".join(pieces) + "\n", hidden, truncated)


def _visible(message: Message) -> tuple[str, int, bool]:
    """What mail programs show: the HTML where it shows anything, else the text."""
    seen = visible_parts(message.html_parts) if message.html_parts else None
    if seen is not None and (seen.text.strip() or message.text is None):
        return seen.text, sum(segment.length for segment in seen.hidden if not segment.benign), seen.truncated
    text, segments = read_invisible(message.text or "", "text")
    return text, sum(segment.length for segment in segments if not segment.benign), False


def _headers(message: Message) -> list[str]:
    subject = clean_line(read_invisible(message.subject, "subject")[0])
    fields = [
        ("From", _people(message.from_)),
        ("To", _people(message.to)),
        ("Cc", _people(message.cc)),
        ("Date", message.date.isoformat() if message.date else ""),
        ("Subject", subject),
        ("Protection", ", ".join(message.protection)),
    ]
    return [f"{name}: {value}" for name, value in fields if value]


def _people(addresses: tuple[Address, ...]) -> str:
    shown = [f"{clean_line(one.name)} <{one.spec}>" if one.name else one.spec for one in addresses[:_MOST_NAMED]]
    more = len(addresses) - len(shown)
    return ", ".join([*shown, *([f"and {more} more"] if more else [])])


def _files(message: Message) -> list[str]:
    if not message.attachments:
        return []
    lines = ["", "Attachments:"]
    for file in message.attachments[:_MOST_NAMED]:
        kind = f", {file.kind}" if file.kind else ""
        lines.append(f"- {file.filename or 'unnamed'} ({file.content_type}, {file.size} bytes{kind})")
    if len(message.attachments) > _MOST_NAMED:
        lines.append(f"- and {len(message.attachments) - _MOST_NAMED} more")
    return lines
