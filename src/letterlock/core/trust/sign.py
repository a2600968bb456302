"""A sign: wording that raises a probability, found by a linear pattern behind a cheap look for its key words."""

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

MAX_HEAD = 60_000
MAX_TAIL = 20_000
"""Characters looked at, from the start and from the end of a text."""


_WORD = re.compile(r"\w+")


@dataclass(frozen=True, slots=True)
class Sign:
    """`weight` is how far it alone goes towards certainty, 0 to 1.

    The pattern is tried only where the text has one of `keys`, and one of `also` where there are any: each a part of
    a word or phrase, or with `=` before it a whole word.
    """

    name: str
    weight: float
    pattern: re.Pattern[str]
    keys: tuple[str, ...] = ()
    also: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Folded:
    """A text as it is compared: compatibility forms, lower case, plain spaces and quotes; and its words."""

    text: str
    words: frozenset[str]

    def has_any(self, keys: tuple[str, ...]) -> bool:
        words, parts = _sorts(keys)
        return not self.words.isdisjoint(words) or any(map(self.text.__contains__, parts))


@lru_cache(maxsize=1024)
def _sorts(keys: tuple[str, ...]) -> tuple[frozenset[str], tuple[str, ...]]:
    """Keys that are whole words, and those that are parts of one."""
    return frozenset(key[1:] for key in keys if key[0] == "="), tuple(key for key in keys if key[0] != "=")


def sign(name: str, weight: float, pattern: str, keys: str = "", also: str = "", *, lines: bool = False) -> Sign:
    """A sign of a pattern over folded text; `keys` and `also` parted by bars."""
    compiled = re.compile(pattern, re.M if lines else 0)
    return Sign(name, weight, compiled, _parts(keys), _parts(also))


def _parts(keys: str) -> tuple[str, ...]:
    return tuple(key for key in keys.split("|") if key)


def fold(text: str) -> Folded:
    """Fold a text; of a long one, its start and its end."""
    if len(text) > MAX_HEAD + MAX_TAIL:
        text = f"{text[:MAX_HEAD]}\n{text[-MAX_TAIL:]}"
    if not text.isascii():
        text = unicodedata.normalize("NFKC", text).translate(_PLAIN)
    text = re.sub(r"[ \t\u00a0]+", " ", text.lower())
    return Folded(text, frozenset(_WORD.findall(text)))


_PLAIN = str.maketrans({"’": "'", "‘": "'", "“": '"', "”": '"', "–": "-", "—": "-", "\u00a0": " "})


def find(signs: Iterable[Sign], folded: Folded) -> list[Sign]:
    """Those whose wording is in the folded text, in order."""
    return [
        s
        for s in signs
        if (not s.keys or folded.has_any(s.keys))
        and (not s.also or folded.has_any(s.also))
        and s.pattern.search(folded.text)
    ]


def combine(weights: Iterable[float]) -> float:
    """Independent signs together: one minus the product of what each leaves open."""
    open_ = 1.0
    for weight in weights:
        open_ *= 1.0 - min(1.0, max(0.0, weight))
    return round(1.0 - open_, 3)
