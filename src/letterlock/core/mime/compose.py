"""An Outgoing to the bytes that are sent: seven-bit, CRLF, deterministic (RFC 5322, RFC 2045, RFC 2046, RFC 2387)."""

import binascii
import hashlib
import re
from dataclasses import dataclass, field

from letterlock.core.errors import Invalid
from letterlock.core.mime.dates import format_date
from letterlock.core.mime.header_writer import (
    address_field,
    extra_field,
    id_field,
    parameter_field,
    refuse_controls,
    text_field,
)
from letterlock.core.mime.outgoing import Outgoing, OutgoingFile
from letterlock.core.mime.parameters import content_type

_LINE_ENDS = re.compile(r"\r\n|\r|\n")
_NEEDS_ENCODING = re.compile(rb"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]|[^\r\n]{79}|[ \t](?:\r|\Z)|^From ", re.MULTILINE)
_FROM_LINE = re.compile(rb"^From ", re.MULTILINE)
_TYPE = re.compile(r"[a-z0-9!#$&^_.+-]{1,127}/[a-z0-9!#$&^_.+-]{1,127}\Z")
_LONG_LINE = re.compile(rb"[^\r\n]{999}")
_LINE_ALONE = re.compile(rb"\r(?!\n)|(?<!\r)\n")


__all__ = ["Outgoing", "OutgoingFile", "compose", "in_order", "needs_smtputf8"]


@dataclass(slots=True)
class _Entity:
    """A part written out: header lines (each with CRLF) and either a body or children."""

    headers: list[str]
    body: bytes = b""
    children: list["_Entity"] = field(default_factory=list)
    multipart: str = ""
    parameters: dict[str, str] = field(default_factory=dict)


def needs_smtputf8(outgoing: Outgoing) -> bool:
    """Whether an address has a local part only SMTPUTF8 can carry (RFC 6531), Bcc included."""
    everyone = (outgoing.from_, *outgoing.to, *outgoing.cc, *outgoing.bcc, *outgoing.reply_to)
    return not all(address.local.isascii() for address in everyone)


def compose(outgoing: Outgoing) -> bytes:
    """The whole message. Raises Invalid when a header value could break its line or a value is not what it must be."""
    head = _headers(outgoing)
    entity = _body(outgoing)
    _name_boundaries(entity, outgoing.message_id)
    lines = "".join([*head, *entity.headers]).encode("utf-8")
    return lines + b"\r\n" + _ended(_write(entity))


def _ended(body: bytes) -> bytes:
    return body if not body or body.endswith(b"\r\n") else body + b"\r\n"


def _headers(outgoing: Outgoing) -> list[str]:
    if outgoing.date.utcoffset() is None:
        raise Invalid("the date of a message needs a time zone", param="date")
    fields = [address_field("From", (outgoing.from_,))]
    for name, addresses in (("Reply-To", outgoing.reply_to), ("To", outgoing.to), ("Cc", outgoing.cc)):
        if addresses:
            fields.append(address_field(name, addresses))
    fields.append(text_field("Subject", outgoing.subject))
    fields.append(f"Date: {format_date(outgoing.date)}\r\n")
    fields.append(id_field("Message-ID", (outgoing.message_id,)))
    if outgoing.in_reply_to is not None:
        fields.append(id_field("In-Reply-To", (outgoing.in_reply_to,)))
    if outgoing.references:
        fields.append(id_field("References", outgoing.references))
    if outgoing.auto_submitted:
        answers = outgoing.in_reply_to is not None
        fields.append(f"Auto-Submitted: {'auto-replied' if answers else 'auto-generated'}\r\n")
    fields += [extra_field(name, value) for name, value in outgoing.headers]
    fields.append("MIME-Version: 1.0\r\n")
    return fields


def _body(outgoing: Outgoing) -> _Entity:
    """mixed(alternative(text, related(html, images…)), files…), each level only where it is needed."""
    images = [f for f in outgoing.attachments if _is_shown(outgoing.html, f)]
    files = [_file(f) for f in outgoing.attachments if not _is_shown(outgoing.html, f)]
    forms: list[_Entity] = []
    if outgoing.text is not None or (outgoing.html is None and not files):
        forms.append(_text("text/plain", outgoing.text or ""))
    if outgoing.html is not None:
        html = _text("text/html", outgoing.html)
        forms.append(_multipart("related", [html, *map(_file, images)], type="text/html") if images else html)
    if len(forms) > 1:
        forms = [_multipart("alternative", forms)]
    return _multipart("mixed", forms + files) if files else forms[0]


def in_order(html: str | None, files: tuple[OutgoingFile, ...]) -> list[OutgoingFile]:
    """The files in the order in which they stand in the message: images that the HTML shows come before the others."""
    return sorted(files, key=lambda file: not _is_shown(html, file))


def _is_shown(html: str | None, file: OutgoingFile) -> bool:
    return html is not None and bool(file.content_id) and file.disposition == "inline"


def _multipart(kind: str, children: list[_Entity], **parameters: str) -> _Entity:
    return _Entity([], children=children, multipart=kind, parameters=parameters)


def _text(kind: str, text: str) -> _Entity:
    try:
        data = _LINE_ENDS.sub("\r\n", text).encode("utf-8")
    except UnicodeEncodeError as error:
        raise Invalid("the body has half a character (a lone surrogate) in it", param=kind.partition("/")[2]) from error
    encoding, body = _encode_text(data)
    charset = "us-ascii" if encoding == "7bit" else "utf-8"
    return _Entity(
        [
            parameter_field("Content-Type", kind, {"charset": charset}),
            f"Content-Transfer-Encoding: {encoding}\r\n",
        ],
        body,
    )


def _encode_text(data: bytes) -> tuple[str, bytes]:
    """7bit where nothing on the way could harm it, else whichever of the two encodings is shorter."""
    if data.isascii() and not _NEEDS_ENCODING.search(data):
        return "7bit", data
    quoted = _quoted_printable(data)
    if len(quoted) <= len(data) * 4 // 3 + 80:
        return "quoted-printable", quoted
    return "base64", _base64(data)


def _quoted_printable(data: bytes) -> bytes:
    encoded = binascii.b2a_qp(data.replace(b"\r\n", b"\n")).replace(b"\n", b"\r\n")
    return _FROM_LINE.sub(b"=46rom ", encoded)


def _base64(data: bytes) -> bytes:
    """Lines of 76 characters, encoded in one go."""
    encoded = binascii.b2a_base64(data, newline=False)
    return b"".join(encoded[i : i + 76] + b"\r\n" for i in range(0, len(encoded), 76))


def _file(file: OutgoingFile) -> _Entity:
    declared = content_type(refuse_controls(file.content_type, "content_type"))
    kind, parameters = declared.value, dict(declared.parameters)
    if declared.defects or not _TYPE.match(kind) or kind.startswith("multipart/"):
        raise Invalid(f"'{file.content_type[:80]}' is not the type of a file; give one such as application/pdf")
    if file.disposition not in ("attachment", "inline"):
        raise Invalid("the disposition of a file is attachment or inline")
    parameters.pop("name", None)
    encoding, body = "base64", _base64(file.content)
    if kind == "message/rfc822":  # RFC 2046 section 5.2.1: never base64
        kind, encoding, body = _message_file(file.content)
    names = {"filename": file.filename} if file.filename else {}
    headers = [
        parameter_field("Content-Type", kind, parameters),
        f"Content-Transfer-Encoding: {encoding}\r\n",
        parameter_field("Content-Disposition", file.disposition, names),
    ]
    if file.content_id:
        headers.append(id_field("Content-ID", (file.content_id,)))
    return _Entity(headers, body)


def _message_file(content: bytes) -> tuple[str, str, bytes]:
    """A message as it is when seven-bit lines can carry it unchanged, else as plain bytes."""
    harmed = not content.isascii() or b"\x00" in content or _LONG_LINE.search(content) or _LINE_ALONE.search(content)
    if harmed:
        return "application/octet-stream", "base64", _base64(content)
    return "message/rfc822", "7bit", content


def _name_boundaries(root: _Entity, seed: str) -> None:
    """Gives each multipart a delimiter that occurs in nothing it holds, from what it holds and nothing else."""
    entities = [root]
    for entity in entities:  # grows while it is walked
        entities.extend(entity.children)
    leaves = [entity.body for entity in entities if not entity.multipart]
    digest = hashlib.sha256(seed.encode("utf-8", "replace"))
    for body in leaves:
        digest.update(hashlib.sha256(body).digest())
    for number, entity in enumerate(entities):
        if entity.multipart:
            boundary = _free_boundary(digest.hexdigest(), number, leaves)
            parameters = {"boundary": boundary, **entity.parameters}
            entity.headers = [parameter_field("Content-Type", f"multipart/{entity.multipart}", parameters)]
            entity.body = boundary.encode("ascii")


def _free_boundary(digest: str, number: int, leaves: list[bytes]) -> str:
    """`=_` occurs in neither quoted-printable nor base64, so only seven-bit parts can ever collide."""
    attempt = 0
    while True:
        name = hashlib.sha256(f"{digest} {number} {attempt}".encode()).hexdigest()[:32]
        boundary = f"=_{name}"
        if not any(boundary.encode("ascii") in body for body in leaves):
            return boundary
        attempt += 1


def _write(entity: _Entity) -> bytes:
    """The body bytes; four levels at most, since `_body` makes no more."""
    if not entity.multipart:
        return entity.body
    pieces: list[bytes] = []
    for child in entity.children:
        pieces += [b"--", entity.body, b"\r\n", "".join(child.headers).encode("utf-8"), b"\r\n", _write(child), b"\r\n"]
    pieces += [b"--", entity.body, b"--\r\n"]
    return b"".join(pieces)
