"""Mail that others hand over: stored once, and from whom they had it."""

from letterlock.app.accept import Accept
from letterlock.app.analyse import envelope_of
from letterlock.core.address import parse_address
from letterlock.core.envelope import Envelope
from letterlock.core.trust.relays import Relays

NAMELESS = b"From: Ana <ana@b.example>\r\nSubject: x\r\n\r\nText\r\n"
RECEIVED = b"Received: from mail.b.example (mail.b.example [198.51.100.7]) by mx (Postfix); Mon\r\n"


async def hand_over(app, raw, acceptor=None, **envelope):
    """The rows there are then, newest first."""
    given = Envelope("ana@b.example", app.ports.clock.now(), via="http", peer="http", **envelope)
    verdicts = await (acceptor or app.acceptor).accept(given, [parse_address(app.inbox)], raw)
    assert [verdict.status for verdict in verdicts] == ["accept"]
    ids = await app.ports.store.read(lambda unit: unit.messages.pending(100))
    return await app.ports.store.read(lambda unit: [unit.messages.find(one) for one in ids])


async def test_a_message_without_an_id_is_stored_once_by_how_it_was_handed_over(app):
    assert len(await hand_over(app, NAMELESS, handover="first")) == 1
    assert len(await hand_over(app, NAMELESS, handover="first")) == 1
    assert len(await hand_over(app, NAMELESS, handover="second")) == 2
    assert len(await hand_over(app, NAMELESS)) == 3
    assert len(await hand_over(app, NAMELESS)) == 4


async def test_a_message_with_an_id_is_stored_once_however_it_is_handed_over(app):
    raw = b"Message-ID: <1@b.example>\r\n" + NAMELESS
    for name in ("first", "second", ""):
        assert len(await hand_over(app, raw, handover=name)) == 1


async def test_what_a_trusted_relay_wrote_is_kept_with_the_message(app):
    acceptor = Accept(app.ports, quota=app.settings.default_quota, relays=Relays(["http=mx.example.com"]))
    (row,) = await hand_over(app, RECEIVED + NAMELESS, acceptor)
    envelope = envelope_of(row)
    assert (envelope.client_ip, envelope.helo, envelope.relays) == (
        "198.51.100.7",
        "mail.b.example",
        ("mx.example.com",),
    )


async def test_without_one_a_received_field_is_nobodys_word(app):
    (row,) = await hand_over(app, RECEIVED + NAMELESS)
    assert (envelope_of(row).client_ip, envelope_of(row).relays) == (None, ())
