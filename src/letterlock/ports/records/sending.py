"""What is to be sent: drafts, the outbox, and what became of each try."""

from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal

from letterlock.ports.records.json import Json

DraftStatus = Literal["draft", "scheduled", "failed", "sent"]
"""scheduled: goes out at `send_at`. failed: it was to go out and could not, see `failure`; it may be sent again."""


@dataclass(frozen=True, slots=True)
class StoredDraft:
    """A message that waits to be sent, with all that is needed to send it."""

    id: str
    workspace_id: str
    account_id: str
    status: DraftStatus
    created_at: datetime
    updated_at: datetime
    created_by: str
    """Credential that saved it, or member: whose rights count when it goes out by itself."""
    person: bool
    """`created_by` is a member."""
    client_id: str | None = None
    asked: str = ""
    """Digest of what was saved with `client_id`, so that the same one with other content is a conflict."""
    send_at: datetime | None = None
    message_id: str | None = None
    """What it was sent as."""
    failure: str = ""
    content_hash: str | None = None
    """Of the one blob that holds its files; None when it has none that are stored."""
    size: int = 0
    content: Json = field(default_factory=dict)


OutboxState = Literal["queued", "sending", "sent", "delayed", "failed"]
"""delayed: handed on, and whoever took it says that it has not arrived yet."""


@dataclass(frozen=True, slots=True)
class OutboxEntry:
    """One recipient of one outbound message."""

    id: str
    workspace_id: str
    account_id: str
    message_id: str
    recipient: str
    state: OutboxState
    created_at: datetime
    next_attempt_at: datetime
    attempts: int = 0
    last_reply: str = ""
    token: str | None = None
    """Made when it is first tried: part of the envelope sender, so that a bounce which carries it is known to be about
    this message and this recipient. Nobody is shown it but the servers on the way."""


@dataclass(frozen=True, slots=True)
class Attempt:
    """One try to hand an outbox entry on, or one report about it; kept for the message's history."""

    outbox_id: str
    at: datetime
    outcome: Literal["delivered", "deferred", "refused", "unknown", "bounced", "delayed", "confirmed", "complained"]
    """The last four were reported after it had been handed on."""
    host: str
    reply: str
    """The server's words, cut to 500 characters."""
    tls: bool = False
