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
    number("person_count"),
    number("agent_count"),
)

habits = Table(
    "habits",
    METADATA,
    key_part("account_id"),
    key_part("address"),
    key_part("kind"),
    key_part("value"),
    number("count"),
    moment("first_seen"),
    moment("last_seen"),
)

contacts = Table(
    "contacts",
    METADATA,
    key_part("workspace_id"),
    key_part("kind"),
    key_part("key"),
    key_part("value"),
    key_part("source"),
    text("known_by"),
)
"""A row a key that the contact is found by."""
Index("ix_contacts_value", contacts.c.workspace_id, contacts.c.kind, contacts.c.value)
Index("ix_contacts_known_by", contacts.c.known_by)

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
    key_part("account_id"),
    key_part("kind"),
    key_part("entry"),
    text("added_by"),
    moment("added_at"),
)
Index("ix_list_entries_entry", list_entries.c.workspace_id, list_entries.c.entry)
Index("ix_list_entries_account", list_entries.c.account_id)
