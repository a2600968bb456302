"""Tables of drafts, the outbox and its attempts."""

from sqlalchemy import Index, Table

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
from letterlock.adapters.sql.schema.base import METADATA

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
