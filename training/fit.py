"""Fits the tables of wording and the weights of signs. The same data gives the same model."""

import json
import random
import zlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from scipy.optimize import minimize
from scipy.sparse import csr_matrix
from sklearn.linear_model import LogisticRegression

from letterlock.core.trust.content.model import Model, unpack
from letterlock.core.trust.content.observe import Signs, fraud_signs, injection_signs
from letterlock.core.trust.content.tokens import pairs
from training.observed import Seen

SIZES: Final = {
    "injection": 1 << 18,
    "prompts": 1 << 17,
    "spam": 1 << 17,
    "phishing": 1 << 16,
    "credential_request": 1 << 16,
}
WINDOW: Final = 24
STRIDE: Final = 12
_SPREAD: Final = 127
Words = list[int]


@dataclass(frozen=True, slots=True)
class Fitted:
    """One table before it is packed."""

    weights: np.ndarray[Any, np.dtype[np.int8]]
    step: float
    bias: float


def windows(words: Words, chance: random.Random) -> list[Words]:
    """A text as stretches of words such as are weighed together: some short, some long."""
    found = []
    at = 0
    while at < len(words):
        size = chance.choice((8, 12, 16, WINDOW, WINDOW, 32))
        found.append(words[at : at + size])
        at += max(4, size // 2 + 2)
    return found


def _matrix(rows: Sequence[Words], size: int, *, whole: bool) -> csr_matrix:
    indices: list[int] = []
    values: list[float] = []
    ends = [0]
    for words in rows:
        places = [word & (size - 1) for word in words] + [pair & (size - 1) for pair in pairs(words)]
        if whole:
            distinct = sorted(set(places))
            indices += distinct
            values += [len(distinct) ** -0.5] * len(distinct)
        else:
            indices += places
            values += [1.0] * len(places)
        ends.append(len(indices))
    matrix = csr_matrix((np.array(values), np.array(indices), np.array(ends)), shape=(len(rows), size))
    matrix.sum_duplicates()
    return matrix


def table(
    name: str, rows: Sequence[Words], truth: Sequence[int], weight: Sequence[float], *, whole: bool, firmness: float
) -> Fitted:
    """A logistic regression over hashed words and pairs, in whole steps."""
    matrix = _matrix(rows, SIZES[name], whole=whole)
    fitted = LogisticRegression(C=firmness, solver="lbfgs", tol=1e-3, max_iter=50)
    fitted.fit(matrix, np.array(truth), sample_weight=np.array(weight))
    coefficients = fitted.coef_[0]
    limit = float(np.quantile(np.abs(coefficients[coefficients != 0]), 0.9995))
    step = limit / _SPREAD
    steps = np.clip(np.rint(coefficients / step), -_SPREAD, _SPREAD).astype(np.int8)
    return Fitted(steps, step, float(fitted.intercept_[0]))


def balanced(groups: Sequence[str], truth: Sequence[int], ratio: float) -> list[float]:
    """Weights by which each group (a source) counts by the root of its size, and truth and not as 1 to `ratio`."""
    sizes: dict[tuple[str, int], int] = {}
    for group, true in zip(groups, truth, strict=True):
        sizes[group, true] = sizes.get((group, true), 0) + 1
    totals = {true: sum(size**0.5 for (_, of), size in sizes.items() if of == true) for true in (0, 1)}
    count = len(truth)
    share = {1: 1 / (1 + ratio), 0: ratio / (1 + ratio)}
    return [
        share[true] * count * sizes[group, true] ** -0.5 / totals[true]
        for group, true in zip(groups, truth, strict=True)
    ]


def words_of(table: str, one: Seen) -> Words:
    """The words of a mail as that table weighs them."""
    observed = one.observed
    return (observed.read if table in ("injection", "prompts") else observed.stretches)[0].words


def passages_table(name: str, kinds: frozenset[str], seen: Sequence[Seen], *, rounds: int = 2) -> Fitted:
    """The table of stretches: those of attacks against those of all else, the hardest of these again."""
    chance = random.Random(name)
    rows: list[Words] = []
    truth: list[int] = []
    groups: list[str] = []
    for one in seen:
        if one.kind in kinds:
            for passage in one.passages:
                for window in windows(passage, chance)[:8]:
                    rows.append(window)
                    truth.append(1)
                    groups.append(one.source)
        else:
            for window in windows(words_of(name, one)[:800], chance)[:10]:
                rows.append(window)
                truth.append(0)
                groups.append(one.source)
    fitted = table(name, rows, truth, balanced(groups, truth, 3), whole=False, firmness=0.3)
    for _ in range(rounds - 1):
        for one in seen:
            if one.kind in kinds:
                continue
            for window in _hardest(fitted, words_of(name, one)[:3000], SIZES[name]):
                rows.append(window)
                truth.append(0)
                groups.append(f"{one.source} hard")
        fitted = table(name, rows, truth, balanced(groups, truth, 3), whole=False, firmness=0.3)
    return fitted


def _hardest(fitted: Fitted, words: Words, size: int) -> list[Words]:
    if len(words) < 2:
        return []
    weights = fitted.weights
    mask = size - 1
    each = np.array([int(weights[word & mask]) for word in words])
    each[1:] += np.array([int(weights[pair & mask]) for pair in pairs(words)])
    sums = np.concatenate([[0], np.cumsum(each)])
    found = []
    for length in (8, 16, 32):
        if len(words) < length:
            continue
        best = int(np.argmax(sums[length:] - sums[:-length]))
        if (sums[best + length] - sums[best]) * fitted.step + fitted.bias > -1:
            found.append(words[best : best + length])
    return found


def whole_table(name: str, kinds: frozenset[str], seen: Sequence[Seen], firmness: float = 3.0) -> Fitted:
    """The table of whole texts."""
    rows = [words_of(name, one) for one in seen]
    truth = [int(one.kind in kinds) for one in seen]
    weight = balanced([one.source for one in seen], truth, 2)
    return table(name, rows, truth, weight, whole=True, firmness=firmness)


def packed(tables: dict[str, Fitted], weights: dict[str, dict[str, float]], version: str) -> bytes:
    """The file of the model; see `letterlock.core.trust.content.model`."""
    told = {
        "tables": [
            {"name": name, "size": len(fitted.weights), "step": round(fitted.step, 8), "bias": round(fitted.bias, 5)}
            for name, fitted in tables.items()
        ],
        "weights": weights,
        "version": version,
    }
    head = json.dumps(told, ensure_ascii=False, sort_keys=True, separators=(",", ":")).encode()
    return zlib.compress(b"\n".join([head, b"".join(f.weights.tobytes() for f in tables.values())]), 9)


def model_of(tables: dict[str, Fitted], weights: dict[str, dict[str, float]] | None = None) -> Model:
    return unpack(packed(tables, weights or {}, "training"))


BIAS: Final = ""
"""The sign that always holds."""


def signs_of(kind: str, one: Seen, model: Model) -> Signs:
    return (
        injection_signs(one.observed, model) if kind == "prompt_injection" else fraud_signs(kind, one.observed, model)
    )


def sign_weights(
    rows: Sequence[Signs],
    truth: Sequence[int],
    weight: Sequence[float],
    bounds_of: Callable[[str], tuple[float, float]],
    firmness: float = 0.02,
) -> dict[str, float]:
    """Weights of signs by logistic regression, each within what `bounds_of` allows it: most signs only ever count against."""
    names = sorted({name for row in rows for name in row})
    place = {name: number for number, name in enumerate(names)}
    indices = [place[name] for row in rows for name in row]
    values = [value for row in rows for value in row.values()]
    ends = np.cumsum([0, *(len(row) for row in rows)])
    matrix = csr_matrix((np.array(values), np.array(indices), ends), shape=(len(rows), len(names)))
    target, each = np.array(truth, dtype=float), np.array(weight)
    each = each / each.sum()

    def loss(point: np.ndarray[Any, Any]) -> tuple[float, np.ndarray[Any, Any]]:
        logits = matrix @ point[:-1] + point[-1]
        cost = np.logaddexp(0, logits) - target * logits
        pull = each * (1 / (1 + np.exp(-logits)) - target)
        gradient = np.append(matrix.T @ pull, pull.sum())
        gradient[:-1] += firmness * 0.01 * point[:-1]
        return float(each @ cost + firmness * 0.005 * point[:-1] @ point[:-1]), gradient

    bounds = [bounds_of(name) for name in names] + [(-20.0, 20.0)]
    found = minimize(
        loss, np.zeros(len(names) + 1), jac=True, method="L-BFGS-B", bounds=bounds, options={"maxiter": 500}
    )
    weights = {name: round(float(value), 4) for name, value in zip(names, found.x, strict=False) if abs(value) > 1e-3}
    weights[BIAS] = round(float(found.x[-1]), 4)
    return weights


def logit(signs: Signs, weights: dict[str, float]) -> float:
    return weights[BIAS] + sum(weights.get(name, 0.0) * value for name, value in signs.items())
