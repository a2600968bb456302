"""What a message tries to do: four probabilities, each from named signs. They may lower a level, never raise one."""

from collections.abc import Callable
from math import exp, log
from typing import Final

from letterlock.core.mime.message import Message
from letterlock.core.trust.content.model import Model, shipped
from letterlock.core.trust.content.observe import Observed, Signs, fraud_signs, injection_signs, observe
from letterlock.core.trust.injection_signs import INJECTION_SIGNS
from letterlock.core.trust.report import Classification, Content, HiddenSegment, Link
from letterlock.core.trust.sign import combine, find, fold

INSTRUCTING = 0.5
"""From here on a text counts as one that instructs an assistant."""
MAX_SIGNS = 20
ALWAYS: Final = ""
"""The sign that always holds: how rare the kind is."""
_TOLD_FROM: Final = 0.2
"""Signs that add less to the logarithm of the odds are not told."""
_WORTH_TELLING: Final = 0.1
"""Signs of what is less likely are not told."""
_FURTHEST: Final = 30.0

_KINDS: Final[dict[str, Callable[[Observed, Model], Signs]]] = {
    "prompt_injection": injection_signs,
    "phishing": lambda observed, model: fraud_signs("phishing", observed, model),
    "spam": lambda observed, model: fraud_signs("spam", observed, model),
    "credential_request": lambda observed, model: fraud_signs("credential_request", observed, model),
}


def classify(message: Message, content: Content, links: tuple[Link, ...]) -> Classification:
    """Read a message for injection, phishing, spam and requests for credentials. Each is 0 to 1."""
    model = shipped()
    observed = observe(message, content, links)
    judged: dict[str, float] = {}
    told: list[tuple[float, str, str]] = []
    for kind, signs_of in _KINDS.items():
        points = weighed(signs_of(observed, model), model.weights[kind])
        judged[kind] = probability(sum(points.values()))
        told += [(value, _words(kind, value, name), kind) for name, value in points.items() if name]
    plainly = {"prompt_injection": observed.plain, "phishing": observed.paid, "credential_request": observed.asked}
    for kind, plain in plainly.items():
        judged[kind] = combine((judged[kind], *plain.values()))
        told += [(-log(1 - weight), _words(kind, -log(1 - weight), name), kind) for name, weight in plain.items()]
    told.sort(key=lambda one: (-abs(one[0]), one[1]))
    return Classification(
        spam=judged["spam"],
        phishing=judged["phishing"],
        prompt_injection=judged["prompt_injection"],
        credential_request=judged["credential_request"],
        signs=tuple(
            dict.fromkeys(
                words for value, words, kind in told if abs(value) >= _TOLD_FROM and judged[kind] >= _WORTH_TELLING
            )
        )[:MAX_SIGNS],
    )


def _words(kind: str, points: float, name: str) -> str:
    return f"{kind.replace('_', ' ')} {points:+.1f}: {name}"


def weighed(signs: Signs, weights: dict[str, float]) -> dict[str, float]:
    """What each sign adds to the logarithm of the odds; what always holds is under ALWAYS."""
    points = {name: weights[name] * value for name, value in signs.items() if name in weights and value}
    points[ALWAYS] = weights[ALWAYS]
    return points


def probability(logit: float) -> float:
    return round(1 / (1 + exp(-min(max(logit, -_FURTHEST), _FURTHEST))), 4)


def injection_in(text: str) -> tuple[float, list[str]]:
    """How likely a text alone instructs an assistant by its wording and by signs that are plain, and by which."""
    folded = fold(text)
    found = find(INJECTION_SIGNS, folded)
    return combine(sign.weight for sign in found), [sign.name for sign in found]


def instructs(segment: HiddenSegment) -> bool:
    """Whether a hidden text gives instructions to an assistant."""
    return injection_in(segment.text)[0] >= INSTRUCTING
