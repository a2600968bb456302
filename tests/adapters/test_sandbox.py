"""The sandbox: what overruns or dies fails alone, and nothing but data comes back."""

import asyncio
import ctypes
import itertools
import os
import pickle
import signal
import time
from collections.abc import AsyncIterator
from datetime import UTC, datetime
from typing import Any

import pytest
import pytest_asyncio

from letterlock.adapters import sandbox_results
from letterlock.adapters.sandbox import Limits, ProcessSandbox
from letterlock.core.address import Address
from letterlock.core.errors import Invalid, LetterlockError
from letterlock.core.ids import make_id
from letterlock.core.query import parse_query
from letterlock.ports.sandbox import SandboxFailure

# Functions of the standard library stand for what hostile input could make the core do.
ANYTHING = ""


@pytest_asyncio.fixture
async def sandbox() -> AsyncIterator[ProcessSandbox]:
    opened = ProcessSandbox(Limits(seconds=2.0, memory=300 * 2**20, result=2**20, idle_seconds=30), ANYTHING)
    yield opened
    await opened.close()


async def test_a_function_of_the_core_gives_its_result(sandbox: ProcessSandbox) -> None:
    now = datetime(2026, 1, 1, tzinfo=UTC)
    assert await sandbox.run(make_id, "msg", 5, bytes(10)) == make_id("msg", 5, bytes(10))
    assert await sandbox.run(parse_query, "hello OR from:ana", now=now) == parse_query("hello OR from:ana", now)


async def test_a_domain_error_is_raised_as_it_was(sandbox: ProcessSandbox) -> None:
    with pytest.raises(Invalid, match="no word or operator") as caught:
        await sandbox.run(parse_query, "", datetime.now(UTC))
    assert caught.value.param == "q"


@pytest.mark.parametrize(
    ("work", "arguments"),
    [
        pytest.param(sum, (itertools.count(),), id="loops for ever in C"),
        pytest.param(signal.pause, (), id="waits for ever"),
        pytest.param(bytes, (10**9,), id="takes all memory"),
        pytest.param(ctypes.string_at, (0,), id="reads address nought"),
        pytest.param(os._exit, (0,), id="exits as if all were well"),
        pytest.param(os.abort, (), id="aborts"),
        pytest.param(int, ("x",), id="raises what nobody expects"),
        pytest.param(bytes, (2 * 2**20,), id="gives too much"),
        pytest.param(os.system, ("kill -9 $PPID",), id="is killed"),
    ],
)
async def test_what_goes_wrong_fails_alone(sandbox: ProcessSandbox, work: Any, arguments: tuple[Any, ...]) -> None:
    bad = asyncio.create_task(sandbox.run(work, *arguments))
    good = [sandbox.run(make_id, "msg", number, bytes(10)) for number in range(10)]

    assert await asyncio.gather(*good) == [make_id("msg", number, bytes(10)) for number in range(10)]
    with pytest.raises(SandboxFailure):
        await bad
    assert await sandbox.run(make_id, "msg", 1, bytes(10))


async def test_a_worker_serves_many_calls(sandbox: ProcessSandbox) -> None:
    assert len({await sandbox.run(os.getpid) for _ in range(5)}) == 1


async def test_no_more_calls_run_at_once_than_are_allowed(sandbox: ProcessSandbox) -> None:
    pids = await asyncio.gather(*[sandbox.run(os.getpid) for _ in range(24)])
    assert 1 <= len(set(pids)) <= Limits().at_once


async def test_a_worker_has_nothing_of_the_parents(sandbox: ProcessSandbox, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LETTERLOCK_DATABASE_URL", "postgresql://secret")
    listener = os.open("/etc/passwd", os.O_RDONLY)
    os.set_inheritable(listener, True)
    try:
        assert await sandbox.run(os.getenv, "LETTERLOCK_DATABASE_URL") is None
        assert len(await sandbox.run(os.listdir, "/proc/self/fd")) == 4  # stdin, stdout, stderr and the listing's own
        assert await sandbox.run(os.getsid, 0) != os.getsid(0)
    finally:
        os.close(listener)


async def test_a_worker_cannot_write_files(sandbox: ProcessSandbox, tmp_path: Any) -> None:
    await sandbox.run(os.system, f"echo text > {tmp_path}/file")
    assert (tmp_path / "file").stat().st_size == 0


async def test_a_cancelled_call_ends_its_worker(sandbox: ProcessSandbox) -> None:
    pid = await sandbox.run(os.getpid)
    call = asyncio.create_task(sandbox.run(signal.pause))
    await asyncio.sleep(0)
    while sandbox._idle:
        await asyncio.sleep(0)
    call.cancel()
    with pytest.raises(asyncio.CancelledError):
        await call
    assert await sandbox.run(os.getpid) != pid
    await sandbox.close()
    assert not _alive(pid)


def _alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


async def test_an_idle_worker_ends_after_a_while_and_another_takes_its_place() -> None:
    opened = ProcessSandbox(Limits(idle_seconds=0.01), ANYTHING)
    pid = await opened.run(os.getpid)
    while opened._idle or opened._ending:
        await asyncio.sleep(0.005)
    assert not _alive(pid)
    assert await opened.run(os.getpid) != pid
    await opened.close()


async def test_closing_ends_every_worker() -> None:
    opened = ProcessSandbox(Limits(), ANYTHING)
    pids = await asyncio.gather(opened.run(os.getpid), opened.run(os.getpid))
    await opened.close()
    assert not any(map(_alive, pids))


async def test_only_functions_of_the_core_are_run() -> None:
    opened = ProcessSandbox()
    with pytest.raises(ValueError, match="not a function of letterlock"):
        await opened.run(os.getpid)


class _Call:
    def __init__(self, function: Any, *arguments: Any) -> None:
        self.made = (function, arguments)

    def __reduce__(self) -> Any:
        return self.made


@pytest.mark.parametrize(
    "hostile",
    [
        _Call(os.system, "true"),
        _Call(eval, "1"),
        _Call(getattr, 1, "real"),
        _Call(make_id, "x", 1, b""),
        _Call(parse_query, "x", datetime.now(UTC)),
        _Call(LetterlockError, "x"),
        os.path,
        time.sleep,
    ],
)
def test_what_comes_back_can_call_nothing(hostile: Any) -> None:
    try:
        data = pickle.dumps(("ok", hostile))
    except TypeError:
        data = b"cos\npath\n."
    with pytest.raises(pickle.UnpicklingError):
        sandbox_results.load(data)


@pytest.mark.parametrize("name", ["re.compile", "dataclass", "Address.__init__", "field"])
def test_no_name_reaches_through_a_module_of_the_core(name: str) -> None:
    data = b"\x80\x04\x8c\x17letterlock.core.address\x8c" + bytes([len(name)]) + name.encode() + b"\x93."
    with pytest.raises(pickle.UnpicklingError):
        sandbox_results.load(data)


def test_values_of_the_core_come_back_as_they_were() -> None:
    value = [Address("a", "example.org", "Ä"), datetime.now(UTC), frozenset({1}), {"x": (None, b"\x00", 1.5)}]
    assert sandbox_results.load(pickle.dumps(value, protocol=5)) == value
