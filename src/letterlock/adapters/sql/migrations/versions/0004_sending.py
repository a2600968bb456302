"""Return tokens, suppressed addresses, answers that are counted, and ids that relays gave."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    op.add_column("outbox", sa.Column("token", sa.Text(), nullable=True))
    op.create_index("uq_outbox_token", "outbox", ["token"], unique=True)
    op.create_table(
        "suppressions",
        sa.Column("workspace_id", sa.Text(), nullable=False),
        sa.Column("address", sa.Text(), nullable=False),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("detail", sa.Text(), nullable=False),
        sa.Column("message_id", sa.Text(), nullable=True),
        sa.Column("added_by", sa.Text(), nullable=False),
        sa.Column("added_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("workspace_id", "address", name=op.f("pk_suppressions")),
    )
    op.create_table(
        "answers",
        sa.Column(
            "seq",
            sa.BigInteger().with_variant(sa.Integer(), "sqlite"),
            autoincrement=True,
            nullable=False,
        ),
        sa.Column("account_id", sa.Text(), nullable=False),
        sa.Column("thread_id", sa.Text(), nullable=False),
        sa.Column("peer", sa.Text(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("seq", name=op.f("pk_answers")),
    )
    op.create_index("ix_answers_peer", "answers", ["account_id", "peer", "at"], unique=False)
    op.create_index("ix_answers_thread", "answers", ["account_id", "thread_id", "peer", "at"], unique=False)
    op.create_index("ix_answers_old", "answers", ["account_id", "at"], unique=False)
    op.create_table(
        "message_aliases",
        sa.Column("account_id", sa.Text(), nullable=False),
        sa.Column("rfc_message_id", sa.Text(), nullable=False),
        sa.Column("message_id", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("account_id", "rfc_message_id", name=op.f("pk_message_aliases")),
    )
