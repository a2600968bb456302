"""What lies in an S/MIME object: which kind it is, and the content of a signed or packed one (RFC 5652, RFC 8551).

No signature is checked here and nothing is decrypted. BER with indefinite lengths is read, as mail programs write it.
"""

import binascii
import re
import zlib
from dataclasses import dataclass, field

_SIGNED = bytes.fromhex("2a864886f70d010702")
_KINDS = {
    _SIGNED: "signed",
    bytes.fromhex("2a864886f70d010703"): "encrypted",
    bytes.fromhex("2a864886f70d0109100117"): "encrypted",
    bytes.fromhex("2a864886f70d0109100109"): "compressed",
}
_SEQUENCE, _OID, _OCTETS, _OCTETS_OF_PIECES, _EXPLICIT = 0x30, 0x06, 0x04, 0x24, 0xA0
_MOST_ELEMENTS = 200_000
_BASE64 = re.compile(rb"\s*+(?:-----BEGIN [A-Z0-9 ]{1,30}-----\s)?+\s*+(MI[A-Za-z0-9+/=\s]+)")


@dataclass(frozen=True, slots=True)
class Cms:
    """`kind` is signed, encrypted or compressed, "" when it is none of these; `content` what is readable of it."""

    kind: str = ""
    content: bytes | None = field(default=None, repr=False)
    whole: bool = True


class _Broken(Exception):
    """It is not the structure it should be."""


@dataclass(slots=True)
class _Walk:
    data: bytes
    position: int = 0
    left: int = _MOST_ELEMENTS

    def head(self) -> tuple[int, int | None]:
        """The tag and the end of the next element; it is then entered. None is an end marked further on."""
        self.left -= 1
        data, position = self.data, self.position
        if self.left < 0 or position + 2 > len(data) or data[position] & 0x1F == 0x1F:
            raise _Broken
        tag, length = data[position], data[position + 1]
        position += 2
        if length > 0x84:
            raise _Broken
        if length > 0x80:
            width = length & 0x7F
            length = int.from_bytes(data[position : position + width], "big")
            position += width
        elif length == 0x80:
            self.position = position
            return tag, None
        self.position = position
        return tag, position + length

    def enter(self, wanted: int) -> int | None:
        tag, end = self.head()
        if tag != wanted:
            raise _Broken
        return end

    def skip(self) -> None:
        """Past one whole element, whatever lies in it."""
        open_ends = 0
        while True:
            tag, end = self.head()
            if end is None:
                open_ends += 1
            else:
                self.position = end
                if tag == 0:
                    open_ends -= 1
            if open_ends <= 0:
                return

    def oid(self) -> bytes:
        end = self.enter(_OID)
        if end is None:
            raise _Broken
        found = self.data[self.position : end]
        self.position = end
        return found

    def octets(self) -> bytes:
        """A string, also one written as pieces within pieces; one that was cut off is given as far as it goes."""
        tag, end = self.head()
        if tag == _OCTETS and end is not None:
            return self.data[self.position : end]
        if tag != _OCTETS_OF_PIECES:
            raise _Broken
        pieces: list[bytes] = []
        open_ends = 1 if end is None else 0
        last = len(self.data) if end is None else min(end, len(self.data))
        while self.position + 2 <= last:
            tag, end = self.head()
            if tag == _OCTETS and end is not None:
                pieces.append(self.data[self.position : end])
                self.position = end
            elif tag == 0:
                open_ends -= 1
                if open_ends <= 0:
                    break
            elif tag != _OCTETS_OF_PIECES:
                raise _Broken
            elif end is None:
                open_ends += 1
        return b"".join(pieces)


def read_cms(data: bytes, most: int) -> Cms:
    """Never raises. `most` bytes are unpacked at most; `whole` says whether that was enough."""
    data = _binary(data)
    walk = _Walk(data)
    try:
        walk.enter(_SEQUENCE)
        kind = _KINDS.get(walk.oid(), "")
    except _Broken:
        return Cms()
    if kind not in ("signed", "compressed"):
        return Cms(kind)
    try:
        content = _content(walk)
    except _Broken:
        return Cms(kind)
    if kind == "signed":
        return Cms(kind, content)
    return Cms(kind, *_unpacked(content, most))


def _content(walk: _Walk) -> bytes:
    """EncapsulatedContentInfo.eContent, which both kinds hold after a version and the algorithms."""
    walk.enter(_EXPLICIT)
    walk.enter(_SEQUENCE)
    walk.skip()
    walk.skip()
    end = walk.enter(_SEQUENCE)
    walk.oid()
    if end is not None and walk.position >= end:
        raise _Broken  # a detached signature has no content
    walk.enter(_EXPLICIT)
    return walk.octets()


def _unpacked(data: bytes, most: int) -> tuple[bytes | None, bool]:
    if most <= 0:  # which zlib takes for "without bound"
        return None, False
    unpacking = zlib.decompressobj()
    try:
        return unpacking.decompress(data, most), not unpacking.unconsumed_tail
    except zlib.error:
        return None, True


def _binary(data: bytes) -> bytes:
    """Some gateways lose the transfer encoding's label, or write PEM."""
    match = None if data[:1] == b"\x30" else _BASE64.match(data)
    if match is None:
        return data
    text = match[1].translate(None, b" \t\r\n=")
    return binascii.a2b_base64(text[: len(text) - (len(text) % 4 == 1)] + b"=" * (-len(text) % 4))
