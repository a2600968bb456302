"""When a mailbox elsewhere is emptied: at once, whenever something comes in, and again later where that fails."""

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable
from typing import Final

from letterlock.core.fault import fault_of
from letterlock.ports.pulled import PulledMailbox, PullFailed

log = logging.getLogger("letterlock.pull")

LONGEST: Final = 540.0
"""Seconds without a word, which is less than what servers and routers take for a dead connection."""
AGAIN: Final = 60.0
"""Seconds until messages that could not be taken are tried again."""
_FIRST, _LAST = 2.0, 300.0


class Pulling:
    """`pull` deals with what is there and gives how many messages are left to be tried again."""

    def __init__(self, mailbox: PulledMailbox, pull: Callable[[], Awaitable[int]]) -> None:
        self._mailbox = mailbox
        self._pull = pull
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        self._task = asyncio.create_task(self._run())

    async def stop(self, _grace_seconds: float) -> None:
        if self._task is None:
            return
        self._task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await self._task
        await self._mailbox.close()

    async def _run(self) -> None:
        failures = 0
        while True:
            try:
                left = await self._pull()
                failures = 0
                await self._mailbox.wait(AGAIN if left else LONGEST)
                continue
            except PullFailed as error:
                failures += 1
                log.warning("mail cannot be pulled", extra={"error": str(error), "failures": failures})
            except Exception as error:
                failures += 1
                log.error("mail cannot be pulled", extra={"fault": fault_of(error), "failures": failures})
            await self._mailbox.close()
            await asyncio.sleep(min(_LAST, _FIRST * 2 ** min(failures - 1, 20)))
