"""Style sheets a mail carries in an address: `@import url(data:…)` and `<link href="data:…">` (RFC 2397)."""

import binascii
import re
from urllib.parse import unquote_to_bytes

_IMPORT = re.compile(
    r"""@import\s*+(?:url\(\s*+)?+(?:"([^"\\\n]*+)"|'([^'\\\n]*+)'|([^\s"'()\\]*+))\s*+\)?+\s*+(.*+)""", re.I | re.S
)
_HEAD = re.compile(r"data:\s*+text/css\s*+((?:;[^;,]*+)*+),", re.I)


def read_carried(address: str) -> str:
    """The style sheet in an address; "" where there is none."""
    address = address.strip().partition("#")[0]
    head = _HEAD.match(address)
    if head is None:
        return ""
    data = unquote_to_bytes(address[head.end() :])
    if head[1].rstrip().lower().endswith(";base64"):
        letters = bytes(byte for byte in data if byte not in b" \t\r\n\f")
        try:
            data = binascii.a2b_base64(letters + b"=" * (-len(letters) % 4))
        except binascii.Error:
            return ""
    return data.decode("utf-8", "replace")


def read_import(rule: str) -> tuple[str, str]:
    """The sheet that an `@import` rule carries, and what it says of media and layers; "" where it carries none."""
    match = _IMPORT.match(rule)
    if match is None:
        return "", ""
    return read_carried(match[1] or match[2] or match[3] or ""), match[4].strip()
