"""A wait gives nothing to a caller whose right to it ended meanwhile."""

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


async def waiting(app, key):
    watched = Watched(app.ports.events)
    object.__setattr__(app.ports, "events", watched)
    task = asyncio.create_task(app.call("messages.wait", key, account=app.inbox, timeout_seconds=30))
    await watched.listening.wait()
    return task


async def refusal(task):
    with pytest.raises(LetterlockError) as error:
        await task
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
