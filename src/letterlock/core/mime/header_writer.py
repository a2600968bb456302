"""Header fields written: refused when a value could break out of its line, encoded and folded when it is fine.

RFC 5322 section 2.2.3 (folding), RFC 2047 (encoded words), RFC 2231 (file names).
"""

import re

from letterlock.core.address import Address, format_address
from letterlock.core.errors import Invalid
from letterlock.core.mime.display import has_controls
from letterlock.core.mime.encoded_words import decode_words, encode_words
from letterlock.core.mime.message_ids import LONGEST

_FOLD_AT = 78
_LONGEST_WORD = 64
"""Characters of a plain word: it fits a line together with the name of the field."""
_HARD_LIMIT = 998
"""Bytes of a line without its CRLF (RFC 5322 section 2.1.1)."""

_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,75}\Z")
_ID = re.compile(r"[^\s<>\x00-\x20\x7f]+\Z")
_TOKEN = re.compile(r"[A-Za-z0-9!#$&^_.+-]{1,127}\Z")
_ATTRIBUTE = frozenset(b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789!#$&+-.^_`{|}~")

_REFERENCES_ROOM = 4_000
"""Characters of a References field; beyond it the middle is left out, as the ends are what threads hang on."""


def refuse_controls(value: str, what: str) -> str:
    """`value`; Invalid when it, or what its encoded words decode to, has a control character or lone surrogate."""
    if has_controls(value) or ("=?" in value and has_controls(decode_words(value))):
        raise Invalid(f"{what} has a line break or another control character in it; remove it", param=what)
    return value


def field(name: str, words: list[str]) -> str:
    """`Name: words` folded between words at 78 where it can be, with CRLF. Invalid when a word fits no line."""
    lines: list[str] = []
    line = f"{name}:"
    for word in words:
        if len(line) + 1 + len(word) > _FOLD_AT and line.strip() and line != f"{name}:":
            lines.append(line)
            line = ""
        line = f"{line} {word}"
    lines.append(line)
    if any(len(text.encode("utf-8")) > _HARD_LIMIT for text in lines):
        raise Invalid(f"the {name} field has a word too long for any line of a message", param=name.lower())
    return "\r\n".join(lines) + "\r\n"


def text_field(name: str, value: str) -> str:
    """An unstructured field such as Subject: as it is when plain ASCII words, else as encoded words."""
    refuse_controls(value, name.lower())
    value = value.strip()
    plain = value.isascii() and "=?" not in value and all(0 < len(word) <= _LONGEST_WORD for word in value.split(" "))
    if not value or plain:
        return field(name, value.split(" ") if value else [])
    return field(name, encode_words(value))


def address_field(name: str, addresses: tuple[Address, ...]) -> str:
    """A list of mailboxes, folded between them and inside long display names."""
    words: list[str] = []
    for index, address in enumerate(addresses):
        refuse_controls(address.name, name.lower())
        refuse_controls(address.spec, name.lower())
        last = index == len(addresses) - 1
        words += (format_address(address) + ("" if last else ",")).split(" ")
    return field(name, words)


def id_field(name: str, ids: tuple[str, ...]) -> str:
    """Message ids in angle brackets, the middle left out when there are very many."""
    for text in ids:
        if not _ID.match(text) or len(text) > LONGEST or not text.isascii():
            raise Invalid(f"{name} has an id that is not one word of printable ASCII", param=name.lower())
    return field(name, [f"<{text}>" for text in trim_references(ids)])


def trim_references(ids: tuple[str, ...]) -> tuple[str, ...]:
    """The first id, which names the thread, and as many of the last as there is room for."""
    kept: list[str] = []
    room = _REFERENCES_ROOM - len(ids[0]) if ids else 0
    for text in reversed(ids[1:]):
        room -= len(text) + 3
        if room < 0:
            break
        kept.append(text)
    return (*ids[:1], *reversed(kept))


def extra_field(name: str, value: str) -> str:
    """A field a caller names. Raises Invalid for a name that is none or belongs to the composer or to transport."""
    if not _NAME.match(name):
        raise Invalid(f"'{name[:80]!r}' is not a header name: letters, digits and hyphens only", param="headers")
    lower = name.lower()
    if lower in _RESERVED or lower.startswith(("content-", "resent-", "arc-", "x-letterlock-")):
        raise Invalid(f"the header {name} is written by the server and cannot be given", param="headers")
    return text_field(name, value)


_RESERVED = frozenset(
    [
        *(
            "from",
            "sender",
            "reply-to",
            "to",
            "cc",
            "bcc",
            "subject",
            "date",
            "message-id",
            "in-reply-to",
            "references",
        ),
        *("mime-version", "auto-submitted", "received", "return-path", "delivered-to", "dkim-signature"),
        *("authentication-results", "received-spf", "apparently-to", "errors-to", "disposition-notification-to"),
        "return-receipt-to",
    ]
)
"""Written by the composer or by transport, or asking mail programs for answers nobody sees."""


def parameter(name: str, value: str) -> list[str]:
    """`name="value"` for ASCII that fits a line, else RFC 2231 pieces; each without its semicolon."""
    if value.isascii() and len(value) <= 60 and "=?" not in value:
        escaped = value.replace("\\", "\\\\").replace('"', '\\"')
        # A fold inside a quoted string is white space there, so one word is one parameter.
        return [f'{name}="{escaped}"']
    encoded = [chr(byte) if byte in _ATTRIBUTE else f"%{byte:02X}" for byte in value.encode("utf-8")]
    pieces: list[str] = [""]
    for character in encoded:
        if len(pieces[-1]) + len(character) > 50:
            pieces.append("")
        pieces[-1] += character
    if len(pieces) == 1:
        return [f"{name}*=utf-8''{pieces[0]}"]
    pieces[0] = f"utf-8''{pieces[0]}"
    return [f"{name}*{index}*={text}" for index, text in enumerate(pieces)]


def parameter_field(name: str, value: str, parameters: dict[str, str]) -> str:
    """`Name: value; a=…; b=…` folded between parameters."""
    words = [value]
    for key, text in parameters.items():
        if not _TOKEN.match(key):
            raise Invalid(f"'{key[:40]}' is not a parameter name", param=name.lower())
        words += parameter(key, refuse_controls(text, key))
    return field(name, [f"{word};" for word in words[:-1]] + words[-1:])
