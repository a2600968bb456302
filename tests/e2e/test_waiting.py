"""Waiting for a message: wakes at once, is not woken by what is hidden, ends when the client goes away."""

import asyncio
import json
import re
import socket
import time

import pytest

from support.mail import compose, deliver
from support.mailbox import arrived
from support.mcp_clients import ERAS, MODERN
from support.mcp_clients import agent as connect
from support.world import SENDER, STRANGER

EARLIER = "2020-01-01T00:00:00Z"
"""Before anything in a fresh inbox, so that it does not matter whether the wait or the mail is there first."""


async def test_nothing_arrives_in_no_time(agent, inbox):
    found = await agent("wait_for_message", inbox_id=inbox, timeout_seconds=0)
    assert found == {"timed_out": True, "inbox_id": inbox, "waited_seconds": 0}


async def test_what_came_before_counts_when_after_says_so(server, agent, inbox):
    for number in (1, 2):
        raw = compose("a@reject.example", inbox, subject=f"n{number}")
        await asyncio.to_thread(deliver, server, raw, to=inbox, mail_from="a@reject.example", source=SENDER)
        item = await arrived(agent, inbox, f"n{number}")
    assert (await agent("wait_for_message", inbox_id=inbox, timeout_seconds=0))["timed_out"] is True
    for after in (EARLIER, "2020-01-01T02:00:00+02:00", "2020-01-01"):
        found = await agent("wait_for_message", inbox_id=inbox, timeout_seconds=0, after=after)
        assert found["message"]["subject"] == "n1", "the oldest that qualifies"
    last = await agent("wait_for_message", inbox_id=inbox, timeout_seconds=0, after=item["received_at"])
    assert last["timed_out"] is True
    error = await agent.refused("wait_for_message", inbox_id=inbox, after="yesterday")
    assert (error["type"], error["param"]) == ("validation", "after")


async def test_hidden_mail_wakes_nobody_and_good_mail_does(server, agent, inbox):
    waiting = asyncio.create_task(agent("wait_for_message", inbox_id=inbox, timeout_seconds=60, after=EARLIER))
    for subject, sender, source in (
        ("quarantined", "a@reject.example", STRANGER),
        ("unauthenticated", "a@none.example", STRANGER),
        ("good", "a@reject.example", SENDER),
    ):
        raw = compose(sender, inbox, subject=subject)
        await asyncio.to_thread(deliver, server, raw, to=inbox, mail_from=sender, source=source)
    assert (await waiting)["message"]["subject"] == "good"


async def test_mail_for_another_inbox_wakes_nobody(server, agent, inbox):
    other = (await agent("create_inbox"))["inbox"]["inbox_id"]
    raw = compose("a@reject.example", other, subject="not yours")
    waiting = asyncio.create_task(agent("wait_for_message", inbox_id=inbox, timeout_seconds=60, after=EARLIER))
    await asyncio.to_thread(deliver, server, raw, to=other, mail_from="a@reject.example", source=SENDER)
    await arrived(agent, other, "not yours")
    raw = compose("a@reject.example", inbox, subject="yours")
    await asyncio.to_thread(deliver, server, raw, to=inbox, mail_from="a@reject.example", source=SENDER)
    assert (await waiting)["message"]["subject"] == "yours"


LONG = 300
"""Milliseconds that no other call takes here."""


def long_calls(server) -> int:
    """How many long requests to the toolset's own path have come to an end, as the log tells."""
    lasted = re.findall(r'"route": "/mcp/inbox", "method": "POST", "status": \d+, "ms": ([\d.]+)', server.log)
    return sum(float(milliseconds) > LONG for milliseconds in lasted)


async def a_while(agent, inbox: str) -> None:
    """Until a call begun before has lasted long enough to be told from others."""
    begun = time.monotonic()
    while time.monotonic() - begun < 2 * LONG / 1000:
        await agent("list_messages", inbox_id=inbox)


async def ended(server, before: int) -> None:
    """Long before the 60 seconds that were asked for."""
    async with asyncio.timeout(20):
        while long_calls(server) == before:
            await asyncio.sleep(0.05)


@pytest.mark.parametrize("accept", ["application/json", "application/json, text/event-stream"])
async def test_the_wait_ends_when_the_client_goes_away(server, agent, inbox, accept):
    before = long_calls(server)
    arguments = {"name": "wait_for_message", "arguments": {"inbox_id": inbox, "timeout_seconds": 60}}
    meta = {"io.modelcontextprotocol/protocolVersion": MODERN, "io.modelcontextprotocol/clientCapabilities": {}}
    call = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": arguments | {"_meta": meta}}
    body = json.dumps(call).encode()
    host, port = server.url.removeprefix("http://").split(":")
    head = (
        f"POST /mcp/inbox HTTP/1.1\r\nHost: {host}:{port}\r\nAuthorization: Bearer {server.key}\r\nAccept: {accept}\r\n"
        f"MCP-Protocol-Version: {MODERN}\r\nMcp-Method: tools/call\r\nMcp-Name: wait_for_message\r\n"
        f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
    )
    with socket.create_connection((host, int(port))) as connection:
        connection.sendall(head.encode() + body)
        await a_while(agent, inbox)
        assert long_calls(server) == before, "it waits as long as the client does"
    await ended(server, before)


@pytest.mark.parametrize("era", ERAS)
async def test_a_cancelled_call_ends_on_the_server(server, agent, inbox, era):
    before = long_calls(server)
    async with connect(server, era=era, path="/mcp/inbox") as other:
        waiting = asyncio.create_task(other("wait_for_message", inbox_id=inbox, timeout_seconds=60))
        await a_while(agent, inbox)
        assert long_calls(server) == before
        waiting.cancel()
        await asyncio.gather(waiting, return_exceptions=True)
        await ended(server, before)
        assert (await other("list_messages", inbox_id=inbox))["count"] == 0
