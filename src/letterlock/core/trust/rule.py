"""What a rule of the trust level is, and the words that several of them share."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, Literal

from letterlock.core.trust import reasons
from letterlock.core.trust.facts import Facts

Effect = Literal["quarantine", "adverse", "doubt", "known", "verified", "remark"]
Family = Literal["authentication", "identity", "sender", "text", "hidden", "links", "files", "structure"]
"""Where a rule's evidence comes from; two signs are independent when their families differ."""


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule. `change` is added to the score when it holds; `reason` makes the sentence a reader gets.

    With `needs_second_sign` it counts only beside a quarantine or adverse rule of another family that holds too.
    """

    name: str
    effect: Effect
    family: Family
    change: int
    holds: Callable[[Facts], bool]
    reason: str | Callable[[Facts], str]
    needs_second_sign: bool = False


def numbers(numbers: tuple[int, ...]) -> str:
    shown = ", ".join(str(number) for number in numbers[:5])
    more = f" and {len(numbers) - 5} more" if len(numbers) > 5 else ""
    return f"Attachment {shown}" if len(numbers) == 1 else f"Attachments {shown}{more}"


def percent(probability: float) -> str:
    return f"{min(max(probability, 0.0), 1.0):.0%}"


_LIKE: Final = {
    "letters": "is written with letters that look like those of",
    "one letter": "is one letter off",
    "words": "adds words to the name of",
    "part": "shows within it",
    "ending": "has the same name under another ending as",
}


def looks_like(facts: Facts) -> str:
    like = facts.relationship
    known = reasons.name(like.looks_like_domain) if like.looks_like_domain else "a domain"
    return f"{facts.from_domain} {_LIKE.get(like.looks_like, 'looks like')} {known} that this workspace has to do with."


def taken_for(facts: Facts) -> str:
    how, brand = facts.taken_for
    return f"{facts.from_domain} {_LIKE[how]} {brand}, and nothing shows that it is of that company."


def known_name(facts: Facts) -> str:
    who = "A member of this workspace" if facts.relationship.known_name == "member" else "Somebody known here"
    return f"{who} goes by the name that the sender gives, but not at {facts.from_domain}."
