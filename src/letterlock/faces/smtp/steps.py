"""What a session asks of the connection it runs in."""

from collections.abc import Sequence
from dataclasses import dataclass

from letterlock.core.address import Address


@dataclass(frozen=True, slots=True)
class Say:
    """Bytes for the client."""

    line: bytes


@dataclass(frozen=True, slots=True)
class Check:
    """May mail be accepted for this recipient? Answer with `checked`."""

    recipient: Address
    size: int


@dataclass(frozen=True, slots=True)
class Deliver:
    """A whole message, its recipients without duplicates. Answer with `delivered`."""

    mail_from: str
    smtputf8: bool
    recipients: Sequence[Address]
    raw: bytes


@dataclass(frozen=True, slots=True)
class StartTls:
    """The client was told to begin; answer with `secured`."""


@dataclass(frozen=True, slots=True)
class Meet:
    """A proxy has said who its client is; `address` is None when that is not known."""

    address: str | None


@dataclass(frozen=True, slots=True)
class Close:
    """Nothing more is said or heard."""


Step = Say | Check | Deliver | StartTls | Meet | Close
