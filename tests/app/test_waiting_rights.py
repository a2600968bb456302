"""A wait gives nothing to a caller whose right to it ended meanwhile, and ends soon after the right."""

import asyncio

import pytest

from letterlock.core.errors import LetterlockError

MAIL = (
    b"From: ana@b.example\r\nTo: welcome@agents.example\r\nSubject: code\r\nMessage-ID: <1@b.example>\r\n\r\n1234\r\n"
)


class Watched:
    """The events as they are; tells when someone listens."""

    def __init__(self, events):
        self._events = events
        self.listening = asyncio.Event()

    def listen(self, topic):
        self.listening.set()
        return self._events.listen(topic)

    def __getattr__(self, name):
        return getattr(self._events, name)


async def waiting(app, key, account=None):
    watched = Watched(app.ports.events)
    object.__setattr__(app.ports, "events", watched)
    task = asyncio.create_task(app.call("messages.wait", key, account=account or app.inbox, timeout_seconds=60))
    await watched.listening.wait()
    return task


async def refusal(task):
    with pytest.raises(LetterlockError) as error:
        await asyncio.wait_for(task, 20)
    return error.value


async def test_a_key_revoked_while_it_waits_gets_no_message(app):
    made = await app.manage("keys.create", permissions=["message_read"])
    task = await waiting(app, made["key"])
    await app.manage("keys.revoke", key_id=made["key_id"])
    await app.receive(MAIL)
    assert (await refusal(task)).kind == "unauthorised"


async def test_a_key_that_still_holds_gets_its_message(app):
    task = await waiting(app, app.key)
    await app.receive(MAIL)
    assert (await task)["message"]["subject"] == "code"


MEMBER = "mia@b.example"


async def of_member(app):
    """A key that a member made who may read."""
    await app.manage("members.add", email=MEMBER, name="Mia")
    await app.manage("members.set_account_role", email=MEMBER, account=app.inbox, role="reader")
    link = await app.manage("members.sign_in_link", email=MEMBER)
    signed = await app.gate.people.sign_in(link["url"].partition("#")[2])
    person, _ = await app.gate.people.session(signed.cookie)
    made = await app.gate.invoke(person, "keys.create", {"permissions": ["message_read"]})
    return made["key"], made["key_id"]


async def revoked(app, key_id):
    await app.manage("keys.revoke", key_id=key_id)


async def removed(app, _):
    await app.manage("members.remove", email=MEMBER)


async def no_role(app, _):
    await app.manage("members.set_account_role", email=MEMBER, account=app.inbox, role="none")


async def gone(app, _):
    found = await app.call("inboxes.list")
    account = next(one["account_id"] for one in found["inboxes"] if one["inbox_id"] == app.inbox)
    await app.ports.store.write(lambda unit: unit.accounts.remove(account))


@pytest.mark.parametrize(
    ("ends", "kind"),
    [(revoked, "unauthorised"), (removed, "unauthorised"), (no_role, "not_found"), (gone, "not_found")],
)
async def test_a_wait_ends_with_the_right_to_it_though_no_mail_comes(app, ends, kind):
    key, key_id = await of_member(app)
    tasks = [await waiting(app, key) for _ in range(3)]
    await ends(app, key_id)
    assert {(await refusal(task)).kind for task in tasks} == {kind}
    assert not app.gate._standing._waiting, "nothing is left of it"


async def test_a_wait_ends_with_the_time_of_its_key(app):
    made = await app.manage("keys.create", permissions=["message_read"], ttl_seconds=1)
    assert (await refusal(await waiting(app, made["key"]))).kind == "unauthorised"


async def test_a_wait_ends_with_the_time_of_its_inbox(app):
    made = (await app.call("inboxes.create", username="short", ttl_seconds=1))["inbox"]
    assert (await refusal(await waiting(app, app.key, made["inbox_id"]))).kind == "not_found"


async def test_the_end_of_ones_right_ends_no_other_wait(app):
    made = await app.manage("keys.create", permissions=["message_read"])
    other, task = await waiting(app, app.key), await waiting(app, made["key"])
    await app.manage("keys.revoke", key_id=made["key_id"])
    await refusal(task)
    assert not other.done()
    await app.receive(MAIL)
    assert (await other)["message"]["subject"] == "code"


async def test_a_wait_that_is_cancelled_leaves_nothing_running(app):
    before = asyncio.all_tasks()
    task = await waiting(app, app.key)
    task.cancel()
    await asyncio.wait({task})
    assert task.cancelled()
    async with asyncio.timeout(20):
        while asyncio.all_tasks() - before:
            await asyncio.sleep(0.05)
