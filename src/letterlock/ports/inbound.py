"""Accepting mail: what the SMTP and LMTP faces need of the app."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, Protocol

from letterlock.core.address import Address
from letterlock.core.envelope import Envelope


@dataclass(frozen=True, slots=True)
class Verdict:
    """May mail be accepted for a recipient; `reply` is the SMTP answer with its enhanced status code (RFC 3463)."""

    status: Literal["accept", "refuse", "defer"]
    reply: str
    """`250 2.1.5 OK`, `550 5.1.1 No such inbox`, `452 4.2.2 Over quota`, …"""


class Acceptor(Protocol):
    async def check_recipient(self, recipient: Address, size: int) -> Verdict:
        """At RCPT; `size` is what MAIL announced, 0 when it did not."""
        ...

    async def accept(self, envelope: Envelope, recipients: Sequence[Address], raw: bytes) -> list[Verdict]:
        """One verdict a recipient, in order; `accept` only once message and envelope are committed and synced."""
        ...
