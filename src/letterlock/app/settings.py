"""What the app itself needs to be told; main fills it from the settings."""

from dataclasses import dataclass
from datetime import timedelta

from letterlock.core.bucket import UNLIMITED, Limits


@dataclass(frozen=True, slots=True)
class AppSettings:
    """`domain` is where new inboxes get their address; `public_url` is the origin of links, without a final slash."""

    domain: str
    public_url: str
    mail_host: str
    """The name this server goes by among mail servers: in its greeting, and where MX records point."""
    relay: str = ""
    """The host all outgoing mail leaves through; empty when it goes straight to MX hosts."""
    dns_seconds: float = 5.0
    """Of DNS in all per message; what is late is `temperror`."""
    give_up_after: timedelta = timedelta(days=5)
    """How long delivery of a sent message is tried (RFC 5321 section 4.5.4.1)."""
    duplicate_window: timedelta = timedelta(minutes=10)
    """A send repeated within it without a key returns the first result (promise 3)."""
    key_memory: timedelta = timedelta(days=30)
    """How long an idempotency key is remembered."""
    default_quota: int = 2 * 1024**3
    """Bytes an inbox may hold where it has no quota of its own."""
    max_recipients: int = 50
    max_wait: int = 60
    """Seconds a wait may last."""
    trusted_sealers: tuple[str, ...] = ()
    """Domains of forwarders whose ARC seals are believed."""
    key_limits: Limits = UNLIMITED
    """What one credential may ask for, and below it a whole workspace."""
    workspace_limits: Limits = UNLIMITED
