"""Two workspaces on one server: neither learns that anything of the other exists."""

import pytest

from letterlock.app.people import secret_hash
from letterlock.core.credential import Credential
from letterlock.core.permission import PERMISSIONS
from letterlock.ports.records import Domain, Member, Workspace

MAIL = b"From: ana@b.example\r\nTo: welcome@agents.example\r\nSubject: n\r\nMessage-ID: <1@b.example>\r\n\r\nSecret plan\r\n"
KEY = "ll_live_key-of-the-other-workspace"


@pytest.fixture
async def other(app):
    """The key of another workspace's owner; its domain is other.example."""
    now = app.ports.clock.now()

    def add(unit):
        unit.people.add_workspace(Workspace("org_other", "Other", now))
        unit.people.add_member(Member("mem_other", "org_other", "O", "o@other.example", "owner", now))
        unit.domains.add(Domain("other.example", "org_other", now, verified_at=now))
        credential = Credential(
            id="key_other", workspace_id="org_other", name="other", permissions=frozenset(PERMISSIONS),
            maker_id="mem_other", created_at=now,
        )  # fmt: skip
        unit.credentials.add(credential, secret_hash(KEY), "ll_live_key-")

    await app.ports.store.write(add)
    return KEY


async def test_every_operation_on_anothers_inbox_reads_like_one_that_is_not_there(app, other):
    message_id = await app.receive(MAIL)
    message = await app.call("messages.get", account=app.inbox, message_id=message_id)
    (inbox,) = (await app.call("inboxes.list"))["inboxes"]
    mine = (await app.call("inboxes.create", other, username="mine", domain="other.example"))["inbox"]["inbox_id"]
    rest = {
        "threads.list": {},
        "threads.get": {"thread_id": message["thread_id"]},
        "messages.list": {},
        "messages.get": {"message_id": message_id},
        "messages.search": {"q": "plan"},
        "messages.trust": {"message_id": message_id},
        "messages.label": {"message_id": message_id, "add_labels": ["x"]},
        "messages.wait": {"timeout_seconds": 0},
        "messages.send": {"to": "a@b.example", "text": "x"},
        "messages.reply": {"message_id": message_id, "text": "x"},
    }
    for operation, arguments in rest.items():
        for named in (app.inbox, inbox["account_id"]):
            theirs = await app.refused(operation, other, account=named, **arguments)
            nobody = await app.refused(operation, other, account="nobody@agents.example", **arguments)
            assert theirs.kind == nobody.kind == "not_found"
            assert theirs.message.replace(named, "") == nobody.message.replace("nobody@agents.example", "")
        if "message_id" in arguments or "thread_id" in arguments:
            name = "message_id" if "message_id" in arguments else "thread_id"
            theirs = await app.refused(operation, other, account=mine, **arguments)
            nobody = await app.refused(operation, other, account=mine, **{**arguments, name: "none"})
            assert theirs.kind == nobody.kind == "not_found"
            assert theirs.message.replace(arguments[name], "") == nobody.message.replace("none", "")


async def test_inboxes_domains_page_tokens_and_client_ids_are_each_workspaces_own(app, other):
    await app.call("inboxes.create", username="one", client_id="same")
    token = (await app.call("inboxes.list", limit=1))["next_page_token"]
    assert (await app.call("inboxes.list", other))["inboxes"] == []
    assert (await app.refused("inboxes.list", other, page_token=token)).kind == "invalid"
    error = await app.refused("inboxes.create", other, username="free")  # in the first workspace's domain
    assert (error.kind, error.param) == ("invalid", "domain")
    taken = await app.refused("inboxes.create", other, username="one")
    assert taken.message == error.message
    made = await app.call("inboxes.create", other, domain="other.example", client_id="same")
    assert made["created"]
    assert made["inbox"]["inbox_id"].endswith("@other.example")
    back = await app.refused("inboxes.create", domain="other.example")
    assert (back.kind, back.param) == ("invalid", "domain")


async def test_a_send_key_means_nothing_to_another_credential(app, other):
    mine = (await app.call("inboxes.create", other, username="mine", domain="other.example"))["inbox"]["inbox_id"]
    first = await app.call("messages.send", account=app.inbox, to="a@b.example", text="x", idempotency_key="k")
    second = await app.call("messages.send", other, account=mine, to="a@b.example", text="x", idempotency_key="k")
    assert second["message_id"] != first["message_id"]
    assert "duplicate" not in second
