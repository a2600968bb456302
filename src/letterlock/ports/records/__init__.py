"""Rows as values: what the store keeps, one frozen dataclass a table, ids and times as everywhere else.

Times are aware and in UTC. JSON-able dicts are named as such and never hold text that is hidden from readers.
"""

from letterlock.ports.records.accounts import Account, CodesMode, DkimKey, Domain
from letterlock.ports.records.jobs import Job, JobKind
from letterlock.ports.records.json import Json
from letterlock.ports.records.ledgers import AuditEntry, Feedback, IdempotencyRecord, Shown
from letterlock.ports.records.messages import (
    Analysis,
    Direction,
    Hidden,
    Listed,
    MessageState,
    Page,
    StoredAttachment,
    StoredMessage,
    Thread,
)
from letterlock.ports.records.people import AccountRole, Member, Session, SignInLink, Workspace, WorkspaceRole
from letterlock.ports.records.senders import (
    Contact,
    ContactKind,
    ContactSource,
    Habit,
    HabitKind,
    ListEntry,
    ListKind,
    Relation,
    Suppression,
    SuppressionReason,
)
from letterlock.ports.records.sending import Attempt, DraftStatus, OutboxEntry, OutboxState, StoredDraft

__all__ = [
    "Account",
    "AccountRole",
    "Analysis",
    "Attempt",
    "AuditEntry",
    "CodesMode",
    "Contact",
    "ContactKind",
    "ContactSource",
    "Direction",
    "DkimKey",
    "Domain",
    "DraftStatus",
    "Feedback",
    "Habit",
    "HabitKind",
    "Hidden",
    "IdempotencyRecord",
    "Job",
    "JobKind",
    "Json",
    "ListEntry",
    "ListKind",
    "Listed",
    "Member",
    "MessageState",
    "OutboxEntry",
    "OutboxState",
    "Page",
    "Relation",
    "Session",
    "Shown",
    "SignInLink",
    "StoredAttachment",
    "StoredDraft",
    "StoredMessage",
    "Suppression",
    "SuppressionReason",
    "Thread",
    "Workspace",
    "WorkspaceRole",
]
