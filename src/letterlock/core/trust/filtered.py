"""The word of a spam filter beside our own analysis: it may make a message look worse, never better."""

from dataclasses import dataclass, replace
from typing import Final

from letterlock.core.trust.report import Classification

SPAM: Final = {"reject": 0.99, "add header": 0.9, "rewrite subject": 0.9, "quarantine": 0.9, "discard": 0.99}
"""How likely spam is by what rspamd would have done; `greylist` and `soft reject` say nothing of the mail."""
PHISHING: Final = 0.6
_PHISHING_SYMBOLS: Final = frozenset({"PHISHING", "PHISHED_OPENPHISH", "PHISHED_PHISHTANK", "HACKED_WP_PHISHING"})


@dataclass(frozen=True, slots=True)
class Filtered:
    """What a filter said: `score` of the `required` that make spam of it, what it would do, and what it found."""

    score: float
    required: float
    action: str
    symbols: frozenset[str] = frozenset()
    """Of those, the ones that count against the message."""


def joined(ours: Classification, filtered: Filtered | None) -> Classification:
    """Our classification with the filter's word added where it is worse."""
    if filtered is None:
        return ours
    spam = SPAM.get(filtered.action, 0.0)
    phishing = PHISHING if filtered.symbols & _PHISHING_SYMBOLS else 0.0
    if spam <= ours.spam and phishing <= ours.phishing:
        return ours
    sign = f"spam: rspamd gives it {filtered.score:.1f} of {filtered.required:.1f} points"
    if phishing:
        sign = f"{sign} and takes a link in it for phishing"
    return replace(ours, spam=max(ours.spam, spam), phishing=max(ours.phishing, phishing), signs=(*ours.signs, sign))
