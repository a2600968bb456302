"""The one SQL schema, for SQLite and PostgreSQL alike.

Times are integer microseconds since 1970 in UTC, so that they sort and compare exactly. JSON is TEXT written as ASCII,
since PostgreSQL's jsonb refuses U+0000, which mail may hold. The full-text table differs by engine: see `search`.
"""

from typing import Any

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    Table,
    Text,
    literal_column,
)

METADATA = MetaData(
    naming_convention={
        "pk": "pk_%(table_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "ix": "ix_%(table_name)s_%(column_0_name)s",
        "uq": "uq_%(table_name)s_%(column_0_name)s",
    }
)

FULL_TEXT = "message_words"
"""The full-text table, outside the metadata."""


def _id() -> Column[str]:
    return Column("id", Text, primary_key=True)


def _seq() -> Column[int]:
    """A counter: SQLite's rowid, PostgreSQL's identity."""
    return Column("seq", BigInteger().with_variant(Integer, "sqlite"), primary_key=True, autoincrement=True)


def _text(name: str, **more: Any) -> Column[str]:
    return Column(name, Text, nullable=False, **more)


def _maybe_text(name: str) -> Column[str | None]:
    return Column(name, Text)


def _time(name: str) -> Column[int]:
    return Column(name, BigInteger, nullable=False)


def _maybe_time(name: str) -> Column[int | None]:
    return Column(name, BigInteger)


def _number(name: str) -> Column[int]:
    return Column(name, BigInteger, nullable=False)


def _flag(name: str) -> Column[bool]:
    return Column(name, Boolean, nullable=False)


def _ref(name: str, target: str) -> Column[str]:
    return Column(name, Text, ForeignKey(target), nullable=False)


def _pair(name: str, **more: Any) -> Column[str]:
    """Part of a primary key."""
    return Column(name, Text, primary_key=True, **more)


def _where(condition: str) -> dict[str, Any]:
    """Makes an index partial."""
    return {"sqlite_where": literal_column(condition), "postgresql_where": literal_column(condition)}


workspaces = Table("workspaces", METADATA, _id(), _text("name"), _time("created_at"))

members = Table(
    "members",
    METADATA,
    _id(),
    _ref("workspace_id", "workspaces.id"),
    _text("name"),
    _text("email"),
    _text("role"),
    _time("created_at"),
    _maybe_time("removed_at"),
)
Index(
    "uq_members_email",
    members.c.workspace_id,
    members.c.email,
    unique=True,
    **_where("removed_at IS NULL"),
)

Index("ix_members_workspace", members.c.workspace_id, members.c.created_at, members.c.id)

sign_in_links = Table(
    "sign_in_links",
    METADATA,
    _pair("token_hash"),
    _text("workspace_id"),
    _ref("member_id", "members.id"),
    _time("expires_at"),
    _maybe_time("used_at"),
)
Index("ix_sign_in_links_member", sign_in_links.c.member_id)

sessions = Table(
    "sessions",
    METADATA,
    _pair("token_hash"),
    _text("workspace_id"),
    _ref("member_id", "members.id"),
    _text("csrf"),
    _time("created_at"),
    _time("expires_at"),
)
Index("ix_sessions_member", sessions.c.member_id)

accounts = Table(
    "accounts",
    METADATA,
    _id(),
    _ref("workspace_id", "workspaces.id"),
    _text("provider"),
    _text("address"),
    _maybe_text("display_name"),
    _text("created_by"),
    _time("created_at"),
    _time("updated_at"),
    _maybe_text("client_id"),
    _maybe_time("expires_at"),
    _maybe_time("paused_at"),
    Column("quota_bytes", BigInteger),
    _number("used_bytes"),
)
Index("ix_accounts_newest", accounts.c.workspace_id, accounts.c.created_at, accounts.c.id)
Index("uq_accounts_address", accounts.c.workspace_id, accounts.c.address, unique=True)
Index("uq_accounts_client_id", accounts.c.workspace_id, accounts.c.client_id, unique=True)

addresses = Table(
    "addresses",
    METADATA,
    _pair("address"),
    _ref("workspace_id", "workspaces.id"),
    Column("account_id", Text),
)
"""Every address ever hosted, kept for ever: one that is let go stays with its workspace. account_id: who has it now."""
Index("ix_addresses_account", addresses.c.account_id)

account_roles = Table(
    "account_roles",
    METADATA,
    _pair("account_id"),
    _pair("member_id"),
    _text("role"),
)
Index("ix_account_roles_member", account_roles.c.member_id)

credentials = Table(
    "credentials",
    METADATA,
    _id(),
    _ref("workspace_id", "workspaces.id"),
    _text("name"),
    _text("permissions"),
    _text("scope"),
    _text("toolsets"),
    _flag("hold_every_send"),
    _maybe_text("maker_id"),
    _maybe_time("created_at"),
    _maybe_time("expires_at"),
    _maybe_time("revoked_at"),
    _text("key_hash"),
    _text("key_hint"),
)
Index("uq_credentials_key_hash", credentials.c.key_hash, unique=True)
Index("ix_credentials_workspace", credentials.c.workspace_id, credentials.c.id)

# Large columns come last: SQLite then finds the small ones without reading overflow pages.
messages = Table(
    "messages",
    METADATA,
    _seq(),
    _text("id"),
    _text("workspace_id"),
    _ref("account_id", "accounts.id"),
    _text("direction"),
    _text("state"),
    _time("received_at"),
    _text("content_hash"),
    _number("size"),
    _maybe_text("identity"),
    _maybe_text("rfc_message_id"),
    _maybe_text("thread_id"),
    _maybe_time("timestamp"),
    _text("subject"),
    _text("from_address"),
    _text("labels"),
    _text("hidden"),
    _maybe_text("trust_level"),
    _maybe_text("sent_by"),
    _maybe_text("item"),
    _text("envelope"),
    _maybe_text("view"),
    _maybe_text("report"),
    _text("words"),
)


def _message_index(name: str, *columns: str, where: str | None = None, unique: bool = False) -> None:
    Index(name, *(messages.c[column] for column in columns), unique=unique, **(_where(where) if where else {}))


_message_index("uq_messages_id", "id", unique=True)
_message_index(
    "ix_messages_listed", "account_id", "hidden", "received_at", "id", "direction", "state", where="state = 'ready'"
)
_message_index("ix_messages_thread", "account_id", "thread_id", "received_at", "id", where="state = 'ready'")
_message_index("ix_messages_rfc_id", "account_id", "rfc_message_id")
_message_index("ix_messages_pending", "received_at", "id", where="state = 'pending'")
# Two deliveries of one message that race must not both be stored.
_message_index("uq_messages_identity", "account_id", "identity", where="direction = 'inbound'", unique=True)

message_labels = Table(
    "message_labels",
    METADATA,
    _pair("message_id"),
    _pair("label"),
    _text("folded"),
    _text("account_id"),
    _text("hidden"),
    _time("received_at"),
)
"""One row a label of a ready message, with what lists are ordered by; `folded` is the label without case."""
Index(
    "ix_message_labels_listed",
    message_labels.c.account_id,
    message_labels.c.label,
    message_labels.c.hidden,
    message_labels.c.received_at,
    message_labels.c.message_id,
)

attachments = Table(
    "attachments",
    METADATA,
    _id(),
    _text("message_id"),
    Column("index", Integer, nullable=False),
    _maybe_text("filename"),
    _text("content_type"),
    _number("size"),
    _text("disposition"),
    _maybe_text("content_id"),
    _text("risk"),
    _text("risk_reasons"),
)
Index("ix_attachments_message", attachments.c.message_id, attachments.c["index"])

threads = Table(
    "threads",
    METADATA,
    _id(),
    _text("workspace_id"),
    _ref("account_id", "accounts.id"),
    _text("subject"),
    _text("base_subject"),
    _time("created_at"),
    _time("updated_at"),
    _time("last_at"),
    _text("last_message_id"),
    _number("message_count"),
    _text("senders"),
    _text("recipients"),
    _text("labels"),
    _maybe_text("linked_thread_id"),
    _text("people"),
    _text("hidden"),
)
Index("ix_threads_listed", threads.c.account_id, threads.c.hidden, threads.c.last_at, threads.c.id)
Index("ix_threads_subject", threads.c.account_id, threads.c.base_subject, threads.c.last_at)

thread_labels = Table(
    "thread_labels",
    METADATA,
    _pair("thread_id"),
    _pair("label"),
    _text("account_id"),
    _time("last_at"),
)
Index(
    "ix_thread_labels_listed",
    thread_labels.c.account_id,
    thread_labels.c.label,
    thread_labels.c.last_at,
    thread_labels.c.thread_id,
)

outbox = Table(
    "outbox",
    METADATA,
    _id(),
    _text("workspace_id"),
    _ref("account_id", "accounts.id"),
    _text("message_id"),
    _text("recipient"),
    _text("state"),
    _time("created_at"),
    _time("next_attempt_at"),
    _number("attempts"),
    _text("last_reply"),
)
Index("ix_outbox_message", outbox.c.message_id, outbox.c.id)
Index("ix_outbox_account", outbox.c.account_id)

attempts = Table(
    "attempts",
    METADATA,
    _seq(),
    _ref("outbox_id", "outbox.id"),
    _time("at"),
    _text("outcome"),
    _text("host"),
    _text("reply"),
    _flag("tls"),
)
Index("ix_attempts_outbox", attempts.c.outbox_id, attempts.c.seq)

relations = Table(
    "relations",
    METADATA,
    _pair("account_id"),
    _pair("address"),
    _number("inbound_count"),
    _number("authenticated_count"),
    _maybe_time("first_seen"),
    _maybe_time("last_seen"),
    _maybe_time("first_authenticated"),
    _maybe_time("person_wrote_at"),
    _maybe_time("agent_wrote_at"),
    _number("complaints"),
)

list_entries = Table(
    "list_entries",
    METADATA,
    _pair("workspace_id"),
    _pair("kind"),
    _pair("entry"),
    _text("added_by"),
    _time("added_at"),
)
Index("ix_list_entries_entry", list_entries.c.workspace_id, list_entries.c.entry)

idempotency = Table(
    "idempotency",
    METADATA,
    _pair("credential_id"),
    _pair("operation"),
    _pair("key"),
    _text("fingerprint"),
    _text("result"),
    _time("created_at"),
    _time("expires_at"),
)
Index("ix_idempotency_expires", idempotency.c.expires_at)

audit = Table(
    "audit",
    METADATA,
    _seq(),
    _text("id"),
    _text("workspace_id"),
    _time("at"),
    _text("actor"),
    _text("client"),
    _text("operation"),
    _text("targets"),
    _text("decision"),
    _text("reasons"),
    _text("outcome"),
)
Index("ix_audit_newest", audit.c.workspace_id, audit.c.at, audit.c.seq)

# No foreign key: checking it would lock the account's row at each call that shows something.
provenance = Table(
    "provenance",
    METADATA,
    _seq(),
    _text("workspace_id"),
    _text("account_id"),
    _text("credential_id"),
    _time("at"),
    _text("operation"),
    _text("items"),
)
Index("ix_provenance_account", provenance.c.account_id, provenance.c.at)

jobs = Table(
    "jobs",
    METADATA,
    _id(),
    _text("kind"),
    _text("key"),
    _text("workspace_id"),
    _time("run_at"),
    _number("attempts"),
    _flag("leased"),
    _time("due_at"),
    _maybe_time("again_at"),
)
"""due_at: when it may be claimed, which is the end of its lease while it is `leased`, else `run_at`. again_at: when it
was deferred to while somebody worked on it, so that finishing it does not lose what came up meanwhile."""
Index("uq_jobs_key", jobs.c.kind, jobs.c.key, unique=True)
Index("ix_jobs_due", jobs.c.kind, jobs.c.due_at, jobs.c.id)
Index("ix_jobs_about", jobs.c.key)

domains = Table(
    "domains",
    METADATA,
    _pair("name"),
    _ref("workspace_id", "workspaces.id"),
    _time("created_at"),
    _maybe_time("verified_at"),
)
Index("ix_domains_workspace", domains.c.workspace_id)

dkim_keys = Table(
    "dkim_keys",
    METADATA,
    _pair("domain"),
    _pair("selector"),
    _text("algorithm"),
    _text("public_record"),
    _time("created_at"),
    Column("sealed_private", LargeBinary, nullable=False),
)

health = Table("health", METADATA, Column("id", Integer, primary_key=True, autoincrement=False), _time("written"))
"""One row that readiness checks really write."""
