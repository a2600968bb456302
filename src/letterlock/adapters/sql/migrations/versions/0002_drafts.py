"""Drafts."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    op.create_table(
        "drafts",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("workspace_id", sa.Text(), nullable=False),
        sa.Column("account_id", sa.Text(), nullable=False),
        sa.Column("status", sa.Text(), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.Column("updated_at", sa.BigInteger(), nullable=False),
        sa.Column("created_by", sa.Text(), nullable=False),
        sa.Column("person", sa.Boolean(), nullable=False),
        sa.Column("client_id", sa.Text(), nullable=True),
        sa.Column("asked", sa.Text(), nullable=False),
        sa.Column("send_at", sa.BigInteger(), nullable=True),
        sa.Column("message_id", sa.Text(), nullable=True),
        sa.Column("failure", sa.Text(), nullable=False),
        sa.Column("content_hash", sa.Text(), nullable=True),
        sa.Column("size", sa.BigInteger(), nullable=False),
        sa.Column("content", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["account_id"], ["accounts.id"], name=op.f("fk_drafts_account_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_drafts")),
    )
    unsent: sa.ColumnElement[bool] = sa.literal_column("status != 'sent'")
    op.create_index(
        "ix_drafts_listed",
        "drafts",
        ["workspace_id", "created_at", "id"],
        unique=False,
        sqlite_where=unsent,
        postgresql_where=unsent,
    )
    op.create_index("uq_drafts_client_id", "drafts", ["account_id", "created_by", "client_id"], unique=True)
