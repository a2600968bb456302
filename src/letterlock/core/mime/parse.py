"""Raw bytes to a Message: bounded, iterative, and never raising (RFC 5322, RFC 2045 to 2047, RFC 2231)."""

import html as html_entities
import re
from dataclasses import dataclass, field, replace

from letterlock.core.address import Address
from letterlock.core.address_field import read_field
from letterlock.core.mime.bodies import Bodies, choose
from letterlock.core.mime.charset import decode
from letterlock.core.mime.dates import parse_date
from letterlock.core.mime.display import clean_line
from letterlock.core.mime.filenames import clean_file_name, file_name
from letterlock.core.mime.flowed import unflow
from letterlock.core.mime.headers import HeaderBlock, decode_value
from letterlock.core.mime.limits import DEFAULT, Limits
from letterlock.core.mime.message import Attachment, Message
from letterlock.core.mime.message_ids import parse_id, parse_ids
from letterlock.core.mime.parts import Part, split
from letterlock.core.mime.transfer import decode_transfer, find_uuencoded

_ONCE = ("from", "sender", "reply-to", "to", "cc", "bcc", "subject", "date", "message-id", "in-reply-to", "references")
"""RFC 5322 section 3.6: at most one of each."""

_META_CHARSET = re.compile(rb"<meta[^>]{0,200}?charset\s*=\s*[\"']?\s*([A-Za-z0-9_.:-]{1,40})", re.IGNORECASE)
_CODED_AS = ("7bit", "8bit", "binary", "base64", "quoted-printable")


@dataclass(slots=True)
class _Findings:
    """What is gathered on the way; dictionaries keep the order and each name once."""

    limits: Limits
    defects: dict[str, None] = field(default_factory=dict)
    exceeded: dict[str, None] = field(default_factory=dict)
    attachments: list[Attachment] = field(default_factory=list)

    def defect(self, *names: str | None) -> None:
        self.defects.update((name, None) for name in names if name)


def parse(raw: bytes, limits: Limits = DEFAULT) -> Message:
    """The message in `raw`, whatever it is: see Message for what is kept, Limits for what is not read."""
    found = _Findings(limits)
    if len(raw) > limits.size:
        found.exceeded["size"] = None
        raw = raw[: limits.size]
    if b"\n" not in raw and b"\r" in raw:  # line ends of old Macintosh; beside line feeds a CR ends nothing
        raw = raw.replace(b"\r", b"\n")
        found.defect("bare-cr")
    elif b"\r\r\n" in raw:  # converted twice on the way
        raw = raw.replace(b"\r\r\n", b"\r\n")
        found.defect("bare-cr")
    tree = split(raw, limits)
    found.defect(*sorted(tree.defects))
    found.exceeded.update((name, None) for name in sorted(tree.exceeded))
    bodies = choose(tree.root)
    text, documents = _read_bodies(raw, bodies, found)
    for part, related in bodies.files:
        _add_file(raw, part, related, found)
    message = _message(tree.root.headers, text, documents, found)
    return message if _is_complete(bodies) else replace(message, text_complete=False)


def _message(block: HeaderBlock, text: str | None, documents: tuple[str, ...], found: _Findings) -> Message:
    names = [name.lower() for name, _ in block.fields]
    found.defect(*(f"duplicate-{name}" for name in _ONCE if names.count(name) > 1))
    if "from" not in names:
        found.defect("missing-from")
    date = block.first("date")
    read_date = parse_date(date) if date else None
    if date and read_date is None:
        found.defect("bad-date")
    message_id = block.first("message-id")
    addresses = {name: _addresses(block, name, found) for name in _ONCE[:6]}
    references = {name: _ids(block, name, found) for name in ("in-reply-to", "references")}
    return Message(
        headers=tuple((name, decode_value(value)) for name, value in block.fields),
        from_=addresses["from"],
        sender=addresses["sender"],
        reply_to=addresses["reply-to"],
        to=addresses["to"],
        cc=addresses["cc"],
        bcc=addresses["bcc"],
        subject=decode_value(block.first("subject") or ""),
        date=read_date,
        message_id=parse_id(message_id) if message_id else None,
        in_reply_to=references["in-reply-to"],
        references=references["references"],
        text=text,
        html="\n".join(documents) if documents else None,
        html_parts=documents,
        attachments=tuple(found.attachments),
        defects=tuple(found.defects),
        exceeded=tuple(found.exceeded),
        from_fields=names.count("from"),
    )


def _addresses(block: HeaderBlock, name: str, found: _Findings) -> tuple[Address, ...]:
    """Of all fields of that name, as mail programs show them; how many there were is named elsewhere."""
    result: list[Address] = []
    for value in block.all(name):
        read = read_field(value, found.limits.addresses - len(result))
        for defect in read.defects:
            if defect == "addresses":
                found.exceeded[defect] = None
            else:
                found.defect(f"{name}:{defect}")
        if read.groups and name == "from":
            found.defect(f"{name}:group")
        result.extend(read.addresses)
        if len(result) >= found.limits.addresses:
            break
    return tuple(result)


def _ids(block: HeaderBlock, name: str, found: _Findings) -> tuple[str, ...]:
    ids = parse_ids(" ".join(block.all(name)))
    if len(ids) > found.limits.ids:
        found.exceeded["ids"] = None
        ids = ids[-found.limits.ids :]
    return ids


def _is_complete(bodies: Bodies) -> bool:
    return all(section.text or not section.html for section in bodies.sections)


def _read_bodies(raw: bytes, bodies: Bodies, found: _Findings) -> tuple[str | None, tuple[str, ...]]:
    """The text of all sections that have one; the HTML documents of all, text-only sections put in as such, if any
    has HTML."""
    texts: list[str] = []
    documents: list[str] = []
    any_html = any(section.html for section in bodies.sections)
    for section in bodies.sections:
        section_texts = [_read_text(raw, part, found) for part in section.text]
        texts += section_texts
        if section.html:
            documents += [_read_text(raw, part, found) for part in section.html]
        elif any_html:
            documents += [_as_html(text) for text in section_texts]
    text = _bounded(_join(texts), found) if texts else None
    return text, _bounded_documents(documents, found)


def _join(texts: list[str]) -> str:
    return "".join(text if text.endswith("\n") else f"{text}\n" for text in texts[:-1]) + texts[-1]


def _bounded(text: str, found: _Findings) -> str:
    if len(text) <= found.limits.text:
        return text
    found.exceeded["text"] = None
    return text[: found.limits.text]


def _bounded_documents(documents: list[str], found: _Findings) -> tuple[str, ...]:
    """As many as fit the bounds on their number and on their length, all together."""
    kept: list[str] = []
    left = found.limits.text
    for document in documents:
        if left <= 0 or len(kept) >= found.limits.documents:
            found.exceeded["text"] = None
            break
        if len(document) > left:
            found.exceeded["text"] = None
        kept.append(document[:left])
        left -= len(document) + 1
    return tuple(kept)


def _as_html(text: str) -> str:
    return f'<div style="white-space:pre-wrap">{html_entities.escape(text)}</div>'


def _encoding(part: Part) -> str:
    value = (part.headers.first("content-transfer-encoding") or "").strip().lower()
    first = re.split(r"[\s;(]", value.strip("\"'"), maxsplit=1)[0].strip("\"'")
    return next((name for name in _CODED_AS if first in (name, name.replace("bit", "-bit"))), first)


def _read_bytes(raw: bytes, part: Part, found: _Findings) -> bytes:
    if part.type.value.startswith("multipart/"):
        return raw[part.start : part.end]
    data, defect = decode_transfer(raw[part.start : part.end], _encoding(part))
    found.defect(defect)
    return data


def _read_text(raw: bytes, part: Part, found: _Findings) -> str:
    data = _read_bytes(raw, part, found)
    html = part.type.value == "text/html"
    if not html:
        data = _without_uuencoded(data, found)
    charset = part.type.parameters.get("charset")
    if html and not charset and not data.isascii():
        declared = _META_CHARSET.search(data, 0, 2_048)
        charset = declared[1].decode("ascii") if declared and not _is_utf8(data) else None
    text, defect = decode(data, charset, html=html)
    found.defect(defect)
    if "\x00" in text:
        found.defect("nul")
        text = text.replace("\x00", "")
    text = _bounded(text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n"), found)
    if not html and part.type.parameters.get("format", "").lower() == "flowed":
        return unflow(text, delete_space=part.type.parameters.get("delsp", "").lower() == "yes")
    return text


def _is_utf8(data: bytes) -> bool:
    try:
        data.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True


def _without_uuencoded(data: bytes, found: _Findings) -> bytes:
    """Files written into the text the old way become attachments, as in mail programs."""
    if b"begin" not in data or b"\nend" not in data:
        return data
    kept: list[bytes] = []
    position = 0
    while len(found.attachments) < found.limits.attachments:
        file = find_uuencoded(data, position)
        if file is None:
            break
        start, end, content, name = file
        kept.append(data[position:start])
        position = end
        _append(found, name, "application/octet-stream", ("attachment", None), content)
    return data if not position else b"".join([*kept, data[position:]])


def _add_file(raw: bytes, part: Part, related: bool, found: _Findings) -> None:
    content_id = clean_line((part.headers.first("content-id") or "").strip().strip("<>")) or None
    inline = part.disposition.value == "inline" or (related and part.disposition.value != "attachment")
    content = _read_bytes(raw, part, found)
    _append(found, file_name(part), part.type.value, ("inline" if inline else "attachment", content_id), content)


def _append(
    found: _Findings, name: str | None, content_type: str, placed: tuple[str, str | None], content: bytes
) -> None:
    """`placed` is the disposition and the content id."""
    if len(found.attachments) >= found.limits.attachments:
        found.exceeded["attachments"] = None
        return
    cleaned = None
    if name is not None:
        cleaned, defects, cut = clean_file_name(name, found.limits.filename)
        found.defect(*sorted(defects))
        if cut:
            found.exceeded["filename"] = None
    found.attachments.append(Attachment(cleaned, content_type, *placed, content))
