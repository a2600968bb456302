"""Running jobs, on both databases."""

import asyncio
from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta

import pytest

from letterlock.adapters.sql.opening import open_store
from letterlock.core.errors import Temporary
from letterlock.jobs.runner import JobRunner, Times
from letterlock.ports.events import JOBS_TOPIC
from letterlock.ports.records import Job, Workspace

KINDS = ("analyse", "deliver", "expire", "renew")
SLOW = Times(look=600)


class UtcClock:
    def now(self) -> datetime:
        return datetime.now(UTC)


class Bench:
    """A store, its events and the runners started on them."""

    def __init__(self, store, events) -> None:
        self.store = store
        self.events = events
        self.runners = []
        self.ran = []
        self.done = asyncio.Event()

    async def defer(self, *names: str, in_seconds: float = 0.0, announce: bool = True) -> None:
        """Names are `kind/key`."""
        run_at = datetime.now(UTC) + timedelta(seconds=in_seconds)

        def work(unit):
            if unit.people.first_workspace() is None:
                unit.people.add_workspace(Workspace("wsp_1", "w", run_at))
            for name in names:
                kind, key = name.split("/")
                unit.jobs.defer(Job(f"job_{kind}_{key}", kind, key, "wsp_1", run_at))
            if announce:
                unit.announce(JOBS_TOPIC)

        await self.store.write(work)

    async def next_due(self):
        return await self.store.read(lambda unit: unit.jobs.next_due(KINDS))

    async def start(
        self, handler=None, *, kinds=KINDS, concurrency=2, alone=False, times=SLOW, store=None
    ) -> JobRunner:
        handlers = dict.fromkeys(kinds, handler or self.note)
        runner = JobRunner(
            store or self.store, self.events, UtcClock(), handlers,
            concurrency=dict.fromkeys(kinds, concurrency), alone=alone, times=times,
        )  # fmt: skip
        self.runners.append(runner)
        await runner.start()
        return runner

    async def note(self, job: Job) -> None:
        self.ran.append(job.key)
        self.done.set()

    async def until(self, condition) -> None:
        """Waits for the runner to come to it; the store is asked as well as the runner's tasks run."""
        async with asyncio.timeout(20):
            while not await condition():
                await asyncio.sleep(0.002)

    async def finished(self) -> bool:
        return await self.next_due() is None


@pytest.fixture
async def bench(database_url) -> AsyncIterator[Bench]:
    store, events = open_store(database_url)
    bench = Bench(store, events)
    yield bench
    for runner in bench.runners:
        await runner.stop(0)
    await store.close()
    await events.close()


async def test_jobs_that_wait_are_run_at_the_start_and_are_gone_when_finished(bench):
    await bench.defer("analyse/a", "deliver/b", "analyse/c", "analyse/d")
    await bench.start()
    await bench.until(bench.finished)
    assert sorted(bench.ran) == ["a", "b", "c", "d"]


async def test_an_announced_job_is_run_at_once_and_not_at_the_next_look(bench):
    await bench.start()
    await bench.defer("analyse/a")
    await asyncio.wait_for(bench.done.wait(), 20)


async def test_a_job_for_later_is_run_when_it_is_due_without_an_announcement(bench):
    await bench.defer("analyse/a", in_seconds=0.3)
    due = await bench.next_due()
    await bench.start()
    await asyncio.wait_for(bench.done.wait(), 20)
    assert datetime.now(UTC) >= due


async def test_a_handler_says_when_to_try_again(bench):
    later = datetime.now(UTC) + timedelta(days=1)

    async def handler(job):
        bench.ran.append(job.attempts)
        return later

    await bench.defer("deliver/a")
    await bench.start(handler)

    async def put_off():
        return await bench.next_due() == later

    await bench.until(put_off)
    assert bench.ran == [1]


async def test_a_handler_that_fails_is_run_again_later_and_later_and_its_words_stay_out_of_the_log(bench, caplog):
    async def handler(job):
        bench.ran.append(job.attempts)
        if job.attempts < 4:
            raise ValueError("secret words of a mail")

    await bench.defer("analyse/a")
    await bench.start(handler, times=Times(look=600, first_retry=0.02))
    await bench.until(bench.finished)
    assert bench.ran == [1, 2, 3, 4]
    failures = [vars(record) for record in caplog.records if record.message == "job failed"]
    assert [failure["retry_seconds"] for failure in failures] == [0.02, 0.04, 0.08]
    assert "ValueError at test_runner.py" in failures[0]["fault"]
    assert "secret words" not in str(failures)


async def test_the_delay_between_tries_is_bounded(bench, caplog):
    async def handler(job):
        raise ValueError

    await bench.defer("analyse/a")
    await bench.start(handler, times=Times(look=600, first_retry=100, last_retry=10))
    await bench.until(lambda: asyncio.sleep(0, any(record.message == "job failed" for record in caplog.records)))
    assert caplog.records[-1].retry_seconds == 10


async def test_one_kind_never_holds_up_another(bench):
    stuck = asyncio.Event()

    async def handler(job):
        if job.kind == "deliver":
            await stuck.wait()
        bench.ran.append(job.key)

    await bench.defer(*(f"deliver/{n}" for n in range(9)))
    await bench.start(handler)
    await bench.defer("analyse/a")
    await bench.until(lambda: asyncio.sleep(0, bench.ran == ["a"]))
    stuck.set()
    await bench.until(bench.finished)
    assert len(bench.ran) == 10


async def test_deliveries_to_servers_that_never_answer_hold_up_no_other_mail(bench):
    stuck, silent = asyncio.Event(), 0

    async def handler(job):
        nonlocal silent
        if job.key.startswith("silent"):
            silent += 1
            await stuck.wait()
        bench.ran.append(job.key)

    await bench.defer(*(f"deliver/silent{n}" for n in range(5)))
    await bench.start(handler, times=Times(look=600, long_wait=0.05))
    await bench.defer("deliver/other")
    await bench.until(lambda: asyncio.sleep(0, bench.ran == ["other"]))
    await bench.defer(*(f"deliver/silent{n}" for n in range(5, 20)))
    await bench.until(lambda: asyncio.sleep(0, silent == 8))
    stuck.set()
    await bench.until(bench.finished)
    assert len(bench.ran) == 21


class SlowToWrite:
    """A store that writes once `moment` has come, by the loop's clock."""

    def __init__(self, store) -> None:
        self._store = store
        self.moment = 0.0

    async def read(self, work):
        return await self._store.read(work)

    async def write(self, work):
        loop = asyncio.get_running_loop()
        while loop.time() < self.moment:
            await asyncio.sleep(0.002)
        return await self._store.write(work)


async def test_a_place_that_is_given_up_while_others_are_claimed_is_taken_at_once(bench):
    stuck, silent = asyncio.Event(), []
    store, times = SlowToWrite(bench.store), Times(look=600, long_wait=0.2)

    async def handler(job):
        silent.append(job.key)
        store.moment = asyncio.get_running_loop().time() + 2 * times.long_wait if len(silent) == 1 else 0.0
        await stuck.wait()
        bench.ran.append(job.key)

    await bench.defer("deliver/0")
    await bench.start(handler, times=times, store=store)
    await bench.until(lambda: asyncio.sleep(0, len(silent) == 1))
    await bench.defer("deliver/1", "deliver/2")
    await bench.until(lambda: asyncio.sleep(0, len(silent) == 3))
    stuck.set()
    await bench.until(bench.finished)
    assert sorted(bench.ran) == ["0", "1", "2"]


async def test_no_more_than_agreed_run_at_a_time_and_each_once(bench):
    now = most = 0

    async def handler(job):
        nonlocal now, most
        now += 1
        most = max(most, now)
        await asyncio.sleep(0)
        now -= 1
        bench.ran.append(job.key)

    names = [str(n) for n in range(30)]
    await bench.defer(*(f"analyse/{name}" for name in names))
    await bench.start(handler, concurrency=3)
    await bench.until(bench.finished)
    assert sorted(bench.ran) == sorted(names)
    assert most == 3


async def test_two_runners_share_the_work_and_run_nothing_twice(bench):
    names = [str(n) for n in range(30)]
    await bench.defer(*(f"analyse/{name}" for name in names))
    await bench.start()
    await bench.start()
    await bench.until(bench.finished)
    assert sorted(bench.ran) == sorted(names)


async def claim_as_dead(bench, seconds):
    """What a process that was killed leaves: a lease nobody works under."""
    now = datetime.now(UTC)
    until = now + timedelta(seconds=seconds)
    claimed = await bench.store.write(lambda unit: unit.jobs.claim(KINDS, now, limit=9, lease_until=until))
    assert len(claimed) == 1


async def test_the_jobs_of_a_dead_process_are_taken_up_at_once_by_one_that_is_alone(bench):
    await bench.defer("analyse/a")
    await claim_as_dead(bench, 3600)
    await bench.start(alone=True)
    await asyncio.wait_for(bench.done.wait(), 20)


async def test_beside_others_they_are_taken_up_when_the_lease_is_over(bench):
    await bench.defer("analyse/a", "analyse/b")
    now = datetime.now(UTC)
    until = now + timedelta(seconds=0.4)
    await bench.store.write(lambda unit: unit.jobs.claim(KINDS, now, limit=1, lease_until=until))
    await bench.start()
    await bench.until(bench.finished)
    assert bench.ran == ["b", "a"]
    assert datetime.now(UTC) > until


async def test_a_lease_is_renewed_while_the_work_goes_on(bench):
    stuck = asyncio.Event()

    async def handler(job):
        bench.ran.append(job.attempts)
        await stuck.wait()

    await bench.defer("analyse/a")
    await bench.start(handler, concurrency=1, times=Times(look=600, lease=0.6))
    await bench.until(lambda: asyncio.sleep(0, bench.ran == [1]))
    await bench.start(handler)  # would take it up if the lease ran out
    first = await bench.next_due()

    async def renewed_twice():
        return await bench.next_due() > first + timedelta(seconds=0.5)

    await bench.until(renewed_twice)
    stuck.set()
    await bench.until(bench.finished)
    assert bench.ran == [1]


async def test_a_job_deferred_while_it_runs_runs_once_more(bench):
    gate = asyncio.Event()

    async def handler(job):
        bench.ran.append(job.key)
        await gate.wait()

    await bench.defer("analyse/a")
    await bench.start(handler)
    await bench.until(lambda: asyncio.sleep(0, bench.ran == ["a"]))
    await bench.defer("analyse/a")
    gate.set()
    await bench.until(bench.finished)
    assert bench.ran == ["a", "a"]


async def test_a_handler_that_runs_too_long_is_cancelled_and_tried_again(bench):
    async def handler(job):
        bench.ran.append(job.attempts)
        if job.attempts == 1:
            await asyncio.Event().wait()

    await bench.defer("analyse/a")
    await bench.start(handler, times=Times(look=600, longest=0.05, first_retry=0.01))
    await bench.until(bench.finished)
    assert bench.ran == [1, 2]


async def test_stopping_lets_what_runs_finish_and_begins_nothing_new(bench):
    gate = asyncio.Event()

    async def handler(job):
        bench.ran.append(job.key)
        await gate.wait()

    await bench.defer("analyse/a")
    runner = await bench.start(handler, concurrency=1)
    await bench.until(lambda: asyncio.sleep(0, bench.ran == ["a"]))
    await bench.defer("analyse/b")
    stopping = asyncio.create_task(runner.stop(20))
    await asyncio.sleep(0)
    gate.set()
    await stopping
    assert bench.ran == ["a"]
    left = await bench.store.read(lambda unit: unit.jobs.next_due(KINDS))
    assert left is not None
    assert left <= datetime.now(UTC)


async def test_what_does_not_finish_in_time_is_left_for_the_next_start_at_once(bench):
    async def stuck(job):
        bench.done.set()
        await asyncio.Event().wait()

    await bench.defer("analyse/a")
    runner = await bench.start(stuck)
    await asyncio.wait_for(bench.done.wait(), 20)
    await runner.stop(0)
    assert await bench.next_due() <= datetime.now(UTC)
    await bench.start()
    await bench.until(bench.finished)
    assert bench.ran == ["a"]


class Failing:
    """A store whose next writes fail, as when the disk is full or the database is away."""

    def __init__(self, store, failures) -> None:
        self.read = store.read
        self._store = store
        self.failures = failures

    async def write(self, work):
        if self.failures:
            self.failures -= 1
            raise Temporary("away")
        return await self._store.write(work)


async def test_a_store_that_is_away_for_a_while_stops_nothing_and_loses_nothing(bench):
    await bench.defer("analyse/a", "analyse/b")
    store = Failing(bench.store, 2)

    async def handler(job):
        bench.ran.append(job.key)
        store.failures = 1  # so that it cannot be settled at first

    await bench.start(handler, store=store, times=Times(look=0.05))
    await bench.until(bench.finished)
    assert sorted(bench.ran) == ["a", "b"]


async def test_stopping_before_the_start_and_twice_does_nothing(bench):
    await bench.defer("analyse/a")
    runner = JobRunner(bench.store, bench.events, UtcClock(), {}, concurrency={})
    await runner.stop(0)
    runner = await bench.start()
    await bench.until(bench.finished)
    await runner.stop(0)
    await runner.stop(0)
