"""What all tables share: their metadata and the naming of constraints."""

from sqlalchemy import MetaData

METADATA = MetaData(
    naming_convention={
        "pk": "pk_%(table_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "ix": "ix_%(table_name)s_%(column_0_name)s",
        "uq": "uq_%(table_name)s_%(column_0_name)s",
    }
)
FULL_TEXT = "message_words"
"""The full-text table, outside the metadata."""
