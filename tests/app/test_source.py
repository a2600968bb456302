"""A message's source, for a person: as it came, with what this server found out on top; and whose word an inbox takes."""

from dataclasses import replace

import pytest

from letterlock.app.accept import Accept
from letterlock.app.analyse import Analyse
from letterlock.core.errors import Forbidden, Invalid, NotFound
from letterlock.core.trust.question import Answer
from letterlock.core.trust.relays import Relays

MAIL = (
    b"Authentication-Results: %s; dkim=pass header.d=b.example\r\n"
    b"Received: from mail.b.example ([192.0.2.9]) by mx.relay.example; Tue, 1 Dec 2026 10:00:00 +0000\r\n"
    b"From: ana@b.example\r\nTo: welcome@agents.example\r\nSubject: Hi\r\nMessage-ID: <%d@b.example>\r\n"
    b"DKIM-Signature: v=1; a=ed25519-sha256; d=b.example; s=s; h=from; bh=AAAA; b=AAAA\r\n\r\nHello\r\n"
)


class Dns:
    async def resolve(self, questions, *, seconds):
        zone = {"_dmarc.b.example": "v=DMARC1; p=reject", "b.example": "v=spf1 -all"}
        key = "v=DKIM1; k=ed25519; p=11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo="
        known = {**zone, "s._domainkey.b.example": key}
        return {q: Answer("ok", (known[q.name],)) if q.name in known else Answer("nxdomain") for q in questions}


@pytest.fixture
async def app(app):
    app.analysis = Analyse(replace(app.ports, resolver=Dns()), app.settings)
    return app


async def source(app, message_id, **more):
    return (await app.manage("messages.source", account=app.inbox, message_id=message_id, **more))["source"]


async def test_the_source_is_what_came_with_our_results_in_front(app):
    raw = MAIL % (app.settings.mail_host.encode(), 1)
    message_id = await app.receive(raw)
    given = await source(app, message_id)
    assert given.startswith(
        b"Return-Path: <ana@b.example>\r\nAuthentication-Results: " + app.settings.mail_host.encode()
    )
    assert b"spf=fail" in given.split(b"\r\nReceived:")[0]
    assert b"dkim=pass" not in given, "what claimed to be ours is gone"
    assert given.endswith(raw.partition(b"\r\n")[2])


async def test_the_source_is_for_people_and_is_written_down(app):
    message_id = await app.receive(MAIL % (b"x.example", 1))
    here = {"account": app.inbox, "message_id": message_id}
    assert isinstance(await app.refused("messages.source", **here), Forbidden)
    await source(app, message_id)
    workspace = (await app.caller()).workspace_id
    written = await app.ports.store.read(lambda unit: unit.audit.list(workspace, 50))
    assert [one.targets for one in written if one.operation == "messages.source"] == [(message_id,)]
    with pytest.raises(NotFound):
        await app.manage("messages.source", account=app.inbox, message_id="msg_none")


async def test_mail_that_was_sent_is_given_as_it_was_sent(app):
    sent = await app.call("messages.send", account=app.inbox, to=["ana@b.example"], subject="Hi", text="Hi")
    assert b"Authentication-Results" not in await source(app, sent["message_id"])


def relayed(app):
    return Accept(app.ports, quota=app.settings.default_quota, relays=Relays(["10.0.0.0/8"]))


async def receive_by_relay(app, number, **envelope):
    told = {"client_ip": None, "helo": "", "peer": "10.0.0.7", **envelope}
    message_id = await app.receive(MAIL % (b"mx.relay.example", number), **told)
    report = await app.call("messages.trust", account=app.inbox, message_id=message_id)
    return report["authentication"]


async def test_an_inbox_believes_the_servers_it_trusts_of_mail_that_a_relay_brings(app):
    app.acceptor = relayed(app)
    assert (await receive_by_relay(app, 1))["dmarc"] == "fail"
    await app.manage("inboxes.believe", account=app.inbox, authserv_ids=["MX.Relay.example"])
    found = await receive_by_relay(app, 2)
    assert (found["dmarc"], found["vouched_by"]) == ("pass", "mx.relay.example")
    stranger = await receive_by_relay(app, 3, peer="192.0.2.9", client_ip="192.0.2.9")
    assert stranger["dmarc"] == "fail", "anybody can write that name"
    await app.manage("inboxes.believe", account=app.inbox, authserv_ids=[])
    assert (await receive_by_relay(app, 4))["dmarc"] == "fail"


async def test_below_the_relays_own_received_field_nobody_is_believed(app):
    app.acceptor = relayed(app)
    await app.manage("inboxes.believe", account=app.inbox, authserv_ids=["mx.relay.example"])
    results, rest = (MAIL % (b"mx.relay.example", 1)).split(b"\r\n", 1)
    received, below = rest.split(b"\r\n", 1)
    raw = b"\r\n".join([received, results, below])
    message_id = await app.receive(raw, client_ip=None, helo="", peer="10.0.0.7")
    report = await app.call("messages.trust", account=app.inbox, message_id=message_id)
    assert report["authentication"]["dmarc"] == "fail"


async def test_only_names_of_servers_can_be_believed(app):
    with pytest.raises(Invalid):
        await app.manage("inboxes.believe", account=app.inbox, authserv_ids=["no name; dkim=pass"])
    assert isinstance(
        await app.refused("inboxes.believe", account=app.inbox, authserv_ids=["mx.relay.example"]), Forbidden
    )
