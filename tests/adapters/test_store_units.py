"""What every store promises of units of work: each whole or not at all, and kept once it is answered."""

import asyncio
import threading
from collections.abc import Callable
from datetime import timedelta

import pytest

from letterlock.adapters.sql.opening import open_store
from letterlock.core.errors import Invalid, Temporary
from letterlock.ports.events import message_topic
from letterlock.ports.records import ListEntry, Workspace
from letterlock.ports.store import Store, Unit
from support.records import NOW, message, two_workspaces


def add(number: int) -> Callable[[Unit], int]:
    def work(unit: Unit) -> int:
        unit.people.add_workspace(Workspace(f"wsp_{number:03}", "x", NOW))
        return number

    return work


class Oops(Exception):
    pass


def add_and_fail(number: int) -> Callable[[Unit], None]:
    def work(unit: Unit) -> None:
        add(number)(unit)
        unit.announce(message_topic("acc_1"))
        raise Oops(number)

    return work


def count(unit: Unit) -> int:
    return len(unit.people.workspaces())


async def test_a_unit_that_fails_is_undone_alone(store: Store) -> None:
    works = [add_and_fail(number) if number % 3 == 0 else add(number) for number in range(60)]

    results = await asyncio.gather(*[store.write(work) for work in works], return_exceptions=True)

    for number, result in enumerate(results):
        assert isinstance(result, Oops) if number % 3 == 0 else result == number
    found = await store.read(lambda unit: [one.id for one in unit.people.workspaces()])
    assert sorted(found) == [f"wsp_{number:03}" for number in range(60) if number % 3]


async def test_a_unit_whose_statement_fails_is_undone_alone(store: Store) -> None:
    await store.write(add(1))
    results = await asyncio.gather(*[store.write(add(number)) for number in (2, 1, 3, 1, 4)], return_exceptions=True)
    assert [isinstance(one, Exception) for one in results] == [False, True, False, True, False]
    assert await store.read(count) == 4


async def test_reading_units_cannot_write(store: Store) -> None:
    with pytest.raises(Exception, match=r"(?i)read-?only"):
        await store.read(add(1))
    assert await store.read(count) == 0
    await store.write(add(2))


async def test_a_reading_unit_sees_one_moment(store: Store) -> None:
    """What is committed while it reads does not show in its second look."""
    loop = asyncio.get_running_loop()

    def look(unit: Unit) -> tuple[int, int]:
        first = count(unit)
        asyncio.run_coroutine_threadsafe(store.write(add(5)), loop).result(10)
        return first, count(unit)

    assert await store.read(look, long=True) == (0, 0)
    assert await store.read(count) == 1


@pytest.mark.parametrize("kind", ["read", "write"])
async def test_a_long_unit_holds_up_nobody_else(store: Store, kind: str) -> None:
    door = threading.Event()
    long = asyncio.create_task(getattr(store, kind)(lambda unit: door.wait(10), long=True))
    assert await store.read(count) == 0, "another reads meanwhile"
    door.set()
    assert await long


async def test_what_was_answered_is_there_after_a_restart(database_url: str) -> None:
    first, events = open_store(database_url)
    await first.write(two_workspaces)
    await first.write(lambda unit: unit.messages.add(message()))
    await first.close()
    await events.close()

    second, events = open_store(database_url)
    assert await second.read(lambda unit: unit.messages.find("msg_0001")) == message()
    await second.close()
    await events.close()


async def test_two_stores_on_one_database_see_each_others_commits(database_url: str) -> None:
    (one, first), (two, second) = open_store(database_url), open_store(database_url)
    await asyncio.gather(*[(one, two)[number % 2].write(add(number)) for number in range(40)])
    assert await one.read(count) == await two.read(count) == 40
    for opened in (one, two):
        await opened.close()
    for events in (first, second):
        await events.close()


async def test_units_that_count_on_what_they_read_do_not_lose_updates(store: Store) -> None:
    """Each reads how many there are and adds the next: two that read the same must not both commit."""

    def next_one(unit: Unit) -> None:
        number = len(unit.lists.entries("wsp_1"))
        unit.lists.add(ListEntry("wsp_1", "blocked", f"{number}.example", "mem_1", NOW + timedelta(seconds=number)))

    await asyncio.gather(*[store.write(next_one) for _ in range(25)])

    entries = await store.read(lambda unit: unit.lists.entries("wsp_1"))
    assert {one.entry for one in entries} == {f"{number}.example" for number in range(25)}


async def test_waiters_are_woken_after_the_commit_and_not_by_what_failed(database_url: str) -> None:
    store, events = open_store(database_url)
    await store.write(two_workspaces)
    async with events.listen(message_topic("acc_1")) as waiter, events.listen(message_topic("acc_2")) as other:
        await waiter.wait(0)
        with pytest.raises(Oops):
            await store.write(add_and_fail(50))
        assert not await waiter.wait(0)

        def deliver(unit: Unit) -> None:
            unit.messages.add(message())
            unit.announce(message_topic("acc_1"))

        writing = asyncio.create_task(store.write(deliver))
        assert await waiter.wait(10)
        assert await store.read(lambda unit: unit.messages.find("msg_0001")) is not None
        await writing
        assert not await other.wait(0)
    await store.close()
    await events.close()


async def test_the_check_writes_and_reads(store: Store) -> None:
    await store.check()
    await store.check()


async def test_a_closed_store_refuses_and_what_was_begun_is_finished(database_url: str) -> None:
    store, events = open_store(database_url)
    begun = [asyncio.create_task(store.write(add(number))) for number in range(30)]
    await asyncio.sleep(0)
    await store.close()
    assert await asyncio.gather(*begun) == list(range(30))
    for attempt in (store.write(add(99)), store.read(count)):
        with pytest.raises(Temporary, match="shutting down"):
            await attempt
    await store.close()
    await events.close()


async def test_a_cancelled_caller_disturbs_nobody(store: Store) -> None:
    tasks = [asyncio.create_task(store.write(add(number))) for number in range(30)]
    await asyncio.sleep(0)
    for task in tasks[::2]:
        task.cancel()
    results = await asyncio.gather(*tasks, return_exceptions=True)
    assert results[1::2] == list(range(1, 30, 2))
    found = await store.read(count)
    assert 15 <= found <= 30


@pytest.mark.parametrize("url", ["sqlite://", "sqlite:///", "sqlite:///:memory:", "mysql://x/y", "letterlock.db", ""])
def test_other_databases_are_refused(url: str) -> None:
    with pytest.raises(Invalid) as caught:
        open_store(url)
    assert caught.value.param == "LETTERLOCK_DATABASE_URL"
