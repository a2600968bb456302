"""What a model finds of mail it has not learnt from, source by source."""

from collections import defaultdict
from collections.abc import Sequence
from math import exp, log
from typing import Any, Final

from letterlock.core.trust.content.model import Model
from letterlock.core.trust.content.observe import Signs
from training import attacks
from training.fit import logit, model_of, signs_of
from training.learn import APART, Learnt
from training.measure import FALSE_ALARMS, found, threshold
from training.observed import Seen
from training.where import PACKAGES

MODERN: Final = ("llmail-benign", "bipia-mail", "templates", "replies", "mail-parser")
OLD: Final = ("easy-ham-2", "hard-ham-1")
FIGURES: Final = PACKAGES / "figures.json"
SEEN: Final = PACKAGES / "seen"
_FURTHEST: Final = 30.0
_HALVED: Final = frozenset({"templates", "replies", "mail-parser"})


def tuned_and_measured(seen: Sequence[Seen]) -> tuple[list[Seen], list[Seen]]:
    """Of some ordinary mail, one half sets where a half is, and figures are of the other."""
    tuned = [one for number, one in enumerate(seen) if one.source in _HALVED and number % 2 == 0]
    measured = [one for number, one in enumerate(seen) if not (one.source in _HALVED and number % 2 == 0)]
    return tuned, measured


def scores(kind: str, seen: Sequence[Seen], model: Model, *, plain: bool = False) -> dict[str, list[float]]:
    """The logarithm of the odds of each mail, by source; with the plain signs of instructions, as shipped, or without."""
    by_source: dict[str, list[float]] = defaultdict(list)
    for one in seen:
        value = logit(signs_of(kind, one, model), model.weights[kind])
        if plain:
            value = with_plain(value, one.observed.plain)
        by_source[one.source].append(value)
        if one.trigger:
            by_source[f"{one.source} explicit"].append(value)
    return by_source


def with_plain(value: float, plain: Signs) -> float:
    """The same when the plain signs are counted in, as `classify` does."""
    open_ = 1 / (1 + exp(min(value, _FURTHEST)))
    for weight in plain.values():
        open_ *= 1 - weight
    return log((1 - open_) / open_)


def curve(attack: Sequence[float], ordinary: Sequence[float]) -> dict[str, float]:
    """The share found at each share of false alarms, and at a half."""
    told = {f"{share:g}": round(found(attack, threshold(ordinary, share)), 4) for share in FALSE_ALARMS}
    return {**told, "at a half": round(found(attack, 0.0), 4)}


def pooled(by_source: dict[str, list[float]], sources: Sequence[str]) -> list[float]:
    return [value for source in sources for value in by_source.get(source, [])]


def figures(learnt: Learnt, measured: Sequence[Seen]) -> dict[str, Any]:
    """For every kind learnt; public attacks are judged by the model that has not learnt from their source."""
    told: dict[str, Any] = {}
    shipped = model_of(learnt.tables, learnt.weights)
    for kind in learnt.weights:
        ordinary = [one for one in measured if one.kind != "injection"]
        by_source = scores(kind, ordinary, shipped, plain=kind == "prompt_injection")
        modern, old = pooled(by_source, MODERN), pooled(by_source, OLD)
        told[kind] = {
            "false alarms at a half": {name: round(found(by_source[name], 0.0), 4) for name in (*MODERN, *OLD)},
            "ordinary modern": {"mails": len(modern), "at a half": round(found(modern, 0.0), 4)},
        }
        for source in ("spam-2", "phishing_pot"):
            told[kind][source] = {
                "mails": len(by_source[source]),
                "modern": curve(by_source[source], modern),
                "old": curve(by_source[source], old),
            }
    if "prompt_injection" in told:
        told["prompt_injection"]["sources"] = _injection(learnt, measured)
        told["prompt_injection"]["learnt from"] = _by_source(
            [one for one in measured if one.kind in ("ordinary", "injection")], list(attacks.SOURCES), shipped
        )
    return told


def _injection(learnt: Learnt, measured: Sequence[Seen]) -> dict[str, Any]:
    told: dict[str, Any] = {}
    ordinary = [one for one in measured if one.kind == "ordinary"]
    for at, model in enumerate(learnt.crossed):
        mine = [source for source in attacks.SOURCES if int(source not in APART) == at]
        told |= _by_source([*ordinary, *(one for one in measured if one.source in mine)], mine, model)
    return told


def _by_source(seen: Sequence[Seen], sources: Sequence[str], model: Model) -> dict[str, Any]:
    told: dict[str, Any] = {source: {} for source in sources}
    for name, plain in (("learnt signs", False), ("all signs", True)):
        by_source = scores("prompt_injection", seen, model, plain=plain)
        modern = pooled(by_source, MODERN)
        for source in sources:
            explicit = by_source.get(f"{source} explicit", [])
            told[source][name] = {
                "mails": len(by_source[source]),
                **curve(by_source[source], modern),
                "explicit": {"mails": len(explicit), **curve(explicit, modern)},
                "ordinary modern at a half": round(found(modern, 0.0), 4),
            }
    return told
