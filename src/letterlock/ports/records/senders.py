"""What is known of the people at the other end."""

from dataclasses import dataclass
from datetime import datetime
from typing import Literal


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
    person_count: int = 0
    """Messages that a person sent to the address; `agent_count` those that credentials sent."""
    agent_count: int = 0


HabitKind = Literal["signer", "return_path", "network"]


@dataclass(frozen=True, slots=True)
class Habit:
    """One way by which authenticated mail of an address comes: who signs it, where it bounces to, whence it comes."""

    kind: HabitKind
    value: str
    count: int
    first_seen: datetime
    last_seen: datetime


ContactKind = Literal["domain", "name"]
ContactSource = Literal["person", "seen", "listed"]


@dataclass(frozen=True, slots=True)
class Contact:
    """A domain, or the address that goes by a name, of somebody a workspace has to do with; see `core.trust`.

    `known_by` is the account that has, "" for the workspace itself. Nothing here comes of what a credential did.
    """

    value: str
    source: ContactSource
    known_by: str


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
    """One entry of the verified or block list: an address key, or a domain (covers its subdomains).

    It holds for the whole workspace, or for the account `account_id` alone.
    """

    workspace_id: str
    kind: ListKind
    entry: str
    added_by: str
    added_at: datetime
    account_id: str = ""
