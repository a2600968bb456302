"""Asking a spam filter what it makes of a message."""

from typing import Protocol

from letterlock.core.envelope import Envelope
from letterlock.core.trust.filtered import Filtered


class FilterAway(Exception):
    """The filter gave no answer that can be used; the message is judged without it."""


class SpamFilter(Protocol):
    async def judge(self, raw: bytes, envelope: Envelope) -> Filtered:
        """Raises FilterAway."""
        ...
