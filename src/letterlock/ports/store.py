"""The store: units of work over repositories, one a noun.

`Store.read` and `Store.write` run a synchronous function on a snapshot or in a transaction; nothing awaits inside.
A write's function may be run again after a serialisation failure, so it has no effect but through its unit.
"""

from collections.abc import Callable, Collection, Iterable, Sequence, Set
from datetime import datetime
from typing import Protocol, TypeVar

from letterlock.core.credential import Credential
from letterlock.core.query import Query
from letterlock.ports.records import (
    Account,
    AccountRole,
    Analysis,
    Attempt,
    AuditEntry,
    Contact,
    ContactKind,
    ContactSource,
    DkimKey,
    Domain,
    Feedback,
    Habit,
    HabitKind,
    Hidden,
    IdempotencyRecord,
    Job,
    JobKind,
    Json,
    Listed,
    ListEntry,
    ListKind,
    Member,
    OutboxEntry,
    OutboxState,
    Page,
    Relation,
    Session,
    Shown,
    SignInLink,
    StoredAttachment,
    StoredDraft,
    StoredMessage,
    Suppression,
    Thread,
    Workspace,
    WorkspaceRole,
)

T = TypeVar("T")


class AddressTaken(Exception):
    """The address belongs, or once belonged, to another account."""


class Accounts(Protocol):
    def add(self, account: Account) -> None:
        """Raises AddressTaken when the address is in use, or ever belonged to another workspace."""

    def get(self, workspace_id: str, account_id: str) -> Account | None: ...
    def by_address(self, address: str) -> Account | None:
        """The account that receives at this address key now (for SMTP: any workspace)."""

    def in_workspace(self, workspace_id: str, address: str) -> Account | None: ...
    def by_client_id(self, workspace_id: str, client_id: str) -> Account | None: ...
    def list(
        self, workspace_id: str, *, only: Collection[str] | None, limit: int, after: Page | None
    ) -> Sequence[Account]:
        """Newest first; `only` narrows to these account ids."""

    def add_used(self, account_id: str, size: int) -> None: ...
    def remove(self, account_id: str) -> None:
        """Takes the account and every row about it; its address stays reserved to its workspace."""

    def all_ids(self) -> Sequence[tuple[str, str]]:
        """(workspace id, account id) of every account, for sweeping blobs."""

    def named_blobs(self, account_id: str) -> Set[str]:
        """The hashes that its messages and its unsent drafts name."""


class Messages(Protocol):
    def add(self, message: StoredMessage, attachments: Sequence[StoredAttachment] = ()) -> None: ...
    def duplicate_of(self, account_id: str, identity: str) -> str | None:
        """Id of an inbound message of this account with the same `identity`."""

    def get(self, account_id: str, message_id: str) -> StoredMessage | None: ...
    def find(self, message_id: str) -> StoredMessage | None:
        """By id alone, for jobs."""

    def analysed(self, message_id: str, analysis: Analysis, attachments: Sequence[StoredAttachment]) -> bool:
        """Makes a pending message ready; False when it was not pending any more."""

    def withdraw(self, message_id: str) -> None:
        """Takes away a pending message that turned out to be here already; a ready one stays."""

    def renewed(self, message_id: str, analysis: Analysis, files: Sequence[StoredAttachment]) -> None:
        """Replaces a ready message's report, view, item, level, report labels, hiding, and the words it is found by.

        Other labels stay. Files are matched by `index`: those known keep their ids. What they say is to be added anew.
        """

    def judged_otherwise(self, workspace_id: str, version: str, after: str, limit: int) -> Sequence[str]:
        """Ready inbound messages whose report names another `rules_version`, by id, those behind `after`."""

    def attachments(self, message_id: str) -> Sequence[StoredAttachment]: ...
    def list(
        self,
        account_id: str,
        *,
        labels: Collection[str],
        hidden: Collection[Hidden],
        limit: int,
        after: Page | None,
    ) -> Sequence[Listed]:
        """Ready messages, newest first, carrying any of `labels` (all when empty), of these hiding classes."""

    def hidden_counts(self, account_id: str) -> dict[str, int]: ...
    def search(
        self, account_id: str, query: Query, *, hidden: Collection[Hidden], limit: int, after: Page | None
    ) -> Sequence[Listed]:
        """Ready messages that `query` asks for, of these hiding classes, the newest in the store first."""

    def of_thread(self, account_id: str, thread_id: str, limit: int) -> Sequence[StoredMessage]:
        """The newest `limit` ready messages of the thread, oldest first, whole."""

    def listed_of_thread(self, account_id: str, thread_id: str, limit: int) -> Sequence[StoredMessage]:
        """The same without `view`, `report` and `envelope`."""

    def turn(self, account_id: str) -> int:
        """How many inbound messages have become ready: the turn of the last that did."""

    def turn_of(self, account_id: str, received_at: datetime) -> int | None:
        """The turn of the inbound message received at exactly that moment; None when there is none."""

    def next_turn(self, account_id: str, turn: int) -> StoredMessage | None:
        """The first inbound message to become ready after that turn that is not hidden."""

    def first_after(self, account_id: str, after: datetime) -> StoredMessage | None:
        """Of the ready inbound messages received after that moment that are not hidden, the first to become so."""

    def by_rfc_ids(self, account_id: str, rfc_ids: Collection[str]) -> Sequence[StoredMessage]:
        """Ready messages and outbound ones with one of these Message-IDs (without view and report)."""

    def index_files(self, message_id: str, text: str) -> None:
        """Has search find the message by `text`, what its files say, in place of what was given before."""

    def set_labels(self, message_id: str, labels: frozenset[str], hidden: Hidden) -> None: ...
    def pending(self, limit: int) -> Sequence[str]: ...
    def history(self, message_id: str) -> Sequence[Attempt]: ...


class Threads(Protocol):
    def get(self, account_id: str, thread_id: str) -> Thread | None: ...
    def save(self, thread: Thread) -> None:
        """Adds it or replaces it."""

    def list(self, account_id: str, *, labels: Collection[str], limit: int, after: Page | None) -> Sequence[Thread]:
        """Newest first by `last_at`; hidden ones only when `labels` asks for one of their labels."""

    def recent_by_subject(self, account_id: str, subject: str, since: datetime) -> Sequence[Thread]:
        """Threads whose bare subject (no Re:, case folded) is this, newest first, at most 10."""


class Drafts(Protocol):
    def add(self, draft: StoredDraft) -> StoredDraft | None:
        """None when it was added; the one already there with its account, maker and client_id (races included)."""

    def by_client_id(self, account_id: str, created_by: str, client_id: str) -> StoredDraft | None: ...
    def get(self, account_id: str, draft_id: str) -> StoredDraft | None: ...
    def find(self, draft_id: str) -> StoredDraft | None:
        """By id alone, for jobs and links."""

    def list(
        self, workspace_id: str, *, only: Collection[str] | None, limit: int, after: Page | None
    ) -> Sequence[StoredDraft]:
        """Those not sent, newest first by `created_at`; `only` narrows to these account ids."""

    def change(self, draft_id: str, content: Json, at: datetime) -> bool:
        """Replaces what it holds; False when it is gone or was sent."""

    def sent(self, draft_id: str, message_id: str, at: datetime) -> bool:
        """Marks it sent; False when it is gone or was sent before. Of two that race, one wins."""

    def failed(self, draft_id: str, why: str, at: datetime) -> bool:
        """Marks a scheduled draft as failed; False when it is not scheduled any more."""

    def remove(self, draft_id: str) -> bool:
        """Takes a draft that was not sent; False when there is none."""


class Outbox(Protocol):
    def add(self, entries: Iterable[OutboxEntry]) -> None: ...
    def of_message(self, message_id: str) -> Sequence[OutboxEntry]: ...
    def states(self, message_ids: Collection[str]) -> dict[str, set[OutboxState]]:
        """What has become of each of these messages, over its recipients."""

    def update(self, entry: OutboxEntry, attempt: Attempt | None) -> None: ...
    def by_token(self, token: str) -> OutboxEntry | None: ...


class Credentials(Protocol):
    def add(self, credential: Credential, key_hash: str, key_hint: str) -> None:
        """`key_hint` is what lists show of the key: its first characters."""

    def by_hash(self, key_hash: str) -> Credential | None: ...
    def get(self, workspace_id: str, credential_id: str) -> Credential | None: ...
    def list(self, workspace_id: str) -> Sequence[tuple[Credential, str]]: ...
    def revoke(self, workspace_id: str, credential_id: str, at: datetime) -> bool: ...


class People(Protocol):
    def add_workspace(self, workspace: Workspace) -> None: ...
    def first_workspace(self) -> Workspace | None: ...
    def workspaces(self) -> Sequence[Workspace]: ...
    def add_member(self, member: Member) -> None: ...
    def member(self, workspace_id: str, member_id: str) -> Member | None: ...
    def member_by_email(self, workspace_id: str, email: str) -> Member | None: ...
    def members(self, workspace_id: str) -> Sequence[Member]: ...
    def set_role(self, workspace_id: str, member_id: str, role: WorkspaceRole) -> None: ...
    def remove_member(self, workspace_id: str, member_id: str, at: datetime) -> None:
        """Ends sessions and links too. Keys the member made stop working at the next call: see `roles`."""

    def set_account_role(self, account_id: str, member_id: str, role: AccountRole | None) -> None: ...
    def account_roles(self, workspace_id: str, member_id: str) -> dict[str, AccountRole]: ...
    def add_link(self, link: SignInLink) -> None: ...
    def use_link(self, token_hash: str, now: datetime) -> SignInLink | None:
        """Marks it used and returns it; None when unknown, used or expired. Two that race: one wins."""

    def add_session(self, session: Session) -> None: ...
    def session(self, token_hash: str, now: datetime) -> Session | None: ...
    def end_session(self, token_hash: str) -> None: ...


class Relations(Protocol):
    def get(self, account_id: str, address: str) -> Relation: ...
    def received(self, account_id: str, address: str, *, authenticated: bool, at: datetime) -> None: ...
    def wrote(self, account_id: str, address: str, *, person: bool, at: datetime) -> None: ...


class Habits(Protocol):
    """How authenticated mail of an address usually comes to an account."""

    def of(self, account_id: str, address: str, limit: int) -> Sequence[Habit]:
        """The most usual first."""

    def seen(self, account_id: str, address: str, traits: Collection[tuple[HabitKind, str]], at: datetime) -> None: ...


class Contacts(Protocol):
    """Whom a workspace has to do with, found by keys (`core.trust.lookalike` and `names`)."""

    def know(self, workspace_id: str, kind: ContactKind, contact: Contact, keys: Collection[str]) -> None: ...
    def known(self, workspace_id: str, kind: ContactKind, value: str) -> frozenset[ContactSource]:
        """By what the value is known; empty when it is not."""

    def found(self, workspace_id: str, kind: ContactKind, keys: Collection[str], limit: int) -> Sequence[Contact]: ...
    def unlist(self, workspace_id: str, value: str) -> None:
        """Forgets that the value was known by a list."""


class Suppressions(Protocol):
    def add(self, one: Suppression) -> bool:
        """False when the address was suppressed already; then nothing changes."""

    def remove(self, workspace_id: str, address: str) -> bool: ...
    def list(self, workspace_id: str, *, limit: int, after: str) -> Sequence[Suppression]:
        """By address, those after that one."""

    def among(self, workspace_id: str, addresses: Collection[str]) -> Sequence[Suppression]:
        """Those of these addresses that are suppressed."""


class Answers(Protocol):
    """Which answers left, for as long as they count towards the caps that end loops."""

    def add(self, account_id: str, thread_id: str, peers: Collection[str], at: datetime) -> None: ...
    def nth_in_thread(self, account_id: str, thread_id: str, n: int) -> datetime | None:
        """When the n-th newest answer in this thread left; None when there are fewer."""

    def nth_to_peer(self, account_id: str, peer: str, n: int) -> datetime | None: ...
    def remove_before(self, account_id: str, at: datetime) -> None: ...


class Aliases(Protocol):
    """Message-IDs that a relay gave to our messages in place of ours."""

    def add(self, account_id: str, rfc_message_id: str, message_id: str) -> None: ...
    def own(self, account_id: str, rfc_ids: Collection[str]) -> dict[str, str]:
        """Those of the ids that are aliases, each with the Message-ID we gave the message."""


class Lists(Protocol):
    def add(self, entry: ListEntry) -> None: ...
    def remove(self, workspace_id: str, kind: ListKind, entry: str, account_id: str = "") -> bool: ...
    def entries(self, workspace_id: str) -> Sequence[ListEntry]: ...
    def matching(self, workspace_id: str, account_id: str, candidates: Collection[str]) -> Sequence[ListEntry]:
        """Entries equal to one of `candidates` (the address and its domain with all parent domains)."""


class Idempotency(Protocol):
    def find(self, credential_id: str, operation: str, key: str, now: datetime) -> IdempotencyRecord | None: ...
    def add(self, record: IdempotencyRecord) -> IdempotencyRecord | None:
        """None when it was added; the record already there when one was (races included)."""

    def remove_expired(self, now: datetime) -> int: ...


class Audit(Protocol):
    def add(self, entry: AuditEntry) -> None: ...
    def list(self, workspace_id: str, limit: int) -> Sequence[AuditEntry]: ...


class Provenance(Protocol):
    def add(self, shown: Shown) -> None: ...
    def since(self, account_id: str, at: datetime) -> Sequence[Shown]: ...


class Jobs(Protocol):
    def defer(self, job: Job) -> None: ...
    def claim(self, kinds: Collection[JobKind], now: datetime, *, limit: int, lease_until: datetime) -> Sequence[Job]:
        """Due jobs nobody holds a lease on, oldest first, leased to the caller (`attempts` counted up)."""

    def finish(self, job_id: str) -> None: ...
    def retry(self, job_id: str, run_at: datetime) -> None:
        """Releases the lease; due again at `run_at`."""

    def extend(self, job_ids: Collection[str], lease_until: datetime) -> None:
        """Holds on to leases the caller still works under; ids already finished are passed over."""

    def release_all(self) -> int:
        """Drops every lease: for a single process at its start, when whoever held them is dead."""

    def next_due(self, kinds: Collection[JobKind]) -> datetime | None:
        """When the next job nobody holds falls due, or a lease runs out."""


class Domains(Protocol):
    def add(self, domain: Domain) -> None: ...
    def get(self, name: str) -> Domain | None: ...
    def list(self, workspace_id: str) -> Sequence[Domain]: ...
    def add_key(self, key: DkimKey) -> None: ...
    def keys(self, domain: str) -> Sequence[DkimKey]: ...


class Feedbacks(Protocol):
    def add(self, one: Feedback) -> None: ...
    def list(self, workspace_id: str, limit: int) -> Sequence[Feedback]:
        """Newest first."""

    def oldest(self, workspace_id: str) -> datetime | None: ...
    def remove_until(self, workspace_id: str, until: datetime) -> int: ...


class Buckets(Protocol):
    """Token buckets that outlast a restart and are one for all processes (`core.bucket`)."""

    def full_at(self, name: str) -> datetime | None: ...
    def put(self, name: str, full_at: datetime) -> None: ...


class Unit(Protocol):
    """One transaction. `announce` wakes those who wait for a topic, after the commit."""

    accounts: Accounts
    messages: Messages
    threads: Threads
    drafts: Drafts
    outbox: Outbox
    credentials: Credentials
    people: People
    relations: Relations
    habits: Habits
    contacts: Contacts
    lists: Lists
    suppressions: Suppressions
    answers: Answers
    aliases: Aliases
    idempotency: Idempotency
    audit: Audit
    provenance: Provenance
    jobs: Jobs
    domains: Domains
    feedback: Feedbacks
    buckets: Buckets

    def announce(self, topic: str) -> None: ...


class Store(Protocol):
    """`long` says that `work` may take more than some milliseconds, so that it must not hold up others."""

    async def read(self, work: Callable[[Unit], T], *, long: bool = False) -> T:
        """Runs `work` on a snapshot; writes in it fail."""
        ...

    async def write(self, work: Callable[[Unit], T], *, long: bool = False) -> T:
        """Runs `work` in a transaction; returns once it is committed and synced. An exception rolls back it alone."""
        ...

    async def check(self) -> None:
        """Really writes and reads; raises when storage does not work."""
        ...

    async def close(self) -> None: ...
