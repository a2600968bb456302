"""Text that readers do not see, weighed: which of it is harmless, and what only the text part of a mail says."""

import re
from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from letterlock.core.mime.visible.lines import LABEL, PREVIEW
from letterlock.core.trust.classify import injection_in, instructs
from letterlock.core.trust.fraud_signs import CREDENTIAL_SIGNS
from letterlock.core.trust.report import HiddenSegment
from letterlock.core.trust.sign import find, fold

TEXT_PART: Final = "text part"
MAX_READ: Final = 60_000
"""Characters of a text part, and of what it is compared with."""
MAX_KEPT: Final = 20_000
LEAST_WORDS: Final = 8
"""Words that stand only in the text part, below which it says nothing else."""
_SHARE: Final = 0.5
"""Of a line's words that stand nowhere in the HTML part, from which it says something else."""
_ADDRESS = re.compile(r"<?\b(?:https?://|www\.|mailto:)[^\s<>]++>?", re.I)
_WORD = re.compile(r"[^\W_]{2,}")


def weighed(hidden: Iterable[HiddenSegment], shown: str) -> tuple[HiddenSegment, ...]:
    """Those segments, with what was taken for harmless but instructs or asks for credentials held against the mail."""
    found = tuple(hidden)
    previewed = any(segment.where == PREVIEW for segment in found)
    asking = previewed and _asks(shown)
    said = frozenset(injection_in(shown[:MAX_READ])[1]) if previewed else frozenset[str]()
    return tuple(
        replace(segment, benign=False)
        if segment.benign and segment.text not in shown and _is_held(segment, asking, said)
        else segment
        for segment in found
    )


def _is_held(segment: HiddenSegment, asking: bool, said: frozenset[str]) -> bool:
    if segment.where == LABEL:
        return bool(injection_in(segment.text)[1])
    if segment.where != PREVIEW:
        return instructs(segment)
    # A preview line that says and asks for nothing more than the mail itself does is the mail's own.
    return not said.issuperset(injection_in(segment.text)[1]) or (not asking and _asks(segment.text))


def _asks(text: str) -> bool:
    return bool(find(CREDENTIAL_SIGNS, fold(text[:MAX_READ])))


def only_in_text(text: str, shown: str) -> tuple[HiddenSegment, ...]:
    """What the text part says that the HTML part, which is what is shown, does not."""
    known = {word.lower() for word in _WORD.findall(shown[:MAX_READ])}
    lines: list[str] = []
    count = 0
    for line in _ADDRESS.sub(" ", text[:MAX_READ]).splitlines():
        words = [word.lower() for word in _WORD.findall(line)]
        new = sum(word not in known for word in words)
        if words and new > _SHARE * len(words):
            lines.append(" ".join(line.split()))
            count += new
    if count < LEAST_WORDS:
        return ()
    why = "stands only in the text part, where the HTML part is shown"
    return (HiddenSegment(text=" ".join(lines)[:MAX_KEPT], where=TEXT_PART, why=why, benign=True),)
