"""Writes TNEF streams (winmail.dat) as Outlook does, for tests ([MS-OXTNEF] section 2.1)."""

import struct

MESSAGE_IID = bytes.fromhex("0703020000000000c000000000000046")


def attribute(level: int, name: int, data: bytes, kind: int = 6) -> bytes:
    checksum = sum(data) & 0xFFFF
    return struct.pack("<BHHI", level, name, kind, len(data)) + data + struct.pack("<H", checksum)


def _padded(data: bytes) -> bytes:
    return data + b"\0" * (-len(data) % 4)


def unicode_value(name: int, text: str) -> bytes:
    data = text.encode("utf-16-le") + b"\0\0"
    return struct.pack("<HHII", 0x1F, name, 1, len(data)) + _padded(data)


def string_value(name: int, data: bytes) -> bytes:
    return struct.pack("<HHII", 0x1E, name, 1, len(data) + 1) + _padded(data + b"\0")


def binary_value(name: int, data: bytes, kind: int = 0x102) -> bytes:
    return struct.pack("<HHII", kind, name, 1, len(data)) + _padded(data)


def integer_value(name: int, number: int) -> bytes:
    return struct.pack("<HHI", 0x03, name, number)


def named_value(text: str) -> bytes:
    """A named property, to be passed over."""
    label = "Keywords".encode("utf-16-le") + b"\0\0"
    value = text.encode("utf-16-le") + b"\0\0"
    head = struct.pack("<HH", 0x1F, 0x8001) + bytes(16) + struct.pack("<II", 1, len(label)) + _padded(label)
    return head + struct.pack("<II", 1, len(value)) + _padded(value)


def properties(*values: bytes) -> bytes:
    return struct.pack("<I", len(values)) + b"".join(values)


def file(name: str, content: bytes, *values: bytes) -> bytes:
    """One attachment: its short name by an attribute, its long one by a property."""
    short = name.encode("ascii", "replace")[:12] + b"\0"
    return (
        attribute(2, 0x9002, struct.pack("<HIHHI", 1, 0xFFFFFFFF, 0, 0, 0))
        + attribute(2, 0x8010, short)
        + attribute(2, 0x800F, content)
        + attribute(2, 0x9005, properties(unicode_value(0x3707, name), *values))
    )


def message_file(name: str, stream: bytes) -> bytes:
    """An attached message in Outlook's own form."""
    values = properties(unicode_value(0x3001, name), binary_value(0x3701, MESSAGE_IID + stream, 0x0D))
    return attribute(2, 0x9002, struct.pack("<HIHHI", 1, 0, 0, 0, 0)) + attribute(2, 0x9005, values)


def tnef(*attributes: bytes, values: tuple[bytes, ...] = (), codepage: int = 1252) -> bytes:
    stream = b"\x78\x9f\x3e\x22\x01\x00"
    stream += attribute(1, 0x9006, struct.pack("<I", 0x10000), 8)
    stream += attribute(1, 0x9007, struct.pack("<II", codepage, 0))
    if values:
        stream += attribute(1, 0x9003, properties(*values))
    return stream + b"".join(attributes)
