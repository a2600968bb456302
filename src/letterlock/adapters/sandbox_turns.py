"""Turns in the sandbox: what callers ask for leaves room for arriving mail, and one caller's work for another's."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Final, ParamSpec, TypeVar

from letterlock.ports.sandbox import Sandbox, on_behalf_of

P = ParamSpec("P")
T = TypeVar("T")

FOR_CALLERS: Final = 2
"""Calls at once on behalf of somebody: fewer than the sandbox takes, however long they last and however many wait."""


@dataclass(slots=True)
class _Line:
    """Those waiting for one caller's turn, and how many there are."""

    turn: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(1))
    length: int = 0


class SandboxTurns:
    """A sandbox over another. Work on behalf of one caller is done one call after the other; the rest is passed on."""

    def __init__(self, sandbox: Sandbox, *, for_callers: int = FOR_CALLERS) -> None:
        self._sandbox = sandbox
        self._places = asyncio.Semaphore(for_callers)
        self._lines: dict[str, _Line] = {}

    async def run(self, work: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> T:
        caller = on_behalf_of.get()
        if caller is None:
            return await self._sandbox.run(work, *args, **kwargs)
        async with self._turn(caller), self._places:
            return await self._sandbox.run(work, *args, **kwargs)

    async def close(self) -> None:
        await self._sandbox.close()

    @asynccontextmanager
    async def _turn(self, caller: str) -> AsyncIterator[None]:
        line = self._lines.setdefault(caller, _Line())
        line.length += 1
        try:
            async with line.turn:
                yield
        finally:
            line.length -= 1
            if not line.length:
                del self._lines[caller]
