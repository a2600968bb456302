"""Characters nobody sees: removed, kept where a script or an emoji needs them, read where they carry a message.

Unicode Technical Standard 51 (emoji sequences) and Unicode chapter 23 (special areas and format characters).
"""

import re
from dataclasses import dataclass

from letterlock.core.trust.report import HiddenSegment

SUSPECT = (
    "\x00-\x08\x0e-\x1f\x7f-\x9f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e"
    "\u2060-\u206f\u2800\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff9-\ufffb\U0001d173-\U0001d17a\U000e0000-\U000e0fff"
    "\ud800-\udfff"
)
_RUN = re.compile(f"[{SUSPECT}]+")
_JOINING = re.compile(r"[\u0600-\u08ff\u0900-\u0dff\u0f00-\u109f\u1780-\u18af\ua840-\ua87f\ufb50-\ufdff\ufe70-\ufefc]")
_RIGHT_TO_LEFT = re.compile(r"[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\U00010800-\U00010fff\U0001e800-\U0001efff]")
_EMOJI = re.compile(
    r"[\u00a9\u00ae\u203c\u2049\u2122\u2139\u2190-\u21ff\u2300-\u23ff\u24c2\u25a0-\u27bf\u2934\u2935\u2b00-\u2bff"
    r"\u3030\u303d\u3297\u3299\U0001f000-\U0001faff#*0-9]"
)
_HAN = re.compile(r"[\u3400-\u9fff\uf900-\ufaff\u1820-\u18aa\U00020000-\U0003ffff]")
_FLAG = "\U0001f3f4"
_FLAGS = frozenset(("gbeng", "gbsct", "gbwls"))
_ZERO_WIDTH = frozenset("\u200b\u200c\u200d\u2060\u2061\u2062\u2063\u2064\ufeff\u180e\u200e\u200f")
_DIRECTION = frozenset("\u200e\u200f\u061c\u202a\u202b\u202c\u2066\u2067\u2068\u2069")
_OVERRIDES = frozenset("\u202d\u202e")

PAYLOAD_RUN = 8
"""Zero-width characters in a row that no writing system needs."""
VARIANT_RUN = 3


@dataclass(frozen=True, slots=True)
class Payload:
    """A message carried by invisible characters: what it says where it can be read, and what carried it."""

    text: str
    why: str


def split_invisible(text: str) -> list[str | Payload]:
    """`text` without its invisible characters, cut where they carried a message."""
    if text.isascii() and text.isprintable():
        return [text]
    if _RUN.search(text) is None:
        return [text]
    parts: list[str | Payload] = []
    kept: list[str] = []
    rtl = _RIGHT_TO_LEFT.search(text) is not None
    position = 0
    for match in _RUN.finditer(text):
        kept.append(text[position : match.start()])
        before = text[match.start() - 1] if match.start() else ""
        after = text[match.end() : match.end() + 1]
        result = _judge(match[0], before, after, rtl)
        if isinstance(result, str):
            kept.append(result)
        else:
            parts.append("".join(kept))
            parts.append(result)
            kept.clear()
        position = match.end()
    kept.append(text[position:])
    parts.append("".join(kept))
    return [part for part in parts if part != ""]


def strip_invisible(text: str) -> str:
    """`text` without its invisible characters, whatever they carried."""
    return "".join(part for part in split_invisible(text) if isinstance(part, str))


def read_invisible(text: str, where: str) -> tuple[str, tuple[HiddenSegment, ...]]:
    """Clean text with a marker for each message carried invisibly, and those messages."""
    parts = split_invisible(text)
    if len(parts) == 1 and isinstance(parts[0], str):
        return parts[0], ()
    hidden: list[HiddenSegment] = []
    shown: list[str] = []
    for part in parts:
        if isinstance(part, str):
            shown.append(part)
        else:
            hidden.append(HiddenSegment(text=part.text, where=where, why=part.why))
            shown.append(marker(len(part.text)))
    return "".join(shown), tuple(hidden)


def marker(length: int) -> str:
    """What stands in the text for `length` characters that were withheld."""
    return f"[{length} characters hidden from human readers; withheld]"


def _judge(run: str, before: str, after: str, rtl: bool) -> str | Payload:
    """What is left of a run of suspect characters: the part that is legitimate, or the message it carries."""
    if len(run) == 1:
        return _single(run, before, after, rtl)
    tags = "".join(chr(ord(c) - 0xE0000) for c in run if "\U000e0020" <= c <= "\U000e007e")
    if tags:
        if before == _FLAG and tags in _FLAGS and run[-1] == "\U000e007f":
            return run
        if any(c.isalnum() for c in tags):
            return Payload(tags, "Unicode tag characters")
    variants = [_variant(c) for c in run if _variant(c) >= 0]
    if len(variants) >= VARIANT_RUN:
        return Payload(bytes(variants).decode("utf-8", "replace"), "Unicode variation selectors")
    zero_width = [c for c in run if c in _ZERO_WIDTH]
    if len(zero_width) >= PAYLOAD_RUN and not _is_filler(zero_width):
        return Payload(_read_bits(zero_width), "zero-width characters")
    kept: list[str] = []
    for place, char in enumerate(run):
        following = run[place + 1] if place + 1 < len(run) else after
        found = _single(char, kept[-1] if kept else before, following, rtl)
        if found:
            kept.append(found)
    return "".join(kept)


def _single(char: str, before: str, after: str, rtl: bool) -> str:  # noqa: PLR0911 (one case a line)
    if "\ud800" <= char <= "\udfff":
        return "\ufffd"
    if char == "\u2800":
        return " "
    if char in "\ufe0e\ufe0f":
        return char if before and _EMOJI.match(before) else ""
    if char == "\u200d":
        emoji = (_EMOJI.match(before) or before == "\ufe0f") if before else False
        return char if (emoji and after and _EMOJI.match(after)) or _joins(before, after) else ""
    if char == "\u200c":
        return char if _joins(before, after) else ""
    if char in _DIRECTION:
        return char if rtl else ""
    if _variant(char) >= 0 or "\u180b" <= char <= "\u180f":
        return char if before and _HAN.match(before) else ""
    if char in "\u115f\u1160":
        jamo = "\u1100" <= (after or " ") <= "\u11ff" or "\u1100" <= (before or " ") <= "\u11ff"
        return char if jamo else ""
    return ""


def _joins(before: str, after: str) -> bool:
    return bool(before and after and _JOINING.match(before) and _JOINING.match(after))


def _variant(char: str) -> int:
    if "\ufe00" <= char <= "\ufe0f":
        return ord(char) - 0xFE00
    if "\U000e0100" <= char <= "\U000e01ef":
        return ord(char) - 0xE0100 + 16
    return -1


def _is_filler(run: list[str]) -> bool:
    """Whether a run repeats one to four characters over and over, as preheader padding does."""
    return any(all(run[i] == run[i - period] for i in range(period, len(run))) for period in range(1, 5))


def _read_bits(run: list[str]) -> str:
    """The ASCII text that two kinds of zero-width characters spell as bits; the characters themselves otherwise."""
    kinds = list(dict.fromkeys(run))
    if len(kinds) == 2 and len(run) <= 100_000:
        for one in kinds:
            bits = "".join("1" if c == one else "0" for c in run)
            for width in (8, 7):
                codes = [int(bits[i : i + width], 2) for i in range(0, len(bits) - width + 1, width)]
                if codes and all(32 <= code < 127 or code in (9, 10, 13) for code in codes):
                    return "".join(map(chr, codes))
    return "".join(run)


def has_override(text: str) -> bool:
    """Whether the text turns the direction of what is read around (U+202D, U+202E)."""
    return any(c in text for c in _OVERRIDES)
