"""Rate limits and calls at once: per credential, per workspace, sends apart, waits counted."""

import asyncio
from dataclasses import replace

import pytest

from letterlock.app import limits
from letterlock.app.invoke import Gate
from letterlock.core.bucket import Bucket, Limits

MINUTE = 60_000_000


@pytest.fixture
def limited(app):
    """Makes the gate anew with such limits."""

    def make(key=None, workspace=None):
        settings = replace(app.settings, key_limits=key or Limits(), workspace_limits=workspace or Limits())
        app.gate = Gate(app.ports, settings)

    return make


@pytest.fixture
def time(monkeypatch):
    """A clock that stands still until it is moved."""
    moment = [1_000_000_000]
    monkeypatch.setattr(limits, "_now", lambda: moment[0])
    return moment


async def test_a_key_is_refused_beyond_its_calls_and_told_when_to_try_again(app, limited, time):
    limited(Limits(calls=Bucket(3, MINUTE)))
    for _ in range(3):
        await app.call("inboxes.list")
    error = await app.refused("inboxes.list")
    assert (error.kind, error.retry_after) == ("rate_limited", 20)
    assert "this key" in error.message
    time[0] += 20_000_000
    await app.call("inboxes.list")
    assert (await app.refused("inboxes.list")).retry_after == 20


async def test_another_key_has_its_own_calls_until_the_workspaces_are_used_up(app, limited, time):
    limited(Limits(calls=Bucket(2, MINUTE)), Limits(calls=Bucket(3, MINUTE)))
    other = await app.make_key("inbox_read")
    for _ in range(2):
        await app.call("inboxes.list")
    await app.call("inboxes.list", other)
    error = await app.refused("inboxes.list", other)
    assert (error.kind, error.retry_after) == ("rate_limited", 20)
    assert "this workspace" in error.message


async def test_what_is_refused_takes_nothing(app, limited, time):
    limited(Limits(calls=Bucket(9, MINUTE)), Limits(calls=Bucket(1, MINUTE)))
    await app.call("inboxes.list")
    for _ in range(20):
        await app.refused("inboxes.list")
    time[0] += MINUTE
    await app.call("inboxes.list")


async def test_sends_are_limited_apart_from_reads(app, limited, time):
    limited(Limits(calls=Bucket(100, MINUTE), sends=Bucket(1, 60 * MINUTE)))
    mail = {"account": app.inbox, "to": ["x@y.example"], "text": "Hello"}
    await app.call("messages.send", **mail)
    error = await app.refused("messages.send", **{**mail, "text": "Again"})
    assert (error.kind, error.retry_after) == ("rate_limited", 3600)
    assert "sends" in error.message
    await app.call("messages.list", account=app.inbox)


async def test_waits_count_among_the_calls_at_once_and_give_back_their_place(app, limited):
    limited(Limits(at_once=3))
    wait = {"account": app.inbox, "timeout_seconds": 60}
    waiting = [asyncio.create_task(app.call("messages.wait", **wait)) for _ in range(3)]
    # One turn of the loop for each step up to where it waits: authentication and the first look are done in the loop.
    while sum(one.open for one in app.gate._usage._used.values()) < 6:
        await asyncio.sleep(0)
    error = await app.refused("inboxes.list")
    assert (error.kind, error.retry_after) == ("rate_limited", 1)
    ended = waiting.pop()
    ended.cancel()
    await asyncio.wait({ended})
    await app.call("inboxes.list")
    for one in waiting:
        one.cancel()
    await asyncio.gather(*waiting, return_exceptions=True)
    assert all(one.open == 0 for one in app.gate._usage._used.values())


async def test_calls_that_fail_give_back_their_place(app, limited):
    limited(Limits(at_once=1))
    for _ in range(3):
        assert (await app.refused("messages.list", account="nobody@x.example")).kind == "not_found"


async def test_people_are_not_limited(app, limited):
    limited(Limits(calls=Bucket(1, MINUTE), at_once=1))
    for _ in range(5):
        await app.manage("inboxes.list")


async def test_those_of_whom_nothing_is_known_are_forgotten(app, limited, time, monkeypatch):
    monkeypatch.setattr(limits, "_MOST", 3)
    limited(Limits(calls=Bucket(2, MINUTE)))
    keys = [await app.make_key("inbox_read") for _ in range(9)]
    for key in keys:
        await app.call("inboxes.list", key)
        time[0] += 2 * MINUTE
    assert len(app.gate._usage._used) <= 4


async def test_inboxes_have_a_limit_of_their_own(app, limited, time):
    limited(Limits(inboxes=Bucket(2, 2 * MINUTE)), Limits(inboxes=Bucket(3, 3 * MINUTE)))
    other = await app.make_key("inbox_create")
    for _ in range(2):
        await app.call("inboxes.create")
    error = await app.refused("inboxes.create")
    assert (error.kind, error.retry_after) == ("rate_limited", 60)
    assert "new inboxes of this key" in error.message
    await app.call("inboxes.create", other)
    assert "this workspace" in (await app.refused("inboxes.create", other)).message
    await app.call("inboxes.list")
    time[0] += MINUTE
    await app.call("inboxes.create")
