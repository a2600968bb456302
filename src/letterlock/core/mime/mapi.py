"""Lists of MAPI properties as TNEF carries them, read within bounds ([MS-OXTNEF] section 2.1.3.4)."""

import struct
from dataclasses import dataclass

from letterlock.core.mime.charset import decode

BODY = 0x1000
RTF_COMPRESSED = 0x1009
BODY_HTML = 0x1013
SUBJECT = 0x0037
SENDER_NAME = 0x0C1A
SENDER_EMAIL = 0x0C1F
SENDER_SMTP = 0x5D01
DISPLAY_TO = 0x0E04
DISPLAY_NAME = 0x3001
ATTACH_DATA = 0x3701
ATTACH_FILENAME = 0x3704
ATTACH_LONG_FILENAME = 0x3707
ATTACH_MIME_TAG = 0x370E
ATTACH_CONTENT_ID = 0x3712
INTERNET_CODEPAGE = 0x3FDE
MESSAGE_CODEPAGE = 0x3FFD

_OF_MESSAGES = (BODY, RTF_COMPRESSED, BODY_HTML, SUBJECT, SENDER_NAME, SENDER_EMAIL, SENDER_SMTP, DISPLAY_TO)
_OF_FILES = (DISPLAY_NAME, ATTACH_DATA, ATTACH_FILENAME, ATTACH_LONG_FILENAME, ATTACH_MIME_TAG, ATTACH_CONTENT_ID)
KEPT = frozenset((*_OF_MESSAGES, *_OF_FILES, INTERNET_CODEPAGE, MESSAGE_CODEPAGE))

_FIXED = {0x02: 4, 0x03: 4, 0x04: 4, 0x05: 8, 0x06: 8, 0x07: 8, 0x0A: 4, 0x0B: 4, 0x14: 8, 0x40: 8, 0x48: 16}
"""Bytes of each fixed-size type, padded to a multiple of four."""
_VARIABLE = frozenset((0x0D, 0x1E, 0x1F, 0x102))
_INTEGER, _OBJECT, _STRING, _UNICODE, _BINARY = 0x03, 0x0D, 0x1E, 0x1F, 0x102
_MULTIPLE = 0x1000
_NAMED = 0x8000
_MOST_PROPERTIES = 4_000
_MOST_VALUES = 20_000

_CODEPAGES = {
    65001: "utf-8",
    65000: "utf-7",
    20127: "us-ascii",
    28591: "iso-8859-1",
    1200: "utf-16le",
    1201: "utf-16be",
}
_CODEPAGES |= {28590 + part: f"iso-8859-{part}" for part in range(2, 16)}
_CODEPAGES |= {50220: "iso-2022-jp", 50221: "iso-2022-jp", 50222: "iso-2022-jp", 50225: "iso-2022-kr", 51932: "euc-jp"}
_CODEPAGES |= {
    51936: "gb2312",
    51949: "euc-kr",
    52936: "hz-gb-2312",
    54936: "gb18030",
    20866: "koi8-r",
    21866: "koi8-u",
}
_CODEPAGES |= {10000: "macintosh", 10007: "x-mac-cyrillic"}


class Broken(Exception):
    """The bytes end, or contradict themselves, before the list does."""


@dataclass(frozen=True, slots=True)
class Value:
    """One value: its type and its bytes."""

    type: int
    data: bytes

    def text(self, codepage: int | None) -> str:
        """A string, without the zero it ends with."""
        if self.type == _UNICODE:
            return self.data.decode("utf-16-le", "replace").partition("\0")[0]
        return decode_codepage(self.data.rstrip(b"\0"), codepage)

    def number(self) -> int | None:
        return int(struct.unpack_from("<I", self.data)[0]) if self.type == _INTEGER else None

    @property
    def object(self) -> bool:
        return self.type == _OBJECT


def decode_codepage(data: bytes, codepage: int | None) -> str:
    """Text in a Windows code page; without one UTF-8 when it is that, else windows-1252."""
    label = None if codepage is None else _CODEPAGES.get(codepage, f"cp{codepage}")
    return decode(data, label)[0]


def read_properties(data: bytes, most: int = _MOST_PROPERTIES) -> tuple[dict[int, Value], bool]:
    """The first value of each property in `KEPT`, and whether the whole list, of at most `most`, could be read."""
    found: dict[int, Value] = {}
    try:
        _read(memoryview(data), found, min(most, _MOST_PROPERTIES))
    except (Broken, struct.error):
        return found, False
    return found, True


def count_properties(data: bytes) -> int:
    """How many there are, by what the list says."""
    return int.from_bytes(data[:4], "little")


def _read(data: memoryview, found: dict[int, Value], most: int) -> None:
    (count,) = struct.unpack_from("<I", data)
    if count > most:
        raise Broken
    position = 4
    left = _MOST_VALUES
    for _ in range(count):
        kind, name = struct.unpack_from("<HH", data, position)
        position += 4
        named = name >= _NAMED
        if named:
            position = _after_name(data, position)
        values = 1
        variable = kind & ~_MULTIPLE in _VARIABLE
        if kind & _MULTIPLE or variable:
            (values,) = struct.unpack_from("<I", data, position)
            position += 4
        left -= values
        if left < 0:
            raise Broken
        for index in range(values):
            value, position = _value(data, position, kind & ~_MULTIPLE)
            if name in KEPT and not named and not index:
                found.setdefault(name, value)


def _after_name(data: memoryview, position: int) -> int:
    """A named property's GUID and its number or string ([MS-OXTNEF] 2.1.3.4.1) are passed over."""
    (by_string,) = struct.unpack_from("<I", data, position + 16)
    if not by_string:
        return position + 24
    (length,) = struct.unpack_from("<I", data, position + 20)
    return position + 24 + _padded(length)


def _value(data: memoryview, position: int, kind: int) -> tuple[Value, int]:
    if kind in _FIXED:
        end = stop = position + _FIXED[kind]
    elif kind in _VARIABLE:
        (length,) = struct.unpack_from("<I", data, position)
        position += 4
        stop = position + length
        end = position + _padded(length)
    elif kind == 0x01:  # null: no bytes
        end = stop = position
    else:
        raise Broken
    if stop > len(data):
        raise Broken
    return Value(kind, bytes(data[position:stop])), end


def _padded(length: int) -> int:
    return length + -length % 4
