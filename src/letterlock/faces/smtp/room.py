"""Room for connections and messages being received: where it is short, who stands still or holds most makes room.

Else a few clients with connections they do not use, or messages they never end, could keep everybody else's mail out.
"""

from collections import Counter
from collections.abc import Collection, Hashable, Iterable
from typing import Protocol, TypeVar


class Holder(Protocol):
    """A connection that receives messages."""

    counted_as: str
    """Its client; "" for one that speaks for others, of whom each connection counts by itself."""
    held: int
    moved_at: float
    """When it last sent something."""

    @property
    def served(self) -> bool:
        """Whether it waits for an answer of ours."""

    @property
    def droppable(self) -> bool:
        """Whether it is in the middle of a message; one that is whole is being stored."""


H = TypeVar("H", bound=Holder)


def stillest(holders: Iterable[H]) -> H | None:
    """Of those that do not wait for us, the one on which nothing came for longest."""
    return min((one for one in holders if not one.served), key=lambda one: one.moved_at, default=None)


def to_drop(holders: Collection[H], asking: H, more: int) -> H | None:
    """Whose message is dropped so that `asking` may hold `more`: that of who holds most, and stands still longest.

    None where nobody holds more than `asking` would then.
    """
    held: Counter[Hashable] = Counter()
    for one in holders:
        held[_client(one)] += one.held
    least = held[_client(asking)] + more
    candidates = [one for one in holders if one.held and one.droppable and held[_client(one)] > least]
    return min(candidates, key=lambda one: (-held[_client(one)], one.moved_at), default=None)


def _client(holder: Holder) -> Hashable:
    return holder.counted_as or id(holder)
