"""CPU of `tools/list`, compared with the same tools on a plain server that serialises them at each request."""

import json
import statistics
import tempfile
from dataclasses import dataclass
from pathlib import Path

from bench.calls import Client
from bench.processes import Running, cpu_seconds, free_port, letterlock, program

ROUNDS = 5
LISTS = 1000
"""A round, for each server."""


@dataclass(frozen=True, slots=True)
class Result:
    """Microseconds of CPU a list, medians over the rounds, and the median of the rounds' ratios."""

    ours: float
    plain: float
    ratio: float
    tools: int


def measure(rounds: int = ROUNDS, lists: int = LISTS) -> Result:
    """Rounds of each in turn; the tools of the plain server are those that ours lists."""
    port = free_port()
    with tempfile.TemporaryDirectory(prefix="letterlock-bench-") as folder, letterlock() as server:
        tools = _listed(server, server.key)
        file = Path(folder) / "tools.json"
        file.write_text(json.dumps(tools), "utf-8")
        with program("bench.reference", port, str(file)) as plain:
            if _listed(plain, "") != tools:
                raise RuntimeError("The plain server lists other tools")
            pairs = [(_round(server, server.key, lists), _round(plain, "", lists)) for _ in range(rounds + 1)][1:]
    return Result(
        statistics.median(ours for ours, _ in pairs),
        statistics.median(base for _, base in pairs),
        statistics.median(ours / base for ours, base in pairs),
        len(tools),
    )


def _listed(server: Running, key: str) -> list[object]:
    with Client(server.http, key) as client:
        found: list[object] = json.loads(client.send(client.message("tools/list", {})))["result"]["tools"]
    return found


def _round(server: Running, key: str, lists: int) -> float:
    """Microseconds of CPU a list, on one kept connection."""
    with Client(server.http, key) as client:
        request = client.message("tools/list", {})
        before = cpu_seconds(server.pid)
        for _ in range(lists):
            client.send(request)
        return (cpu_seconds(server.pid) - before) / lists * 1e6
