"""Raw mail to a Reading: parsed, seen as a reader sees it, and judged by its content. Runs where it can be killed."""

from dataclasses import replace

from letterlock.core.mime.automatic import automatic
from letterlock.core.mime.delivery_report import read_report
from letterlock.core.mime.display import clean_line
from letterlock.core.mime.invisible import read_invisible
from letterlock.core.mime.message import Message
from letterlock.core.mime.parse import parse
from letterlock.core.mime.quoting import Quoted, strip_quotes
from letterlock.core.mime.quoting.forward_subject import is_forward_subject
from letterlock.core.mime.quoting.html import reply_in_html
from letterlock.core.mime.visible import Visible, visible_parts
from letterlock.core.trust.attachments import rate
from letterlock.core.trust.classify import classify
from letterlock.core.trust.codes.secrets import Secrets
from letterlock.core.trust.codes.shield import find_secrets
from letterlock.core.trust.links import read_links
from letterlock.core.trust.reading import Reading
from letterlock.core.trust.report import Content, HiddenSegment, Link
from letterlock.core.trust.unseen import only_in_text, weighed

MAX_HEADERS = 64 * 1024
"""Bytes of a failed message that are looked at for its headers."""
_KEPT = (b"from", b"to", b"subject", b"message-id", b"date")


def read(raw: bytes) -> Reading:
    """Everything a raw message says by itself. Never raises: what cannot be read is named in `message.exceeded`."""
    try:
        return _read(raw)
    except Exception as error:
        # A mail nobody could foresee must still become a message: it is marked, and its raw source is kept.
        return read_failed(raw, f"reading ended with {type(error).__name__}")


def read_failed(raw: bytes, why: str) -> Reading:
    """The reading of a message whose worker was killed or crashed: its first headers alone; `exceeded` names `why`."""
    head = _first_headers(raw)
    try:
        message = parse(head)
        message = replace(message, subject=_shown_subject(message), text=None, html=None, html_parts=(), attachments=())
    except Exception:
        message = Message()
        why = f"{why}; headers unread"
    return Reading(message=replace(message, exceeded=(*message.exceeded, why)), content=Content())


def _read(raw: bytes) -> Reading:
    message = parse(raw)
    seen = visible_parts(message.html_parts) if message.html else None
    content = _content(message, seen)
    if seen is not None and seen.truncated:
        message = replace(message, exceeded=(*message.exceeded, "html"))
    message = replace(message, subject=_shown_subject(message))
    links = read_links(seen.links if seen else (), content.full_text)
    return Reading(
        message=message,
        content=content,
        links=links,
        attachments=rate(message.attachments),
        classification=classify(message, content, links),
        automatic=automatic(message),
        report=read_report(raw, message),
        secrets=_secrets(message, content, links),
    )


def _secrets(message: Message, content: Content, links: tuple[Link, ...]) -> Secrets:
    """Also those that the text part alone says, which raw bodies show."""
    beside = (message.text,) if message.text and content.text_source == "html" else ()
    return find_secrets(message.subject, (content.full_text, *beside), links)


def _content(message: Message, seen: Visible | None) -> Content:
    """What mail programs show: the HTML part where it shows anything, else the text part."""
    writer = _writer(message)
    hidden = _hidden_in_names(message)
    if seen is not None and (seen.text or message.text is None):
        quoted = reply_in_html(seen, forwarded=is_forward_subject(message.subject, seen.text), writer=writer)
        if message.text is not None:
            text, segments = read_invisible(message.text, "text")
            hidden += segments + only_in_text(text, seen.text)
        hidden = weighed(hidden + seen.hidden, seen.text)
        return _made(quoted, seen.text, "html", hidden)
    if message.text is not None:
        text, segments = read_invisible(message.text, "text")
        quoted = strip_quotes(text, forwarded=is_forward_subject(message.subject, text), writer=writer)
        return _made(quoted, text, "text", hidden + segments)
    return Content(hidden=hidden)


def _writer(message: Message) -> tuple[str, ...]:
    """What a signature of who wrote it may begin with."""
    return tuple(part for one in message.from_[:1] for part in (one.name, one.spec) if part)


def _made(quoted: Quoted, full: str, source: str, hidden: tuple[HiddenSegment, ...]) -> Content:
    return Content(
        text=quoted.text,
        text_source="html" if source == "html" else "text",
        full_text=full,
        hidden=hidden,
        inline_answers=quoted.inline_answers,
        quoted_removed=quoted.quoted_removed,
        forwarded=quoted.forwarded,
    )


def _hidden_in_names(message: Message) -> tuple[HiddenSegment, ...]:
    """Messages carried by invisible characters in the subject."""
    return read_invisible(message.subject, "subject")[1]


def _shown_subject(message: Message) -> str:
    """The subject as a reader sees it: it is shown in lists, where nothing else stands beside it."""
    return clean_line(read_invisible(message.subject, "subject")[0])


def _first_headers(raw: bytes) -> bytes:
    """The first of each header that names the message, from a bounded look at its start."""
    head = raw[:MAX_HEADERS].replace(b"\r\n", b"\n").split(b"\n\n", 1)[0]
    kept: list[bytes] = []
    taken: set[bytes] = set()
    keeping = False
    for line in head.split(b"\n")[:2_000]:
        if line[:1] in (b" ", b"\t"):
            if keeping:
                kept.append(line[:1_000])
            continue
        name = line.partition(b":")[0].strip().lower()
        keeping = name in _KEPT and name not in taken
        if keeping:
            taken.add(name)
            kept.append(line[:1_000])
    return b"\r\n".join(kept) + b"\r\n\r\n"
