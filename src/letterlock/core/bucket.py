"""Token buckets, each kept as one number: the moment at which it is full again (the generic cell rate algorithm)."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Bucket:
    """`size` tokens, which come back evenly over `period` microseconds. An untouched bucket is full."""

    size: int
    period: int

    def take(self, full_at: int, now: int) -> tuple[int, int]:
        """One token at `now`: (when it is full again, 0), or (`full_at`, microseconds until there is a token)."""
        each = self.period // self.size
        after = max(full_at, now) + each
        wait = after - now - each * self.size
        return (full_at, wait) if wait > 0 else (after, 0)


def whole_seconds(microseconds: int) -> int:
    """Rounded up: who waits so long is not refused again."""
    return -(-microseconds // 1_000_000)
