"""Words as search sees them: the same for what is stored and for what is asked, so that both sides always agree."""

import re
import unicodedata

_IDEOGRAPHS = "\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
"""Kana and Han: written without blanks, so each character is a word and a run of them a phrase."""

_WORD = re.compile(rf"[{_IDEOGRAPHS}]|[^\W_{_IDEOGRAPHS}]+")
_ASCII_WORD = re.compile(r"[a-z0-9]+")

WORD_LIMIT = 64
"""Characters of a word that count; the rest of it is left out on both sides."""


def words(text: str) -> list[str]:
    """Runs of letters and digits, without case and accents: `C++ für ana@x.org` gives c, fur, ana, x, org."""
    if text.isascii():
        found = _ASCII_WORD.findall(text.lower())
    else:
        bare = "".join(mark for mark in unicodedata.normalize("NFKD", text) if not unicodedata.combining(mark))
        found = _WORD.findall(unicodedata.normalize("NFC", bare.casefold()))
    return [word[:WORD_LIMIT] for word in found]


def index_text(text: str) -> str:
    """`text` as a full-text index should be given it: its words with a blank between."""
    return " ".join(words(text))
