"""Mail that becomes ready in another order than it came in is missed by nobody who waits for it."""

import asyncio

from letterlock.core.address import parse_address
from letterlock.core.envelope import Envelope


def mail(name):
    head = f"From: ana@b.example\r\nTo: welcome@agents.example\r\nSubject: {name}\r\nMessage-ID: <{name}@b.example>\r\n"
    return f"{head}\r\n{name}\r\n".encode()


async def accept(app, name):
    """Accepts a message and does not analyse it; returns its id."""
    envelope = Envelope(received_at=app.ports.clock.now(), mail_from="ana@b.example", client_ip="192.0.2.1", helo="b")
    before = set(await app.ports.store.read(lambda unit: unit.messages.pending(100)))
    await app.acceptor.accept(envelope, [parse_address(app.inbox)], mail(name))
    (made,) = set(await app.ports.store.read(lambda unit: unit.messages.pending(100))) - before
    return made


async def analyse(app, message_id):
    await app.analysis.analyse(app.job("analyse", message_id))


async def subjects_one_by_one(app, after):
    """What an agent reads that gives each message's `received_at` as the next `after`."""
    found = []
    while True:
        answer = await app.call("messages.wait", account=app.inbox, after=after, timeout_seconds=0)
        if answer["timed_out"]:
            return found
        found.append(answer["message"]["subject"])
        after = answer["message"]["received_at"]


async def test_a_message_accepted_before_the_wait_and_analysed_during_it_counts(app):
    message_id = await accept(app, "code")
    waiting = asyncio.create_task(app.call("messages.wait", account=app.inbox, timeout_seconds=30))
    await asyncio.sleep(0)
    await analyse(app, message_id)
    assert (await waiting)["message"]["subject"] == "code"


async def test_what_could_be_read_before_the_wait_does_not_count_without_after(app):
    await analyse(app, await accept(app, "earlier"))
    assert (await app.call("messages.wait", account=app.inbox, timeout_seconds=0))["timed_out"] is True


async def test_who_reads_message_by_message_misses_none_that_was_analysed_late(app):
    slow, quick = await accept(app, "slow"), await accept(app, "quick")
    await analyse(app, quick)
    read = await subjects_one_by_one(app, "2020-01-01T00:00:00Z")
    (item,) = (await app.call("messages.list", account=app.inbox, labels=["UNREAD"]))["messages"][:1]
    await analyse(app, slow)
    assert read[-1] == "quick"
    assert await subjects_one_by_one(app, item["received_at"]) == ["slow"]
    assert (await subjects_one_by_one(app, "2020-01-01T00:00:00Z"))[-2:] == ["quick", "slow"]


async def test_a_moment_between_two_messages_gives_those_received_after_it(app):
    await analyse(app, await accept(app, "one"))
    moment = app.ports.clock.now().isoformat()
    await analyse(app, await accept(app, "two"))
    assert await subjects_one_by_one(app, moment) == ["two"]
