"""A message to be written: values only, as callers fill them and `compose` writes them."""

from dataclasses import dataclass, field
from datetime import datetime

from letterlock.core.address import Address


@dataclass(frozen=True, slots=True)
class OutgoingFile:
    """A file to go along. `content_type` may carry parameters (`text/calendar; method=REQUEST`)."""

    filename: str | None
    content_type: str
    content: bytes = field(repr=False)
    disposition: str = "attachment"
    """`attachment` or `inline`."""
    content_id: str | None = None
    """Without angle brackets; the HTML refers to it as `cid:…`."""


@dataclass(frozen=True, slots=True)
class Outgoing:
    """All of a message that its bytes depend on; `compose` adds nothing of its own."""

    from_: Address
    to: tuple[Address, ...]
    subject: str
    message_id: str
    """Without angle brackets."""
    date: datetime
    """Aware."""
    cc: tuple[Address, ...] = ()
    bcc: tuple[Address, ...] = ()
    """For the envelope and our own copy; never written."""
    reply_to: tuple[Address, ...] = ()
    text: str | None = None
    html: str | None = None
    attachments: tuple[OutgoingFile, ...] = ()
    in_reply_to: str | None = None
    references: tuple[str, ...] = ()
    """Oldest first, without angle brackets."""
    auto_submitted: bool = False
    """Nobody asked for just this message: auto-generated, or auto-replied when it answers one (RFC 3834)."""
    headers: tuple[tuple[str, str], ...] = ()
    """Extra fields; none that `compose` writes itself, none that transport adds."""
