"""The sandbox: functions of the core run in processes that can be killed, since what they parse is hostile.

Workers start at the first call, serve many, and end when idle for a while. They inherit no descriptor but their pipes
and nothing of the environment, may write no file, and are limited in memory and CPU by the kernel; the parent adds a
limit by the clock. One that overruns or dies is replaced, and its call alone fails.
"""

import asyncio
import contextlib
import logging
import pickle
import sys
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final, ParamSpec, TypeVar

from letterlock.adapters import sandbox_results
from letterlock.adapters.sandbox_worker import LENGTH, READY
from letterlock.ports.sandbox import SandboxDied, SandboxFailure

P = ParamSpec("P")
T = TypeVar("T")

log = logging.getLogger(__name__)

_ENVIRONMENT: Final = {"LC_ALL": "C.UTF-8"}
_START_SECONDS: Final = 60.0


@dataclass(frozen=True, slots=True)
class Limits:
    """Of each call: seconds by the clock (and of CPU), bytes of the worker's memory, bytes of the pickled result."""

    seconds: float = 20.0
    memory: int = 1536 * 2**20
    result: int = 128 * 2**20
    at_once: int = 4
    """More than are analysed at once, so that what is read for other ends holds up no arriving mail."""
    idle_seconds: float = 60.0


class ProcessSandbox:
    def __init__(self, limits: Limits | None = None, package: str = "letterlock.core") -> None:
        """Functions of modules in `package` can be run."""
        self._package = package
        self._limits = limits or Limits()
        self._slots = asyncio.Semaphore(self._limits.at_once)
        self._idle: list[_Worker] = []
        self._ending: set[asyncio.Task[None]] = set()
        self._timer: asyncio.TimerHandle | None = None
        self._closed = False

    async def run(self, work: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> T:
        module = work.__module__
        if not module.startswith(self._package):
            raise ValueError(f"{module}.{work.__qualname__} is not a function of {self._package}.")
        call = pickle.dumps((module, work.__qualname__, args, kwargs), protocol=5)
        async with self._slots:
            answer = await self._ask(call)
        result: T = _result(answer)
        return result

    async def close(self) -> None:
        """Ends the idle workers; those at work end with their calls."""
        self._closed = True
        if self._timer is not None:
            self._timer.cancel()
        self._end_idle(0.0)
        await asyncio.gather(*self._ending)

    async def _ask(self, call: bytes) -> bytes:
        worker = await self._take()
        try:
            async with asyncio.timeout(self._limits.seconds):
                answer = await worker.ask(call, self._limits.result)
        except TimeoutError as error:
            await worker.kill()
            raise SandboxFailure(f"It took longer than {self._limits.seconds:g} seconds.") from error
        except (OSError, EOFError, ValueError) as error:
            await worker.kill()
            raise SandboxDied(f"The worker died ({worker.ending}).") from error
        except BaseException:
            self._later(worker.kill())
            raise
        self._give_back(worker)
        return answer

    async def _take(self) -> "_Worker":
        while self._idle:
            worker = self._idle.pop()
            if worker.process.returncode is None:
                return worker
            await worker.kill()
        return await _Worker.start(self._limits)

    def _give_back(self, worker: "_Worker") -> None:
        if self._closed:
            self._later(worker.kill())
            return
        loop = asyncio.get_running_loop()
        worker.idle_since = loop.time()
        self._idle.append(worker)
        if self._timer is None:
            self._timer = loop.call_later(self._limits.idle_seconds, self._look_for_idle)

    def _look_for_idle(self) -> None:
        self._timer = None
        loop = asyncio.get_running_loop()
        self._end_idle(self._limits.idle_seconds)
        if self._idle:
            first = min(worker.idle_since for worker in self._idle)
            self._timer = loop.call_at(first + self._limits.idle_seconds, self._look_for_idle)

    def _end_idle(self, seconds: float) -> None:
        until = asyncio.get_running_loop().time() - seconds
        over = [worker for worker in self._idle if worker.idle_since <= until]
        self._idle = [worker for worker in self._idle if worker.idle_since > until]
        for worker in over:
            self._later(worker.kill())

    def _later(self, ending: Any) -> None:
        task = asyncio.ensure_future(ending)
        self._ending.add(task)
        task.add_done_callback(self._ending.discard)


class _Worker:
    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self.process = process
        self.idle_since = 0.0

    @classmethod
    async def start(cls, limits: Limits) -> "_Worker":
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            *("-I", "-B", "-m", "letterlock.adapters.sandbox_worker"),
            *(str(limits.memory), str(int(limits.seconds) + 1), str(limits.result)),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.DEVNULL,
            env=_ENVIRONMENT,
            cwd="/",
            start_new_session=True,
        )
        worker = cls(process)
        assert process.stdout is not None
        try:
            async with asyncio.timeout(_START_SECONDS):
                if await process.stdout.readexactly(len(READY)) == READY:
                    return worker
        except (TimeoutError, EOFError):
            log.exception("A sandbox worker did not start")
        except BaseException:
            process.kill()
            raise
        await worker.kill()
        raise SandboxDied(f"The worker did not start ({worker.ending}).")

    @property
    def ending(self) -> str:
        code = self.process.returncode
        return f"signal {-code}" if code is not None and code < 0 else f"exit {code}"

    async def ask(self, call: bytes, limit: int) -> bytes:
        """Raises OSError or EOFError when the worker dies meanwhile, ValueError for an answer over `limit` bytes."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(LENGTH.pack(len(call)))
        self.process.stdin.write(call)
        await self.process.stdin.drain()
        (length,) = LENGTH.unpack(await self.process.stdout.readexactly(LENGTH.size))
        if length > limit:
            raise ValueError(f"An answer of {length} bytes")
        return await self.process.stdout.readexactly(length)

    async def kill(self) -> None:
        with contextlib.suppress(ProcessLookupError):
            self.process.kill()
        if self.process.stdin is not None:
            self.process.stdin.close()
        await self.process.wait()


def _result(answer: bytes) -> Any:
    """What the worker found; raises the domain error it met, or SandboxFailure for any other."""
    try:
        status, *rest = sandbox_results.load(answer)
    except Exception as error:
        raise SandboxFailure("The worker's answer cannot be read.") from error
    if status == "ok" and len(rest) == 1:
        return rest[0]
    refusal = sandbox_results.refusal(*rest) if status == "refused" and len(rest) == 4 else None
    if refusal is not None:
        raise refusal
    raise SandboxFailure(f"The work failed: {str(rest[0])[:100] if rest else 'no reason given'}.")
