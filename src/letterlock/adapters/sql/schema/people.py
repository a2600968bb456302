"""Tables of the tenant, its people and their keys."""

from sqlalchemy import Index, Table

from letterlock.adapters.sql.columns import (
    flag,
    identifier,
    key_part,
    maybe_moment,
    maybe_text,
    moment,
    partial,
    reference,
    text,
)
from letterlock.adapters.sql.schema.base import METADATA

workspaces = Table("workspaces", METADATA, identifier(), text("name"), moment("created_at"))

members = Table(
    "members",
    METADATA,
    identifier(),
    reference("workspace_id", "workspaces.id"),
    text("name"),
    text("email"),
    text("role"),
    moment("created_at"),
    maybe_moment("removed_at"),
)
Index("uq_members_email", members.c.workspace_id, members.c.email, unique=True, **partial("removed_at IS NULL"))
Index("ix_members_workspace", members.c.workspace_id, members.c.created_at, members.c.id)

sign_in_links = Table(
    "sign_in_links",
    METADATA,
    key_part("token_hash"),
    text("workspace_id"),
    reference("member_id", "members.id"),
    moment("expires_at"),
    maybe_moment("used_at"),
)
Index("ix_sign_in_links_member", sign_in_links.c.member_id)

sessions = Table(
    "sessions",
    METADATA,
    key_part("token_hash"),
    text("workspace_id"),
    reference("member_id", "members.id"),
    text("csrf"),
    moment("created_at"),
    moment("expires_at"),
)
Index("ix_sessions_member", sessions.c.member_id)

account_roles = Table(
    "account_roles",
    METADATA,
    key_part("account_id"),
    key_part("member_id"),
    text("role"),
)
Index("ix_account_roles_member", account_roles.c.member_id)

credentials = Table(
    "credentials",
    METADATA,
    identifier(),
    reference("workspace_id", "workspaces.id"),
    text("name"),
    text("permissions"),
    text("scope"),
    text("toolsets"),
    flag("hold_every_send"),
    maybe_text("maker_id"),
    maybe_moment("created_at"),
    maybe_moment("expires_at"),
    maybe_moment("revoked_at"),
    text("key_hash"),
    text("key_hint"),
)
Index("uq_credentials_key_hash", credentials.c.key_hash, unique=True)
Index("ix_credentials_workspace", credentials.c.workspace_id, credentials.c.id)
