"""The one SQL schema, for SQLite and PostgreSQL alike.

Times are integer microseconds since 1970 in UTC, so that they sort and compare exactly. JSON is TEXT written as ASCII,
since PostgreSQL's jsonb refuses U+0000, which mail may hold. The full-text table differs by engine: see `full_text`.
"""

from sqlalchemy import BigInteger, Column, Index, Integer, LargeBinary, MetaData, Table, Text

from letterlock.adapters.sql.columns import (
    flag,
    identifier,
    key_part,
    maybe_moment,
    maybe_text,
    moment,
    number,
    partial,
    reference,
    sequence,
    text,
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

workspaces = Table("workspaces", METADATA, identifier(), text("name"), moment("created_at"))

members = Table(
    "members",
    METADATA,
    identifier(),
    reference("workspace_id", "workspaces.id"),
    text("name"),
    text("email"),
    text("role"),
    moment("created_at"),
    maybe_moment("removed_at"),
)
Index("uq_members_email", members.c.workspace_id, members.c.email, unique=True, **partial("removed_at IS NULL"))
Index("ix_members_workspace", members.c.workspace_id, members.c.created_at, members.c.id)

sign_in_links = Table(
    "sign_in_links",
    METADATA,
    key_part("token_hash"),
    text("workspace_id"),
    reference("member_id", "members.id"),
    moment("expires_at"),
    maybe_moment("used_at"),
)
Index("ix_sign_in_links_member", sign_in_links.c.member_id)

sessions = Table(
    "sessions",
    METADATA,
    key_part("token_hash"),
    text("workspace_id"),
    reference("member_id", "members.id"),
    text("csrf"),
    moment("created_at"),
    moment("expires_at"),
)
Index("ix_sessions_member", sessions.c.member_id)

accounts = Table(
    "accounts",
    METADATA,
    identifier(),
    reference("workspace_id", "workspaces.id"),
    text("provider"),
    text("address"),
    maybe_text("display_name"),
    text("created_by"),
    moment("created_at"),
    moment("updated_at"),
    maybe_text("client_id"),
    maybe_moment("expires_at"),
    maybe_moment("paused_at"),
    Column("quota_bytes", BigInteger),
    number("used_bytes"),
)
Index("ix_accounts_newest", accounts.c.workspace_id, accounts.c.created_at, accounts.c.id)
Index("uq_accounts_address", accounts.c.workspace_id, accounts.c.address, unique=True)
Index("uq_accounts_client_id", accounts.c.workspace_id, accounts.c.client_id, unique=True)

addresses = Table(
    "addresses",
    METADATA,
    key_part("address"),
    reference("workspace_id", "workspaces.id"),
    Column("account_id", Text),
)
"""Every address ever hosted, kept for ever: one that is let go stays with its workspace. account_id: who has it now."""
Index("ix_addresses_account", addresses.c.account_id)

account_roles = Table(
    "account_roles",
    METADATA,
    key_part("account_id"),
    key_part("member_id"),
    text("role"),
)
Index("ix_account_roles_member", account_roles.c.member_id)

credentials = Table(
    "credentials",
    METADATA,
    identifier(),
    reference("workspace_id", "workspaces.id"),
    text("name"),
    text("permissions"),
    text("scope"),
    text("toolsets"),
    flag("hold_every_send"),
    maybe_text("maker_id"),
    maybe_moment("created_at"),
    maybe_moment("expires_at"),
    maybe_moment("revoked_at"),
    text("key_hash"),
    text("key_hint"),
)
Index("uq_credentials_key_hash", credentials.c.key_hash, unique=True)
Index("ix_credentials_workspace", credentials.c.workspace_id, credentials.c.id)

# Large columns come last: SQLite then finds the small ones without reading overflow pages.
messages = Table(
    "messages",
    METADATA,
    sequence(),
    text("id"),
    text("workspace_id"),
    reference("account_id", "accounts.id"),
    text("direction"),
    text("state"),
    moment("received_at"),
    text("content_hash"),
    number("size"),
    maybe_text("identity"),
    maybe_text("rfc_message_id"),
    maybe_text("thread_id"),
    maybe_moment("timestamp"),
    text("subject"),
    text("from_address"),
    text("labels"),
    text("hidden"),
    maybe_text("trust_level"),
    maybe_text("sent_by"),
    maybe_text("item"),
    text("envelope"),
    maybe_text("view"),
    maybe_text("report"),
    text("words"),
    Column("turn", BigInteger),
)
"""turn: the how-manieth of its account's inbound mail it was to become ready, which is not the order it came in."""


def _message_index(name: str, *columns: str, where: str | None = None, unique: bool = False) -> None:
    Index(name, *(messages.c[column] for column in columns), unique=unique, **(partial(where) if where else {}))


_message_index("uq_messages_id", "id", unique=True)
_message_index(
    "ix_messages_listed",
    *("account_id", "hidden", "received_at", "id", "direction", "state", "turn"),
    where="state = 'ready'",
)
_message_index("ix_messages_turn", "account_id", "turn", where="turn IS NOT NULL")
_message_index("ix_messages_thread", "account_id", "thread_id", "received_at", "id", where="state = 'ready'")
_message_index("ix_messages_rfc_id", "account_id", "rfc_message_id")
_message_index("ix_messages_pending", "received_at", "id", where="state = 'pending'")
# Two deliveries of one message that race must not both be stored.
_message_index("uq_messages_identity", "account_id", "identity", where="direction = 'inbound'", unique=True)

account_counters = Table("account_counters", METADATA, key_part("account_id"), key_part("name"), number("number"))
"""See `counters`."""

message_labels = Table(
    "message_labels",
    METADATA,
    key_part("message_id"),
    key_part("label"),
    text("folded"),
    text("account_id"),
    text("hidden"),
    moment("received_at"),
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
    identifier(),
    text("message_id"),
    Column("index", Integer, nullable=False),
    maybe_text("filename"),
    text("content_type"),
    number("size"),
    text("disposition"),
    maybe_text("content_id"),
    text("risk"),
    text("risk_reasons"),
    maybe_text("kind"),
)
Index("ix_attachments_message", attachments.c.message_id, attachments.c["index"])

threads = Table(
    "threads",
    METADATA,
    identifier(),
    text("workspace_id"),
    reference("account_id", "accounts.id"),
    text("subject"),
    text("base_subject"),
    moment("created_at"),
    moment("updated_at"),
    moment("last_at"),
    text("last_message_id"),
    number("message_count"),
    text("senders"),
    text("recipients"),
    text("labels"),
    maybe_text("linked_thread_id"),
    text("people"),
    text("hidden"),
)
Index("ix_threads_listed", threads.c.account_id, threads.c.hidden, threads.c.last_at, threads.c.id)
Index("ix_threads_subject", threads.c.account_id, threads.c.base_subject, threads.c.last_at)

thread_labels = Table(
    "thread_labels",
    METADATA,
    key_part("thread_id"),
    key_part("label"),
    text("account_id"),
    moment("last_at"),
)
Index(
    "ix_thread_labels_listed",
    thread_labels.c.account_id,
    thread_labels.c.label,
    thread_labels.c.last_at,
    thread_labels.c.thread_id,
)

drafts = Table(
    "drafts",
    METADATA,
    identifier(),
    text("workspace_id"),
    reference("account_id", "accounts.id"),
    text("status"),
    moment("created_at"),
    moment("updated_at"),
    text("created_by"),
    flag("person"),
    maybe_text("client_id"),
    text("asked"),
    maybe_moment("send_at"),
    maybe_text("message_id"),
    text("failure"),
    maybe_text("content_hash"),
    number("size"),
    text("content"),
)
Index("ix_drafts_listed", drafts.c.workspace_id, drafts.c.created_at, drafts.c.id, **partial("status != 'sent'"))
# Two calls with one client_id that race must not both be stored.
Index("uq_drafts_client_id", drafts.c.account_id, drafts.c.created_by, drafts.c.client_id, unique=True)

outbox = Table(
    "outbox",
    METADATA,
    identifier(),
    text("workspace_id"),
    reference("account_id", "accounts.id"),
    text("message_id"),
    text("recipient"),
    text("state"),
    moment("created_at"),
    moment("next_attempt_at"),
    number("attempts"),
    text("last_reply"),
    maybe_text("token"),
)
Index("uq_outbox_token", outbox.c.token, unique=True)
Index("ix_outbox_message", outbox.c.message_id, outbox.c.id)
Index("ix_outbox_account", outbox.c.account_id)

attempts = Table(
    "attempts",
    METADATA,
    sequence(),
    reference("outbox_id", "outbox.id"),
    moment("at"),
    text("outcome"),
    text("host"),
    text("reply"),
    flag("tls"),
)
Index("ix_attempts_outbox", attempts.c.outbox_id, attempts.c.seq)

relations = Table(
    "relations",
    METADATA,
    key_part("account_id"),
    key_part("address"),
    number("inbound_count"),
    number("authenticated_count"),
    maybe_moment("first_seen"),
    maybe_moment("last_seen"),
    maybe_moment("first_authenticated"),
    maybe_moment("person_wrote_at"),
    maybe_moment("agent_wrote_at"),
    number("complaints"),
)

suppressions = Table(
    "suppressions",
    METADATA,
    key_part("workspace_id"),
    key_part("address"),
    text("reason"),
    text("detail"),
    maybe_text("message_id"),
    text("added_by"),
    moment("added_at"),
)

answers = Table(
    "answers",
    METADATA,
    sequence(),
    text("account_id"),
    text("thread_id"),
    text("peer"),
    moment("at"),
)
"""A row for the answer itself, whose peer is empty, and one for each of its recipients."""
Index("ix_answers_peer", answers.c.account_id, answers.c.peer, answers.c["at"])
Index("ix_answers_thread", answers.c.account_id, answers.c.thread_id, answers.c.peer, answers.c["at"])
Index("ix_answers_old", answers.c.account_id, answers.c["at"])

message_aliases = Table(
    "message_aliases",
    METADATA,
    key_part("account_id"),
    key_part("rfc_message_id"),
    text("message_id"),
)

list_entries = Table(
    "list_entries",
    METADATA,
    key_part("workspace_id"),
    key_part("kind"),
    key_part("entry"),
    text("added_by"),
    moment("added_at"),
)
Index("ix_list_entries_entry", list_entries.c.workspace_id, list_entries.c.entry)

idempotency = Table(
    "idempotency",
    METADATA,
    key_part("credential_id"),
    key_part("operation"),
    key_part("key"),
    text("fingerprint"),
    text("result"),
    moment("created_at"),
    moment("expires_at"),
)
Index("ix_idempotency_expires", idempotency.c.expires_at)

audit = Table(
    "audit",
    METADATA,
    sequence(),
    text("id"),
    text("workspace_id"),
    moment("at"),
    text("actor"),
    text("client"),
    text("operation"),
    text("targets"),
    text("decision"),
    text("reasons"),
    text("outcome"),
)
Index("ix_audit_newest", audit.c.workspace_id, audit.c.at, audit.c.seq)

# No foreign key: checking it would lock the account's row at each call that shows something.
provenance = Table(
    "provenance",
    METADATA,
    sequence(),
    text("workspace_id"),
    text("account_id"),
    text("credential_id"),
    moment("at"),
    text("operation"),
    text("items"),
)
Index("ix_provenance_account", provenance.c.account_id, provenance.c.at)

jobs = Table(
    "jobs",
    METADATA,
    identifier(),
    text("kind"),
    text("key"),
    text("workspace_id"),
    moment("run_at"),
    number("attempts"),
    flag("leased"),
    moment("due_at"),
    maybe_moment("again_at"),
)
"""due_at: when it may be claimed, which is the end of its lease while it is `leased`, else `run_at`. again_at: when it
was deferred to while somebody worked on it, so that finishing it does not lose what came up meanwhile."""
Index("uq_jobs_key", jobs.c.kind, jobs.c.key, unique=True)
Index("ix_jobs_due", jobs.c.kind, jobs.c.due_at, jobs.c.id)
Index("ix_jobs_about", jobs.c.key)

domains = Table(
    "domains",
    METADATA,
    key_part("name"),
    reference("workspace_id", "workspaces.id"),
    moment("created_at"),
    maybe_moment("verified_at"),
)
Index("ix_domains_workspace", domains.c.workspace_id)

dkim_keys = Table(
    "dkim_keys",
    METADATA,
    key_part("domain"),
    key_part("selector"),
    text("algorithm"),
    text("public_record"),
    moment("created_at"),
    Column("sealed_private", LargeBinary, nullable=False),
)

buckets = Table("buckets", METADATA, key_part("name"), moment("full_at"))
"""Token buckets that outlast a restart and are one for all processes; full_at: when each is full again."""

feedback = Table(
    "feedback",
    METADATA,
    identifier(),
    reference("workspace_id", "workspaces.id"),
    moment("received_at"),
    text("credential_id"),
    text("client"),
    text("rating"),
    text("category"),
    maybe_text("tool_name"),
    text("message"),
)
Index("ix_feedback_newest", feedback.c.workspace_id, feedback.c.received_at, feedback.c.id)

health = Table("health", METADATA, Column("id", Integer, primary_key=True, autoincrement=False), moment("written"))
"""One row that readiness checks really write."""
