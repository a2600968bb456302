"""Questions the rules ask of DNS, and the answers: how pure rules get facts they do not have.

A rule takes the answers known so far and raises `Missing` (or returns it) with all the questions it can name at once;
the app resolves them and calls again.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

RecordType = Literal["TXT", "A", "AAAA", "MX", "PTR"]


@dataclass(frozen=True, slots=True)
class Question:
    """One DNS question. `name` is lower case, without a final dot, in A-labels."""

    type: RecordType
    name: str


@dataclass(frozen=True, slots=True)
class Answer:
    """What DNS said.

    `ok` with `values` (TXT: the strings of each record joined; MX: `10 host`), `nodata` and `nxdomain` with none,
    `temperror` when no answer could be had (time, SERVFAIL, no name server).
    """

    status: Literal["ok", "nodata", "nxdomain", "temperror"]
    values: tuple[str, ...] = ()


Answers = Mapping[Question, Answer]

TEMPERROR = Answer("temperror")


@dataclass(frozen=True, slots=True)
class Missing:
    """The questions still to be asked before there can be a result."""

    questions: frozenset[Question] = field(default_factory=frozenset)
