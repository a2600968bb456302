"""Whether who waits still may: judged again every second or so while it waits, whatever took the right away and where.

A key is revoked, a role taken away or an inbox removed by a command in a process of its own, which on SQLite can tell
nobody; and a right that runs out is told by nobody anywhere. So one look at the store is made for all who wait.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any, Final, TypeVar

from letterlock.app.caller import Caller
from letterlock.core.errors import LetterlockError
from letterlock.core.fault import fault_of
from letterlock.ports.store import Store, Unit

T = TypeVar("T")

log = logging.getLogger("letterlock.gate")

SECONDS: Final = 1.5
"""Between two looks."""

Known = dict[tuple[str, str], Caller]
"""The present rights of credentials, by workspace and id, as far as one look has come upon them."""
Judge = Callable[[Unit, Known], None]
"""Raises the domain error that a caller without its rights is to get."""


@dataclass(slots=True, eq=False)
class _Waiting:
    judge: Judge
    refused: asyncio.Future[LetterlockError]


class Standing:
    """All who wait in this process."""

    def __init__(self, store: Store, seconds: float = SECONDS) -> None:
        self._store = store
        self._seconds = seconds
        self._waiting: set[_Waiting] = set()
        self._looking: asyncio.Task[None] | None = None

    async def during(self, work: Awaitable[T], judge: Judge) -> T:
        """What `work` comes to; raises what `judge` does, having ended `work`, once it does."""
        one = _Waiting(judge, asyncio.get_running_loop().create_future())
        task = asyncio.ensure_future(work)
        self._add(one)
        try:
            either: set[asyncio.Future[Any]] = {task, one.refused}
            await asyncio.wait(either, return_when=asyncio.FIRST_COMPLETED)
            if task.done():
                return task.result()
            raise one.refused.result()
        finally:
            self._waiting.discard(one)
            if not task.done():
                task.cancel()
                await asyncio.wait({task})

    def _add(self, one: _Waiting) -> None:
        self._waiting.add(one)
        if self._looking is None:
            self._looking = asyncio.create_task(self._look_on())

    async def _look_on(self) -> None:
        try:
            while self._waiting:
                await asyncio.sleep(self._seconds)
                await self._look()
        finally:
            self._looking = None

    async def _look(self) -> None:
        waiting = list(self._waiting)

        def judged(unit: Unit) -> list[tuple[_Waiting, LetterlockError]]:
            known: Known = {}
            refused = []
            for one in waiting:
                try:
                    one.judge(unit, known)
                except LetterlockError as error:
                    refused.append((one, error))
            return refused

        try:
            refused = await self._store.read(judged)
        except Exception as error:
            log.error("who waits cannot be judged again now", extra={"fault": fault_of(error)})
            return
        for one, refusal in refused:
            if not one.refused.done():
                one.refused.set_result(refusal)
