"""A bounded look into a PDF (ISO 32000-1): what it does when it is opened, also in compressed object streams."""

import re
import zlib
from typing import Final

Finding = tuple[bool, str]

MAX_STREAMS: Final = 400
MAX_STREAM: Final = 500_000
MAX_ALL: Final = 4_000_000
_STREAM: Final = re.compile(rb"stream\r?\n")
_ESCAPED: Final = re.compile(rb"#([0-9A-Fa-f]{2})")
_NAME_END: Final = rb"(?![A-Za-z0-9])"
_LAUNCH: Final = re.compile(rb"/Launch" + _NAME_END)
_SCRIPT: Final = re.compile(rb"/(?:JavaScript|JS)" + _NAME_END)
_EMBEDDED: Final = re.compile(rb"/(?:EmbeddedFiles?|RichMedia|XFA)" + _NAME_END)
_SENDS: Final = re.compile(rb"/(?:SubmitForm|ImportData|GoToR|GoToE)" + _NAME_END)
_PROGRAM: Final = re.compile(
    rb"/(?:F|UF)\s{0,4}\((?:[^()\\]|\\.){1,200}\.(?:exe|scr|js|jse|vbs|lnk|bat|cmd|ps1|hta|msi|iso|docm|xlsm)\)", re.I
)
_URI: Final = re.compile(rb"/URI\s{0,4}\(((?:[^()\\]|\\.){1,2000})\)")


def look(content: bytes) -> list[Finding]:
    """What of it a reader should know."""
    said = _said(content)
    found: list[Finding] = []
    if _LAUNCH.search(said):
        found.append((True, "it starts a program when opened"))
    if _PROGRAM.search(said):
        found.append((True, "it carries a program or script"))
    elif _EMBEDDED.search(said):
        found.append((False, "it holds embedded files or active content"))
    if _SCRIPT.search(said):
        found.append((False, "it runs a script"))
    if _SENDS.search(said):
        found.append((False, "it sends what is typed in, or opens other files"))
    if b"/Encrypt" in said:
        found.append((False, "it is encrypted, so its content cannot be checked"))
    return found


def links(content: bytes) -> tuple[str, ...]:
    """The addresses it links to."""
    found = (match[1].decode("latin-1") for match in _URI.finditer(_said(content)))
    return tuple(dict.fromkeys(found))[:200]


def _said(content: bytes) -> bytes:
    """What stands in the clear, and in object streams, with names written out."""
    parts = [content[:MAX_ALL]]
    left = MAX_ALL
    for number, match in enumerate(_STREAM.finditer(content)):
        if number == MAX_STREAMS or left <= 0:
            break
        head = content[max(0, match.start() - 400) : match.start()]
        head = head[head.rfind(b" obj") + 1 :]
        if b"ObjStm" not in head or b"FlateDecode" not in head:
            continue
        text = _inflated(content, match.end(), min(left, MAX_STREAM))
        left -= len(text)
        parts.append(text)
    return _ESCAPED.sub(lambda found: bytes([int(found[1], 16)]), b"\n".join(parts))


def _inflated(content: bytes, start: int, most: int) -> bytes:
    try:
        return zlib.decompressobj().decompress(content[start : start + MAX_STREAM * 2], most)
    except zlib.error:
        return b""
