"""A message attached in Outlook's own form, written anew as a mail that everything else can read (RFC 5322)."""

import base64

from letterlock.core.mime.display import clean_line
from letterlock.core.mime.encoded_words import encode_words
from letterlock.core.mime.tnef import Tnef, TnefFile

_BOUNDARY = b"letterlock-tnef"
"""No line of base64 begins with dashes, so it occurs nowhere else."""


def as_message(opened: Tnef) -> tuple[str | None, bytes]:
    """A file name and the mail. What is attached in it in the same form stays as it is, to be opened in its turn."""
    subject = clean_line(opened.subject)
    name = f"{subject[:100]}.eml".replace("/", "_").replace("\\", "_") if subject else None
    return name, _written(opened, subject)


def _written(opened: Tnef, subject: str) -> bytes:
    lines = [b"MIME-Version: 1.0"]
    for field, value in (("From", opened.sender), ("To", opened.recipients), ("Subject", subject)):
        if value:
            lines.append(f"{field}: ".encode() + _header(clean_line(value)))
    lines += [b'Content-Type: multipart/mixed; boundary="' + _BOUNDARY + b'"', b""]
    if opened.html:
        lines += _part(b"text/html; charset=utf-8", None, opened.html.encode("utf-8", "replace"))
    elif opened.text:
        lines += _part(b"text/plain; charset=utf-8", None, opened.text.encode("utf-8", "replace"))
    for file in opened.files:
        lines += _part(*_file(file))
    return b"\r\n".join([*lines, b"--" + _BOUNDARY + b"--", b""])


def _header(value: str) -> bytes:
    """Addresses stay readable; other characters are written as encoded words."""
    if value.isascii():
        return value[:900].encode("ascii")
    text, bracket, address = value[:300].partition(" <") if value.endswith(">") else (value[:300], "", "")
    return " ".join(encode_words(text)).encode("ascii") + (bracket + address).encode("utf-8", "replace")


def _file(file: TnefFile) -> tuple[bytes, str, bytes]:
    if file.message is not None:
        return b"application/ms-tnef", "winmail.dat", file.message
    return b"application/octet-stream", clean_line(file.name or "file")[:200], file.content


def _part(kind: bytes, name: str | None, content: bytes) -> list[bytes]:
    lines = [b"--" + _BOUNDARY, b"Content-Type: " + kind, b"Content-Transfer-Encoding: base64"]
    if name is not None:
        quoted = name.replace("\\", "\\\\").replace('"', '\\"').encode("utf-8", "replace")
        lines.append(b'Content-Disposition: attachment; filename="' + quoted + b'"')
    return [*lines, b"", base64.encodebytes(content).rstrip(b"\n").replace(b"\n", b"\r\n")]
