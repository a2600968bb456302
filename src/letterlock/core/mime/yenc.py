"""Files written into a text as yEnc, which some newsreaders and gateways still send (yEnc draft 1.3)."""

import re

_BEGIN = re.compile(rb"^=ybegin (?P<fields>[^\r\n]{1,300}? )?name=(?P<name>[^\r\n]{1,255})\r?\n", re.MULTILINE)
_PART = re.compile(rb"=ypart [^\r\n]{1,200}\r?\n")
_END = re.compile(rb"^=yend(?: [^\r\n]{0,200})?(?:\r?\n|\Z)", re.MULTILINE)
_ESCAPE = re.compile(rb"=(.)", re.DOTALL)
_DECODED = bytes((byte - 42) % 256 for byte in range(256))
_UNESCAPED = {bytes([byte]): bytes([(byte - 64) % 256]) for byte in range(256)}


def find_yenc(data: bytes, start: int) -> tuple[int, int, bytes, str] | None:
    """(start, end, bytes, name) of the next whole `=ybegin … =yend` block from `start` on."""
    opening = _BEGIN.search(data, start)
    if opening is None:
        return None
    closing = _END.search(data, opening.end())
    if closing is None:
        return None
    body = opening.end()
    part = _PART.match(data, body)
    if part is not None:
        body = part.end()
    coded = data[body : closing.start()].translate(None, b"\r\n")
    content = _ESCAPE.sub(lambda match: _UNESCAPED[match[1]], coded).translate(_DECODED)
    return opening.start(), closing.end(), content, opening["name"].decode("utf-8", "replace").strip()
