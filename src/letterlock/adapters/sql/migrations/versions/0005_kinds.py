"""What attachments are to their mail: an invitation, a signature, an attached message."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    op.add_column("attachments", sa.Column("kind", sa.Text(), nullable=True))
