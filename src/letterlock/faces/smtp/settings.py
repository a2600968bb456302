"""What an SMTP or LMTP service allows: names, sizes, limits and time-outs (RFC 5321 section 4.5.3)."""

import ssl
from collections.abc import Callable
from dataclasses import dataclass, field

from letterlock.core.trust.relays import Networks, Relays

Count = Callable[[str, int], None]
"""Called with a counter's name and how much it grew: `smtp_connections`, `smtp_messages_accepted`, …"""


def no_count(name: str, amount: int) -> None:
    """Counts nothing."""


@dataclass(frozen=True, slots=True)
class Limits:
    """Bounds on what one client and all clients together may use. Sizes are in bytes, times in seconds."""

    message_bytes: int = 25 * 1024 * 1024
    """Announced as SIZE (RFC 1870); transparency dots do not count."""
    memory_bytes: int = 256 * 1024 * 1024
    """What all messages being received may hold together; one that does not fit is answered 452 4.3.1."""
    data_line_bytes: int = 64 * 1024
    """Longer lines are refused. RFC 5321 allows 1000, real mail has longer ones."""
    recipients: int = 100
    errors: int = 20
    """Refused commands and recipients in one connection."""
    commands: int = 500
    """Commands in one connection since it began or last handed over a message."""
    messages: int = 1000
    """Messages in one connection."""
    received_fields: int = 50
    """More Received fields than this are a loop (RFC 5321 section 6.3)."""
    connections: int = 500
    connections_per_client: int = 50
    still_seconds: float = 5
    """A connection on which nothing came for so long makes room where there are too many."""
    command_seconds: float = 300
    """For one whole command; sending it byte by byte gains nothing."""
    data_idle_seconds: float = 180
    data_total_seconds: float = 1800
    handshake_seconds: float = 30
    accept_seconds: float = 120
    """For the app to check a recipient or to accept a message."""


@dataclass(frozen=True, slots=True)
class SmtpSettings:
    """One service. Without `tls` STARTTLS is not offered."""

    hostname: str
    """How the server calls itself in its greeting."""
    service: str = "Letterlock"
    limits: Limits = field(default_factory=Limits)
    tls: ssl.SSLContext | None = None
    proxies: Networks = field(default_factory=Networks)
    """Who may send a PROXY header, XCLIENT or XFORWARD."""
    relays: Relays = field(default_factory=Relays)
    """Who may send XCLIENT or XFORWARD, and whose Received fields are read."""

    def is_relay(self, peer: str | None) -> bool:
        return self.relays.authserv_id(peer) is not None

    def may_tell(self, peer: str | None) -> bool:
        """Whether this one may tell by XCLIENT and XFORWARD whom it speaks for."""
        return peer in self.proxies or self.is_relay(peer)
