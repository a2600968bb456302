"""The one SQL schema, for SQLite and PostgreSQL alike.

Times are integer microseconds since 1970 in UTC, so that they sort and compare exactly. JSON is TEXT written as ASCII,
since PostgreSQL's jsonb refuses U+0000, which mail may hold. The full-text table differs by engine: see `full_text`.
"""

from letterlock.adapters.sql.schema.accounts import accounts, addresses, dkim_keys, domains
from letterlock.adapters.sql.schema.base import FULL_TEXT, METADATA
from letterlock.adapters.sql.schema.ledgers import audit, buckets, feedback, health, idempotency, jobs, provenance
from letterlock.adapters.sql.schema.messages import (
    account_counters,
    attachments,
    message_labels,
    messages,
    thread_labels,
    threads,
)
from letterlock.adapters.sql.schema.people import (
    account_roles,
    credentials,
    members,
    sessions,
    sign_in_links,
    workspaces,
)
from letterlock.adapters.sql.schema.senders import contacts, habits, list_entries, relations, suppressions
from letterlock.adapters.sql.schema.sending import answers, attempts, drafts, message_aliases, outbox

__all__ = [
    "FULL_TEXT",
    "METADATA",
    "account_counters",
    "account_roles",
    "accounts",
    "addresses",
    "answers",
    "attachments",
    "attempts",
    "audit",
    "buckets",
    "contacts",
    "credentials",
    "dkim_keys",
    "domains",
    "drafts",
    "feedback",
    "habits",
    "health",
    "idempotency",
    "jobs",
    "list_entries",
    "members",
    "message_aliases",
    "message_labels",
    "messages",
    "outbox",
    "provenance",
    "relations",
    "sessions",
    "sign_in_links",
    "suppressions",
    "thread_labels",
    "threads",
    "workspaces",
]
