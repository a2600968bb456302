"""From the evidence about one message to its trust report: which rules hold, and the level and score they lead to.

Grounds raise the level from *unknown*; every other effect only caps it, and the lowest cap wins, so that no evidence
outweighs an adverse sign. The rules themselves are in `rules`.
"""

from collections.abc import Sequence
from datetime import datetime
from typing import Final

from letterlock.core.trust import reasons
from letterlock.core.trust.facts import Facts
from letterlock.core.trust.reading import Reading
from letterlock.core.trust.report import Authentication, Level, Relationship, TrustReport
from letterlock.core.trust.rule import Effect, Rule
from letterlock.core.trust.rules import RULES, SPAM_LIKELY, VERSION

LEVELS: Final[tuple[Level, ...]] = ("quarantined", "suspicious", "unknown", "known", "verified")
"""Worst first."""

BANDS: Final[dict[Level, tuple[int, int]]] = {
    "quarantined": (0, 14),
    "suspicious": (15, 39),
    "unknown": (40, 59),
    "known": (60, 84),
    "verified": (85, 100),
}
"""The scores each level can have; they do not overlap, so sorting by score sorts by level."""

BASE_SCORE: Final = 50

NOTES_LIMIT: Final = 10

REPORT_LABELS: Final = frozenset({"SPAM", "QUARANTINE", "BLOCKED", "UNAUTHENTICATED"})
"""Labels that are the report's to give."""

CEILINGS: Final[dict[Effect, Level]] = {"quarantine": "quarantined", "adverse": "suspicious", "doubt": "unknown"}
GROUNDS: Final[dict[Effect, Level]] = {"known": "known", "verified": "verified"}


def assess(
    reading: Reading,
    authentication: Authentication,
    relationship: Relationship,
    now: datetime,
    notes: tuple[str, ...] = (),
    *,
    rules: Sequence[Rule] = RULES,
) -> TrustReport:
    """The trust report of one message: level, score (0 to 100), reasons and system labels, with the evidence.

    `now` is aware. `notes` are further plain sentences for the reader, such as what threading found; they change
    neither level nor score.
    """
    facts = Facts(reading, authentication, relationship, now)
    fired = _supported([rule for rule in rules if rule.holds(facts)])
    level = _level(fired)
    words = [_words(rule, facts) for rule in fired]
    words += [reasons.plain(note) for note in notes[:NOTES_LIMIT]]
    return TrustReport(
        level=level,
        score=_score(fired, level),
        reasons=tuple(words),
        authentication=authentication,
        sender=relationship,
        classification=reading.classification,
        content=reading.content,
        links=reading.links,
        attachments=reading.attachments,
        labels=_labels(facts, level),
        rules_version=VERSION,
    )


def _words(rule: Rule, facts: Facts) -> str:
    return reasons.plain(rule.reason if isinstance(rule.reason, str) else rule.reason(facts))


def _supported(fired: list[Rule]) -> list[Rule]:
    """Without the rules that need a second sign and have none."""
    families = {
        rule.family for rule in fired if rule.effect in ("quarantine", "adverse") and not rule.needs_second_sign
    }
    return [rule for rule in fired if not rule.needs_second_sign or families - {rule.family}]


def _level(fired: Sequence[Rule]) -> Level:
    rank = LEVELS.index
    reached = max((rank(GROUNDS[rule.effect]) for rule in fired if rule.effect in GROUNDS), default=rank("unknown"))
    ceiling = min((rank(CEILINGS[rule.effect]) for rule in fired if rule.effect in CEILINGS), default=rank("verified"))
    return LEVELS[min(reached, ceiling)]


def _score(fired: Sequence[Rule], level: Level) -> int:
    low, high = BANDS[level]
    return min(max(BASE_SCORE + sum(rule.change for rule in fired), low), high)


def _labels(facts: Facts, level: Level) -> tuple[str, ...]:
    wanted = {
        "SPAM": facts.reading.classification.spam >= SPAM_LIKELY and level not in ("verified", "known"),
        "QUARANTINE": level == "quarantined",
        "BLOCKED": facts.relationship.listed == "blocked",
        "UNAUTHENTICATED": facts.authentication.unauthenticated,
    }
    return tuple(label for label, wants in wanted.items() if wants)
