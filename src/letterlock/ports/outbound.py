"""Handing mail on by SMTP: to a relay or to the recipients' MX hosts."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, Protocol

Status = Literal["delivered", "deferred", "refused", "unknown"]


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of one recipient.

    deferred: try again later (4xx, no connection). refused: for good (5xx, no such domain). unknown: the connection was
    lost after the message was handed over and before the answer, so it may have arrived.
    """

    recipient: str
    status: Status
    reply: str
    """`550 5.1.1 No such user`, or our own words where there was no reply; at most 500 characters."""
    host: str = ""
    tls: bool = False


class Outbound(Protocol):
    async def deliver(self, raw: bytes, *, mail_from: str, recipients: Sequence[str]) -> list[Outcome]:
        """One outcome a recipient, all of one domain; never raises for what the network or the peer does."""
        ...
