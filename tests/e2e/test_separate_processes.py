"""The main flow on PostgreSQL, with HTTP, SMTP and the work behind them each in a process of its own."""

import asyncio

import pytest

from support.mail import compose, deliver
from support.mailbox import arrived, listed, read, sent
from support.mcp_clients import agent as connect
from support.mcp_clients import stdio_agent
from support.postgres import Cluster
from support.server import Server
from support.world import SENDER, STRANGER

pytestmark = [pytest.mark.servers, pytest.mark.xdist_group("postgresql")]


@pytest.fixture(scope="module")
def own(postgres: Cluster, dns, sink, tmp_path_factory):
    """Three processes on one database, which begins empty."""
    server = Server(
        tmp_path_factory.mktemp("roles"), nameservers=dns.address, relay=sink.url, database_url=postgres.database()
    )
    try:
        yield server.start()
    finally:
        server.close()


async def test_a_wait_wakes_though_another_process_took_the_mail_and_a_third_judged_it(own):
    assert set(own.processes) == {"serve http", "serve smtp", "work"}
    async with connect(own) as agent:
        inbox = (await agent("create_inbox"))["inbox"]
        waiting = asyncio.create_task(
            agent("wait_for_message", inbox_id=inbox["inbox_id"], timeout_seconds=60, after=inbox["created_at"])
        )
        await agent("list_messages", inbox_id=inbox["inbox_id"])
        raw = compose("a@reject.example", inbox["inbox_id"], subject="woken", text="good morning\n")
        await asyncio.to_thread(deliver, own, raw, to=inbox["inbox_id"], mail_from="a@reject.example", source=SENDER)
        found = await waiting
        assert found["message"]["subject"] == "woken"


async def test_mail_is_read_judged_searched_and_answered(own, sink):
    async with stdio_agent(own) as agent:
        inbox = (await agent("create_inbox"))["inbox"]["inbox_id"]
        for subject, source in (("good", SENDER), ("forged", STRANGER)):
            raw = compose("Ann <ann@reject.example>", inbox, subject=subject, text="the quick brown fox\n")
            await asyncio.to_thread(deliver, own, raw, to=inbox, mail_from="ann@reject.example", source=source)
        message = await read(agent, inbox, "good")
        assert message["trust"]["authentication"]["dmarc"] == "pass"
        assert (await arrived(agent, inbox, "forged"))["trust_level"] == "quarantined"
        page = await agent("list_messages", inbox_id=inbox)
        assert [one["subject"] for one in page["messages"]] == ["good"]
        assert page["hidden"]["quarantined"] == 1
        found = await agent("search_messages", inbox_id=inbox, q="brown from:ann")
        assert [one["subject"] for one in found["messages"]] == ["good"]
        await agent("update_labels", inbox_id=inbox, message_id=message["message_id"], remove_labels=["UNREAD"])
        reply = await agent("reply_to_message", inbox_id=inbox, message_id=message["message_id"], text="ok")
        await sent(agent, inbox, reply["message_id"], "sent")
        came = await asyncio.to_thread(sink.wait, lambda one: one.inbox == inbox)
        assert came.message["Subject"] == "Re: good"
        thread = await agent("get_thread", inbox_id=inbox, thread_id=message["thread_id"])
        assert [one["direction"] for one in thread["messages"]] == ["inbound", "outbound"]


async def test_twenty_at_once_send_one_message(own, sink):
    async with connect(own) as agent, connect(own) as second:
        about = {"inbox_id": own.inbox, "to": "pgrace@none.example", "subject": "Once", "text": "only once"}
        results = await asyncio.gather(*(one("send_message", **about) for one in [agent, second] * 10))
        assert len({one["message_id"] for one in results}) == 1
        keyed = [agent("send_message", **about | {"text": "by key"}, idempotency_key="k") for _ in range(20)]
        results = await asyncio.gather(*keyed)
        assert len({one["message_id"] for one in results}) == 1
        await sent(agent, own.inbox, results[0]["message_id"], "sent")
    assert len(sink.to("pgrace@none.example")) == 2


async def test_a_revoked_key_stops_at_once_in_the_process_that_serves(own):
    made = await asyncio.to_thread(own.new_key, "--toolset", "inbox")
    async with connect(own, key=made["key"]) as caller:
        await caller("list_inboxes")
        await asyncio.to_thread(own.cli, "key", "revoke", made["key_id"])
        with pytest.raises(Exception):  # noqa: B017 (the client's own, for the 401)
            await caller("list_inboxes")


async def test_a_redelivery_to_two_connections_at_once_is_stored_once(own):
    async with connect(own) as agent:
        inbox = (await agent("create_inbox"))["inbox"]["inbox_id"]
        raw = compose("a@reject.example", inbox, subject="twice")
        await asyncio.gather(
            *(
                asyncio.to_thread(deliver, own, raw, to=inbox, mail_from="a@reject.example", source=SENDER)
                for _ in range(6)
            )
        )
        await asyncio.to_thread(deliver, own, compose("a@reject.example", inbox, subject="last"), to=inbox)
        await arrived(agent, inbox, "last")
        await arrived(agent, inbox, "twice")
        assert len(await listed(agent, inbox)) == 2


async def test_what_was_taken_in_while_nobody_worked_is_judged_when_the_work_goes_on(own):
    own.processes.pop("work").kill()
    async with connect(own) as agent:
        raw = compose("a@reject.example", own.inbox, subject="meanwhile")
        await asyncio.to_thread(deliver, own, raw, to=own.inbox, mail_from="a@reject.example", source=SENDER)
        assert (await agent("search_messages", inbox_id=own.inbox, q="meanwhile"))["count"] == 0
        own.run("work")
        assert (await arrived(agent, own.inbox, "meanwhile"))["trust_level"] == "unknown"


async def test_all_three_stop_cleanly(own):
    assert own.stop() == [0, 0, 0]
    own.start()
