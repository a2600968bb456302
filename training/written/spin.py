"""Texts from grammars: `{one|another}` is a choice, `$word` a choice from the list of that name; both nest.

`«`, `»` and `¦` stand for braces and bars that are meant as such.
"""

import random
import re
from collections.abc import Mapping, Sequence
from typing import Final

Words = Mapping[str, Sequence[str]]

_CHOICE: Final = re.compile(r"\{([^{}]*)\}")
_SLOT: Final = re.compile(r"\$([a-z_]+)")
_MEANT: Final = str.maketrans({"«": "{", "»": "}", "¦": "|"})
_ROUNDS: Final = 40


def spin(template: str, words: Words, chance: random.Random) -> str:
    """One text of the grammar."""
    for _ in range(_ROUNDS):
        chosen = _CHOICE.sub(lambda match: chance.choice(match[1].split("|")), template)
        filled = chosen if "{" in chosen else _SLOT.sub(lambda match: _pick(match[1], words, chance), chosen)
        if filled == template:
            break
        template = filled
    return template.translate(_MEANT)


def _pick(name: str, words: Words, chance: random.Random) -> str:
    if name not in words:  # `$model{s|}` may have become a plural
        return f"{chance.choice(words[name[:-1]])}s"
    return chance.choice(words[name])
