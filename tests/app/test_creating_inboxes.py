"""Inboxes that could not be used, or would take what is another's, are not made."""

from datetime import timedelta

import pytest


async def member_key(app, email):
    """The key of a member who has no inbox yet."""
    await app.manage("members.add", email=email, name="", role="member")

    def found(unit):
        workspace = unit.people.first_workspace()
        return unit.people.member_by_email(workspace.id, email)

    member = await app.ports.store.read(found)
    link = (await app.manage("members.sign_in_link", email=email))["url"].partition("#")[2]
    opened = await app.gate.people.sign_in(link)
    caller, _ = await app.gate.people.session(opened.cookie)
    assert caller.credential.id == member.id
    return caller


async def refused(app, caller, **arguments):
    with pytest.raises(Exception) as error:
        await app.gate.invoke(caller, "inboxes.create", arguments)
    return error.value


async def test_a_tagged_address_belongs_to_who_reaches_the_inbox_it_delivers_to(app):
    member = await member_key(app, "m@b.example")
    error = await refused(app, member, username="welcome+bank")
    assert (error.kind, error.param) == ("conflict", "username")
    assert (await app.call("inboxes.create", username="welcome+bank"))["created"]
    mine = await app.gate.invoke(member, "inboxes.create", {"username": "mine"})
    assert mine["created"]


async def test_a_client_id_does_not_tell_of_inboxes_out_of_reach(app):
    await app.call("inboxes.create", username="theirs", client_id="sign-up")
    member = await member_key(app, "m@b.example")
    error = await refused(app, member, client_id="sign-up")
    assert (error.kind, error.param) == ("conflict", "client_id")
    assert "theirs" not in error.message


async def test_a_client_id_does_not_give_back_an_inbox_whose_time_is_over(app, monkeypatch):
    await app.call("inboxes.create", client_id="short", ttl_seconds=1)
    later = app.ports.clock.now() + timedelta(seconds=2)
    monkeypatch.setattr(app.ports.clock, "now", lambda: later)
    error = await app.refused("inboxes.create", client_id="short")
    assert (error.kind, error.param) == ("conflict", "client_id")


@pytest.mark.parametrize("name", ["a\r\nBcc: x@e.example", "a\u2028b", "a\x85b", "=?utf-8?q?a=0d=0ab?="])
async def test_a_display_name_no_mail_could_carry_is_refused_when_it_is_given(app, name):
    error = await app.refused("inboxes.create", display_name=name)
    assert (error.kind, error.param) == ("invalid", "display_name")


@pytest.mark.parametrize("username", ["postmaster", "abuse+1", "Root+x"])
async def test_names_of_the_server_itself_are_reserved_with_any_tag(app, username):
    error = await app.refused("inboxes.create", username=username)
    assert (error.kind, error.param) == ("invalid", "username")
