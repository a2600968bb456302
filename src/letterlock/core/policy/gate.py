"""The gate's rules, as data: facts in, decision and reasons out.

Every rule that holds gives its outcome and its reason; the strictest outcome is the decision. What is not understood is
denied.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, Literal

from letterlock.core.credential import Credential
from letterlock.core.policy.facts import EFFECTS, SENDS, Action, Policy, Provenance

Outcome = Literal["allow", "hold", "deny"]


@dataclass(frozen=True, slots=True)
class Decision:
    """`allow`: go on. `hold`: freeze it until a person decides. `deny`: refuse. `reasons` are plain sentences."""

    outcome: Outcome
    reasons: tuple[str, ...] = ()
    rules: tuple[str, ...] = ()
    """Names of the rules behind it, for the audit and for what a person may waive."""


@dataclass(frozen=True, slots=True)
class Case:
    """All a rule may look at."""

    action: Action
    credential: Credential
    policy: Policy
    provenance: Provenance

    @property
    def sends(self) -> bool:
        return self.action.effect == "send"

    @property
    def leaves(self) -> bool:
        """Something leaves by it: a message, or what a URL says."""
        return self.action.effect in ("send", "fetch")

    @property
    def blocked(self) -> tuple[str, ...]:
        return tuple(to.spec for to in self.action.recipients if self.policy.blocked.covers(to))

    @property
    def unlisted(self) -> tuple[str, ...]:
        allowed = self.policy.allowed
        return () if allowed is None else tuple(to.spec for to in self.action.recipients if to not in allowed)


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule; `reason` is a sentence or makes one from the case."""

    name: str
    outcome: Outcome
    holds: Callable[[Case], bool]
    reason: str | Callable[[Case], str]


def _named(recipients: tuple[str, ...]) -> str:
    shown = ", ".join(recipient[:100] for recipient in recipients[:5])
    return shown if len(recipients) <= 5 else f"{shown} and {len(recipients) - 5} more"


RULES: Final[tuple[Rule, ...]] = (
    Rule(
        "unknown_effect",
        "deny",
        lambda case: case.action.effect not in EFFECTS,
        "It is not known what this action does, so it is refused.",
    ),
    Rule(
        "unknown_policy",
        "deny",
        lambda case: case.leaves and case.policy.sends not in SENDS,
        "This account's sending policy has a value that is not understood; an owner must set it again.",
    ),
    Rule(
        "sends_blocked",
        "deny",
        lambda case: case.leaves and case.policy.sends == "block",
        "This account's policy does not let agents send.",
    ),
    Rule(
        "blocked_recipient",
        "deny",
        lambda case: case.sends and bool(case.blocked),
        lambda case: f"This account's policy blocks mail to {_named(case.blocked)}.",
    ),
    Rule(
        "unlisted_recipient",
        "deny",
        lambda case: case.sends and bool(case.unlisted),
        lambda case: f"This account's policy allows mail to listed recipients only, not to {_named(case.unlisted)}.",
    ),
    Rule(
        "sends_approved",
        "hold",
        lambda case: case.leaves and case.policy.sends == "approve",
        "This account's policy asks a person to approve what agents send.",
    ),
    Rule(
        "hold_every_send",
        "hold",
        lambda case: case.leaves and case.credential.hold_every_send,
        "A person must approve every send of this key.",
    ),
    Rule(
        "provenance_unreadable",
        "hold",
        lambda case: case.leaves and not case.provenance.readable,
        "What was shown before could not be looked up, so a person must approve it.",
    ),
)


def refusal(decision: Decision) -> str:
    """What whoever asked is told of a decision that is not to allow.

    Holding needs a place where a person decides; until there is one, what would be held is refused, and must say so.
    """
    why = " ".join(decision.reasons) or "The account's policy does not allow this."
    if decision.outcome != "hold":
        return why
    return (
        f"Refused: {why} Nothing was sent, nothing is held and nobody will be asked, because approvals cannot be given"
        " here yet. Ask the person to send it themselves."
    )


def decide(
    action: Action, credential: Credential, policy: Policy, provenance: Provenance, *, rules: Sequence[Rule] = RULES
) -> Decision:
    """What is to become of `action`, and why. The reasons are those of the rules that led to the outcome."""
    case = Case(action, credential, policy, provenance)
    held = [rule for rule in rules if rule.holds(case)]
    stricter = {rule.outcome for rule in held} - {"allow"}
    outcome: Outcome = "allow" if not stricter else "hold" if stricter == {"hold"} else "deny"
    decisive = [rule for rule in held if rule.outcome == outcome]
    return Decision(
        outcome,
        tuple(rule.reason if isinstance(rule.reason, str) else rule.reason(case) for rule in decisive),
        tuple(rule.name for rule in decisive),
    )
