"""A real Postfix takes our mail, cannot deliver it, and says so; what the agent then sees and may do."""

import asyncio

import pytest

from support.apt import Unavailable
from support.bounces import dsn
from support.dns_server import DnsServer
from support.mail import compose, deliver
from support.mail_servers import MailServers, mail_servers
from support.mailbox import read, sent
from support.mcp_clients import agent as connect
from support.server import Server
from support.sink import Sink
from support.world import SENDER, world


@pytest.fixture(scope="module")
def outside():
    try:
        with mail_servers() as running:
            yield running
    except Unavailable as reason:
        pytest.skip(str(reason))


@pytest.fixture(scope="module")
def beyond():
    """The server Postfix hands some of its mail on to."""
    running = Sink()
    yield running
    running.close()


@pytest.fixture(scope="module")
def own(outside: MailServers, beyond: Sink, signer, tmp_path_factory):
    """A server that sends through Postfix and gets Postfix's own mail back."""
    zone = world(signer) | {"mx.example.com": {"A": "127.0.0.1", "TXT": "v=spf1 ip4:127.0.0.1 -all"}}
    with DnsServer(zone) as dns:
        server = Server(tmp_path_factory.mktemp("bounces"), nameservers=dns.address, relay=outside.relay)
        try:
            server.start()
            beyond.replies["vanished@example.com"] = "550 5.1.1 User unknown here"
            outside.route({server.domain: server.smtp[1], "vanished@example.com": int(beyond.url.rpartition(":")[2])})
            yield server
        finally:
            server.close()


@pytest.mark.servers
@pytest.mark.xdist_group("mail servers")
async def test_a_bounce_of_a_real_postfix_is_tied_to_its_message_and_ends_mail_to_that_address(own, outside):
    async with connect(own) as agent:
        first = await agent(
            "send_message",
            inbox_id=own.inbox,
            to=["vanished@example.com", "user@example.com"],
            subject="Vanish",
            text="x",
        )
        await asyncio.to_thread(outside.wait_for_mail, "user@example.com", "Vanish")
        bounce = await read(agent, own.inbox, "Undelivered Mail Returned to Sender")
        assert "BOUNCE" in bounce["labels"]
        assert bounce["thread_id"] == first["thread_id"]
        report = bounce["delivery_report"]
        assert (report["kind"], report["proof"], report["about_message_id"]) == ("bounce", "token", first["message_id"])
        message = await sent(agent, own.inbox, first["message_id"], "sent", "failed")
        states = {one["recipient"]: one for one in message["delivery"]}
        assert states["user@example.com"]["state"] == "sent"
        gone = states["vanished@example.com"]
        assert gone["state"] == "failed"
        assert {one["outcome"] for one in gone["history"]} == {"delivered", "bounced"}
        assert "5.1.1" in gone["last_reply"]
        assert "User unknown here" in gone["last_reply"]

        refused = await agent.refused(
            "send_message", inbox_id=own.inbox, to="Vanished@Example.com", subject="Again", text="x"
        )
        assert (refused["type"], refused["param"]) == ("conflict", "to")
        assert "letterlock suppress remove vanished@example.com" in refused["message"]
        answer = await agent.refused(
            "reply_to_message", inbox_id=own.inbox, message_id=bounce["message_id"], text="What?"
        )
        assert answer["type"] == "conflict"
        assert "send_message" in answer["message"]


async def test_a_forged_bounce_from_outside_changes_nothing(agent, inbox, server, sink):
    first = await agent("send_message", inbox_id=inbox, to=["a@none.example", "b@none.example"], subject="F", text="x")
    await sent(agent, inbox, first["message_id"], "sent")
    raw = sink.wait_to("a@none.example").raw
    await asyncio.to_thread(deliver, server, dsn(raw, "b@none.example"), to=inbox, mail_from="", source="127.0.0.9")
    found = await read(agent, inbox, "Undelivered Mail Returned to Sender")
    assert found["delivery_report"]["proof"] != "token"
    message = await sent(agent, inbox, first["message_id"], "sent")
    assert message["delivery"][1]["state"] == "sent"
    again = await agent("send_message", inbox_id=inbox, to="b@none.example", subject="Still", text="x")
    assert again["status"] == "sent"


async def test_a_list_is_not_answered(agent, inbox, server):
    raw = compose("Dev <dev@none.example>", inbox, subject="Release", list_id="<dev.lists.example>")
    await asyncio.to_thread(deliver, server, raw, to=inbox, mail_from="dev@none.example", source=SENDER)
    found = await read(agent, inbox, "Release")
    assert found["auto_submitted"] == "list"
    refused = await agent.refused("reply_to_message", inbox_id=inbox, message_id=found["message_id"], text="Thanks")
    assert (refused["type"], refused["param"]) == ("conflict", "message_id")
