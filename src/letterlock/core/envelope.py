"""What SMTP says about a message beside its content (RFC 5321 section 2.3.1)."""

from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True, slots=True)
class Envelope:
    """How a message reached us: `mail_from` "" is the null sender, `client_ip` None a client that is not known."""

    mail_from: str
    received_at: datetime
    client_ip: str | None = None
    helo: str = ""
    via: str = "smtp"
    """smtp, lmtp, http, imap (pulled from a mailbox), or internal (from one of our own inboxes)."""
    tls: bool = False
    smtputf8: bool = False
    peer: str = ""
    """Who handed it over where that may be a trusted relay: its address, `unix`, `http` or `imap`."""
    relays: tuple[str, ...] = ()
    """The authserv-ids of the trusted relays it came through, nearest first, "" for one without."""
    believed: tuple[str, ...] = ()
    """Authserv-ids that its inbox takes the word of besides, where a trusted relay brought the message."""
    handover: str = ""
    """What the sender knows this handing over by, so that a message without a Message-ID is stored once too."""
