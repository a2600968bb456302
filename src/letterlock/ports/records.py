"""Rows as values: what the store keeps, one frozen dataclass a table, ids and times as everywhere else.

Times are aware and in UTC. JSON-able dicts are named as such and never hold text that is hidden from readers.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Literal, NamedTuple

Json = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Workspace:
    """The tenant. Every row belongs to one."""

    id: str
    name: str
    created_at: datetime


WorkspaceRole = Literal["owner", "admin", "member"]
AccountRole = Literal["owner", "admin", "sender", "reader"]


@dataclass(frozen=True, slots=True)
class Member:
    """A person in a workspace."""

    id: str
    workspace_id: str
    name: str
    email: str
    role: WorkspaceRole
    created_at: datetime
    removed_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class SignInLink:
    """A one-time link. Only the hash of its token is kept."""

    token_hash: str
    workspace_id: str
    member_id: str
    expires_at: datetime
    used_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class Session:
    """A signed-in browser. Only the hash of its cookie is kept; `csrf` goes into its forms."""

    token_hash: str
    workspace_id: str
    member_id: str
    csrf: str
    created_at: datetime
    expires_at: datetime


@dataclass(frozen=True, slots=True)
class Account:
    """A mailbox an agent can reach; a hosted one is an inbox and its `address` is the inbox id."""

    id: str
    workspace_id: str
    provider: str
    address: str
    """Lower case, domain in A-labels: the address's key."""
    display_name: str | None
    created_by: str
    """`agent`, `person` or `system`."""
    created_at: datetime
    updated_at: datetime
    client_id: str | None = None
    expires_at: datetime | None = None
    paused_at: datetime | None = None
    quota_bytes: int | None = None
    used_bytes: int = 0

    def over(self, now: datetime) -> bool:
        """Its time is up: it neither receives nor can be reached, though its rows may still be there."""
        return self.expires_at is not None and self.expires_at <= now


Direction = Literal["inbound", "outbound"]
MessageState = Literal["pending", "ready"]
"""pending: accepted and still to be analysed; no face shows it but as an envelope. ready: it may be shown."""

Hidden = Literal["", "spam", "blocked", "unauthenticated", "quarantined", "trash"]
"""Why a message is left out of lists by default; "" when it is not."""


@dataclass(frozen=True, slots=True)
class StoredMessage:
    """One message of one account. What analysis finds is None while `state` is pending."""

    id: str
    workspace_id: str
    account_id: str
    direction: Direction
    state: MessageState
    received_at: datetime
    """When we accepted it; what lists are ordered by and waits compare with."""
    content_hash: str
    """SHA-256 of the raw message, hex; with the workspace and account its blob's key."""
    size: int
    envelope: Json
    identity: str | None = None
    """Digest that two deliveries of the same message share (trace headers left out); None without a Message-ID."""
    rfc_message_id: str | None = None
    thread_id: str | None = None
    timestamp: datetime | None = None
    """The Date field, bounded to not after `received_at`."""
    subject: str = ""
    from_address: str = ""
    """Address key of From, for search and relations."""
    labels: frozenset[str] = frozenset()
    hidden: Hidden = ""
    trust_level: str | None = None
    item: Json | None = None
    """The list item, complete but for `labels` and `url`."""
    view: Json | None = None
    """The agent-safe view, complete but for `labels` and `url`."""
    report: Json | None = None
    """The full trust report, hidden segments redacted."""
    search_text: str = ""
    """What search looks at beside subject, people and the attachments' names: visible text. Not read back."""
    search_people: str = ""
    """One line a person: `from`, `to`, `cc` or `bcc`, a blank, and the person as `Name <local@domain>`."""
    sent_by: str | None = None
    """Credential that sent it; None for inbound mail and for what a person sent."""


class Listed(NamedTuple):
    """A ready message as far as lists need it. A tuple, since a page makes many of them at each call."""

    id: str
    thread_id: str
    direction: Direction
    received_at: datetime
    labels: frozenset[str]
    hidden: Hidden
    trust_level: str | None
    item: Json
    place: int
    """Counts up as messages come into the store; what searches are ordered by."""


@dataclass(frozen=True, slots=True)
class Analysis:
    """What analysis adds to a pending message, making it ready."""

    thread_id: str
    rfc_message_id: str | None
    timestamp: datetime
    subject: str
    from_address: str
    labels: frozenset[str]
    hidden: Hidden
    trust_level: str
    item: Json
    view: Json
    report: Json
    search_text: str
    search_people: str


@dataclass(frozen=True, slots=True)
class StoredAttachment:
    """One file of a message; its bytes are in the raw message's blob, as attachment `index` of its parse."""

    id: str
    message_id: str
    index: int
    filename: str | None
    content_type: str
    size: int
    disposition: str
    content_id: str | None
    risk: str = "not_assessed"
    risk_reasons: tuple[str, ...] = ()
    kind: str | None = None
    """What it is to the mail, in plain words, where its type does not say."""


@dataclass(frozen=True, slots=True)
class Thread:
    """A conversation in one account. Counters and people cover the messages that lists show."""

    id: str
    workspace_id: str
    account_id: str
    subject: str
    created_at: datetime
    updated_at: datetime
    last_at: datetime
    last_message_id: str
    message_count: int
    senders: tuple[str, ...]
    recipients: tuple[str, ...]
    labels: frozenset[str]
    linked_thread_id: str | None = None
    """The older thread a stranger's References pointed to."""
    people: frozenset[str] = frozenset()
    """Address keys: those our own mail in it was addressed to, and authenticated From addresses in it."""
    hidden: Hidden = ""
    """"" when at least one of its messages is listed."""


@dataclass(frozen=True, slots=True)
class Page:
    """Where a page of a list ends: the sort key and id of its last row, and its place for searches."""

    at: datetime
    id: str
    place: int = 0


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


@dataclass(frozen=True, slots=True)
class Relation:
    """What an account knows of one address; counts cover ready inbound mail."""

    inbound_count: int = 0
    authenticated_count: int = 0
    first_seen: datetime | None = None
    last_seen: datetime | None = None
    first_authenticated: datetime | None = None
    person_wrote_at: datetime | None = None
    agent_wrote_at: datetime | None = None
    complaints: int = 0


SuppressionReason = Literal["bounce", "complaint", "person"]


@dataclass(frozen=True, slots=True)
class Suppression:
    """An address that nothing is sent to, since mail to it came back for good, or somebody asked for it."""

    workspace_id: str
    address: str
    """Its key."""
    reason: SuppressionReason
    detail: str
    """The refusal that led to it, at most 300 characters; untrusted."""
    message_id: str | None
    added_by: str
    """Member id, or `system`."""
    added_at: datetime


ListKind = Literal["verified", "blocked"]


@dataclass(frozen=True, slots=True)
class ListEntry:
    """One entry of a workspace's verified or block list: an address key, or a domain (covers its subdomains)."""

    workspace_id: str
    kind: ListKind
    entry: str
    added_by: str
    added_at: datetime


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


JobKind = Literal["analyse", "deliver", "expire", "renew", "reanalyse", "schedule", "index"]


@dataclass(frozen=True, slots=True)
class Job:
    """Work to be done at or after `run_at`. (`kind`, `key`) is unique: deferring it again moves it earlier only."""

    id: str
    kind: JobKind
    key: str
    """What it is about: a message, draft or account id."""
    workspace_id: str
    run_at: datetime
    attempts: int = 0


@dataclass(frozen=True, slots=True)
class Domain:
    """A domain we host. `verified_at` None: published records not seen yet."""

    name: str
    workspace_id: str
    created_at: datetime
    verified_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class DkimKey:
    """A signing key of a domain; `sealed_private` is encrypted by the secrets port."""

    domain: str
    selector: str
    algorithm: Literal["rsa-sha256", "ed25519-sha256"]
    public_record: str
    created_at: datetime
    sealed_private: bytes = field(repr=False)
