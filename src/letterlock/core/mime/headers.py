"""A block of header fields read from bytes, within bounds (RFC 5322 sections 2.2 and 4.5)."""

import re
from dataclasses import dataclass, field

from letterlock.core.mime.charset import windows_1252
from letterlock.core.mime.display import has_controls, without_controls
from letterlock.core.mime.encoded_words import decode_words
from letterlock.core.mime.limits import Limits

_LIKE_FROM = re.compile(rb"[ \t]*+from[ \t]*+(?:\r?\n[ \t]++)?:", re.IGNORECASE)
"""What is no field, though some programs read a From field in it."""
_FIELD = re.compile(rb"([!-9;-~]++)[ \t]*+:([^\n]*+(?:\n[ \t][^\n]*+)*+)(?:\n|\Z)")
_SURE_FIELD = re.compile(
    rb"(?:content-[a-z-]{1,40}|mime-version|received(?:-spf)?|return-path|delivered-to|dkim-signature|message-id):",
    re.IGNORECASE,
)
"""Fields that stand in headers alone."""
_WITH_PARAMETERS = ("content-type", "content-disposition")
_LOST_PARAMETER = re.compile(
    rb"[ \t]*((?:filename|name|charset|boundary|type|format|size|x-[a-z-]{1,30})\*?[ \t]*=[^\r\n]{1,500}?)[ \t;]*\r?\n",
    re.IGNORECASE,
)
_LONGEST_JUNK = 1_000
_BLANK = re.compile(rb"^\r?(?:\n|\Z)", re.MULTILINE)
_FOLD = re.compile(r"\r?\n")
_ENVELOPE_LINE = re.compile(rb">?From (?![ \t]*:)[^\n]*\n")
"""Not `From : eve@example.org`, which is a field to some and a separator to others: it counts as the field."""


@dataclass(slots=True)
class HeaderBlock:
    """`fields` in order as (name as written, value unfolded, 8-bit decoded, encoded words still encoded)."""

    fields: list[tuple[str, str]] = field(default_factory=list)
    body_start: int = 0
    defects: set[str] = field(default_factory=set)
    exceeded: set[str] = field(default_factory=set)

    _named: dict[str, list[str]] | None = None
    """The fields by lower-case name, made once they are all read."""

    def first(self, name: str) -> str | None:
        """The first field of that lower-case name."""
        found = self.all(name)
        return found[0] if found else None

    def all(self, name: str) -> list[str]:
        """Every field of that lower-case name."""
        if self._named is None:
            self._named = {}
            for key, value in self.fields:
                self._named.setdefault(key.lower(), []).append(value)
        return self._named.get(name, [])

    def count(self, name: str) -> int:
        """How many fields of that lower-case name there are."""
        return len(self.all(name))


def read_headers(data: bytes, start: int, end: int, limits: Limits, *, top: bool = False) -> HeaderBlock:
    """The header block of `data[start:end]`; its body begins after the first blank line.

    A line that is no header field ends the block as if a blank line stood before it, as most receivers do, unless
    what follows shows that the block goes on (see `_past_junk`).
    """
    block = HeaderBlock()
    position = start
    if top:
        envelope_line = _ENVELOPE_LINE.match(data, position, end)
        if envelope_line is not None:  # the separator of an mbox file
            position = envelope_line.end()
    while position < end:
        first = data[position]
        if first == 0x0A or (first == 0x0D and data[position + 1 : position + 2] in (b"\n", b"")):
            block.body_start = min(end, position + (1 if first == 0x0A else 2))
            return block
        match = _FIELD.match(data, position, end)
        if match is None:
            if _LIKE_FROM.match(data, position, end):
                block.defects.add("hidden-from")
            after = _past_junk(data, position, end, block, first=top and not block.fields)
            if after is not None:
                block.defects.add("junk-in-header")
                position = after
                continue
            block.defects.add("missing-header-end")
            block.body_start = position
            return block
        if len(block.fields) >= limits.headers or match.end() - start > limits.header_size:
            block.exceeded.add("headers" if len(block.fields) >= limits.headers else "header-size")
            if not block.fields:
                block.fields.append(_field(match, block, limits))
            blank = _BLANK.search(data, position, end)
            block.body_start = end if blank is None else blank.end()
            return block
        block.fields.append(_field(match, block, limits))
        position = match.end()
    block.body_start = end
    return block


def _past_junk(data: bytes, position: int, end: int, block: HeaderBlock, *, first: bool) -> int | None:
    """Where the block goes on after a line that is no field; None where it ends.

    It goes on after a parameter whose fold was lost, which is taken into its field; before a field that no text
    begins with; and after the first line of a message when any field follows.
    """
    line_end = data.find(b"\n", position, end) + 1
    if not line_end or line_end - position > _LONGEST_JUNK:
        return None
    if block.fields and block.fields[-1][0].lower() in _WITH_PARAMETERS:
        name, value = block.fields[-1]
        lost = _LOST_PARAMETER.fullmatch(data, position, line_end)
        if lost is not None and len(value) < _LONGEST_JUNK:
            block.fields[-1] = (name, f"{value.rstrip('; ')}; {lost[1].decode('utf-8', 'replace')}")
            return line_end
    following = _FIELD if first else _SURE_FIELD
    return line_end if following.match(data, line_end, end) is not None else None


def _field(match: re.Match[bytes], block: HeaderBlock, limits: Limits) -> tuple[str, str]:
    raw = match[2]
    if len(raw) > limits.header_length:
        block.exceeded.add("header-length")
        raw = raw[: limits.header_length]
    try:
        value = raw.decode("utf-8")
    except UnicodeDecodeError:
        block.defects.add("8-bit-header")
        value = windows_1252(raw)
    if "\n" in value:
        value = _FOLD.sub("", value)
    value = value.strip(" \t\r\n")
    if has_controls(value):
        if "\x00" in value:
            block.defects.add("nul")
            value = value.replace("\x00", "")
        if "\r" in value:
            block.defects.add("bare-cr")
        value = without_controls(value.replace("\t", " "))
    return match[1].decode("ascii"), value


def decode_value(value: str) -> str:
    """An unstructured value as a reader sees it: encoded words decoded, control characters turned into spaces."""
    if "=?" not in value:
        return value
    return without_controls(decode_words(value).replace("\x00", "")).strip()
