"""Whoever waits for work hears of a deferred job once it is committed, and not of one that was rolled back."""

from collections.abc import AsyncIterator
from datetime import UTC, datetime

import pytest
import pytest_asyncio

from letterlock.adapters.sql.opening import open_store
from letterlock.ports.events import JOBS_TOPIC, Events
from letterlock.ports.records import Job
from letterlock.ports.store import Store, Unit

NOW = datetime(2026, 11, 30, 12, tzinfo=UTC)


@pytest_asyncio.fixture
async def opened(database_url: str) -> AsyncIterator[tuple[Store, Events]]:
    store, events = open_store(database_url)
    yield store, events
    await store.close()
    await events.close()


async def test_a_deferred_job_is_announced_after_its_commit(opened):
    store, events = opened
    job = Job("job_1", "analyse", "msg_1", "org_1", NOW)
    async with events.listen(JOBS_TOPIC) as waiter:
        while await waiter.wait(0):
            pass
        await store.write(lambda unit: unit.jobs.defer(job))
        assert await waiter.wait(10)
        assert await store.read(lambda unit: unit.jobs.next_due(["analyse"])) == NOW


async def test_a_job_that_was_rolled_back_wakes_nobody(opened):
    store, events = opened

    def fails(unit: Unit) -> None:
        unit.jobs.defer(Job("job_1", "analyse", "msg_1", "org_1", NOW))
        raise RuntimeError("no")

    async with events.listen(JOBS_TOPIC) as waiter:
        while await waiter.wait(0):
            pass
        with pytest.raises(RuntimeError):
            await store.write(fails)
        assert not await waiter.wait(0.05)
