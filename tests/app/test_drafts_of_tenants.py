"""Drafts of one workspace do not exist for another."""

import pytest

from letterlock.app.people import secret_hash
from letterlock.core.credential import Credential
from letterlock.core.permission import PERMISSIONS
from letterlock.ports.records import Domain, Member, Workspace

KEY = "ll_live_key-of-the-other-workspace"


@pytest.fixture
async def other(app):
    """The key of another workspace's owner, and an inbox there."""
    now = app.ports.clock.now()

    def add(unit):
        unit.people.add_workspace(Workspace("org_other", "Other", now))
        unit.people.add_member(Member("mem_other", "org_other", "O", "o@other.example", "owner", now))
        unit.domains.add(Domain("other.example", "org_other", now, verified_at=now))
        credential = Credential(
            "key_other", "org_other", "other", frozenset(PERMISSIONS), maker_id="mem_other", created_at=now
        )
        unit.credentials.add(credential, secret_hash(KEY), "ll_live_key-")

    await app.ports.store.write(add)
    return (await app.call("inboxes.create", KEY, domain="other.example"))["inbox"]["inbox_id"]


async def same(app, operation, arguments, name, mine):
    """A refusal that reads like one for an id that nothing has."""
    theirs = await app.refused(operation, KEY, **arguments | {name: mine})
    nobody = await app.refused(operation, KEY, **arguments | {name: "drf_nothing"})
    assert theirs.kind == nobody.kind == "not_found", operation
    assert theirs.message.replace(mine, "") == nobody.message.replace("drf_nothing", "")


async def test_anothers_draft_reads_like_one_that_is_not_there(app, other):
    draft = await app.call("drafts.create", account=app.inbox, to="a@b.example", text="Secret plan")
    mine = draft["draft_id"]
    await same(app, "drafts.get", {}, "draft_id", mine)
    await same(app, "drafts.send", {"account": other}, "draft_id", mine)
    await same(app, "drafts.delete", {"account": other}, "draft_id", mine)
    await same(app, "messages.get", {"account": other}, "message_id", mine)
    await same(app, "messages.reply", {"account": other, "text": "x"}, "message_id", mine)
    await same(app, "drafts.create", {"account": other, "text": "x"}, "in_reply_to", mine)
    assert (await app.refused("drafts.create", KEY, account=app.inbox, text="x")).kind == "not_found"
    assert (await app.call("drafts.list", KEY))["drafts"] == []


async def test_what_a_sent_draft_became_is_not_found_either(app, other):
    draft = await app.call("drafts.create", account=app.inbox, to="a@b.example", text="Secret plan")
    await app.call("drafts.send", account=app.inbox, draft_id=draft["draft_id"])
    await same(app, "messages.get", {"account": other}, "message_id", draft["draft_id"])
    await same(app, "drafts.send", {"account": other}, "draft_id", draft["draft_id"])


async def test_page_tokens_and_client_ids_are_each_workspaces_own(app, other):
    first = await app.call("drafts.create", account=app.inbox, text="x", client_id="same")
    await app.call("drafts.create", account=app.inbox, text="y")
    token = (await app.call("drafts.list", limit=1))["next_page_token"]
    assert (await app.refused("drafts.list", KEY, page_token=token)).kind == "invalid"
    made = await app.call("drafts.create", KEY, account=other, text="x", client_id="same")
    assert made["draft_id"] != first["draft_id"]
