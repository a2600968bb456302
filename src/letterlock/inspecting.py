"""`letterlock inspect`: raw mail read on all cores, told in the order it came. Part of the composition root."""

import asyncio
import os
from collections import deque
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

from letterlock.adapters.clock import SystemClock
from letterlock.adapters.dns import DnsResolver
from letterlock.adapters.sandbox import Limits, ProcessSandbox
from letterlock.app.inspect import Handover, Inspect
from letterlock.app.judging import Judging
from letterlock.faces.cli.program import Inspecting, RawMail

_AHEAD: Final = 8
"""Messages a process that are under way or wait to be told, at most: so much is held in memory."""


async def inspect(files: Iterable[RawMail], told: Inspecting, each: Callable[[str, Mapping[str, Any]], None]) -> None:
    """Gives `each` the name and report of every file, in their order."""
    processes = told.processes or os.cpu_count() or 1
    sandbox = ProcessSandbox(Limits(at_once=processes))
    resolver = DnsResolver(told.nameservers) if told.nameservers else None
    inspecting = Inspect(Judging(sandbox, resolver, SystemClock()), told.markdown)
    handover = Handover(told.client_ip, told.helo, told.mail_from)
    under_way: deque[tuple[str, asyncio.Task[dict[str, Any]]]] = deque()
    try:
        for file in files:
            work = inspecting.html(file.raw) if told.html else inspecting.mail(file.raw, handover)
            under_way.append((file.name, asyncio.create_task(work)))
            while len(under_way) >= _AHEAD * processes or (under_way and under_way[0][1].done()):
                name, task = under_way.popleft()
                each(name, await task)
        while under_way:
            name, task = under_way.popleft()
            each(name, await task)
    finally:
        for _, task in under_way:
            task.cancel()
        await sandbox.close()
