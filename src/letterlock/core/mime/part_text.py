"""The bytes and the text of one part: transfer encoding, charset, files and signatures written into text, and flow."""

import re
from collections.abc import Callable

from letterlock.core.mime.armour import is_encrypted, without_armour
from letterlock.core.mime.charset import decode
from letterlock.core.mime.files import add_inline_file
from letterlock.core.mime.findings import Findings
from letterlock.core.mime.flowed import unflow
from letterlock.core.mime.parts import Part
from letterlock.core.mime.transfer import decode_transfer, find_uuencoded
from letterlock.core.mime.yenc import find_yenc

_META_CHARSET = re.compile(rb"<meta[^>]{0,200}?charset\s*=\s*[\"']?\s*([A-Za-z0-9_.:-]{1,40})", re.IGNORECASE)
_CODED_AS = ("7bit", "8bit", "binary", "base64", "quoted-printable")
_Finder = Callable[[bytes, int], tuple[int, int, bytes, str] | None]


def _encoding(part: Part) -> str:
    value = (part.headers.first("content-transfer-encoding") or "").strip().lower()
    first = re.split(r"[\s;(]", value.strip("\"'"), maxsplit=1)[0].strip("\"'")
    return next((name for name in _CODED_AS if first in (name, name.replace("bit", "-bit"))), first)


def read_bytes(raw: bytes, part: Part, found: Findings) -> bytes:
    """The content of a part that is a file, or text before its charset is read."""
    if part.type.value.startswith("multipart/"):
        return raw[part.start : part.end]
    data, defect = decode_transfer(raw[part.start : part.end], _encoding(part))
    found.defect(defect)
    return data


def read_text(raw: bytes, part: Part, found: Findings) -> str:
    """A part of the body as text; files written into it become attachments."""
    data = read_bytes(raw, part, found)
    html = part.type.value == "text/html"
    if not html:
        data = _without_files(data, found)
    charset = part.type.parameters.get("charset")
    if html and not charset and not data.isascii():
        declared = _META_CHARSET.search(data, 0, 2_048)
        charset = declared[1].decode("ascii") if declared and not _is_utf8(data) else None
    text, defect = decode(data, charset, html=html)
    found.defect(defect)
    if "\x00" in text:
        found.defect("nul")
        text = text.replace("\x00", "")
    text = bounded(text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n"), found)
    if html:
        return text
    if "-----BEGIN PGP " in text:
        text = _without_armour(text, found)
    if part.type.parameters.get("format", "").lower() == "flowed":
        return unflow(text, delete_space=part.type.parameters.get("delsp", "").lower() == "yes")
    return text


def bounded(text: str, found: Findings) -> str:
    """The text as far as the bound on its length."""
    if len(text) <= found.limits.text:
        return text
    found.exceeded["text"] = None
    return text[: found.limits.text]


def _without_armour(text: str, found: Findings) -> str:
    if is_encrypted(text):
        found.protection["pgp-encrypted"] = None
    text, signed = without_armour(text)
    if signed:
        found.protection["pgp-signed"] = None
    return text


def _is_utf8(data: bytes) -> bool:
    try:
        data.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True


def _without_files(data: bytes, found: Findings) -> bytes:
    """Files written into the text the old ways become attachments, as in mail programs."""
    if b"begin" not in data:
        return data
    if b"\nend" in data:
        data = _cut(data, find_uuencoded, found)
    if b"=ybegin " in data:
        data = _cut(data, find_yenc, found)
    return data


def _cut(data: bytes, find: _Finder, found: Findings) -> bytes:
    kept: list[bytes] = []
    position = 0
    while found.room > 0:
        file = find(data, position)
        if file is None:
            break
        start, end, content, name = file
        kept.append(data[position:start])
        position = end
        add_inline_file(found, name, content)
    return data if not position else b"".join([*kept, data[position:]])
