"""What agents get of one-time codes, by account; the codes and acting links of a message."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    op.add_column("accounts", sa.Column("codes", sa.Text(), nullable=True))
    op.add_column("messages", sa.Column("secrets", sa.Text(), nullable=True))
    op.add_column("threads", sa.Column("masked_subject", sa.Text(), nullable=True))
