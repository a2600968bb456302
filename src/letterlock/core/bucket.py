"""Token buckets, each kept as one number: the moment at which it is full again (the generic cell rate algorithm)."""

from dataclasses import dataclass
from typing import Final

PERIODS: Final = {1: "s", 60: "m", 3600: "h", 86400: "d"}
"""Seconds, and the letter that stands for them."""


@dataclass(frozen=True, slots=True)
class Bucket:
    """`size` tokens, which come back evenly over `period` microseconds. An untouched bucket is full."""

    size: int
    period: int

    def __str__(self) -> str:
        """As settings are written: `600/m`."""
        seconds = self.period // 1_000_000
        return f"{self.size}/{PERIODS.get(seconds, f'{seconds} s')}"

    def take(self, full_at: int, now: int) -> tuple[int, int]:
        """One token at `now`: (when it is full again, 0), or (`full_at`, microseconds until there is a token)."""
        each = self.period // self.size
        after = max(full_at, now) + each
        wait = after - now - each * self.size
        return (full_at, wait) if wait > 0 else (after, 0)


@dataclass(frozen=True, slots=True)
class Limits:
    """What is allowed of calls, of sends and new inboxes among them, and of calls under way at once; None: all."""

    calls: Bucket | None = None
    sends: Bucket | None = None
    at_once: int | None = None
    inboxes: Bucket | None = None


UNLIMITED: Final = Limits()


def whole_seconds(microseconds: int) -> int:
    """Rounded up: who waits so long is not refused again."""
    return -(-microseconds // 1_000_000)
