"""One line of text made safe to show or store: no control characters, no invisible or direction-changing ones."""

import re
import unicodedata

_CONTROLS = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]+")
"""C0 and C1 controls, the Unicode line ends, and lone surrogates, which no encoder can write."""

_INVISIBLE = re.compile(
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f"
    "\ufeff\uffa0\ufff0-\ufffb\U0001d173-\U0001d17a\U000e0000-\U000e0fff]"
)
"""Default-ignorable code points (DerivedCoreProperties.txt): joiners, bidi marks, tags, fillers, selectors."""


def has_controls(text: str) -> bool:
    """Whether a header or name made of it could break a line or confuse a reader of one."""
    return _CONTROLS.search(text) is not None


def without_controls(text: str) -> str:
    """Each run of control characters becomes one space."""
    return _CONTROLS.sub(" ", text) if has_controls(text) else text


def has_invisible(text: str) -> bool:
    """Whether it carries characters that show nothing or turn the reading direction."""
    return not text.isascii() and _INVISIBLE.search(text) is not None


def without_invisible(text: str) -> str:
    """Without control characters and without those that show nothing or turn the reading direction."""
    return _INVISIBLE.sub("", _CONTROLS.sub("", text))


def clean_line(text: str) -> str:
    """Controls to spaces, invisible characters gone, white space runs to one space, ends stripped, NFC."""
    text = without_controls(text)
    if not text.isascii():
        text = unicodedata.normalize("NFC", _INVISIBLE.sub("", text))
    return " ".join(text.split())
