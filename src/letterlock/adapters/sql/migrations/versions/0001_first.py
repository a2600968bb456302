"""The first schema."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


# Frozen here: what the schema was when this revision was made.
FULL_TEXT = {
    "sqlite": [
        "CREATE VIRTUAL TABLE message_words USING fts5("
        "scope, text_words, subject_words, from_words, to_words, cc_words, bcc_words, filename_words, content='', "
        """tokenize="unicode61 remove_diacritics 0 categories 'L* M* N* P* S* Co Cn Cf'")"""
    ],
    "postgresql": [
        "CREATE TABLE message_words (seq BIGINT PRIMARY KEY, words TSVECTOR NOT NULL)",
        "CREATE INDEX ix_message_words ON message_words USING gin (words)",
    ],
}


def upgrade() -> None:  # noqa: PLR0915 (a list)
    op.create_table(
        "account_roles",
        sa.Column("account_id", sa.Text(), nullable=False),
        sa.Column("member_id", sa.Text(), nullable=False),
        sa.Column("role", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("account_id", "member_id", name=op.f("pk_account_roles")),
    )
    op.create_index("ix_account_roles_member", "account_roles", ["member_id"], unique=False)
    op.create_table(
        "attachments",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("message_id", sa.Text(), nullable=False),
        sa.Column("index", sa.Integer(), nullable=False),
        sa.Column("filename", sa.Text(), nullable=True),
        sa.Column("content_type", sa.Text(), nullable=False),
        sa.Column("size", sa.BigInteger(), nullable=False),
        sa.Column("disposition", sa.Text(), nullable=False),
        sa.Column("content_id", sa.Text(), nullable=True),
        sa.Column("risk", sa.Text(), nullable=False),
        sa.Column("risk_reasons", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_attachments")),
    )
    op.create_index("ix_attachments_message", "attachments", ["message_id", "index"], unique=False)
    op.create_table(
        "audit",
        sa.Column("seq", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), autoincrement=True, nullable=False),
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("workspace_id", sa.Text(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("actor", sa.Text(), nullable=False),
        sa.Column("client", sa.Text(), nullable=False),
        sa.Column("operation", sa.Text(), nullable=False),
        sa.Column("targets", sa.Text(), nullable=False),
        sa.Column("decision", sa.Text(), nullable=False),
        sa.Column("reasons", sa.Text(), nullable=False),
        sa.Column("outcome", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("seq", name=op.f("pk_audit")),
    )
    op.create_index("ix_audit_newest", "audit", ["workspace_id", "at", "seq"], unique=False)
    op.create_table(
        "dkim_keys",
        sa.Column("domain", sa.Text(), nullable=False),
        sa.Column("selector", sa.Text(), nullable=False),
        sa.Column("algorithm", sa.Text(), nullable=False),
        sa.Column("public_record", sa.Text(), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.Column("sealed_private", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("domain", "selector", name=op.f("pk_dkim_keys")),
    )
    op.create_table(
        "health",
        sa.Column("id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("written", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_health")),
    )
    op.create_table(
        "idempotency",
        sa.Column("credential_id", sa.Text(), nullable=False),
        sa.Column("operation", sa.Text(), nullable=False),
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column("fingerprint", sa.Text(), nullable=False),
        sa.Column("result", sa.Text(), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.Column("expires_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("credential_id", "operation", "key", name=op.f("pk_idempotency")),
    )
    op.create_index("ix_idempotency_expires", "idempotency", ["expires_at"], unique=False)
    op.create_table(
        "jobs",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column("workspace_id", sa.Text(), nullable=False),
        sa.Column("run_at", sa.BigInteger(), nullable=False),
        sa.Column("attempts", sa.BigInteger(), nullable=False),
        sa.Column("leased", sa.Boolean(), nullable=False),
        sa.Column("due_at", sa.BigInteger(), nullable=False),
        sa.Column("again_at", sa.BigInteger(), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_jobs")),
    )
    op.create_index("ix_jobs_about", "jobs", ["key"], unique=False)
    op.create_index("ix_jobs_due", "jobs", ["kind", "due_at", "id"], unique=False)
    op.create_index("uq_jobs_key", "jobs", ["kind", "key"], unique=True)
    op.create_table(
        "list_entries",
        sa.Column("workspace_id", sa.Text(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("entry", sa.Text(), nullable=False),
        sa.Column("added_by", sa.Text(), nullable=False),
        sa.Column("added_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("workspace_id", "kind", "entry", name=op.f("pk_list_entries")),
    )
    op.create_index("ix_list_entries_entry", "list_entries", ["workspace_id", "entry"], unique=False)
    op.create_table(
        "message_labels",
        sa.Column("message_id", sa.Text(), nullable=False),
        sa.Column("label", sa.Text(), nullable=False),
        sa.Column("folded", sa.Text(), nullable=False),
        sa.Column("account_id", sa.Text(), nullable=False),
        sa.Column("hidden", sa.Text(), nullable=False),
        sa.Column("received_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("message_id", "label", name=op.f("pk_message_labels")),
    )
    op.create_index(
        "ix_message_labels_listed",
        "message_labels",
        ["account_id", "label", "hidden", "received_at", "message_id"],
        unique=False,
    )
    op.create_table(
        "provenance",
        sa.Column("seq", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), autoincrement=True, nullable=False),
        sa.Column("workspace_id", sa.Text(), nullable=False),
        sa.Column("account_id", sa.Text(), nullable=False),
        sa.Column("credential_id", sa.Text(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("operation", sa.Text(), nullable=False),
        sa.Column("items", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("seq", name=op.f("pk_provenance")),
    )
    op.create_index("ix_provenance_account", "provenance", ["account_id", "at"], unique=False)
    op.create_table(
        "relations",
        sa.Column("account_id", sa.Text(), nullable=False),
        sa.Column("address", sa.Text(), nullable=False),
        sa.Column("inbound_count", sa.BigInteger(), nullable=False),
        sa.Column("authenticated_count", sa.BigInteger(), nullable=False),
        sa.Column("first_seen", sa.BigInteger(), nullable=True),
        sa.Column("last_seen", sa.BigInteger(), nullable=True),
        sa.Column("first_authenticated", sa.BigInteger(), nullable=True),
        sa.Column("person_wrote_at", sa.BigInteger(), nullable=True),
        sa.Column("agent_wrote_at", sa.BigInteger(), nullable=True),
        sa.Column("complaints", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("account_id", "address", name=op.f("pk_relations")),
    )
    op.create_table(
        "thread_labels",
        sa.Column("thread_id", sa.Text(), nullable=False),
        sa.Column("label", sa.Text(), nullable=False),
        sa.Column("account_id", sa.Text(), nullable=False),
        sa.Column("last_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("thread_id", "label", name=op.f("pk_thread_labels")),
    )
    op.create_index(
        "ix_thread_labels_listed", "thread_labels", ["account_id", "label", "last_at", "thread_id"], unique=False
    )
    op.create_table(
        "workspaces",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_workspaces")),
    )
    op.create_table(
        "accounts",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("workspace_id", sa.Text(), nullable=False),
        sa.Column("provider", sa.Text(), nullable=False),
        sa.Column("address", sa.Text(), nullable=False),
        sa.Column("display_name", sa.Text(), nullable=True),
        sa.Column("created_by", sa.Text(), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.Column("updated_at", sa.BigInteger(), nullable=False),
        sa.Column("client_id", sa.Text(), nullable=True),
        sa.Column("expires_at", sa.BigInteger(), nullable=True),
        sa.Column("paused_at", sa.BigInteger(), nullable=True),
        sa.Column("quota_bytes", sa.BigInteger(), nullable=True),
        sa.Column("used_bytes", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["workspace_id"], ["workspaces.id"], name=op.f("fk_accounts_workspace_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_accounts")),
    )
    op.create_index("ix_accounts_newest", "accounts", ["workspace_id", "created_at", "id"], unique=False)
    op.create_index("uq_accounts_address", "accounts", ["workspace_id", "address"], unique=True)
    op.create_index("uq_accounts_client_id", "accounts", ["workspace_id", "client_id"], unique=True)
    op.create_table(
        "addresses",
        sa.Column("address", sa.Text(), nullable=False),
        sa.Column("workspace_id", sa.Text(), nullable=False),
        sa.Column("account_id", sa.Text(), nullable=True),
        sa.ForeignKeyConstraint(["workspace_id"], ["workspaces.id"], name=op.f("fk_addresses_workspace_id")),
        sa.PrimaryKeyConstraint("address", name=op.f("pk_addresses")),
    )
    op.create_index("ix_addresses_account", "addresses", ["account_id"], unique=False)
    op.create_table(
        "credentials",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("workspace_id", sa.Text(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("permissions", sa.Text(), nullable=False),
        sa.Column("scope", sa.Text(), nullable=False),
        sa.Column("toolsets", sa.Text(), nullable=False),
        sa.Column("hold_every_send", sa.Boolean(), nullable=False),
        sa.Column("maker_id", sa.Text(), nullable=True),
        sa.Column("created_at", sa.BigInteger(), nullable=True),
        sa.Column("expires_at", sa.BigInteger(), nullable=True),
        sa.Column("revoked_at", sa.BigInteger(), nullable=True),
        sa.Column("key_hash", sa.Text(), nullable=False),
        sa.Column("key_hint", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["workspace_id"], ["workspaces.id"], name=op.f("fk_credentials_workspace_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_credentials")),
    )
    op.create_index("ix_credentials_workspace", "credentials", ["workspace_id", "id"], unique=False)
    op.create_index("uq_credentials_key_hash", "credentials", ["key_hash"], unique=True)
    op.create_table(
        "domains",
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("workspace_id", sa.Text(), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.Column("verified_at", sa.BigInteger(), nullable=True),
        sa.ForeignKeyConstraint(["workspace_id"], ["workspaces.id"], name=op.f("fk_domains_workspace_id")),
        sa.PrimaryKeyConstraint("name", name=op.f("pk_domains")),
    )
    op.create_index("ix_domains_workspace", "domains", ["workspace_id"], unique=False)
    op.create_table(
        "members",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("workspace_id", sa.Text(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("email", sa.Text(), nullable=False),
        sa.Column("role", sa.Text(), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.Column("removed_at", sa.BigInteger(), nullable=True),
        sa.ForeignKeyConstraint(["workspace_id"], ["workspaces.id"], name=op.f("fk_members_workspace_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_members")),
    )
    op.create_index("ix_members_workspace", "members", ["workspace_id", "created_at", "id"], unique=False)
    op.create_index(
        "uq_members_email",
        "members",
        ["workspace_id", "email"],
        unique=True,
        sqlite_where=sa.text("removed_at IS NULL"),
        postgresql_where=sa.text("removed_at IS NULL"),
    )
    op.create_table(
        "messages",
        sa.Column("seq", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), autoincrement=True, nullable=False),
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("workspace_id", sa.Text(), nullable=False),
        sa.Column("account_id", sa.Text(), nullable=False),
        sa.Column("direction", sa.Text(), nullable=False),
        sa.Column("state", sa.Text(), nullable=False),
        sa.Column("received_at", sa.BigInteger(), nullable=False),
        sa.Column("content_hash", sa.Text(), nullable=False),
        sa.Column("size", sa.BigInteger(), nullable=False),
        sa.Column("identity", sa.Text(), nullable=True),
        sa.Column("rfc_message_id", sa.Text(), nullable=True),
        sa.Column("thread_id", sa.Text(), nullable=True),
        sa.Column("timestamp", sa.BigInteger(), nullable=True),
        sa.Column("subject", sa.Text(), nullable=False),
        sa.Column("from_address", sa.Text(), nullable=False),
        sa.Column("labels", sa.Text(), nullable=False),
        sa.Column("hidden", sa.Text(), nullable=False),
        sa.Column("trust_level", sa.Text(), nullable=True),
        sa.Column("sent_by", sa.Text(), nullable=True),
        sa.Column("item", sa.Text(), nullable=True),
        sa.Column("envelope", sa.Text(), nullable=False),
        sa.Column("view", sa.Text(), nullable=True),
        sa.Column("report", sa.Text(), nullable=True),
        sa.Column("words", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["account_id"], ["accounts.id"], name=op.f("fk_messages_account_id")),
        sa.PrimaryKeyConstraint("seq", name=op.f("pk_messages")),
    )
    op.create_index(
        "ix_messages_listed",
        "messages",
        ["account_id", "hidden", "received_at", "id", "direction", "state"],
        unique=False,
        sqlite_where=sa.text("state = 'ready'"),
        postgresql_where=sa.text("state = 'ready'"),
    )
    op.create_index(
        "ix_messages_pending",
        "messages",
        ["received_at", "id"],
        unique=False,
        sqlite_where=sa.text("state = 'pending'"),
        postgresql_where=sa.text("state = 'pending'"),
    )
    op.create_index("ix_messages_rfc_id", "messages", ["account_id", "rfc_message_id"], unique=False)
    op.create_index(
        "ix_messages_thread",
        "messages",
        ["account_id", "thread_id", "received_at", "id"],
        unique=False,
        sqlite_where=sa.text("state = 'ready'"),
        postgresql_where=sa.text("state = 'ready'"),
    )
    op.create_index("uq_messages_id", "messages", ["id"], unique=True)
    op.create_index(
        "uq_messages_identity",
        "messages",
        ["account_id", "identity"],
        unique=True,
        sqlite_where=sa.text("direction = 'inbound'"),
        postgresql_where=sa.text("direction = 'inbound'"),
    )
    op.create_table(
        "outbox",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("workspace_id", sa.Text(), nullable=False),
        sa.Column("account_id", sa.Text(), nullable=False),
        sa.Column("message_id", sa.Text(), nullable=False),
        sa.Column("recipient", sa.Text(), nullable=False),
        sa.Column("state", sa.Text(), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.Column("next_attempt_at", sa.BigInteger(), nullable=False),
        sa.Column("attempts", sa.BigInteger(), nullable=False),
        sa.Column("last_reply", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["account_id"], ["accounts.id"], name=op.f("fk_outbox_account_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_outbox")),
    )
    op.create_index("ix_outbox_account", "outbox", ["account_id"], unique=False)
    op.create_index("ix_outbox_message", "outbox", ["message_id", "id"], unique=False)
    op.create_table(
        "sessions",
        sa.Column("token_hash", sa.Text(), nullable=False),
        sa.Column("workspace_id", sa.Text(), nullable=False),
        sa.Column("member_id", sa.Text(), nullable=False),
        sa.Column("csrf", sa.Text(), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.Column("expires_at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["member_id"], ["members.id"], name=op.f("fk_sessions_member_id")),
        sa.PrimaryKeyConstraint("token_hash", name=op.f("pk_sessions")),
    )
    op.create_index("ix_sessions_member", "sessions", ["member_id"], unique=False)
    op.create_table(
        "sign_in_links",
        sa.Column("token_hash", sa.Text(), nullable=False),
        sa.Column("workspace_id", sa.Text(), nullable=False),
        sa.Column("member_id", sa.Text(), nullable=False),
        sa.Column("expires_at", sa.BigInteger(), nullable=False),
        sa.Column("used_at", sa.BigInteger(), nullable=True),
        sa.ForeignKeyConstraint(["member_id"], ["members.id"], name=op.f("fk_sign_in_links_member_id")),
        sa.PrimaryKeyConstraint("token_hash", name=op.f("pk_sign_in_links")),
    )
    op.create_index("ix_sign_in_links_member", "sign_in_links", ["member_id"], unique=False)
    op.create_table(
        "threads",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("workspace_id", sa.Text(), nullable=False),
        sa.Column("account_id", sa.Text(), nullable=False),
        sa.Column("subject", sa.Text(), nullable=False),
        sa.Column("base_subject", sa.Text(), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.Column("updated_at", sa.BigInteger(), nullable=False),
        sa.Column("last_at", sa.BigInteger(), nullable=False),
        sa.Column("last_message_id", sa.Text(), nullable=False),
        sa.Column("message_count", sa.BigInteger(), nullable=False),
        sa.Column("senders", sa.Text(), nullable=False),
        sa.Column("recipients", sa.Text(), nullable=False),
        sa.Column("labels", sa.Text(), nullable=False),
        sa.Column("linked_thread_id", sa.Text(), nullable=True),
        sa.Column("people", sa.Text(), nullable=False),
        sa.Column("hidden", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["account_id"], ["accounts.id"], name=op.f("fk_threads_account_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_threads")),
    )
    op.create_index("ix_threads_listed", "threads", ["account_id", "hidden", "last_at", "id"], unique=False)
    op.create_index("ix_threads_subject", "threads", ["account_id", "base_subject", "last_at"], unique=False)
    op.create_table(
        "attempts",
        sa.Column("seq", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), autoincrement=True, nullable=False),
        sa.Column("outbox_id", sa.Text(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("outcome", sa.Text(), nullable=False),
        sa.Column("host", sa.Text(), nullable=False),
        sa.Column("reply", sa.Text(), nullable=False),
        sa.Column("tls", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(["outbox_id"], ["outbox.id"], name=op.f("fk_attempts_outbox_id")),
        sa.PrimaryKeyConstraint("seq", name=op.f("pk_attempts")),
    )
    op.create_index("ix_attempts_outbox", "attempts", ["outbox_id", "seq"], unique=False)
    for statement in FULL_TEXT[op.get_bind().dialect.name]:
        op.execute(statement)
