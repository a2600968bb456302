"""Tables of what was done, shown and said, of work to be done, and of the store itself."""

from sqlalchemy import Column, Index, Integer, Table

from letterlock.adapters.sql.columns import (
    flag,
    identifier,
    key_part,
    maybe_moment,
    maybe_text,
    moment,
    number,
    reference,
    sequence,
    text,
)
from letterlock.adapters.sql.schema.base import METADATA

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
