"""Roles are judged at each call: a key never does more than its maker may at that moment."""

import pytest

from letterlock.core.errors import Conflict, Forbidden, LetterlockError, NotFound, Unauthorised

MEMBER = "mia@b.example"


async def as_member(app, email=MEMBER):
    """The signed-in member's caller, through a one-time link."""
    link = await app.manage("members.sign_in_link", email=email)
    signed_in = await app.gate.people.sign_in(link["url"].partition("#")[2])
    caller, _ = await app.gate.people.session(signed_in.cookie)
    return caller


@pytest.fixture
async def member(app):
    await app.manage("members.add", email=MEMBER, name="Mia")
    return await as_member(app)


async def test_a_link_works_once(app):
    link = await app.manage("members.sign_in_link", email="owner@localhost")
    token = link["url"].partition("#")[2]
    await app.gate.people.sign_in(token)
    with pytest.raises(Unauthorised):
        await app.gate.people.sign_in(token)


async def test_a_member_reaches_no_inbox_without_a_role_on_it(app, member):
    assert (await app.gate.invoke(member, "inboxes.list", {}))["count"] == 0
    with pytest.raises(NotFound):
        await app.gate.invoke(member, "messages.list", {"account": app.inbox})


async def test_a_reader_reads_and_does_not_send(app, member):
    await app.manage("members.set_account_role", email=MEMBER, account=app.inbox, role="reader")
    caller = await as_member(app)
    assert (await app.gate.invoke(caller, "inboxes.list", {}))["count"] == 1
    await app.gate.invoke(caller, "messages.list", {"account": app.inbox})
    with pytest.raises(Forbidden):
        await app.gate.invoke(caller, "messages.send", {"account": app.inbox, "to": "a@b.example", "text": "x"})


async def test_a_key_loses_what_its_maker_loses_at_once(app, member):
    await app.manage("members.set_account_role", email=MEMBER, account=app.inbox, role="sender")
    caller = await as_member(app)
    key = (await app.gate.invoke(caller, "keys.create", {"permissions": ["message_read", "message_send"]}))["key"]
    letter = {"account": app.inbox, "to": "a@b.example"}
    await app.call("messages.send", key, **letter, text="1")
    await app.manage("members.set_account_role", email=MEMBER, account=app.inbox, role="reader")
    assert (await app.refused("messages.send", key, **letter, text="2")).kind == "forbidden"
    await app.manage("members.set_account_role", email=MEMBER, account=app.inbox, role="none")
    assert (await app.refused("messages.list", key, account=app.inbox)).kind == "not_found"
    await app.manage("members.remove", email=MEMBER)
    with pytest.raises(Unauthorised):
        await app.caller(key)


async def test_removing_a_member_ends_their_sessions(app, member):
    link = await app.manage("members.sign_in_link", email=MEMBER)
    signed_in = await app.gate.people.sign_in(link["url"].partition("#")[2])
    await app.manage("members.remove", email=MEMBER)
    with pytest.raises(Unauthorised):
        await app.gate.people.session(signed_in.cookie)


@pytest.mark.parametrize("operation", ["keys.list", "keys.revoke", "lists.add", "lists.list", "lists.remove",
                                       "members.add", "members.list", "members.set_role", "members.remove"])  # fmt: skip
async def test_what_is_for_admins_is_for_no_member_and_no_key(app, member, operation):
    arguments = {
        "keys.revoke": {"key_id": "key_x"},
        "lists.add": {"kind": "verified", "entry": "a@b.example"},
        "lists.remove": {"kind": "verified", "entry": "a@b.example"},
        "members.add": {"email": "x@b.example"},
        "members.set_role": {"email": MEMBER, "role": "admin"},
        "members.remove": {"email": MEMBER},
    }.get(operation, {})
    with pytest.raises(Forbidden):
        await app.gate.invoke(member, operation, arguments)
    assert (await app.refused(operation, **arguments)).kind == "forbidden"


async def test_an_admin_does_not_make_owners_or_touch_them(app):
    await app.manage("members.add", email=MEMBER, role="admin")
    admin = await as_member(app)
    for operation, arguments in (
        ("members.add", {"email": "x@b.example", "role": "owner"}),
        ("members.set_role", {"email": MEMBER, "role": "owner"}),
        ("members.remove", {"email": "owner@localhost"}),
        ("members.sign_in_link", {"email": "owner@localhost"}),
    ):
        with pytest.raises(Forbidden):
            await app.gate.invoke(admin, operation, arguments)


async def test_the_last_owner_stays(app):
    with pytest.raises(Conflict):
        await app.manage("members.set_role", email="owner@localhost", role="member")
    with pytest.raises(Conflict):
        await app.manage("members.remove", email="owner@localhost")


async def test_an_inbox_a_member_makes_is_theirs(app, member):
    made = await app.gate.invoke(member, "inboxes.create", {"username": "mine"})
    caller = await as_member(app)
    await app.gate.invoke(caller, "messages.list", {"account": made["inbox"]["inbox_id"]})


async def test_a_revoked_key_stops_at_once(app):
    key = await app.make_key("message_read")
    listed = await app.manage("keys.list")
    key_id = next(item["key_id"] for item in listed["keys"] if item["permissions"] == ["mail:read"])
    await app.call("messages.list", key, account=app.inbox)
    await app.manage("keys.revoke", key_id=key_id)
    with pytest.raises(LetterlockError):
        await app.caller(key)


async def test_the_key_itself_is_kept_nowhere(app):
    key = await app.make_key("message_read")
    assert all(key not in str(item) for item in (await app.manage("keys.list"))["keys"])
