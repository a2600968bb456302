"""Messages that have files are found without walking all others; what is still pending, by account."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"

_PENDING: sa.ColumnClause[bool] = sa.literal_column("state = 'pending'")
_WITH_FILES: sa.ColumnClause[bool] = sa.literal_column("files IS NOT NULL")


def upgrade() -> None:
    op.add_column("messages", sa.Column("files", sa.BigInteger(), nullable=True))
    op.execute(
        "UPDATE messages SET files = (SELECT count(*) FROM attachments WHERE attachments.message_id = messages.id) "
        "WHERE EXISTS (SELECT 1 FROM attachments WHERE attachments.message_id = messages.id)"
    )
    op.create_index(
        "ix_messages_files",
        "messages",
        ["account_id", "seq"],
        unique=False,
        sqlite_where=_WITH_FILES,
        postgresql_where=_WITH_FILES,
    )
    op.drop_index("ix_messages_pending", "messages")
    op.create_index(
        "ix_messages_pending",
        "messages",
        ["account_id", "received_at", "id"],
        unique=False,
        sqlite_where=_PENDING,
        postgresql_where=_PENDING,
    )
