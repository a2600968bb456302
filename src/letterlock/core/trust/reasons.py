"""Reasons in plain English, made safe: what a sender wrote enters them only as a domain or address, cleaned and cut."""

import unicodedata

NAME_LIMIT = 100
"""Characters of a domain or address shown in a reason."""

REASON_LIMIT = 300
"""Characters of a whole reason."""

_UNSEEN = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
"""Unicode categories a reader does not see or that change how the rest is shown: control, format (zero-width, bidi and
tag characters among them), surrogates, private use, unassigned, line and paragraph separators."""

_UNSEEN_EXTRA = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0")
"""Letters and marks that are drawn as nothing (Unicode's Default_Ignorable_Code_Point outside the categories above)."""


def plain(text: str, limit: int = REASON_LIMIT) -> str:
    """`text` on one line without control or invisible characters, at most `limit` characters, an ellipsis when cut."""
    head = text[: 4 * limit]
    if head.isascii() and head.isprintable():
        line = " ".join(head.split())
    else:
        line = " ".join("".join(_seen(character) for character in head).split())
    if len(line) > limit:
        return line[: limit - 1].rstrip() + "…"
    return line + "…" if len(text) > len(head) else line


def _seen(character: str) -> str:
    if character.isspace():
        return " "
    if unicodedata.category(character) in _UNSEEN or character in _UNSEEN_EXTRA:
        return ""
    code = ord(character)
    variation_selector = 0xFE00 <= code <= 0xFE0F or 0xE0100 <= code <= 0xE01EF
    return "" if variation_selector else character


def name(text: str) -> str:
    """A domain or address as a reason shows it: no blanks, so that it cannot read as a sentence; `?` when empty."""
    return plain(text, NAME_LIMIT).replace(" ", "") or "?"


def count(number: int, noun: str) -> str:
    """`1 link`, `3 links`."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
