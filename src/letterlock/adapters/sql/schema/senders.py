"""Tables of what is known of the people at the other end."""

from sqlalchemy import Index, Table

from letterlock.adapters.sql.columns import key_part, maybe_moment, maybe_text, moment, number, text
from letterlock.adapters.sql.schema.base import METADATA

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
