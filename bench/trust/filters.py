"""Debian's spamassassin and rspamd, started on loopback without network tests, to be compared with."""

import json
import os
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from bench.document import ROOT
from bench.trust.measured import Missing

_START_SECONDS: Final = 90


@dataclass(frozen=True, slots=True)
class Judged:
    """A filter's score of one message, and the score from which on it says spam."""

    score: float
    threshold: float


class Filter:
    """One running filter."""

    def __init__(self, name: str, process: subprocess.Popen[bytes], port: int) -> None:
        self.name = name
        self.process = process
        self.port = port

    def judge(self, raw: bytes) -> Judged:
        """What it says of one message."""
        return _spamd(self.port, raw) if self.name == "spamassassin" else _rspamd(self.port, raw)

    def cpu(self) -> float:
        """Seconds of CPU used so far by it and its children."""
        return sum(_cpu(pid) for pid in _family(self.process.pid))


@contextmanager
def spamassassin() -> Iterator[Filter]:
    """spamd with local tests alone; raises Missing where Debian's package is not there."""
    program = shutil.which("spamd", path="/usr/sbin:/usr/bin:/sbin:/bin") or _install("spamassassin", "spamd")
    with tempfile.TemporaryDirectory() as folder:
        port = _free_port()
        told = ["-L", "-i", "127.0.0.1", "-p", str(port), "-m", "1", "--min-children", "1", "-x", "-s", "stderr"]
        process = subprocess.Popen([program, *told, "-H", folder], stdout=_nowhere(), stderr=_nowhere())
        with _running(Filter("spamassassin", process, port)) as running:
            yield running


@contextmanager
def rspamd() -> Iterator[Filter]:
    """rspamd as Debian configures it, without DNS; raises Missing where its package is not there."""
    program = shutil.which("rspamd", path="/usr/bin:/usr/sbin") or _install("rspamd", "rspamd")
    with tempfile.TemporaryDirectory() as name:
        folder, port = Path(name), _free_port()
        folder.chmod(0o755)
        (folder / "rspamd.conf").write_text(_RSPAMD % {"folder": folder, "port": port})
        process = subprocess.Popen(
            [program, "-c", folder / "rspamd.conf", "-f", "-i"], stdout=_nowhere(), stderr=_nowhere()
        )
        with _running(Filter("rspamd", process, port)) as running:
            yield running


_RSPAMD: Final = """
.include "/etc/rspamd/common.conf"
options {
    filters = "chartable,dkim,regexp,fuzzy_check";
    dns { nameserver = ["127.0.0.1:1:1"]; timeout = 0.01; retransmits = 0; }
    tempdir = "%(folder)s"; dbdir = "%(folder)s"; pidfile = "%(folder)s/pid"; rundir = "%(folder)s";
    control_socket = "%(folder)s/control.sock mode=0600";
}
logging { type = "console"; level = "error"; }
worker "normal" { bind_socket = "127.0.0.1:%(port)d"; count = 1; }
"""


@contextmanager
def _running(started: Filter) -> Iterator[Filter]:
    try:
        end = time.monotonic() + _START_SECONDS
        while True:
            try:
                started.judge(b"From: a@b.example\r\nSubject: ready?\r\n\r\nready?\r\n")
                break
            except (OSError, ValueError):
                if started.process.poll() is not None or time.monotonic() > end:
                    raise Missing(f"{started.name} does not start") from None
                time.sleep(0.2)
        yield started
    finally:
        started.process.terminate()
        started.process.wait(30)


def _spamd(port: int, raw: bytes) -> Judged:
    with socket.create_connection(("127.0.0.1", port), 60) as line:
        line.sendall(b"CHECK SPAMC/1.5\r\nContent-length: %d\r\n\r\n" % len(raw) + raw)
        line.shutdown(socket.SHUT_WR)
        answer = b"".join(iter(lambda: line.recv(65536), b""))
    found = re.search(rb"Spam: \w+ ; (-?[\d.]+) / (-?[\d.]+)", answer)
    if found is None:
        raise ValueError("spamd gave no score")
    return Judged(float(found[1]), float(found[2]))


def _rspamd(port: int, raw: bytes) -> Judged:
    with socket.create_connection(("127.0.0.1", port), 60) as line:
        line.sendall(b"POST /checkv2 HTTP/1.0\r\nContent-Length: %d\r\n\r\n" % len(raw) + raw)
        answer = b"".join(iter(lambda: line.recv(65536), b""))
    found = json.loads(answer.partition(b"\r\n\r\n")[2])
    return Judged(found["score"], found["required_score"])


def _free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        port: int = one.getsockname()[1]
        return port


def _nowhere() -> int:
    return subprocess.DEVNULL


def _install(package: str, program: str) -> str:
    sys.path.insert(0, str(ROOT / "tests"))
    from support.apt import Unavailable, need

    try:
        need({package: f"/usr/bin/{package}"} if package != program else {package: program})
    except Unavailable as error:
        raise Missing(str(error)) from None
    found = shutil.which(program, path="/usr/sbin:/usr/bin:/sbin:/bin")
    if found is None:
        raise Missing(f"{package} is not installed")
    return found


def _family(pid: int) -> list[int]:
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return [pid, *(one for child in children for one in _family(int(child)))]


def _cpu(pid: int) -> float:
    """Its own and that of its children that have ended."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return sum(map(int, fields[11:15])) / os.sysconf("SC_CLK_TCK")
