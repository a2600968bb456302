"""Stopping, being killed, starting again: what was acknowledged is there, and what was begun is finished."""

import asyncio
import contextlib
import signal
import socket
from concurrent.futures import ThreadPoolExecutor

import httpx
import pytest

from support.mail import compose, deliver
from support.mailbox import arrived, read, sent
from support.mcp_clients import agent as connect
from support.server import COMMAND, Process, Server
from support.world import SENDER


@pytest.fixture
def own(dns, sink, tmp_path):
    """A server of this test alone."""
    server = Server(tmp_path, nameservers=dns.address, relay=sink.url)
    yield server
    server.close()


async def test_everything_is_there_after_a_restart_and_the_same_key_opens_it(own, sink):
    own.start()
    key = own.key
    assert oct((own.data / "first-key").stat().st_mode & 0o777) == "0o600"
    async with connect(own) as agent:
        made = (await agent("create_inbox", username="stays", client_id="stays"))["inbox"]
        raw = compose("a@reject.example", made["inbox_id"], subject="kept", text="still here\n")
        await asyncio.to_thread(deliver, own, raw, to=made["inbox_id"], mail_from="a@reject.example", source=SENDER)
        before = await read(agent, made["inbox_id"], "kept")
        await agent("update_labels", inbox_id=made["inbox_id"], message_id=before["message_id"], add_labels=["mine"])
        first = await agent(
            "send_message", inbox_id=made["inbox_id"], to="b@none.example", text="once", idempotency_key="k"
        )
        await sent(agent, made["inbox_id"], first["message_id"], "sent")
    records = own.publish()
    assert own.stop() == [0]
    own.start()
    assert own.key == key
    assert own.publish() == records, "the signing keys are the same"
    async with connect(own) as agent:
        after = await agent("get_message", inbox_id=made["inbox_id"], message_id=before["message_id"])
        assert after == before | {"labels": sorted([*before["labels"], "mine"])}
        assert (await agent("create_inbox", client_id="stays"))["inbox"] == made
        again = await agent(
            "send_message", inbox_id=made["inbox_id"], to="b@none.example", text="once", idempotency_key="k"
        )
        assert again == first | {"duplicate": True}
    assert [one.inbox for one in sink.to("b@none.example")].count(made["inbox_id"]) == 1


async def test_what_was_acknowledged_before_a_kill_is_analysed_after_the_next_start(own):
    own.start()
    raws = [compose("a@reject.example", own.inbox, subject=f"burst {number}") for number in range(20)]
    async with connect(own) as agent:
        await agent("list_inboxes")

    def burst() -> None:
        for raw in raws:
            deliver(own, raw, to=own.inbox, mail_from="a@reject.example", source=SENDER)
        own.kill()  # at once after the last 250, long before all of them are analysed

    await asyncio.to_thread(burst)
    own.start()
    async with connect(own) as agent:
        for number in range(20):
            item = await arrived(agent, own.inbox, f"burst {number}")
            assert item["trust_level"] == "unknown"
        page = await agent("list_messages", inbox_id=own.inbox, limit=100)
        assert page["count"] == 20


async def test_a_command_beside_a_running_server_costs_nothing_that_was_acknowledged(own):
    own.start()
    async with connect(own) as agent:
        for number in range(3):
            raw = compose("a@reject.example", own.inbox, subject=f"beside {number}")
            await asyncio.to_thread(deliver, own, raw, to=own.inbox, mail_from="a@reject.example", source=SENDER)
            await asyncio.to_thread(own.cli, "key", "list", "--json")
            await arrived(agent, own.inbox, f"beside {number}")
    await asyncio.to_thread(own.kill)
    own.start()
    async with connect(own) as agent:
        assert (await agent("list_messages", inbox_id=own.inbox))["count"] == 3


async def test_whatever_is_listed_at_any_moment_has_its_report(own):
    own.start()
    async with connect(own) as agent:
        for number in range(10):
            raw = compose("a@reject.example", own.inbox, subject=f"shown {number}")
            await asyncio.to_thread(deliver, own, raw, to=own.inbox, mail_from="a@reject.example", source=SENDER)
            for item in (await agent("list_messages", inbox_id=own.inbox, limit=100))["messages"]:
                assert item["trust_level"] is not None
                await agent("get_trust_report", inbox_id=own.inbox, message_id=item["message_id"])


async def test_a_stop_ends_waits_and_finishes_cleanly(own):
    own.start()
    async with connect(own) as agent:
        waiting = asyncio.create_task(agent("wait_for_message", inbox_id=own.inbox, timeout_seconds=60))
        await agent("list_inboxes")
        codes = await asyncio.to_thread(own.stop)
        assert codes == [0]
        assert isinstance((await asyncio.gather(waiting, return_exceptions=True))[0], BaseException)


async def test_an_interrupt_ends_it_cleanly(own):
    own.start()
    assert own.processes["up"].stop(signal.SIGINT) == 0


def test_a_second_server_on_the_same_data_is_refused_before_it_touches_anything(own):
    own.start()
    second = Process(("up",), own.environment, own.folder / "data", (str(COMMAND),))
    with pytest.raises(AssertionError, match="Another server runs on"):
        second.wait_for_line("is ready")
    assert not second.running
    assert own.stop() == [0]
    own.start()


def test_at_the_end_no_more_mail_is_taken_while_requests_are_finished(own):
    own.start()
    host = own.url.removeprefix("http://")
    body = b'{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"list_inboxes"}}'
    head = (
        f"POST /mcp HTTP/1.1\r\nHost: {host}\r\nAuthorization: Bearer {own.key}\r\nContent-Type: application/json\r\n"
        f"Accept: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
    )
    with (
        socket.create_connection(tuple(host.split(":")), timeout=20) as begun,
        ThreadPoolExecutor(1) as beside,
    ):
        begun.sendall(head.encode() + body[:-1])
        assert httpx.get(f"{own.url}/healthz", trust_env=False).status_code == 200  # so the other has been heard too
        stopping = beside.submit(own.stop)
        with contextlib.suppress(ConnectionRefusedError, ConnectionResetError):
            while True:
                socket.create_connection(own.smtp, timeout=20).close()
        begun.sendall(body[-1:])
        assert begun.recv(100).startswith(b"HTTP/1.1 200 OK")
        assert stopping.result() == [0]
