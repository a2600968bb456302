"""A sign: wording that raises a probability, found by a linear pattern behind a cheap look for its key words."""

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass

MAX_HEAD = 60_000
MAX_TAIL = 20_000
"""Characters looked at, from the start and from the end of a text."""


@dataclass(frozen=True, slots=True)
class Sign:
    """`weight` is how far it alone goes towards certainty, 0 to 1; `keys` are words one of which must be there."""

    name: str
    weight: float
    pattern: re.Pattern[str]
    keys: tuple[str, ...] = ()


def sign(name: str, weight: float, pattern: str, keys: str = "", *, lines: bool = False) -> Sign:
    """A sign of a pattern over folded text; `keys` parted by bars."""
    compiled = re.compile(pattern, re.I | (re.M if lines else 0))
    return Sign(name, weight, compiled, tuple(key for key in keys.split("|") if key))


def fold(text: str) -> str:
    """Text as it is compared: compatibility forms, lower case, spaces and quotes made plain, bounded."""
    if len(text) > MAX_HEAD + MAX_TAIL:
        text = f"{text[:MAX_HEAD]}\n{text[-MAX_TAIL:]}"
    if not text.isascii():
        text = unicodedata.normalize("NFKC", text).translate(_PLAIN)
    return re.sub(r"[ \t\u00a0]+", " ", text.lower())


_PLAIN = str.maketrans({"’": "'", "‘": "'", "“": '"', "”": '"', "–": "-", "—": "-", "\u00a0": " "})


def find(signs: Iterable[Sign], folded: str) -> list[Sign]:
    """Those whose wording is in the folded text, in order."""
    return [s for s in signs if (not s.keys or any(key in folded for key in s.keys)) and s.pattern.search(folded)]


def combine(weights: Iterable[float]) -> float:
    """Independent signs together: one minus the product of what each leaves open."""
    open_ = 1.0
    for weight in weights:
        open_ *= 1.0 - min(1.0, max(0.0, weight))
    return round(1.0 - open_, 3)
