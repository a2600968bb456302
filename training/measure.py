"""Curves and figures: how much is found at how many false alarms."""

from collections.abc import Sequence
from typing import Final

FALSE_ALARMS: Final = (0.002, 0.005, 0.01, 0.02)


def threshold(ordinary: Sequence[float], share: float) -> float:
    """The lowest threshold that at most that share of ordinary scores reaches."""
    allowed = int(share * len(ordinary))
    ranked = sorted(ordinary, reverse=True)
    return ranked[allowed] + 1e-9 if allowed < len(ranked) else 0.0


def found(scores: Sequence[float], at: float) -> float:
    """The share of scores that reach a threshold."""
    return sum(score >= at for score in scores) / len(scores) if scores else 0.0


def percent(share: float) -> str:
    return f"{100 * share:.1f} %"
