"""Run by Alembic on the connection, and in the transaction, that `migrate` gives it."""

from alembic import context

from letterlock.adapters.sql.schema import METADATA

context.configure(connection=context.config.attributes["connection"], target_metadata=METADATA)
context.run_migrations()
