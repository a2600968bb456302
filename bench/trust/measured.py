"""One line of the table: what was measured, the goal, what came out, and what others reach on the same data."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from bench.page import Bound

CORPORA: Final = Path(__file__).parents[3] / "shared" / "corpora"
"""Public data beside the checkout; a section that needs what is not there raises `Missing`."""


class Missing(Exception):
    """Why a section cannot be measured here."""


@dataclass(frozen=True, slots=True)
class Measured:
    """`value` is what `bound` judges, None for a figure without a goal; `shown` is how a reader sees it.

    `peers` are others' results on the same data, by name.
    """

    about: str
    bound: Bound | None
    value: float
    shown: str
    peers: tuple[tuple[str, str], ...] = ()

    @property
    def verdict(self) -> str:
        if self.bound is None:
            return ""
        return "met" if self.bound.kept(self.value) else "**missed**"


@dataclass(frozen=True, slots=True)
class Section:
    """One thing that is measured. `how` says with what data and by what measure, in Markdown."""

    title: str
    how: str
    measure: Callable[[], Iterable[Measured]]


def table(found: Sequence[Measured]) -> str:
    """As a Markdown table."""
    lines = ["| what | goal | reached | | others |", "|---|---|---|---|---|"]
    for one in found:
        goal = one.bound.words if one.bound else ""
        peers = "; ".join(f"{name} {reached}" for name, reached in one.peers)
        lines.append(f"| {one.about} | {goal} | {one.shown} | {one.verdict} | {peers} |")
    return "\n".join(lines)


def corpus(name: str) -> Path:
    """The folder of one corpus; raises Missing without it."""
    path = CORPORA / name
    if not path.is_dir():
        raise Missing(f"the corpus {name} is not beside the checkout")
    return path
