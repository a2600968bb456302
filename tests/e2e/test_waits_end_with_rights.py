"""A wait ends when the right to it does, by a command in another process, however the server's processes are laid out."""

import asyncio

import pytest

from support.mcp_clients import agent as connect
from support.server import Server


@pytest.fixture(
    scope="module",
    params=["one process", pytest.param("three", marks=[pytest.mark.servers, pytest.mark.xdist_group("postgresql")])],
)
def laid_out(request, dns, sink, tmp_path_factory):
    """A server on SQLite, or one on PostgreSQL with a process for each role."""
    url = request.getfixturevalue("postgres").database() if request.param == "three" else ""
    running = Server(tmp_path_factory.mktemp("rights"), nameservers=dns.address, relay=sink.url, database_url=url)
    try:
        yield running.start()
    finally:
        running.close()


async def ended(call):
    """How a wait for 60 seconds comes to its end, long before them."""
    async with asyncio.timeout(20):
        return await call


async def test_revoking_a_key_ends_its_waits_and_no_others(laid_out):
    made = await asyncio.to_thread(laid_out.new_key, "--permission", "message_read")
    async with connect(laid_out) as owner, connect(laid_out, key=made["key"]) as caller:
        await asyncio.gather(owner("list_inboxes"), caller("list_messages", inbox_id=laid_out.inbox))
        here = {"inbox_id": laid_out.inbox, "timeout_seconds": 60}
        other = asyncio.create_task(owner("wait_for_message", **here))
        waits = [asyncio.create_task(caller.refused("wait_for_message", **here)) for _ in range(3)]
        await owner("list_inboxes")
        await asyncio.to_thread(laid_out.cli, "key", "revoke", made["key_id"])
        for wait in waits:
            assert (await ended(wait))["type"] == "unauthorized"
        assert not other.done()
        other.cancel()


async def test_a_key_and_an_inbox_that_run_out_end_the_waits_on_them(laid_out):
    made = await asyncio.to_thread(laid_out.new_key, "--permission", "message_read", "--ttl-seconds", "6")
    async with connect(laid_out) as owner:
        short = (await owner("create_inbox", ttl_seconds=4))["inbox"]["inbox_id"]
        async with connect(laid_out, key=made["key"]) as caller:
            expired = asyncio.create_task(
                caller.refused("wait_for_message", inbox_id=laid_out.inbox, timeout_seconds=60)
            )
            gone = await ended(owner.refused("wait_for_message", inbox_id=short, timeout_seconds=60))
            assert gone["type"] == "not_found"
            assert (await ended(expired))["type"] == "unauthorized"
