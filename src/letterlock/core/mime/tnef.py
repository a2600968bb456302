"""What a `winmail.dat` holds: the body and the files of a message sent by Outlook as TNEF ([MS-OXTNEF] section 2.1)."""

import struct
from dataclasses import dataclass, field

from letterlock.core.mime import mapi
from letterlock.core.mime.compressed_rtf import decompress
from letterlock.core.mime.mapi import Value, count_properties, decode_codepage, read_properties
from letterlock.core.mime.rtf import read_rtf

SIGNATURE = b"\x78\x9f\x3e\x22"
TYPES = frozenset(("application/ms-tnef", "application/vnd.ms-tnef", "application/x-tnef"))

_BODY = 0x800C
_SUBJECT = 0x8004
_ATTACH_DATA = 0x800F
_ATTACH_TITLE = 0x8010
_ATTACH_TRANSPORT_NAME = 0x9001
_ATTACH_BEGIN = 0x9002
_PROPERTIES = 0x9003
_ATTACH_PROPERTIES = 0x9005
_OEM_CODEPAGE = 0x9007
_OF_FILE = 2
_EMBEDDED_MESSAGE = bytes.fromhex("0703020000000000c000000000000046")
_STORAGE = bytes.fromhex("0b00000000000000c000000000000046")
_MOST_ATTRIBUTES = 10_000
_MOST_PROPERTIES = 50_000


@dataclass(slots=True)
class TnefFile:
    """One attachment. `message` is the TNEF stream of an attached message, `content` the bytes of any other file."""

    name: str | None = None
    content_type: str | None = None
    content_id: str | None = None
    content: bytes = field(default=b"", repr=False)
    message: bytes | None = field(default=None, repr=False)


@dataclass(slots=True)
class Tnef:
    """The contents. `whole` is False when the stream is broken or was cut off, or held more than is read."""

    subject: str = ""
    sender: str = ""
    recipients: str = ""
    text: str | None = None
    html: str | None = None
    files: list[TnefFile] = field(default_factory=list)
    whole: bool = True
    unpacked: int = 0
    """Bytes of packed text that were read."""


@dataclass(slots=True)
class _Open:
    """What is known of the attachment being read."""

    file: TnefFile
    short_name: bytes = b""
    properties: dict[int, Value] = field(default_factory=dict)


def is_tnef(content: bytes) -> bool:
    """By its first bytes: names and types are chosen by whoever sent it."""
    return content.startswith(SIGNATURE)


def read_tnef(data: bytes, most_files: int, longest_text: int) -> Tnef:
    """Never raises; text is cut at `longest_text` characters. Attached messages are not opened here."""
    reader = _Reader(most_files, longest_text)
    reader.read(data)
    return reader.finish()


class _Reader:
    def __init__(self, most_files: int, longest_text: int) -> None:
        self._most = most_files
        self._longest = longest_text
        self._found = Tnef()
        self._codepage: int | None = None
        self._body = b""
        self._subject = b""
        self._properties: dict[int, Value] = {}
        self._open: list[_Open] = []
        self._left = _MOST_PROPERTIES

    def read(self, data: bytes) -> None:
        position = 6
        for _ in range(_MOST_ATTRIBUTES):
            if position + 9 > len(data):
                break
            level, name, length = data[position], *struct.unpack_from("<HxxI", data, position + 1)
            start = position + 9
            if level not in (1, _OF_FILE) or start + length > len(data):
                self._found.whole = False
                break
            self._attribute(level, name, data[start : start + length])
            position = start + length + 2
        if position < len(data) and not (set(data[position : position + 64]) <= {0, 10, 13, 32}):
            self._found.whole = False

    def _attribute(self, level: int, name: int, data: bytes) -> None:
        if level == _OF_FILE:
            self._of_file(name, data)
        elif name == _BODY:
            self._body = data
        elif name == _SUBJECT:
            self._subject = data
        elif name == _OEM_CODEPAGE and len(data) >= 4:
            (self._codepage,) = struct.unpack_from("<I", data)
        elif name == _PROPERTIES:
            self._properties = self._read_properties(data) | self._properties

    def _of_file(self, name: int, data: bytes) -> None:
        if name == _ATTACH_BEGIN or not self._open:
            if len(self._open) >= self._most:
                self._found.whole = False
                return
            self._open.append(_Open(TnefFile()))
        current = self._open[-1]
        if name == _ATTACH_TITLE or (name == _ATTACH_TRANSPORT_NAME and not current.short_name):
            current.short_name = data
        elif name == _ATTACH_DATA:
            current.file.content = data
        elif name == _ATTACH_PROPERTIES:
            current.properties = self._read_properties(data) | current.properties

    def _read_properties(self, data: bytes) -> dict[int, Value]:
        found, whole = read_properties(data, self._left)
        self._left = max(0, self._left - count_properties(data))
        self._found.whole &= whole
        return found

    def finish(self) -> Tnef:
        found = self._found
        codepage = self._number(mapi.INTERNET_CODEPAGE)
        oem = self._codepage if self._codepage is not None else self._number(mapi.MESSAGE_CODEPAGE)
        found.subject = self._text(mapi.SUBJECT, oem) or decode_codepage(self._subject.rstrip(b"\0"), oem)
        name = self._text(mapi.SENDER_NAME, oem)
        address = self._text(mapi.SENDER_SMTP, oem) or self._text(mapi.SENDER_EMAIL, oem)
        found.sender = f"{name} <{address}>" if name and "@" in address else name or address
        found.recipients = self._text(mapi.DISPLAY_TO, oem)
        self._read_body(codepage, oem)
        for opened in self._open:
            found.files.append(_file(opened, oem))
        return found

    def _number(self, name: int) -> int | None:
        value = self._properties.get(name)
        return value.number() if value else None

    def _text(self, name: int, codepage: int | None) -> str:
        value = self._properties.get(name)
        return value.text(codepage) if value else ""

    def _read_body(self, codepage: int | None, oem: int | None) -> None:
        found = self._found
        html = self._properties.get(mapi.BODY_HTML)
        text = self._text(mapi.BODY, oem) or decode_codepage(self._body.rstrip(b"\0"), oem)
        found.html = html.text(codepage if codepage is not None else oem) if html else None
        found.text = text or None
        packed = self._properties.get(mapi.RTF_COMPRESSED)
        if packed is not None and not found.html:
            rtf, whole = decompress(packed.data, self._longest * 2)
            found.whole &= whole
            found.unpacked = len(rtf)
            read = read_rtf(rtf, self._longest)
            found.html = read.html
            found.text = found.text or read.text
        found.text = found.text[: self._longest] if found.text else None
        found.html = found.html[: self._longest] if found.html else None


def _file(opened: _Open, codepage: int | None) -> TnefFile:
    file, properties = opened.file, opened.properties

    def text(name: int) -> str:
        value = properties.get(name)
        return value.text(codepage) if value else ""

    short = decode_codepage(opened.short_name.partition(b"\0")[0], codepage)
    names = (text(mapi.ATTACH_LONG_FILENAME), short, text(mapi.ATTACH_FILENAME), text(mapi.DISPLAY_NAME))
    file.name = next((name for name in names if name.strip()), None)
    file.content_type = text(mapi.ATTACH_MIME_TAG) or None
    file.content_id = text(mapi.ATTACH_CONTENT_ID) or None
    data = properties.get(mapi.ATTACH_DATA)
    if data is None:
        return file
    if not data.object:
        file.content = file.content or data.data
    elif data.data.startswith(_EMBEDDED_MESSAGE):
        file.message = data.data[16:]
    else:  # an OLE object: its storage follows the name of the interface
        file.content = data.data[16:] if data.data.startswith(_STORAGE) else data.data
    return file
