"""Waiters wake at what is announced: none is missed, none is woken for nothing, and waiting is free."""

import asyncio
import threading
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack

import psycopg
import pytest
import pytest_asyncio

from letterlock.adapters.events import CHANNEL, LocalEvents, PostgresEvents


@pytest_asyncio.fixture(params=["local", pytest.param("postgresql", marks=pytest.mark.servers)])
async def events(request: pytest.FixtureRequest) -> AsyncIterator[LocalEvents]:
    made = LocalEvents() if request.param == "local" else PostgresEvents(request.getfixturevalue("postgres_url"))
    yield made
    await made.close()


async def test_a_waiter_wakes_at_its_topic_alone(events: LocalEvents) -> None:
    async with events.listen("a") as one, events.listen("a") as two, events.listen("b") as other:
        for waiter in (one, two, other):
            await waiter.wait(0)  # listening itself may wake who began before it was sure
        events.announce(["a"])
        assert await one.wait(10)
        assert await two.wait(10)
        assert not await other.wait(0)
        assert not await one.wait(0)


async def test_an_announcement_between_two_looks_is_not_missed(events: LocalEvents) -> None:
    async with events.listen("a") as waiter:
        await waiter.wait(0)
        events.announce(["a"])
        events.announce(["a"])
        await asyncio.sleep(0)
        assert await waiter.wait(0)
        assert not await waiter.wait(0)


async def test_an_announcement_from_another_thread_wakes(events: LocalEvents) -> None:
    async with events.listen("a") as waiter:
        await waiter.wait(0)
        thread = threading.Thread(target=events.announce, args=(["a"],))
        thread.start()
        assert await waiter.wait(10)
        thread.join()


async def test_who_leaves_is_forgotten(events: LocalEvents) -> None:
    async with events.listen("a"):
        async with events.listen("a") as waiter:
            task = asyncio.create_task(waiter.wait(None))
            await asyncio.sleep(0)
            task.cancel()
            with pytest.raises(asyncio.CancelledError):
                await task
        events.announce(["a"])
    events.announce(["a"])
    assert events._waiters == {}


async def test_two_hundred_waiters_cost_nothing_while_nothing_happens(events: LocalEvents) -> None:
    """The loop turns when there is something to do, and there is nothing."""
    loop = asyncio.get_running_loop()
    turns = 0
    select = loop._selector.select  # type: ignore[attr-defined]

    def counting(timeout: float | None = None) -> object:
        nonlocal turns
        turns += 1
        return select(timeout)

    async with AsyncExitStack() as stack:
        waiters = [await stack.enter_async_context(events.listen(str(number % 50))) for number in range(200)]
        for waiter in waiters:
            await waiter.wait(0)
        tasks = [asyncio.create_task(waiter.wait(None)) for waiter in waiters]
        await asyncio.sleep(0)
        loop._selector.select = counting  # type: ignore[attr-defined]
        await asyncio.sleep(0.3)
        loop._selector.select = select  # type: ignore[attr-defined]
        assert turns <= 5
        events.announce([str(number) for number in range(50)])
        assert await asyncio.gather(*tasks) == [True] * 200


def notify(url: str, payload: str) -> None:
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute("SELECT pg_notify(%s, %s)", (CHANNEL, payload))


@pytest.mark.servers
async def test_what_another_process_notifies_wakes(postgres_url: str) -> None:
    events = PostgresEvents(postgres_url)
    async with events.listen("message:acc_1") as waiter, events.listen("jobs") as other:
        await waiter.wait(0)
        await other.wait(0)
        await asyncio.to_thread(notify, postgres_url, "somebody message:acc_1")
        assert await waiter.wait(10)
        assert not await other.wait(0)
        await asyncio.to_thread(notify, postgres_url, f"{events.origin} message:acc_1")
        await asyncio.to_thread(notify, postgres_url, "somebody jobs")
        assert await other.wait(10)
        assert not await waiter.wait(0)  # woken by the store itself, at its commit
    await events.close()


@pytest.mark.servers
async def test_a_lost_connection_is_made_anew_and_everybody_looks_again(postgres_url: str) -> None:
    events = PostgresEvents(postgres_url)
    async with events.listen("a") as waiter:
        await waiter.wait(0)
        await asyncio.to_thread(end_listeners, postgres_url)
        assert await waiter.wait(20)  # something may have been announced meanwhile
        await asyncio.to_thread(notify, postgres_url, "somebody a")
        assert await waiter.wait(10)
    await events.close()


def end_listeners(url: str) -> None:
    with psycopg.connect(url, autocommit=True) as connection:
        ended = connection.execute(
            "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity "
            "WHERE query LIKE 'LISTEN%' AND datname = current_database()"
        ).fetchone()
        assert ended == (1,)


@pytest.mark.servers
async def test_a_database_that_is_away_delays_listening_but_not_local_waking(
    postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("letterlock.adapters.events.CONNECT_SECONDS", 0.05)
    events = PostgresEvents(postgres_url.replace("127.0.0.1", "127.0.0.2").replace("/test", "/none"))
    async with events.listen("a") as waiter:
        events.announce(["a"])
        assert await waiter.wait(10)
    await events.close()
