"""Exact copies of one message from different places: the genuine one is never dropped for another, and kept once."""

from dataclasses import replace

import pytest

from letterlock.app.analyse import Analyse
from letterlock.core.address import parse_address
from letterlock.core.envelope import Envelope
from letterlock.core.trust.question import Answer

MAIL = b"From: ana@b.example\r\nTo: welcome@agents.example\r\nSubject: Hi\r\nMessage-ID: <1@b.example>\r\n\r\nHello\r\n"
ZONE = {
    ("TXT", "b.example"): ("v=spf1 ip4:192.0.2.1 ip4:192.0.2.2 -all",),
    ("TXT", "_dmarc.b.example"): ("v=DMARC1; p=reject",),
}
GENUINE, ALSO_GENUINE, FORGED = "192.0.2.1", "192.0.2.2", "203.0.113.9"


class Dns:
    async def resolve(self, questions, *, seconds):
        return {
            q: Answer("ok", ZONE[q.type, q.name]) if (q.type, q.name) in ZONE else Answer("nxdomain") for q in questions
        }


@pytest.fixture
async def app(app):
    app.analysis = Analyse(replace(app.ports, resolver=Dns()), app.settings)
    return app


async def arrive(app, *places):
    """Takes in a copy from each place, before any is analysed."""
    for place in places:
        envelope = Envelope("ana@b.example", app.ports.clock.now(), place, "b.example")
        (verdict,) = await app.acceptor.accept(envelope, [parse_address(app.inbox)], MAIL)
        assert verdict.status == "accept"


async def kept(app):
    """Analyses what is there, as often as it asks for, and gives each kept message's DMARC result, oldest first."""
    for _ in range(3):
        await app.analyse()
    assert not await app.ports.store.read(lambda unit: unit.messages.pending(9))
    found = await app.call(
        "messages.list", account=app.inbox, labels=["UNREAD", "UNAUTHENTICATED"], include_quarantine=True
    )
    results = []
    for one in reversed(found["messages"]):
        message = await app.call("messages.get", account=app.inbox, message_id=one["message_id"])
        results.append(message["trust"]["authentication"]["dmarc"])
    return results


async def used(app):
    account = await app.ports.store.read(lambda unit: unit.accounts.by_address(app.inbox))
    return account.used_bytes


async def test_a_forged_copy_that_is_not_judged_yet_keeps_the_genuine_one_from_nothing(app):
    await arrive(app, FORGED, GENUINE)
    assert await kept(app) == ["fail", "pass"]


async def test_the_same_message_by_two_ways_of_its_sender_is_kept_once_and_counted_once(app):
    before = await used(app)
    await arrive(app, GENUINE, ALSO_GENUINE)
    assert await kept(app) == ["pass"]
    assert await used(app) == before + len(MAIL)


async def test_a_forged_copy_that_comes_second_is_dropped(app):
    await arrive(app, GENUINE, FORGED)
    assert await kept(app) == ["pass"]


async def test_copies_from_one_place_are_stored_once_however_early(app):
    await arrive(app, GENUINE, GENUINE, GENUINE)
    assert await kept(app) == ["pass"]


async def test_a_copy_waits_for_the_first_to_be_judged(app):
    await arrive(app, GENUINE, ALSO_GENUINE)
    first, second = await app.ports.store.read(lambda unit: unit.messages.pending(9))
    assert await app.analysis.analyse(app.job("analyse", second)) is not None
    assert await app.ports.store.read(lambda unit: unit.messages.pending(9)) == [first, second]
    patient = replace(app.job("analyse", second), attempts=99)
    assert await app.analysis.analyse(patient) is None, "but not for ever"
    assert await app.ports.store.read(lambda unit: unit.messages.pending(9)) == [first]
