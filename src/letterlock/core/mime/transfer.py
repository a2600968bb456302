"""Content-Transfer-Encoding undone, with junk and breakage tolerated and named (RFC 2045 section 6)."""

import binascii
import re

_NOT_BASE64 = bytes(
    byte for byte in range(256) if not (chr(byte).isascii() and chr(byte).isalnum()) and byte not in b"+/="
)
_PADDED = re.compile(rb"([^=]+)(=*)")
_SPACES = b" \t\r\n"
_SOFT_BREAK_WITH_SPACES = re.compile(rb"=[ \t]+(?=\r?\n)")
_BAD_ESCAPE = re.compile(rb"=(?![0-9A-Fa-f]{2}|\r?\n|\Z)")
_UU_BEGIN = re.compile(rb"^begin(?:-base64)? [0-7]{3,4}(?: ([^\r\n]{0,255}))?\r?\n", re.MULTILINE)


def decode_base64(data: bytes) -> tuple[bytes, bool]:
    """The bytes, and whether there was anything wrong. Junk is skipped; after padding only clean base64 is read on."""
    compact = data.translate(None, _SPACES)
    try:
        return binascii.a2b_base64(compact, strict_mode=True), False
    except binascii.Error:
        return _decode_broken_base64(compact), True


def _decode_broken_base64(data: bytes) -> bytes:
    """Up to the first padding, and on beyond it only through whole, padded pieces, as of encodings put in a row.

    What follows padding and holds anything else than base64 is text that came after it.
    """
    padding = data.find(b"=")
    if padding != -1 and data[padding:].translate(None, _NOT_BASE64) != data[padding:]:
        data = data[: padding + 1]
    pieces = _PADDED.findall(data.translate(None, _NOT_BASE64))
    result: list[bytes] = []
    for number, (chunk, padding) in enumerate(pieces):
        if number and (len(chunk) + len(padding)) % 4:
            break
        result.append(_decode_chunk(chunk))
    return b"".join(result)


def _decode_chunk(chunk: bytes) -> bytes:
    if len(chunk) % 4 == 1:
        chunk = chunk[:-1]
    return binascii.a2b_base64(chunk + b"=" * (-len(chunk) % 4))


def decode_quoted_printable(data: bytes) -> tuple[bytes, bool]:
    """The bytes, and whether some escape was broken (it then stands for itself)."""
    if b"=" not in data:
        return data, False
    data = _SOFT_BREAK_WITH_SPACES.sub(b"=", data)
    return binascii.a2b_qp(data), _BAD_ESCAPE.search(data) is not None


def decode_uuencode(data: bytes) -> tuple[bytes, str | None] | None:
    """The bytes and file name of the first uuencoded file in `data`; None when there is none that is whole."""
    found = find_uuencoded(data, 0)
    return None if found is None else (found[2], found[3])


def find_uuencoded(data: bytes, start: int) -> tuple[int, int, bytes, str] | None:
    """(start, end, bytes, name) of the next whole `begin … end` block from `start` on."""
    opening = _UU_BEGIN.search(data, start)
    while opening is not None:
        content: list[bytes] = []
        position = opening.end()
        while True:
            line_end = data.find(b"\n", position)
            line = data[position : line_end if line_end != -1 else len(data)].rstrip(b"\r")
            if line.strip() == b"end":
                stop = line_end + 1 if line_end != -1 else len(data)
                return opening.start(), stop, b"".join(content), (opening[1] or b"").decode("utf-8", "replace").strip()
            piece = _uu_line(line)
            if piece is None or line_end == -1:
                break
            content.append(piece)
            position = line_end + 1
        opening = _UU_BEGIN.search(data, max(position, opening.end()))
    return None


def _uu_line(line: bytes) -> bytes | None:
    """One data line; encoders differ in trailing padding, so the length named first decides."""
    if not line.strip() or line == b"`":
        return b""
    length = (line[0] - 32) & 63
    if not 32 <= line[0] <= 96 or len(line) > 1 + (length + 2) // 3 * 4 + 2:
        return None
    try:
        return binascii.a2b_uu(line)
    except binascii.Error:
        try:
            return binascii.a2b_uu(line[: 1 + (length * 4 + 5) // 3])
        except binascii.Error:
            return None


def decode_transfer(data: bytes, encoding: str) -> tuple[bytes, str | None]:
    """The bytes of a body by its Content-Transfer-Encoding (lower case), and the name of a defect or None."""
    if encoding in ("", "7bit", "8bit", "binary"):
        return data, None
    if encoding == "base64":
        decoded, broken = decode_base64(data)
        return decoded, "bad-base64" if broken else None
    if encoding == "quoted-printable":
        decoded, broken = decode_quoted_printable(data)
        return decoded, "bad-quoted-printable" if broken else None
    if encoding in ("x-uuencode", "uuencode", "x-uue", "uue"):
        found = decode_uuencode(data)
        return (data, "bad-uuencode") if found is None else (found[0], None)
    return data, "unknown-encoding"
