"""The gate's rules: facts in, decision and reasons out."""

from letterlock.core.policy.facts import Action, Effect, Policy, Provenance, Recipients, read_policy, read_recipients
from letterlock.core.policy.gate import RULES, Decision, Outcome, Rule, decide, refusal

__all__ = [
    "RULES",
    "Action",
    "Decision",
    "Effect",
    "Outcome",
    "Policy",
    "Provenance",
    "Recipients",
    "Rule",
    "decide",
    "read_policy",
    "read_recipients",
    "refusal",
]
