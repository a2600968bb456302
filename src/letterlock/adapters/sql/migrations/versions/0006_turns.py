"""In which order mail became ready, for those who wait for it; how much is hidden, counted as it comes."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"

_READY_INBOUND = "state = 'ready' AND direction = 'inbound'"


def upgrade() -> None:
    op.add_column("messages", sa.Column("turn", sa.BigInteger(), nullable=True))
    # Mail that is here came in the order of its rows, as far as anybody can still tell.
    op.execute(f"UPDATE messages SET turn = seq WHERE {_READY_INBOUND}")  # noqa: S608
    op.drop_index("ix_messages_listed", "messages")
    op.create_index(
        "ix_messages_listed",
        "messages",
        ["account_id", "hidden", "received_at", "id", "direction", "state", "turn"],
        unique=False,
        sqlite_where=sa.literal_column("state = 'ready'"),
        postgresql_where=sa.literal_column("state = 'ready'"),
    )
    op.create_index(
        "ix_messages_turn",
        "messages",
        ["account_id", "turn"],
        unique=False,
        sqlite_where=sa.literal_column("turn IS NOT NULL"),
        postgresql_where=sa.literal_column("turn IS NOT NULL"),
    )
    op.create_table(
        "account_counters",
        sa.Column("account_id", sa.Text(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("number", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("account_id", "name", name=op.f("pk_account_counters")),
    )
    op.execute(
        "INSERT INTO account_counters (account_id, name, number) SELECT account_id, 'ready', max(turn) FROM messages "
        "WHERE turn IS NOT NULL GROUP BY account_id"
    )
    op.execute(
        "INSERT INTO account_counters (account_id, name, number) SELECT account_id, hidden, count(*) FROM messages "
        "WHERE state = 'ready' AND hidden > '' GROUP BY account_id, hidden"
    )
