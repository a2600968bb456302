"""A mailbox elsewhere that is emptied into the inboxes here."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, Protocol

Filing = Literal["Delivered", "Unknown"]
"""Where a message goes that was dealt with: it is kept, so that nothing is lost by a mistake in the set-up."""


class PullFailed(Exception):
    """The mailbox cannot be reached or refuses; the text says what happened, without the password."""


@dataclass(frozen=True, slots=True)
class Waiting:
    """A message that is there. `handover` names it for ever."""

    uid: int
    size: int
    handover: str


class PulledMailbox(Protocol):
    """One connection at a time; every method raises PullFailed."""

    async def waiting(self) -> Sequence[Waiting]:
        """What is in the folder, oldest first; connects where that is not done."""
        ...

    async def fetch(self, uid: int) -> bytes | None:
        """The raw message, unchanged and not marked as read; None when it is gone."""
        ...

    async def file(self, uid: int, filing: Filing) -> None: ...

    async def wait(self, seconds: float) -> None:
        """Until something comes in, or that long."""
        ...

    async def close(self) -> None:
        """Ends the connection; never fails."""
        ...
