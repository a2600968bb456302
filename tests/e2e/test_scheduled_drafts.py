"""Scheduled drafts survive restarts and go out once: also when killed at any moment, and when due while all was down."""

import asyncio
import random
from collections import Counter
from datetime import UTC, datetime, timedelta

import pytest

from support.mcp_clients import agent as connect
from support.postgres import Cluster
from support.server import Server

NUMBER = 24
ROUNDS = 5


def ahead(seconds):
    return (datetime.now(UTC) + timedelta(seconds=seconds)).isoformat()


@pytest.fixture
def own(dns, sink, tmp_path):
    """A server of this test alone."""
    server = Server(tmp_path, nameservers=dns.address, relay=sink.url)
    yield server
    server.close()


@pytest.fixture
def apart(postgres: Cluster, dns, sink, tmp_path):
    """Three processes on PostgreSQL."""
    server = Server(tmp_path, nameservers=dns.address, relay=sink.url, database_url=postgres.database())
    yield server.start()
    server.close()


async def schedule(agent, inbox, name, number, *, seconds):
    """Drafts to as many recipients, due one after the other within `seconds`."""
    for at in range(number):
        await agent(
            "create_draft",
            inbox_id=inbox,
            to=f"{name}{at}@none.example",
            subject=f"{name} {at}",
            text="at its time",
            send_at=ahead(0.5 + seconds * at / number),
        )


async def all_sent(agent, inbox, number):
    """Subjects of what was sent, once there are `number` of them and all has left."""
    while True:
        found = await agent("list_messages", inbox_id=inbox, labels=["SENT"], limit=100)
        states = Counter(one["delivery_state"] for one in found["messages"])
        if states["sent"] >= number:
            return [one["subject"] for one in found["messages"]]
        await asyncio.sleep(0.1)


def once(sink, name, number):
    """Each recipient got one message; one cut off in delivery may have come again, under its Message-ID."""
    for at in range(number):
        ids = {one.message["Message-ID"] for one in sink.to(f"{name}{at}@none.example")}
        assert len(ids) == 1, (at, ids)


async def test_killed_at_any_moment_each_draft_goes_out_once(own, sink):
    chance = random.Random(7)
    own.start()
    async with connect(own) as agent:
        await schedule(agent, own.inbox, "killed", NUMBER, seconds=4)
    for _ in range(ROUNDS):
        await asyncio.sleep(chance.uniform(0.05, 0.8))
        own.kill()
        await asyncio.to_thread(own.start)
    async with connect(own) as agent:
        async with asyncio.timeout(60):
            subjects = await all_sent(agent, own.inbox, NUMBER)
    assert sorted(subjects) == sorted(f"killed {at}" for at in range(NUMBER))
    once(sink, "killed", NUMBER)


async def test_what_was_due_while_the_server_was_down_goes_out_once_afterwards(own, sink):
    own.start()
    async with connect(own) as agent:
        await schedule(agent, own.inbox, "down", 3, seconds=0.5)
    own.kill()
    await asyncio.sleep(1.5)
    assert [sink.to(f"down{at}@none.example") for at in range(3)] == [[], [], []]
    own.start()
    async with connect(own) as agent:
        async with asyncio.timeout(60):
            subjects = await all_sent(agent, own.inbox, 3)
        assert len(subjects) == 3
        own.stop()
    own.start()
    async with connect(own) as agent:
        assert len(await all_sent(agent, own.inbox, 3)) == 3
    once(sink, "down", 3)


@pytest.mark.servers
@pytest.mark.xdist_group("postgresql")
async def test_on_postgresql_workers_that_share_the_drafts_send_each_once_also_those_due_while_none_ran(apart, sink):
    apart.processes.pop("work").kill()
    async with connect(apart) as agent:
        await schedule(agent, apart.inbox, "shared", NUMBER, seconds=3)
        await asyncio.sleep(1)
        workers = [apart.run("work") for _ in range(2)]
        async with asyncio.timeout(90):
            subjects = await all_sent(agent, apart.inbox, NUMBER)
    for worker in workers:
        worker.kill()
    assert sorted(subjects) == sorted(f"shared {at}" for at in range(NUMBER))
    once(sink, "shared", NUMBER)


@pytest.mark.servers
@pytest.mark.xdist_group("postgresql")
async def test_on_postgresql_calls_and_the_schedule_that_race_send_once(apart, sink):
    async with connect(apart) as agent, connect(apart) as second:
        made = [
            await agent(
                "create_draft",
                inbox_id=apart.inbox,
                to=f"race{at}@none.example",
                subject=f"race {at}",
                text="x",
                send_at=ahead(0.8),
            )
            for at in range(6)
        ]
        await asyncio.sleep(0.4)
        calls = [
            one.client.call_tool("send_draft", {"inbox_id": apart.inbox, "draft_id": draft["draft_id"]})
            for draft in made
            for one in (agent, second)
        ]
        await asyncio.gather(*calls)
        async with asyncio.timeout(60):
            subjects = await all_sent(agent, apart.inbox, 6)
    assert sorted(subjects) == [f"race {at}" for at in range(6)]
    once(sink, "race", 6)
