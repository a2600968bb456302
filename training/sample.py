"""One mail of known kind: raw as it would arrive, and the source it is from."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from email.message import EmailMessage
from email.utils import format_datetime
from typing import Final

_FIRST_DAY: Final = datetime(2026, 3, 2, 8, 0, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class Sample:
    """`kind` is ordinary, injection, phishing, spam or credential; `trigger`: an injection that says so in plain words.

    `passages` are the texts of the attack alone, where it stands among ordinary words.
    """

    source: str
    kind: str
    raw: bytes = field(repr=False)
    passages: tuple[str, ...] = field(default=(), repr=False)
    trigger: bool = False


def mail(
    text: str,
    *,
    subject: str = "",
    sender: str = "Ana Marsh <ana@northwind.example>",
    html: str = "",
    number: int = 0,
    files: tuple[tuple[str, str, bytes], ...] = (),
    headers: tuple[tuple[str, str], ...] = (),
) -> bytes:
    """A raw message with those parts. `files` are (name, type, content); `number` sets its date and Message-ID."""
    message = EmailMessage()
    message["From"] = sender
    message["To"] = "Kim Reader <kim@inbox.example>"
    message["Subject"] = " ".join(subject.split())
    message["Date"] = format_datetime(_FIRST_DAY + timedelta(minutes=37 * number))
    message["Message-ID"] = f"<{number}.{len(text)}@{_domain(sender)}>"
    for name, value in headers:
        message[name] = value
    message.set_content(text or " ", cte="base64" if not text.isascii() else None)
    if html:
        message.add_alternative(html, subtype="html", cte="base64" if not html.isascii() else None)
    for name, kind, content in files:
        main, _, sub = kind.partition("/")
        if main == "text":
            message.add_attachment(content.decode(), subtype=sub, filename=name)
        else:
            message.add_attachment(content, maintype=main, subtype=sub, filename=name)
    return message.as_bytes()


def _domain(sender: str) -> str:
    return sender.rpartition("@")[2].strip("> ") or "example.org"


def numbered(samples: Iterator[Sample]) -> list[Sample]:
    """As a list, without repeated mails."""
    seen: dict[bytes, Sample] = {}
    for sample in samples:
        seen.setdefault(sample.raw, sample)
    return list(seen.values())
