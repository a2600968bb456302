"""Text with its letters and digits made plain, character for character, so that places in it stay the same."""

import re
from typing import Final

_TABLE: Final = str.maketrans(
    {
        **{chr(0xFF01 + at): chr(0x21 + at) for at in range(94) if chr(0x21 + at).isalnum()},
        "\uff0d": "-",
        "\uff03": "#",
        "\uff0b": "+",
        **{chr(start + digit): str(digit) for start in (0x0660, 0x06F0, 0x0966, 0x0E50) for digit in range(10)},
        "\u00a0": " ",
        "\u2007": " ",
        "\u2009": " ",
        "\u202f": " ",
        "\u3000": " ",
        "\u2010": "-",
        "\u2011": "-",
        "\u2019": "'",
        "\u0130": "I",
        "\r": "\n",
    }
)
MAX_TEXT: Final = 60_000
"""Characters of a message that are looked at."""


def plain(text: str) -> str:
    """Full-width and other digits and blanks as ASCII ones; case stays."""
    return text.translate(_TABLE)


def fold(text: str) -> str:
    """`plain` in lower case, as long as the text."""
    return plain(text).lower()


def any_of(parts: tuple[str, ...] | str) -> re.Pattern[str]:
    """One pattern of alternatives; only written for `words`."""
    return re.compile("|".join(f"(?:{part})" for part in ((parts,) if isinstance(parts, str) else parts)))
