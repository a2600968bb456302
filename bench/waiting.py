"""What agents that wait cost while nothing arrives, and how soon each is told of its mail."""

import asyncio
import statistics
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bench.calls import Client
from bench.mail import corpus, deliver
from bench.processes import Running, cpu_seconds, letterlock, tool_call

CLIENTS = 200
REST_SECONDS = 20.0
"""Nothing arrives for so long."""
_SETTLE_SECONDS = 2.0
_WAIT_SECONDS = 60


@dataclass(frozen=True, slots=True)
class Result:
    """Hundredths of a core while nothing arrives, with and without waiters; milliseconds from commit to answer."""

    cores: float
    alone: float
    slowest: float
    median: float


def measure(clients: int = CLIENTS, rest: float = REST_SECONDS) -> Result:
    """Each client waits at an inbox of its own, on a connection of its own; mail comes to one after the other."""
    with tempfile.TemporaryDirectory(prefix="letterlock-bench-") as folder:
        told = Path(folder) / "announced"
        with letterlock(command=("-m", "bench.announcing", str(told), "up")) as server:
            inboxes = [_inbox(server) for _ in range(clients)]
            time.sleep(_SETTLE_SECONDS)
            alone = _resting(server, rest / 2)
            return asyncio.run(_waiting(server, inboxes, told, rest, alone))


def _inbox(server: Running) -> str:
    made: Any = tool_call(server.http, server.key, "create_inbox", {})
    found: str = made["inbox"]["inbox_id"]
    return found


def _resting(server: Running, seconds: float) -> float:
    before = cpu_seconds(server.pid)
    time.sleep(seconds)
    return (cpu_seconds(server.pid) - before) / seconds * 100


async def _waiting(server: Running, inboxes: list[str], told: Path, rest: float, alone: float) -> Result:
    with Client(server.http, server.key) as client:
        requests = [
            client.request("wait_for_message", {"inbox_id": inbox, "timeout_seconds": _WAIT_SECONDS})
            for inbox in inboxes
        ]
    waits = [asyncio.create_task(_answered(server.http, request)) for request in requests]
    await asyncio.sleep(_SETTLE_SECONDS)
    cores = await asyncio.to_thread(_resting, server, rest)
    delays = []
    for inbox, raw, wait in zip(inboxes, corpus(len(inboxes)), waits, strict=True):
        if wait.done():
            raise RuntimeError("A wait ended before its mail came")
        await asyncio.to_thread(deliver, server.smtp, [raw], inbox, 1)
        answered = await wait
        delays.append((answered - _committed(told)) / 1e6)
    return Result(cores, alone, max(delays), statistics.median(delays))


def _committed(told: Path) -> int:
    """When the newest message became ready."""
    lines = [line.split() for line in told.read_text("ascii").splitlines()]
    return max(int(moment) for moment, topic in lines if topic.startswith("message:"))


async def _answered(port: int, request: bytes) -> int:
    """When the answer was there, which tells of a message."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=1 << 20)
    writer.write(request)
    head = await reader.readuntil(b"\r\n\r\n")
    length = head.lower().partition(b"content-length: ")[2].split(b"\r\n")[0]
    # An answer that takes long comes as an event stream, kept open by comments until then.
    received = await (reader.readexactly(int(length)) if length else reader.readuntil(b"\r\n0\r\n\r\n"))
    moment = time.monotonic_ns()
    writer.close()
    if b'"timed_out":false' not in received:
        raise RuntimeError(received.decode("utf-8", "replace"))
    return moment
