"""How senders usually write, whom a workspace has to do with, and lists of one inbox alone."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"

_ENTRY = "workspace_id, account_id, kind, entry, added_by, added_at"


def upgrade() -> None:
    op.add_column("accounts", sa.Column("authserv_ids", sa.Text(), nullable=True))
    _count_what_was_written()
    op.create_table(
        "habits",
        sa.Column("account_id", sa.Text(), nullable=False),
        sa.Column("address", sa.Text(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("value", sa.Text(), nullable=False),
        sa.Column("count", sa.BigInteger(), nullable=False),
        sa.Column("first_seen", sa.BigInteger(), nullable=False),
        sa.Column("last_seen", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("account_id", "address", "kind", "value", name=op.f("pk_habits")),
    )
    op.create_table(
        "contacts",
        sa.Column("workspace_id", sa.Text(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column("value", sa.Text(), nullable=False),
        sa.Column("source", sa.Text(), nullable=False),
        sa.Column("known_by", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("workspace_id", "kind", "key", "value", "source", name=op.f("pk_contacts")),
    )
    op.create_index("ix_contacts_value", "contacts", ["workspace_id", "kind", "value"], unique=False)
    op.create_index("ix_contacts_known_by", "contacts", ["known_by"], unique=False)
    _lists_of_one_inbox()


def _count_what_was_written() -> None:
    """Before this only the last time was kept: whoever was written to at all was so once, as far as anybody knows."""
    columns = ("person_count", "agent_count")
    with op.batch_alter_table("relations") as table:
        for name in columns:
            table.add_column(sa.Column(name, sa.BigInteger(), nullable=False, server_default="0"))
    op.execute("UPDATE relations SET person_count = 1 WHERE person_wrote_at IS NOT NULL")
    op.execute("UPDATE relations SET agent_count = 1 WHERE agent_wrote_at IS NOT NULL")
    with op.batch_alter_table("relations") as table:
        for name in columns:
            table.alter_column(name, server_default=None)


def _lists_of_one_inbox() -> None:
    """The account becomes part of the key; what is there holds for the whole workspace."""
    op.execute("CREATE TABLE list_entries_before AS SELECT * FROM list_entries")
    op.drop_index("ix_list_entries_entry", "list_entries")
    op.drop_table("list_entries")
    op.create_table(
        "list_entries",
        sa.Column("workspace_id", sa.Text(), nullable=False),
        sa.Column("account_id", sa.Text(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("entry", sa.Text(), nullable=False),
        sa.Column("added_by", sa.Text(), nullable=False),
        sa.Column("added_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("workspace_id", "account_id", "kind", "entry", name=op.f("pk_list_entries")),
    )
    op.execute(
        f"INSERT INTO list_entries ({_ENTRY}) "  # noqa: S608
        "SELECT workspace_id, '', kind, entry, added_by, added_at FROM list_entries_before"
    )
    op.drop_table("list_entries_before")
    op.create_index("ix_list_entries_entry", "list_entries", ["workspace_id", "entry"], unique=False)
    op.create_index("ix_list_entries_account", "list_entries", ["account_id"], unique=False)
