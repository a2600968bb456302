"""Blobs that no row names go after a day; none that a row names, or is about to name, ever does."""

import asyncio
import os
import time
from datetime import timedelta

import pytest

from letterlock.app.blobs import Sweep, remove_of_the_gone
from letterlock.core.address import parse_address
from letterlock.core.envelope import Envelope

DAY = 86_400
FILE = {"content": "aGVsbG8=", "filename": "hello.txt", "content_type": "text/plain"}


class Later:
    """The clock, put forward."""

    def __init__(self, clock):
        self._clock = clock
        self.ahead = timedelta(0)

    def now(self):
        return self._clock.now() + self.ahead


class Cut:
    """The store as it is, but for writes: each waits for a sign, or ends the call as a kill would."""

    def __init__(self, store, *, kill):
        self._store, self._kill = store, kill
        self.reached, self.go = asyncio.Event(), asyncio.Event()

    async def write(self, work, **more):
        self.reached.set()
        if self._kill:
            raise asyncio.CancelledError
        await self.go.wait()
        return await self._store.write(work, **more)

    def __getattr__(self, name):
        return getattr(self._store, name)


def mail(subject):
    return f"From: Ana <ana@b.example>\r\nSubject: {subject}\r\nMessage-ID: <{subject}@b.example>\r\n\r\nHello.\r\n".encode()


def files(app):
    return [path for path in app.blobs.rglob("*") if path.is_file()]


def age(app, days):
    for path in files(app):
        os.utime(path, (time.time() - days * DAY,) * 2)


async def sweep(app):
    return await Sweep(app.ports)(app.job("sweep", "blobs"))


async def cut_short(app, calling):
    store = app.ports.store
    object.__setattr__(app.ports, "store", Cut(store, kill=True))
    with pytest.raises(asyncio.CancelledError):
        await calling
    object.__setattr__(app.ports, "store", store)


@pytest.mark.parametrize("operation", ["messages.send", "drafts.create"])
async def test_what_a_call_killed_before_its_commit_left_goes_after_a_day(app, operation):
    caller = await app.caller()
    given = {"account": app.inbox, "to": "a@b.example", "text": "x", "attachments": [FILE]}
    await cut_short(app, app.gate.invoke(caller, operation, given))
    assert len(files(app)) == 1
    await sweep(app)
    assert len(files(app)) == 1
    age(app, 2)
    again = await sweep(app)
    assert files(app) == []
    assert again > app.ports.clock.now()


async def test_mail_sent_mail_and_drafts_stay_however_old(app):
    received = await app.receive(mail("Kept"))
    await app.acceptor.accept(
        Envelope(mail_from="ana@b.example", received_at=app.ports.clock.now(), client_ip="192.0.2.1"),
        [parse_address(app.inbox)],
        mail("Pending"),
    )
    sent = await app.call("messages.send", account=app.inbox, to="a@b.example", text="x")
    draft = await app.call("drafts.create", account=app.inbox, to="a@b.example", text="y", attachments=[FILE])
    before = sorted(files(app))
    age(app, 400)
    await sweep(app)
    assert sorted(files(app)) == before
    assert len(before) == 4
    assert (await app.call("messages.get", account=app.inbox, message_id=received))["subject"] == "Kept"
    await app.deliver(sent["message_id"])
    gone_out = await app.call("drafts.send", account=app.inbox, draft_id=draft["draft_id"])
    assert gone_out["attachment_count"] == 1


async def test_a_delivery_whose_bytes_were_left_by_one_cut_short_is_safe_from_the_sweep(app):
    raw, store = mail("Again"), app.ports.store
    envelope = Envelope(mail_from="ana@b.example", received_at=app.ports.clock.now(), client_ip="192.0.2.1")
    to = [parse_address(app.inbox)]
    await cut_short(app, app.acceptor.accept(envelope, to, raw))
    age(app, 2)
    held = Cut(store, kill=False)
    object.__setattr__(app.ports, "store", held)
    accepting = asyncio.create_task(app.acceptor.accept(envelope, to, raw))
    await held.reached.wait()
    await sweep(app)
    held.go.set()
    assert [verdict.status for verdict in await accepting] == ["accept"]
    object.__setattr__(app.ports, "store", store)
    assert (await app.call("messages.get", account=app.inbox, message_id=await app.analyse()))["subject"] == "Again"


async def test_a_delivery_that_sleeps_for_days_between_blob_and_row_has_both_in_the_end(app):
    raw, store, clock = mail("Slept"), app.ports.store, Later(app.ports.clock)
    object.__setattr__(app.ports, "clock", clock)
    held = Cut(store, kill=False)
    object.__setattr__(app.ports, "store", held)
    envelope = Envelope(mail_from="ana@b.example", received_at=clock.now(), client_ip="192.0.2.1")
    accepting = asyncio.create_task(app.acceptor.accept(envelope, [parse_address(app.inbox)], raw))
    await held.reached.wait()
    clock.ahead = timedelta(days=3)
    await sweep(app)
    assert files(app) == []
    held.go.set()
    assert [verdict.status for verdict in await accepting] == ["accept"]
    object.__setattr__(app.ports, "store", store)
    assert (await app.call("messages.get", account=app.inbox, message_id=await app.analyse()))["subject"] == "Slept"


async def test_an_inbox_made_while_blobs_of_the_gone_are_looked_for_keeps_its_mail(app):
    class Slow:
        """The blob store, which an inbox comes to at the moment its accounts are listed."""

        def __init__(self, blobs):
            self._blobs = blobs

        async def accounts(self):
            made = await app.call("inboxes.create")
            await app.receive(mail("First"), to=made["inbox"]["inbox_id"])
            return await self._blobs.accounts()

        def __getattr__(self, name):
            return getattr(self._blobs, name)

    object.__setattr__(app.ports, "blobs", Slow(app.ports.blobs))
    await remove_of_the_gone(app.ports)
    assert len(files(app)) == 1


async def test_the_sweep_is_due_after_a_start(app):
    due = await app.ports.store.read(lambda unit: unit.jobs.next_due(["sweep"]))
    assert timedelta(0) < due - app.ports.clock.now() <= timedelta(hours=1)
