"""The compressed RTF of a MAPI body unpacked ([MS-OXRTFCP] section 3.1)."""

import struct

_DICTIONARY = (
    b"{\\rtf1\\ansi\\mac\\deff0\\deftab720{\\fonttbl;}{\\f0\\fnil \\froman \\fswiss \\fmodern \\fscript "
    b"\\fdecor MS Sans SerifSymbolArialTimes New RomanCourier{\\colortbl\\red0\\green0\\blue0\r\n\\par \\pard"
    b"\\plain\\f0\\fs20\\b\\i\\u\\tab\\tx"
)
_SIZE = 4_096


def decompress(data: bytes, longest: int) -> tuple[bytes, bool]:
    """The RTF, at most `longest` bytes, and whether all of it could be read."""
    if len(data) < 16:
        return b"", False
    packed, unpacked, kind, _ = struct.unpack_from("<II4sI", data)
    end = min(len(data), packed + 4)
    size = min(unpacked, longest)
    if kind == b"MELA":
        return data[16 : 16 + size], len(data) >= 16 + unpacked and size == unpacked
    if kind != b"LZFu":
        return b"", False
    result = _expand(data, end, size)
    return result, len(result) == unpacked


def _expand(data: bytes, end: int, size: int) -> bytes:
    """Runs name a place in the last 4,096 bytes, before which stands a dictionary both sides know."""
    window = bytearray(_DICTIONARY.ljust(_SIZE, b"\0"))
    head = len(_DICTIONARY)
    output = bytearray()
    position = 16
    while position < end and len(output) < size:
        flags = data[position]
        position += 1
        for bit in range(8):
            if not flags >> bit & 1:
                if position >= end:
                    return bytes(output[:size])
                piece = data[position : position + 1]
                position += 1
            else:
                if position + 2 > end:
                    return bytes(output[:size])
                run = data[position] << 8 | data[position + 1]
                position += 2
                offset, length = run >> 4, (run & 15) + 2
                if offset == head:
                    return bytes(output[:size])
                piece = _run(window, offset, length, head)
            output += piece
            for byte in piece:
                window[head] = byte
                head = (head + 1) % _SIZE
    return bytes(output[:size])


def _run(window: bytearray, offset: int, length: int, head: int) -> bytes:
    """`length` bytes from `offset` on; a run that reaches the place being written repeats itself."""
    before = (head - offset) % _SIZE
    if before >= length and offset + length <= _SIZE:
        return bytes(window[offset : offset + length])
    known = bytes(window[(offset + index) % _SIZE] for index in range(min(before, length)))
    return (known * length)[:length] if known else b""
