"""From samples to a model: tables fitted on one half give the signs of the other, from which the weights are fitted."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final

from letterlock.core.trust.content.asks import CODE, DISCUSSION
from letterlock.core.trust.content.model import Model
from training.fit import (
    BIAS,
    Fitted,
    balanced,
    logit,
    model_of,
    passages_table,
    sign_weights,
    signs_of,
    whole_table,
)
from training.observed import Seen

KINDS: Final = {"injection": ("prompt_injection",), "fraud": ("phishing", "spam", "credential_request")}
"""The kinds of harm that each file of the model judges."""
_TRUE: Final = {
    "prompt_injection": frozenset({"injection"}),
    "phishing": frozenset({"phishing"}),
    "spam": frozenset({"spam"}),
    "credential_request": frozenset({"credential"}),
}
_LEFT_OUT: Final = {
    "prompt_injection": frozenset[str](),
    "phishing": frozenset({"spam", "credential"}),
    "spam": frozenset({"phishing", "injection", "credential"}),
    "credential_request": frozenset({"phishing", "spam", "injection"}),
}
_FALSE_ALARMS: Final = {"prompt_injection": 0.003, "phishing": 0.002, "spam": 0.003, "credential_request": 0.002}
"""The share of ordinary modern mail, learnt from, that may come to a half or more: what is new does worse."""
_OLD_ALARMS: Final = {"easy-ham-1": 0.005, "hard-ham-1": 0.04}
"""The same of old mail."""
_TUNED_ALARMS: Final = {"prompt_injection": 0.0025, "phishing": 0.006, "spam": 0.006, "credential_request": 0.006}
"""The same of the mails a model is tuned with."""
_MARGIN: Final = {"prompt_injection": 0.2}
"""By so much more a half is moved beyond those: what is new does worse."""
_MODERN: Final = frozenset({"written ordinary", "keycloak"})
_EXCUSES: Final = {
    DISCUSSION.name: -2.0,
    CODE.name: -1.5,
    "answers an earlier message": -1.5,
    "came by a mailing list": -1.5,
    "can be unsubscribed by header": -0.7,
    "no links": -1.0,
}
"""Signs that may speak for a message, and how much at most: an attacker can write them too."""

APART: Final = frozenset({"bipia", "giskard", "s-labs", "yanismiraoui"})
"""Public attacks that are weighed by tables which have learnt from the other public sources alone, and the reverse."""
_HELD_BACK: Final = {
    ("prompt_injection", "all of it reads like words to an assistant"): 1.0,
    ("prompt_injection", "8 words in a row read like words to an assistant"): 1.0,
    ("phishing", "worded like phishing"): 0.55,
    ("spam", "worded like spam"): 1.6,
    ("phishing", "HTML alone"): 0.3,
    ("phishing", "a Message-ID of another domain"): 0.3,
    ("phishing", "links lead away from the sender's domain"): 0.3,
    ("phishing", "one or two links alone"): 0.2,
    ("credential_request", "HTML alone"): 0.3,
    ("credential_request", "a Message-ID of another domain"): 0.3,
    ("credential_request", "links lead away from the sender's domain"): 0.3,
    ("credential_request", "one or two links alone"): 0.2,
    ("", "malformed"): 0.5,
    ("", "the sender gives no name"): 0.5,
    ("", "no links"): 0.0,
    ("", "names the reader by the address"): 0.5,
}
Weights = dict[str, dict[str, float]]


def tables(seen: Sequence[Seen], kinds: Sequence[str]) -> dict[str, Fitted]:
    made: dict[str, Fitted] = {}
    if "prompt_injection" in kinds:
        made["injection"] = passages_table("injection", _TRUE["prompt_injection"], seen)
        made["prompts"] = whole_table("prompts", _TRUE["prompt_injection"], seen)
    for kind in ("phishing", "spam"):
        if kind in kinds:
            made[kind] = whole_table(kind, _TRUE[kind], [one for one in seen if one.kind not in _LEFT_OUT[kind]])
    if "credential_request" in kinds:
        kept = [one for one in seen if one.kind not in _LEFT_OUT["credential_request"]]
        made["credential_request"] = passages_table("credential_request", _TRUE["credential_request"], kept)
    return made


def bounds_of(kind: str, name: str) -> tuple[float, float]:
    """What weight a sign may get. Wording of written fraud is told from written ordinary mail too easily, and how old
    spam was built says little of mail today: both are held back."""
    return _EXCUSES.get(name, 0.0), _HELD_BACK.get((kind, name), _HELD_BACK.get(("", name), 5.0))


@dataclass(frozen=True, slots=True)
class Learnt:
    """`crossed` are models that have not learnt from the public attacks of `APART`, and from those not of it."""

    tables: dict[str, Fitted]
    weights: Weights
    crossed: tuple[Model, Model]


def _half(number: int, one: Seen) -> int:
    public = one.kind == "injection" and not one.source.startswith("written")
    return int(one.source not in APART) if public else number % 2


def learn(seen: Sequence[Seen], tuned: Sequence[Seen], kinds: Sequence[str]) -> Learnt:
    """`tuned` is ordinary modern mail none of which may come to a half; it is otherwise not learnt from."""
    halves: tuple[list[Seen], list[Seen]] = ([], [])
    for number, one in enumerate(seen):
        halves[_half(number, one)].append(one)
    made = [tables(halves[1 - at], kinds) for at in (0, 1)]
    models = [model_of(one) for one in made]
    whole = tables(seen, kinds)
    weights: Weights = {}
    for kind in kinds:
        rows, truth, groups = [], [], []
        for model, half in zip(models, halves, strict=True):
            for one in half:
                if one.kind in _LEFT_OUT[kind]:
                    continue
                rows.append(signs_of(kind, one, model))
                truth.append(int(one.kind in _TRUE[kind]))
                groups.append(one.source)
        fitted = sign_weights(rows, truth, balanced(groups, truth, 3), partial(bounds_of, kind))
        logits = [(logit(row, fitted), group) for row, group in zip(rows, groups, strict=True)]
        beyond = [
            _reached([value for value, group in logits if group in _MODERN], _FALSE_ALARMS[kind]),
            *(
                _reached([value for value, group in logits if group == old], share)
                for old, share in _OLD_ALARMS.items()
            ),
        ]
        # Only of instructions are there figures of models that have not learnt from a source.
        for model in (*models, model_of(whole)) if kind == "prompt_injection" else (model_of(whole),):
            said = [logit(signs_of(kind, one, model), fitted) for one in tuned]
            beyond.append(_reached(said, _TUNED_ALARMS[kind]) + _MARGIN.get(kind, 0.0))
        print(f"{kind}: a half is moved by {max(beyond):+.2f}, of {beyond}", flush=True)
        fitted[BIAS] = round(fitted[BIAS] - max(beyond), 4)
        weights[kind] = fitted
    return Learnt(whole, weights, (model_of(made[0], weights), model_of(made[1], weights)))


def _reached(logits: Sequence[float], share: float) -> float:
    """What that share of them is beyond; nothing where there are none."""
    ranked = sorted(logits, reverse=True)
    return ranked[int(share * len(ranked))] if ranked else -math.inf
