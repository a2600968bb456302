"""Messages with their files and threads, and what analysis adds to them."""

from dataclasses import dataclass
from datetime import datetime
from typing import Literal, NamedTuple

from letterlock.ports.records.json import Json

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
    secrets: Json | None = None
    """The one-time codes and acting links it brings, and who released them to agents; None where there are none."""
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
    secrets: Json | None = None


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
    secrets: Json | None = None


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
    masked_subject: str | None = None
    """The subject without the codes in it, where it holds any."""
    hidden: Hidden = ""
    """"" when at least one of its messages is listed."""


@dataclass(frozen=True, slots=True)
class Page:
    """Where a page of a list ends: the sort key and id of its last row, and its place for searches."""

    at: datetime
    id: str
    place: int = 0
