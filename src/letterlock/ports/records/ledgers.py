"""What was done, shown and said, and by whom."""

from dataclasses import dataclass
from datetime import datetime

from letterlock.ports.records.json import Json


@dataclass(frozen=True, slots=True)
class IdempotencyRecord:
    """The first result of a call that may be repeated."""

    credential_id: str
    operation: str
    key: str
    fingerprint: str
    """Digest of what was asked, so that the same key with other content is a conflict."""
    result: Json
    created_at: datetime
    expires_at: datetime


@dataclass(frozen=True, slots=True)
class AuditEntry:
    """One write, send, decision or sign-in. Never holds message text."""

    id: str
    workspace_id: str
    at: datetime
    actor: str
    """Credential or member id, or `system`."""
    client: str
    operation: str
    targets: tuple[str, ...]
    decision: str
    reasons: tuple[str, ...]
    outcome: str


@dataclass(frozen=True, slots=True)
class Shown:
    """Provenance: content a credential was shown."""

    workspace_id: str
    account_id: str
    credential_id: str
    at: datetime
    operation: str
    items: tuple[tuple[str, str], ...]
    """(message id, trust level)."""


@dataclass(frozen=True, slots=True)
class Feedback:
    """What an agent said of the tools, redacted."""

    id: str
    workspace_id: str
    received_at: datetime
    credential_id: str
    client: str
    """Name and version the client gave of itself."""
    rating: str
    category: str
    tool_name: str | None
    message: str
