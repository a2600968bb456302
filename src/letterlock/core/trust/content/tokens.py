"""A text as the model of wording reads it: a bounded list of words and marks, each a number, alike in every language.

Addresses of mail and of pages and figures are each one word whatever they say; scripts without spaces are read letter
by letter.
"""

import re
from operator import xor
from typing import Final
from zlib import crc32

HEAD: Final = 4_000
TAIL: Final = 1_000
"""Words that are read from the start and from the end of a text."""

_URL = re.compile(r"(?:https?://|www\.)[^\s<>\"']{1,2000}")
_ADDRESS = re.compile(r"[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,8}")
_FIGURES = re.compile(r"\d[\d.,]{0,40}")
_URL_WORD, _ADDRESS_WORD, _FIGURE_WORD = " \ue001 ", " \ue002 ", "0"
_TOKEN = re.compile(r"[\u3040-\u30ff\u3400-\u9fff]|[^\W\d_\u3040-\u30ff\u3400-\u9fff]+|[0\ue001\ue002_<>\[\]{}|#=:!?*]")
_PAIRED: Final = 0x9E3779B1
_KNOWN_LIMIT: Final = 60_000
_known: dict[str, int] = {}


def tokens(folded: str) -> list[str]:
    """The words and marks of a folded text."""
    if "://" in folded or "www." in folded:
        folded = _URL.sub(_URL_WORD, folded)
    if "@" in folded:
        folded = _ADDRESS.sub(_ADDRESS_WORD, folded)
    found = _TOKEN.findall(_FIGURES.sub(_FIGURE_WORD, folded))
    return found if len(found) <= HEAD + TAIL else found[:HEAD] + found[-TAIL:]


class Words(list[int]):
    """The numbers of a text's words, never changed, with their pairs once they were asked for: each table asks."""

    __slots__ = ("joined",)
    joined: list[int]


def numbers(words: list[str]) -> Words:
    """Each word's number (CRC-32), the same on every machine."""
    if len(_known) > _KNOWN_LIMIT:
        _known.clear()
    made = Words()
    for word in words:
        number = _known.get(word)
        if number is None:
            number = _known[word] = crc32(word[:40].encode("utf-8", "surrogatepass"))
        made.append(number)
    return made


def pairs(words: list[int]) -> list[int]:
    """The number of each two neighbouring words."""
    if not isinstance(words, Words):
        return _joined(words)
    try:
        return words.joined
    except AttributeError:
        words.joined = _joined(words)
        return words.joined


def _joined(words: list[int]) -> list[int]:
    return list(map(xor, ((word * _PAIRED) >> 7 for word in words), words[1:]))
