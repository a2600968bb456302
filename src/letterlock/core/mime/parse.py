"""Raw bytes to a Message: bounded, iterative, and never raising (RFC 5322, RFC 2045 to 2047, RFC 2231)."""

import html as html_entities
from dataclasses import dataclass, field, replace

from letterlock.core.address import Address
from letterlock.core.address_field import read_field
from letterlock.core.mime.bodies import choose
from letterlock.core.mime.dates import parse_date
from letterlock.core.mime.files import add_file
from letterlock.core.mime.findings import Findings
from letterlock.core.mime.headers import HeaderBlock, decode_value
from letterlock.core.mime.limits import DEFAULT, Limits
from letterlock.core.mime.message import Message
from letterlock.core.mime.message_ids import parse_id, parse_ids
from letterlock.core.mime.part_text import bounded, read_bytes, read_text
from letterlock.core.mime.parts import Tree, split

_ONCE = ("from", "sender", "reply-to", "to", "cc", "bcc", "subject", "date", "message-id", "in-reply-to", "references")
"""RFC 5322 section 3.6: at most one of each."""

_DEEPEST = 3
"""Signed messages within signed messages; RFC 2634 section 1.1 has signed, encrypted, signed."""


@dataclass(slots=True)
class _Stretch:
    """Where a stretch of the body begins, and what it is in each form."""

    start: int
    texts: list[str] = field(default_factory=list)
    documents: list[str] = field(default_factory=list)


def parse(raw: bytes, limits: Limits = DEFAULT) -> Message:
    """The message in `raw`, whatever it is: see Message for what is kept, Limits for what is not read."""
    found = Findings(limits)
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
    stretches = _read_entity(raw, tree, found, 0)
    if found.tnef_bodies and not any(_says_something(stretch) for stretch in stretches):
        stretches = [_of_tnef(*found.tnef_bodies[0], found)]
    text, documents = _joined(stretches, found)
    message = _message(tree.root.headers, text, documents, found)
    return message if all(s.texts or not s.documents for s in stretches) else replace(message, text_complete=False)


def _read_entity(raw: bytes, tree: Tree, found: Findings, depth: int) -> list[_Stretch]:
    """The body of an entity and, in its place, of those that lie readable within its files; the files are kept."""
    found.defect(*sorted(tree.defects))
    found.exceeded.update((name, None) for name in sorted(tree.exceeded))
    bodies = choose(tree.root)
    stretches = [
        _Stretch(
            min((part.start for part in (*section.text, *section.html)), default=0),
            [read_text(raw, part, found) for part in section.text],
            [read_text(raw, part, found) for part in section.html],
        )
        for section in bodies.sections
    ]
    any_inner = False
    for part, related in bodies.files:
        inner = add_file(found, part, related, read_bytes(raw, part, found))
        if inner is None:
            continue
        if depth >= _DEEPEST:
            found.exceeded["depth"] = None
            continue
        any_inner = True
        outside, found.within = found.within, True
        inner_stretches = _read_entity(inner, split(inner, found.limits), found, depth + 1)
        found.within = outside
        for stretch in inner_stretches:
            stretch.start = part.start
            stretches.append(stretch)
    if any_inner:
        stretches.sort(key=lambda stretch: stretch.start)
    return stretches


def _says_something(stretch: _Stretch) -> bool:
    return any(text.strip() for text in (*stretch.texts, *stretch.documents))


def _of_tnef(text: str | None, html: str | None, found: Findings) -> _Stretch:
    """The body of a `winmail.dat`, where the mail has none of its own."""
    texts, documents = (
        [bounded(one.replace("\r\n", "\n").replace("\r", "\n").replace("\0", ""), found)] if one else []
        for one in (text, html)
    )
    return _Stretch(0, texts, documents)


def _message(block: HeaderBlock, text: str | None, documents: tuple[str, ...], found: Findings) -> Message:
    found.defect(*(f"duplicate-{name}" for name in _ONCE if block.count(name) > 1))
    if not block.count("from"):
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
        attachments=(*found.attachments, *found.inner),
        defects=tuple(found.defects),
        exceeded=tuple(found.exceeded),
        protection=tuple(found.protection),
        from_fields=block.count("from"),
    )


def _addresses(block: HeaderBlock, name: str, found: Findings) -> tuple[Address, ...]:
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


def _ids(block: HeaderBlock, name: str, found: Findings) -> tuple[str, ...]:
    ids = parse_ids(" ".join(block.all(name)))
    if len(ids) > found.limits.ids:
        found.exceeded["ids"] = None
        ids = ids[-found.limits.ids :]
    return ids


def _joined(stretches: list[_Stretch], found: Findings) -> tuple[str | None, tuple[str, ...]]:
    """The text of all stretches that have one; the HTML documents of all, those of text alone put in as such, if any
    has HTML."""
    texts: list[str] = []
    documents: list[str] = []
    any_html = any(stretch.documents for stretch in stretches)
    for stretch in stretches:
        texts += stretch.texts
        if stretch.documents:
            documents += stretch.documents
        elif any_html:
            documents += [_as_html(text) for text in stretch.texts]
    text = bounded(_join(texts), found) if texts else None
    return text, _bounded_documents(documents, found)


def _join(texts: list[str]) -> str:
    return "".join(text if text.endswith("\n") else f"{text}\n" for text in texts[:-1]) + texts[-1]


def _bounded_documents(documents: list[str], found: Findings) -> tuple[str, ...]:
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
