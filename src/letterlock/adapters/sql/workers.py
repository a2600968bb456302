"""Threads that run units of work, and the way back to the event loop that waits for them."""

import asyncio
import contextlib
import threading
from collections.abc import Callable
from dataclasses import dataclass
from queue import SimpleQueue
from typing import Any, Protocol, TypeVar

from letterlock.adapters.sql.unit import SqlUnit
from letterlock.core.errors import Temporary

T = TypeVar("T")
Work = Callable[[SqlUnit], Any]


@dataclass(slots=True, eq=False)
class Order:
    """A unit of work somebody waits for. `write` or not, and `long` or not, is the worker's to heed."""

    work: Work
    write: bool
    future: asyncio.Future[Any]
    long: bool = False
    result: Any = None
    error: BaseException | None = None

    @staticmethod
    def of(work: Work, *, write: bool, long: bool = False) -> "Order":
        return Order(work, write, asyncio.get_running_loop().create_future(), long)


def settle(orders: list[Order]) -> None:
    """Hands results to those who wait: one wake-up of each loop for all of them."""
    loops: dict[asyncio.AbstractEventLoop, list[Order]] = {}
    for order in orders:
        loops.setdefault(order.future.get_loop(), []).append(order)
    for loop, theirs in loops.items():
        with contextlib.suppress(RuntimeError):  # the loop is closed: nobody waits any more
            loop.call_soon_threadsafe(answer, theirs)


def answer(orders: list[Order]) -> None:
    """Hands results to those who wait in this very loop."""
    for order in orders:
        if order.future.done():
            continue
        if order.error is None:
            order.future.set_result(order.result)
        elif isinstance(order.error, StopIteration):
            order.future.set_exception(RuntimeError("A unit of work raised StopIteration."))
        else:
            order.future.set_exception(order.error)


class Worker(Protocol):
    """Lives in one thread, with its own connection."""

    def perform(self, order: Order) -> None:
        """Sets the order's `result`; raises what the order failed with."""
        ...

    def close(self) -> None: ...


class Workers:
    """At most `size` threads, each started when all before it are at work."""

    def __init__(self, name: str, size: int, make: Callable[[], Worker]) -> None:
        self._name = name
        self._size = size
        self._make = make
        self._queue: SimpleQueue[Order | None] = SimpleQueue()
        self._threads: list[threading.Thread] = []
        self._open = 0
        self._lock = threading.Lock()
        self._closed = False

    async def run(self, order: Order) -> Any:
        if self._closed:
            raise closing()
        with self._lock:
            self._open += 1
            short = self._open > len(self._threads) and len(self._threads) < self._size
        if short:
            self._start()
        self._queue.put(order)
        return await order.future

    def _start(self) -> None:
        name = f"{self._name}-{len(self._threads)}"
        thread = threading.Thread(target=self._run, name=name, daemon=True)
        self._threads.append(thread)
        thread.start()

    async def close(self) -> None:
        self._closed = True
        for _ in self._threads:
            self._queue.put(None)
        for thread in self._threads:
            await asyncio.to_thread(thread.join)

    def _run(self) -> None:
        worker: Worker | None = None
        while (order := self._queue.get()) is not None:
            if not order.future.cancelled():
                try:
                    worker = worker or self._make()
                    worker.perform(order)
                except Exception as error:
                    order.error = error
            with self._lock:
                self._open -= 1
            settle([order])
        if worker is not None:
            worker.close()


def closing() -> Temporary:
    return Temporary("The server is shutting down. Try again in a moment.")
