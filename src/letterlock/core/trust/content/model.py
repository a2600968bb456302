"""The shipped weights: tables of wording for each kind of harm, and the weight of each sign. Made by `training/`."""

import json
import zlib
from dataclasses import dataclass
from functools import lru_cache, reduce
from importlib.resources import files
from itertools import accumulate
from operator import sub
from typing import Final

from letterlock.core.trust.content.tokens import pairs

NAMES: Final = {"injection": "injection.model", "fraud": "fraud.model"}
"""The files: one for words to an assistant; one for spam, phishing and requests for credentials."""
LENGTHS: Final = (8, 16, 32)
"""Words in a row that are weighed together: what is said to an assistant may be one sentence among many others."""


@dataclass(frozen=True, slots=True)
class Table:
    """Weights of hashed words and pairs, in steps of `step`; its size is a power of two."""

    weights: memoryview
    step: float
    bias: float

    def each(self, words: list[int]) -> list[int]:
        """What each word adds, with the pair it ends, in steps."""
        mask = len(self.weights) - 1
        weights = self.weights
        alone = [weights[word & mask] for word in words]
        joined = [weights[pair & mask] for pair in pairs(words)]
        return alone[:1] + [one + two for one, two in zip(alone[1:], joined, strict=True)]

    def strongest(self, words: list[int]) -> tuple[float, ...]:
        """The most that so many words in a row come to, for each of LENGTHS."""
        if not words:
            return (self.bias,) * len(LENGTHS)
        sums = list(accumulate(self.each(words), initial=0))
        found = []
        for length in LENGTHS:
            best = max(map(sub, sums[length:], sums)) if len(words) >= length else sums[-1]
            found.append(best * self.step + self.bias)
        return tuple(found)

    def whole(self, words: list[int]) -> float:
        """What all different words and pairs of a text come to, by the square root of their number."""
        mask = len(self.weights) - 1
        places = {word & mask for word in words}
        places.update(pair & mask for pair in pairs(words))
        if not places:
            return self.bias
        return float(sum(map(self.weights.__getitem__, places)) * self.step / len(places) ** 0.5 + self.bias)


@dataclass(frozen=True, slots=True)
class Model:
    """`tables` by name, and for each kind of harm the weight of every sign; `version` names the data it was made of."""

    tables: dict[str, Table]
    weights: dict[str, dict[str, float]]
    version: str


def unpack(packed: bytes) -> Model:
    """The model in a file: zlib around one line of JSON and the tables one after another."""
    raw = zlib.decompress(packed)
    head, _, rest = raw.partition(b"\n")
    told = json.loads(head)
    tables: dict[str, Table] = {}
    at = 0
    for table in told["tables"]:
        size = table["size"]
        tables[table["name"]] = Table(memoryview(rest[at : at + size]).cast("b"), table["step"], table["bias"])
        at += size
    return Model(tables, told["weights"], told["version"])


def joined(one: Model, other: Model) -> Model:
    """Both as one model; they have no table and no kind of harm in common."""
    version = f"{one.version} and {other.version}"
    return Model(one.tables | other.tables, one.weights | other.weights, version)


@lru_cache(maxsize=1)
def shipped() -> Model:
    """The model that is part of this package."""
    folder = files(__package__)
    return reduce(joined, (unpack(folder.joinpath(name).read_bytes()) for name in NAMES.values()))
