"""Turns in the sandbox: arriving mail waits for no caller, and no caller for all that another asks for."""

import asyncio
from typing import Any

import pytest

from letterlock.adapters.sandbox_turns import SandboxTurns
from letterlock.ports.sandbox import on_behalf_of


class Slow:
    """A sandbox whose work lasts until it is ended; `work` is the name of who asked for it."""

    def __init__(self) -> None:
        self.begun: list[str] = []
        self._going: dict[str, list[asyncio.Event]] = {}

    async def run(self, work: Any) -> str:
        name = work()
        self.begun.append(name)
        event = asyncio.Event()
        self._going.setdefault(name, []).append(event)
        await event.wait()
        return name

    def end(self, name: str) -> None:
        self._going[name].pop(0).set()

    async def close(self) -> None:
        return


async def ask(turns: SandboxTurns, caller: str | None) -> str:
    on_behalf_of.set(caller)
    return await turns.run(lambda: caller or "mail")


async def settle() -> None:
    for _ in range(20):
        await asyncio.sleep(0)


@pytest.fixture
def slow() -> Slow:
    return Slow()


@pytest.fixture
def turns(slow: Slow) -> SandboxTurns:
    return SandboxTurns(slow, for_callers=2)


def asked(turns: SandboxTurns, *callers: str | None) -> list[asyncio.Task[str]]:
    return [asyncio.create_task(ask(turns, caller)) for caller in callers]


async def test_one_callers_work_is_done_one_call_after_the_other(turns: SandboxTurns, slow: Slow) -> None:
    tasks = asked(turns, *["one"] * 10, "two")
    await settle()
    assert slow.begun == ["one", "two"]
    slow.end("one")
    await settle()
    assert slow.begun == ["one", "two", "one"]
    assert await tasks[0] == "one"


async def test_arriving_mail_waits_for_no_caller(turns: SandboxTurns, slow: Slow) -> None:
    asked(turns, "one", "two", "three", "four")
    await settle()
    assert slow.begun == ["one", "two"]
    asked(turns, None, None, None)
    await settle()
    assert slow.begun == ["one", "two", "mail", "mail", "mail"]


async def test_who_leaves_gives_up_the_turn(turns: SandboxTurns, slow: Slow) -> None:
    first, second, third = asked(turns, "one", "one", "one")
    await settle()
    first.cancel()
    second.cancel()
    await settle()
    assert slow.begun == ["one", "one"]
    slow._going["one"].pop(0)
    slow.end("one")
    assert await third == "one"
