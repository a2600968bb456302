"""Tables of accounts, their addresses and domains."""

from sqlalchemy import BigInteger, Column, Index, LargeBinary, Table, Text

from letterlock.adapters.sql.columns import (
    identifier,
    key_part,
    maybe_moment,
    maybe_text,
    moment,
    number,
    reference,
    text,
)
from letterlock.adapters.sql.schema.base import METADATA

accounts = Table(
    "accounts",
    METADATA,
    identifier(),
    reference("workspace_id", "workspaces.id"),
    text("provider"),
    text("address"),
    maybe_text("display_name"),
    text("created_by"),
    moment("created_at"),
    moment("updated_at"),
    maybe_text("client_id"),
    maybe_moment("expires_at"),
    maybe_moment("paused_at"),
    Column("quota_bytes", BigInteger),
    number("used_bytes"),
    maybe_text("authserv_ids"),
    maybe_text("codes"),
)
Index("ix_accounts_newest", accounts.c.workspace_id, accounts.c.created_at, accounts.c.id)
Index("uq_accounts_address", accounts.c.workspace_id, accounts.c.address, unique=True)
Index("uq_accounts_client_id", accounts.c.workspace_id, accounts.c.client_id, unique=True)

addresses = Table(
    "addresses",
    METADATA,
    key_part("address"),
    reference("workspace_id", "workspaces.id"),
    Column("account_id", Text),
)
"""Every address ever hosted, kept for ever: one that is let go stays with its workspace. account_id: who has it now."""
Index("ix_addresses_account", addresses.c.account_id)

domains = Table(
    "domains",
    METADATA,
    key_part("name"),
    reference("workspace_id", "workspaces.id"),
    moment("created_at"),
    maybe_moment("verified_at"),
)
Index("ix_domains_workspace", domains.c.workspace_id)

dkim_keys = Table(
    "dkim_keys",
    METADATA,
    key_part("domain"),
    key_part("selector"),
    text("algorithm"),
    text("public_record"),
    moment("created_at"),
    Column("sealed_private", LargeBinary, nullable=False),
)
