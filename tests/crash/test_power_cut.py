"""A power cut at any moment, on a disk that keeps only what was synced, loses nothing that was acknowledged."""

import contextlib
import shutil
import smtplib
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path

import pytest

from crash.crashing import Rig, Tools, tracing
from crash.power_cut import OPTIONS, Disk, calls
from support.apt import Unavailable, need
from support.server import Server

CONNECTIONS = 3
EACH = 4
SENDS = 5
WHOLE = 3
"""After how many of the cuts the whole server is started on what is left."""

_OTHER_WRITER = """
import subprocess, sys
from letterlock.adapters import blob_process
code = "import os; from letterlock.adapters import blob_worker, blob_writing; {fault}; blob_worker.main()"
def spawn(root, theirs):
    command = [sys.executable, "-I", "-B", "-c", code, str(root.absolute())]
    return subprocess.Popen(command, stdin=theirs.fileno(), stdout=subprocess.DEVNULL, start_new_session=True)
blob_process._spawn = spawn
"""
FAULTS = {
    "commits are not synced": """
from letterlock.adapters.sql import sqlite
real = sqlite.connect
def connect(*given, **more):
    connection = real(*given, **more)
    connection.execute("PRAGMA synchronous=NORMAL")
    return connection
sqlite.connect = connect
""",
    "blobs are not synced": _OTHER_WRITER.format(fault="os.fsync = lambda _: None"),
    "names of blobs are not synced": _OTHER_WRITER.format(fault="blob_writing.sync_folder = lambda _: None"),
}
"""Builds that acknowledge what a power cut takes: each has to be noticed."""


@pytest.fixture(scope="module", autouse=True)
def _strace() -> None:
    try:
        need({"strace": "strace"})
    except Unavailable as reason:
        pytest.skip(str(reason))
    tried = subprocess.run(["strace", "-o", "/dev/null", "true"], capture_output=True, text=True, check=False)
    if tried.returncode != 0:
        pytest.skip(f"processes may not be traced here: {tried.stderr.strip()[-200:]}")


@dataclass(slots=True)
class Recorded:
    """A server's data before, the log of what it then did, and when each message was acknowledged."""

    before: Path
    log: Path
    data: Path
    mail: dict[str, float] = field(default_factory=dict)
    sends: dict[str, float] = field(default_factory=dict)


def record(folder: Path, rig: Rig) -> Recorded:
    """Delivers and sends, on several connections at once, with everything the server does to its disk written down."""
    recorded = Recorded(folder / "before", folder / "log", rig.server.data)
    shutil.copytree(rig.server.data, recorded.before)
    with tracing(rig.server, *OPTIONS, output=recorded.log):
        threads = [threading.Thread(target=_deliver, args=(rig.server, recorded, at)) for at in range(CONNECTIONS)]
        threads.append(threading.Thread(target=_send, args=(rig.server, recorded)))
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    rig.server.kill()
    assert len(recorded.mail) == CONNECTIONS * EACH
    assert len(recorded.sends) == SENDS
    return recorded


def _deliver(server: Server, recorded: Recorded, connection: int) -> None:
    with smtplib.SMTP(*server.smtp, timeout=60) as client:
        for number in range(EACH):
            subject = f"in {connection}-{number}"
            body = f"From: Ann <ann@sender.example>\r\nSubject: {subject}\r\nMessage-ID: <{connection}.{number}@a>\r\n"
            client.sendmail("ann@sender.example", [server.inbox], (f"{body}\r\n{subject * 200}\r\n").encode())
            recorded.mail[subject] = time.time()


def _send(server: Server, recorded: Recorded) -> None:
    tools = Tools(server)
    for number in range(SENDS):
        subject = f"out {number}"
        tools("send_message", inbox_id=server.inbox, to=f"p{number}@elsewhere.example", subject=subject, text=subject)
        recorded.sends[subject] = time.time()


def cuts(recorded: Recorded, folder: Path) -> Iterator[tuple[float, Path]]:
    """Every acknowledgement's moment, and what a power cut then leaves; each folder is there until the next is asked."""
    events = list(calls(recorded.log))
    events.sort(key=lambda call: call.time)  # stable: of one moment, in the order logged
    disk = Disk(recorded.data, recorded.before)
    at = 0
    for number, moment in enumerate(sorted([*recorded.mail.values(), *recorded.sends.values()])):
        while at < len(events) and events[at].time <= moment:
            disk.take(events[at])
            at += 1
        left = folder / f"cut-{number}"
        left.mkdir(mode=0o700)
        disk.leave(left)
        yield moment, left
        shutil.rmtree(left)


def lost(recorded: Recorded, moment: float, left: Path) -> list[str]:
    """What had been acknowledged by that moment and is not in what is left."""
    connection = sqlite3.connect(left / "letterlock.sqlite")
    with contextlib.closing(connection):
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        rows = connection.execute("SELECT workspace_id, account_id, content_hash, direction FROM messages").fetchall()
        queued = connection.execute("SELECT m.subject FROM outbox o JOIN messages m ON m.id = o.message_id").fetchall()
    kept = b"\n".join(_blob(left, *row[:3]) for row in rows)
    sent = {subject for (subject,) in queued}
    mail = [subject for subject, when in recorded.mail.items() if when <= moment]
    sends = [subject for subject, when in recorded.sends.items() if when <= moment]
    return [subject for subject in mail if f"Subject: {subject}\r\n".encode() not in kept] + [
        subject for subject in sends if subject not in sent or f"Subject: {subject}\r\n".encode() not in kept
    ]


def _blob(left: Path, workspace: str, account: str, digest: str) -> bytes:
    path = left / "blobs" / workspace / account / digest
    content = path.read_bytes() if path.exists() else b""
    return content if sha256(content).hexdigest() == digest else b""


@pytest.fixture
def rig(tmp_path: Path) -> Iterator[Rig]:
    running = Rig(tmp_path / "server")
    yield running
    running.close()


def test_a_power_cut_after_any_acknowledgement_loses_nothing_acknowledged(rig: Rig, tmp_path: Path) -> None:
    recorded = record(tmp_path, rig)
    moments = 0
    for moment, left in cuts(recorded, tmp_path):
        assert lost(recorded, moment, left) == []
        moments += 1
        if moments % (len(recorded.mail) // WHOLE) == 0:
            shutil.rmtree(rig.server.data)
            shutil.copytree(left, rig.server.data)
            rig.server.start()
            assert _unreadable(rig, recorded, moment) == []
            rig.server.kill()
    assert moments == len(recorded.mail) + len(recorded.sends)


def _unreadable(rig: Rig, recorded: Recorded, moment: float) -> list[str]:
    """What was acknowledged by then and cannot be read within half a minute of the server's start."""
    tools, end = Tools(rig.server), time.monotonic() + 30
    wanted = {s for s, when in (recorded.mail | recorded.sends).items() if when <= moment}
    while True:
        there = {item["subject"] for item in tools("list_messages", inbox_id=rig.server.inbox, limit=100)["messages"]}
        missing = wanted - there
        if not missing or time.monotonic() > end:
            return sorted(missing)
        time.sleep(0.05)


@pytest.mark.parametrize("fault", FAULTS)
def test_a_build_that_acknowledges_what_is_not_synced_is_caught(tmp_path: Path, fault: str) -> None:
    program = tmp_path / "faulty.py"
    program.write_text(f"{FAULTS[fault]}\nfrom letterlock.main import cli\ncli()\n")
    rig = Rig(tmp_path / "server", command=(sys.executable, str(program)))
    try:
        recorded = record(tmp_path, rig)
        assert any(lost(recorded, moment, left) for moment, left in cuts(recorded, tmp_path))
    finally:
        rig.close()
