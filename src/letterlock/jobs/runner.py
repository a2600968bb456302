"""When things run: claims due jobs from the store, runs their handlers, tries again what fails."""

import asyncio
import contextlib
import logging
from collections import Counter
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

from letterlock.core.fault import fault_of
from letterlock.ports.clock import Clock
from letterlock.ports.events import JOBS_TOPIC, Events, Waiter
from letterlock.ports.records import Job, JobKind
from letterlock.ports.store import Store, Unit

log = logging.getLogger("letterlock.jobs")

Handler = Callable[[Job], Awaitable[datetime | None]]
"""Does the work; None when it is finished, or when to try again. It may be run again after a crash at any point."""


CAN_WAIT: frozenset[JobKind] = frozenset({"analyse", "renew"})
"""Kinds of which one at a time is run while there is a crowd."""
WAITS_FOR_OTHERS: frozenset[JobKind] = frozenset({"deliver"})
"""Kinds that wait for machines of others. What waits long gives its place up, or some that never answer held up all."""
_CROWD = 4
"""How many times the places run at most, with those that wait long."""


@dataclass(frozen=True, slots=True)
class Times:
    """In seconds."""

    lease: float = 120
    """After a crash of another process its jobs are taken up when this is over; renewed while they run."""
    long_wait: float = 10
    """After this a job of `WAITS_FOR_OTHERS` counts as waiting long."""
    longest: float = 1800
    """A handler that runs longer is cancelled and counts as failed."""
    look: float = 30
    """How often the store is looked at although nothing was announced."""
    first_retry: float = 5
    last_retry: float = 3600


@dataclass(frozen=True, slots=True)
class _Run:
    """A job being done, since when by the loop's clock."""

    job: Job
    task: asyncio.Task[None]
    begun: float


class JobRunner:
    """Runs the kinds of job it has handlers for, each kind `concurrency` at a time so that none holds up another.

    `alone`: no other process claims jobs from this store, so that leases found at the start are of the dead. `crowded`
    says whether something more pressing goes on in this process: then what can wait is done one at a time.
    """

    def __init__(
        self,
        store: Store,
        events: Events,
        clock: Clock,
        handlers: Mapping[JobKind, Handler],
        *,
        concurrency: Mapping[JobKind, int],
        alone: bool = False,
        crowded: Callable[[], bool] = lambda: False,
        times: Times | None = None,
    ) -> None:
        self._store = store
        self._events = events
        self._clock = clock
        self._handlers = handlers
        self._concurrency = concurrency
        self._alone = alone
        self._crowded = crowded
        self._times = times or Times()
        self._running: dict[str, _Run] = {}
        self._settled: list[tuple[str, datetime | None]] = []
        self._wake = asyncio.Event()
        self._failures = 0
        self._stopping = False
        self._tasks: list[asyncio.Task[None]] = []

    async def start(self) -> None:
        """Takes up what a dead process left, and goes on until `stop`."""
        if self._alone:
            released = await self._store.write(lambda unit: unit.jobs.release_all())
            if released:
                log.info("jobs taken up again", extra={"jobs": released})
        self._tasks = [asyncio.create_task(self._run()), asyncio.create_task(self._keep_leases())]

    async def stop(self, grace_seconds: float) -> None:
        """Claims no more, gives what runs `grace_seconds`, then cancels the rest, to be run at the next start."""
        self._stopping = True
        self._wake.set()
        if not self._tasks:
            return
        loop, leases = self._tasks
        await loop
        running = [run.task for run in self._running.values()]
        if running:
            _, late = await asyncio.wait(running, timeout=grace_seconds)
            for task in late:
                task.cancel()
            await asyncio.gather(*late, return_exceptions=True)
        leases.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await leases
        self._tasks = []
        await self._settle()

    async def _run(self) -> None:
        while not self._stopping:
            try:
                async with self._events.listen(JOBS_TOPIC) as waiter:
                    await self._watch(waiter)
            except Exception as error:
                self._failures += 1
                seconds = min(self._times.look, 0.25 * 2 ** min(self._failures, 20))
                log.error("jobs cannot be claimed", extra={"fault": fault_of(error), "retry_seconds": seconds})
                with contextlib.suppress(TimeoutError):
                    async with asyncio.timeout(seconds):
                        await self._wake.wait()

    async def _watch(self, waiter: Waiter) -> None:
        announced = asyncio.create_task(_announcement(waiter))
        try:
            while not self._stopping:
                self._wake.clear()
                if announced.done():
                    announced.result()
                    announced = asyncio.create_task(_announcement(waiter))
                pause = await self._turn()
                self._failures = 0
                await self._pause(announced, pause)
        finally:
            announced.cancel()

    async def _pause(self, announced: "asyncio.Task[None]", seconds: float) -> None:
        wake = asyncio.create_task(self._wake.wait())
        await asyncio.wait({announced, wake}, timeout=seconds, return_when=asyncio.FIRST_COMPLETED)
        wake.cancel()

    async def _turn(self) -> float:
        """Settles what is done and claims what is due, in one unit of work; seconds until the next look."""
        free, soon = self._places()
        now = self._clock.now()
        if not self._settled:
            due = await self._store.read(lambda unit: unit.jobs.next_due(free))
            if due is None or due > now:
                return min(soon, self._until(due, now))
        claimed, filled, due = await self._claim(free, now)
        for job in claimed:
            self._begin(job)
        again, soon = self._places()
        if not filled.isdisjoint(again):
            return 0.0  # claiming took so long that the places are free again, and more may be due
        seconds = self._until(due, now)
        # Due and yet not to be had: another process is at it.
        return min(soon, seconds if claimed or seconds else 1.0)

    def _places(self) -> tuple[dict[JobKind, int], float]:
        """How many more of each kind may run now, and in how many seconds one more may at the latest."""
        running = Counter(run.job.kind for run in self._running.values())
        begun: dict[JobKind, list[float]] = {kind: [] for kind in WAITS_FOR_OTHERS}
        until = asyncio.get_running_loop().time() - self._times.long_wait
        for run in self._running.values():
            if run.job.kind in begun and run.begun > until:
                begun[run.job.kind].append(run.begun)
        free: dict[JobKind, int] = {}
        soon = self._times.look
        for kind in self._handlers:
            places = self._at_once(kind)
            used = len(begun[kind]) if kind in begun else running[kind]
            most = places * _CROWD if kind in begun else places
            slots = min(places - used, most - running[kind])
            if slots > 0:
                free[kind] = slots
            elif kind in begun and begun[kind] and running[kind] < most:
                soon = min(soon, min(begun[kind]) - until)
        return free, soon

    def _at_once(self, kind: JobKind) -> int:
        return 1 if kind in CAN_WAIT and self._crowded() else self._concurrency[kind]

    async def _claim(
        self, free: Mapping[JobKind, int], now: datetime
    ) -> tuple[list[Job], frozenset[JobKind], datetime | None]:
        """The jobs, the kinds of which there were as many as places, and when the next of the others is due."""
        settled, self._settled = self._settled, []
        lease_until = now + timedelta(seconds=self._times.lease)

        def work(unit: Unit) -> tuple[list[Job], frozenset[JobKind], datetime | None]:
            _write(unit, settled)
            jobs: list[Job] = []
            filled: set[JobKind] = set()
            for kind, slots in free.items():
                found = unit.jobs.claim([kind], now, limit=slots, lease_until=lease_until)
                jobs += found
                if len(found) == slots:
                    filled.add(kind)
            return jobs, frozenset(filled), unit.jobs.next_due([kind for kind in free if kind not in filled])

        try:
            return await self._store.write(work)
        except BaseException:
            self._settled = settled + self._settled
            raise

    def _until(self, due: datetime | None, now: datetime) -> float:
        if due is None:
            return self._times.look
        return min(self._times.look, max(0.0, (due - now).total_seconds()))

    def _begin(self, job: Job) -> None:
        if job.id in self._running:
            return  # our own lease ran out while the store could not be written
        task = asyncio.create_task(self._work(job))
        self._running[job.id] = _Run(job, task, asyncio.get_running_loop().time())

    async def _work(self, job: Job) -> None:
        seconds = min(self._times.last_retry, self._times.first_retry * 2 ** min(job.attempts - 1, 20))
        again: datetime | None = None
        try:
            async with asyncio.timeout(self._times.longest):
                again = await self._handlers[job.kind](job)
        except asyncio.CancelledError:
            again = self._clock.now() + timedelta(seconds=0 if self._stopping else seconds)
            raise
        except Exception as error:
            again = self._clock.now() + timedelta(seconds=seconds)
            log.error(
                "job failed",
                extra={
                    "kind": job.kind,
                    "key": job.key,
                    "attempts": job.attempts,
                    "retry_seconds": seconds,
                    "fault": fault_of(error),
                },
            )
        finally:
            del self._running[job.id]
            self._settled.append((job.id, again))
            self._wake.set()

    async def _settle(self) -> None:
        settled, self._settled = self._settled, []
        if not settled:
            return
        try:
            await self._store.write(lambda unit: _write(unit, settled))
        except Exception as error:
            # Their leases run out and they are run again, as after a crash.
            log.error("jobs cannot be settled", extra={"fault": fault_of(error), "jobs": len(settled)})

    async def _keep_leases(self) -> None:
        while True:
            await asyncio.sleep(self._times.lease / 3)
            ids = list(self._running)
            if not ids:
                continue
            until = self._clock.now() + timedelta(seconds=self._times.lease)
            try:
                await self._store.write(lambda unit, ids=ids, until=until: unit.jobs.extend(ids, until))  # type: ignore[misc]
            except Exception as error:
                log.error("leases cannot be renewed", extra={"fault": fault_of(error)})


async def _announcement(waiter: Waiter) -> None:
    await waiter.wait(None)


def _write(unit: Unit, settled: list[tuple[str, datetime | None]]) -> None:
    for job_id, again in settled:
        if again is None:
            unit.jobs.finish(job_id)
        else:
            unit.jobs.retry(job_id, again)
