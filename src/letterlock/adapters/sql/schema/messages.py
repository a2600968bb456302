"""Tables of messages, their labels, files and threads."""

from sqlalchemy import BigInteger, Column, Index, Integer, Table

from letterlock.adapters.sql.columns import (
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
from letterlock.adapters.sql.schema.base import METADATA

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
    maybe_text("secrets"),
    maybe_text("item"),
    text("envelope"),
    maybe_text("view"),
    maybe_text("report"),
    text("words"),
    Column("turn", BigInteger),
    Column("files", BigInteger),
)
"""turn: the how-manieth of its account's inbound mail it was to become ready, which is not the order it came in.

files: how many attachments it has; absent where it has none.
"""


def _message_index(name: str, *columns: str, where: str | None = None, unique: bool = False) -> None:
    Index(name, *(messages.c[column] for column in columns), unique=unique, **(partial(where) if where else {}))


# Two deliveries of one message that race must not both be stored.
_message_index("uq_messages_id", "id", unique=True)
_message_index(
    "ix_messages_listed",
    *("account_id", "hidden", "received_at", "id", "direction", "state", "turn"),
    where="state = 'ready'",
)
_message_index("ix_messages_turn", "account_id", "turn", where="turn IS NOT NULL")
_message_index("ix_messages_thread", "account_id", "thread_id", "received_at", "id", where="state = 'ready'")
_message_index("ix_messages_rfc_id", "account_id", "rfc_message_id")
_message_index("ix_messages_pending", "account_id", "received_at", "id", where="state = 'pending'")
_message_index("ix_messages_files", "account_id", "seq", where="files IS NOT NULL")
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
    maybe_text("masked_subject"),
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
