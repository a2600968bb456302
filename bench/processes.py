"""Processes under measurement: starting them, waiting until they answer, and what they use of the machine."""

import contextlib
import json
import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
_TICK = os.sysconf("SC_CLK_TCK")
_PATIENCE = 60.0
"""Seconds a process may take to answer."""


@dataclass(frozen=True, slots=True)
class Running:
    """A started process and, for Letterlock, where its data is."""

    pid: int
    http: int = 0
    smtp: int = 0
    data: Path = Path()
    ready_seconds: float = 0.0
    """From the start of the process until /readyz answered 200."""

    @property
    def key(self) -> str:
        return (self.data / "first-key").read_text("ascii").strip()


def free_port() -> int:
    """A port nobody listens on at the moment."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
    return port


@contextlib.contextmanager
def letterlock(data: Path | None = None, command: Sequence[str] = ("-m", "letterlock.main", "up")) -> Iterator[Running]:
    """The server as `letterlock up` starts it, without DNS and without a way out, its log thrown away."""
    with contextlib.ExitStack() as stack:
        if data is None:
            data = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="letterlock-bench-")))
        http, smtp = free_port(), free_port()
        environment = {
            "LETTERLOCK_DATA_DIR": str(data),
            "LETTERLOCK_HTTP": f"127.0.0.1:{http}",
            "LETTERLOCK_SMTP": f"127.0.0.1:{smtp}",
            "LETTERLOCK_NAMESERVERS": "none",
            # Counted as ever, and never reached.
            "LETTERLOCK_KEY_CALLS": "999999999/m",
            "LETTERLOCK_WORKSPACE_CALLS": "999999999/m",
        }
        began = time.perf_counter()
        process = stack.enter_context(_started([*command], environment))
        _wait_until(process, lambda: _answers(http, "/readyz"))
        yield Running(process.pid, http, smtp, data, time.perf_counter() - began)


@contextlib.contextmanager
def program(module: str, port: int, *arguments: str) -> Iterator[Running]:
    """`python -m module port arguments…`, once it listens on that port."""
    with _started(["-m", module, str(port), *arguments], {}) as process:
        _wait_until(process, lambda: _listens(port))
        yield Running(process.pid, http=port, smtp=port)


@contextlib.contextmanager
def _started(arguments: list[str], environment: Mapping[str, str]) -> Iterator[subprocess.Popen[bytes]]:
    plain = {name: value for name, value in os.environ.items() if not name.startswith("LETTERLOCK_")}
    with tempfile.TemporaryFile() as errors:
        process = subprocess.Popen(
            [sys.executable, *arguments],
            cwd=ROOT,
            env=plain | environment,
            stdout=subprocess.DEVNULL,
            stderr=errors,
        )
        try:
            yield process
        finally:
            process.send_signal(signal.SIGTERM)
            try:
                process.wait(30)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()


def _wait_until(process: subprocess.Popen[bytes], answers: object) -> None:
    end = time.monotonic() + _PATIENCE
    assert callable(answers)
    while not answers():
        if process.poll() is not None:
            raise RuntimeError(f"{process.args} ended with {process.returncode} before it answered")
        if time.monotonic() > end:
            raise RuntimeError(f"{process.args} did not answer in {_PATIENCE:.0f} s")
        time.sleep(0.005)


def _listens(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


def _answers(port: int, path: str) -> bool:
    try:
        with socket.create_connection(("127.0.0.1", port), timeout=10) as connection:
            connection.sendall(f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nConnection: close\r\n\r\n".encode())
            return connection.recv(64).startswith(b"HTTP/1.1 200")
    except OSError:
        return False


def family(pid: int) -> list[int]:
    """The process and all that descend from it."""
    found, queue = [], [pid]
    while queue:
        one = queue.pop()
        found.append(one)
        for children in Path(f"/proc/{one}/task").glob("*/children"):
            with contextlib.suppress(OSError):
                queue += [int(child) for child in children.read_text().split()]
    return found


def cpu_seconds(pid: int) -> float:
    """User and system time that the process, and all that descend from it and still live, have used."""
    return sum(_cpu(one) for one in family(pid))


def _cpu(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(") ")[2].split()
    return (int(fields[11]) + int(fields[12])) / _TICK


def pss_megabytes(pid: int) -> float:
    """Proportional set size of the process and all that descend from it, in 10**6 bytes."""
    total = 0
    for one in family(pid):
        for line in Path(f"/proc/{one}/smaps_rollup").read_text().splitlines():
            if line.startswith("Pss:"):
                total += int(line.split()[1]) * 1024
    return total / 1e6


def tool_call(port: int, key: str, name: str, arguments: Mapping[str, object]) -> dict[str, object]:
    """One tool call of the newest protocol; its structured content."""
    from bench.calls import Client

    with Client(port, key) as client:
        answer = json.loads(client.call(name, arguments))
    result = answer["result"]
    if result.get("isError"):
        raise RuntimeError(result["content"][0]["text"])
    found: dict[str, object] = result["structuredContent"]
    return found
