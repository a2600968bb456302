"""Permissions: names, aliases, presets, roles, and credentials that hold them."""

from datetime import UTC, datetime, timedelta

import pytest

from letterlock.core.credential import Credential, Scope
from letterlock.core.errors import Invalid
from letterlock.core.permission import (
    ALIASES,
    GRANTS,
    PERMISSIONS,
    PRESETS,
    alias,
    canonical,
    granted,
    mailbox_role,
    of_mailbox_role,
    of_workspace_role,
)

NOW = datetime(2026, 11, 30, tzinfo=UTC)
INBOX_NAMES = [
    "inbox_read",
    "inbox_create",
    "thread_read",
    "message_read",
    "message_update",
    "message_send",
    "message_reply",
    "draft_create",
    "draft_send",
]
ACCOUNT_NAMES = [
    "accounts:read",
    "accounts:manage",
    "mail:read",
    "mail:organize",
    "mail:draft",
    "mail:send",
    "calendar:read",
    "calendar:write",
    "calendar:respond",
    "approvals:read",
    "usage:read",
]
SENDING = {"mail:send", "mail:reply", "draft:send", "calendar:write", "calendar:respond"}


def credential(*names: str, **changes: object) -> Credential:
    return Credential("key_1", "wsp_1", "test", granted(names), **changes)  # type: ignore[arg-type]


@pytest.mark.parametrize("name", [*INBOX_NAMES, *ACCOUNT_NAMES, *PERMISSIONS])
def test_every_name_of_both_vocabularies_is_known(name) -> None:
    assert canonical(name) in PERMISSIONS


@pytest.mark.parametrize("name", INBOX_NAMES)
def test_the_inbox_toolset_reads_back_the_name_its_documents_use(name) -> None:
    assert alias(canonical(name), "inbox") == name
    assert alias(canonical(name), "accounts") == canonical(name)


def test_the_tables_name_only_permissions_that_exist() -> None:
    assert set(ALIASES.values()) <= set(PERMISSIONS)
    assert not set(ALIASES) & set(PERMISSIONS)
    assert set(GRANTS) <= set(PERMISSIONS)
    for names in (*GRANTS.values(), *PRESETS.values()):
        assert names <= set(PERMISSIONS)


@pytest.mark.parametrize("name", ["mail:raed", "", "MAIL:READ", "message_read ", "x" * 10_000, "*"])
def test_an_unknown_name_is_refused_and_known_ones_are_named(name) -> None:
    with pytest.raises(Invalid) as refusal:
        granted(["mail:read", name])
    assert "Known: " in refusal.value.message
    assert len(refusal.value.message) < 800


def test_a_near_miss_is_told_the_name_that_was_meant() -> None:
    with pytest.raises(Invalid, match="message_read"):
        canonical("mesage_read")


@pytest.mark.parametrize("name", INBOX_NAMES)
def test_an_underscore_name_grants_the_permission_it_names_and_no_other(name) -> None:
    assert granted([name]) == {canonical(name)}


def test_broad_names_grant_the_narrow_ones_within_them() -> None:
    assert granted(["mail:send"]) == {"mail:send", "mail:reply", "draft:send"}
    assert granted(["mail:read"]) == {"mail:read", "thread:read", "draft:read"}
    assert not granted(["mail:draft", "mail:read", "mail:organize"]) & SENDING


def test_the_drafts_toolset_is_given_nothing_that_sends() -> None:
    assert not PRESETS["drafts"] & SENDING
    assert "mail:draft" in PRESETS["drafts"]


def test_the_inbox_preset_covers_every_name_of_its_documents() -> None:
    assert granted(INBOX_NAMES) <= PRESETS["inbox"]


def test_a_credential_allows_what_it_was_granted_and_nothing_else() -> None:
    key = credential("message_reply")
    assert key.allows("mail:reply")
    assert not key.allows("mail:send")
    assert not key.allows("message_reply")
    assert credential("mail:send").allows("mail:reply")


def test_scopes_reach_only_what_they_name() -> None:
    everything = credential("mail:read")
    inboxes = credential("mail:read", scope=Scope("inboxes", frozenset({"acc_1", "bot@example.com"})))
    accounts = credential("mail:read", scope=Scope("accounts", frozenset({"acc_1"})))
    profiles = credential("mail:read", scope=Scope("profiles", frozenset({"prf_1"})))
    assert everything.reaches("acc_9")
    assert inboxes.reaches("acc_1")
    assert inboxes.reaches("acc_2", inbox_id="bot@example.com")
    assert not inboxes.reaches("acc_2", inbox_id="other@example.com")
    assert accounts.reaches("acc_1")
    assert not accounts.reaches("acc_2", inbox_id="acc_1", profile_id="acc_1")
    assert profiles.reaches("acc_2", profile_id="prf_1")
    assert not profiles.reaches("acc_2", profile_id="prf_2")
    assert not profiles.reaches("prf_1")


@pytest.mark.parametrize("kind", ["inboxes", "accounts", "profiles", "typo"])
def test_a_scope_without_ids_or_of_an_unknown_kind_reaches_nothing(kind) -> None:
    assert not Scope(kind).reaches("acc_1", inbox_id="bot@example.com", profile_id="prf_1")


def test_a_credential_lives_until_it_expires_or_is_revoked() -> None:
    assert credential().live(NOW)
    assert credential(expires_at=NOW + timedelta(seconds=1)).live(NOW)
    assert not credential(expires_at=NOW).live(NOW)
    assert not credential(revoked_at=NOW - timedelta(days=1)).live(NOW)


def test_a_credential_never_exceeds_its_makers_present_roles() -> None:
    key = credential("mail:send", "mail:read")
    assert key.bounded(of_mailbox_role("reader")).permissions == granted(["mail:read"])
    assert key.bounded(of_mailbox_role(None)).permissions == frozenset()
    assert key.bounded(of_mailbox_role("sender")) is key


def test_roles_imply_what_their_names_say() -> None:
    assert not of_mailbox_role("reader") & (SENDING | {"mail:draft", "mail:organize"})
    assert of_mailbox_role("sender") >= SENDING | {"mail:draft"}
    assert "inbox:delete" not in of_mailbox_role("sender")
    assert of_mailbox_role("admin") >= of_mailbox_role("sender") | {"inbox:update", "list:manage"}
    assert of_workspace_role("owner") == set(PERMISSIONS)
    assert not of_workspace_role("member") & (SENDING | {"mail:read", "thread:read", "list:manage"})


def test_workspace_admins_own_shared_mailboxes_but_not_a_connected_account_of_someone_else() -> None:
    assert mailbox_role("owner", None, shared=True) == "owner"
    assert mailbox_role("admin", None, shared=False) is None
    assert mailbox_role("member", None, shared=True) is None
    assert mailbox_role("member", "sender", shared=False) == "sender"
    assert mailbox_role("owner", "reader", shared=True) == "reader"
