"""Killing the server at a chosen system call while mail comes in and goes out, and finding out what became of all of it."""

import contextlib
import http.client
import json
import os
import random
import signal
import smtplib
import sqlite3
import subprocess
import threading
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from support.server import Server
from support.sink import Sink

SYSCALLS = ("pwrite64", "write", "fdatasync", "fsync", "rename")
PATIENCE = 30.0
"""Seconds that what was accepted may take to be analysed, or to leave."""
_RECENT = 2
"""Pages of a hundred messages in which those of the last batches are."""


@dataclass(frozen=True, slots=True)
class Point:
    """The server is killed when a thread of it, or of the process that writes its blobs, begins this call.

    `number`: the how manieth call of `syscall` of the thread. Where it is the blob writer's, the rest of the server is
    killed as soon as that is seen: late enough at times to have handed the same blobs to another writer.
    """

    syscall: str
    number: int


@dataclass(frozen=True, slots=True)
class Size:
    """How much is handed over before a crash."""

    connections: int = 4
    each: int = 4
    """Messages a connection."""
    sends: int = 4


@dataclass(slots=True)
class Batch:
    """What was handed over before a crash: each by its subject, with whether it was acknowledged."""

    mail: dict[str, bytes] = field(default_factory=dict)
    acknowledged: set[str] = field(default_factory=set)
    sends: dict[str, dict[str, str]] = field(default_factory=dict)
    sent: dict[str, str] = field(default_factory=dict)
    """Subject of an acknowledged send to its message id."""

    @property
    def complete(self) -> bool:
        return len(self.acknowledged) == len(self.mail) and len(self.sent) == len(self.sends)


class Tools:
    """The tools of a running server, over a connection kept for one thread."""

    def __init__(self, server: Server) -> None:
        self._key = server.key
        self._connection = http.client.HTTPConnection(server.url.removeprefix("http://"), timeout=60)

    def __call__(self, name: str, **arguments: Any) -> Any:
        meta = "io.modelcontextprotocol/"
        told = {f"{meta}protocolVersion": "2026-07-28", f"{meta}clientCapabilities": {}}
        params = {"name": name, "arguments": arguments, "_meta": told}
        headers = {
            "Authorization": f"Bearer {self._key}",
            "Accept": "application/json",
            "Content-Type": "application/json",
            "MCP-Protocol-Version": "2026-07-28",
            "Mcp-Method": "tools/call",
            "Mcp-Name": name,
        }
        body = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params})
        self._connection.request("POST", "/mcp", body, headers)
        answer = json.loads(self._connection.getresponse().read())
        assert "result" in answer, answer
        result = answer["result"]
        assert not result["isError"], result["content"]
        return result["structuredContent"]


@contextlib.contextmanager
def tracing(server: Server, *options: str, output: Path | str = "/dev/null") -> Any:
    """strace on every thread of the server and on the processes it starts, attached when this is entered."""
    pid = next(iter(server.processes.values())).pid
    command = ["strace", "-f", "-qq", "-o", str(output), *options, "-p", str(pid)]
    tracer = subprocess.Popen(command, stdin=subprocess.DEVNULL, stderr=subprocess.PIPE)
    try:
        _until(lambda: _traced(pid) or tracer.poll() is not None, "strace did not attach")
        if tracer.returncode is not None:
            assert tracer.stderr is not None
            raise AssertionError(f"strace ended at once: {tracer.stderr.read().decode()}")
        yield
    finally:
        # Asked to end, strace may wait for ever for a process whose first thread is dead and not yet waited for.
        tracer.kill()
        tracer.communicate()


@contextlib.contextmanager
def _dies_with_its_writer(pid: int) -> Iterator[None]:
    """Kills the process once a child of it that writes blobs is gone."""
    over = threading.Event()

    def watch() -> None:
        known: set[int] = set()
        while not over.wait(0.001):
            now = _writers(pid)
            if known - now:
                with contextlib.suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGKILL)
                return
            known = now

    watching = threading.Thread(target=watch)
    watching.start()
    try:
        yield
    finally:
        over.set()
        watching.join()


def _writers(pid: int) -> set[int]:
    """The children of a process that write its blobs and are alive."""
    found = set()
    for children in Path(f"/proc/{pid}/task").glob("*/children"):
        with contextlib.suppress(OSError):
            for child in children.read_text().split():
                if "blob_worker" in Path(f"/proc/{child}/cmdline").read_text():
                    found.add(int(child))
    return found


def _traced(pid: int) -> bool:
    """Whether every thread has a tracer; a process that is gone counts too."""
    found = [status.read_text() for status in Path(f"/proc/{pid}/task").glob("*/status")]
    return all("TracerPid:\t0\n" not in status for status in found)


def _until(done: Callable[[], bool], otherwise: str) -> None:
    end = time.monotonic() + PATIENCE
    while not done():
        assert time.monotonic() < end, otherwise
        time.sleep(0.02)


class Rig:
    """One installation that is crashed again and again, with a relay that takes down all it is given."""

    def __init__(self, folder: Path, size: Size = Size(), command: tuple[str, ...] = ()) -> None:
        self.size = size
        self.sink = Sink()
        options: dict[str, Any] = {"command": command} if command else {}
        self.server = Server(folder, relay=self.sink.url, **options)
        self.server.start()
        self.batches: list[Batch] = []

    def close(self) -> None:
        self.server.close()
        self.sink.close()

    def crash(self, point: Point) -> tuple[Batch, bool]:
        """Hands a batch over, kills the server at `point`, starts it again.

        Where the point does not come the server is killed at the end, and the answer's second part is False.
        """
        kill = f"inject={point.syscall}:signal=KILL:when={point.number}"
        (process,) = self.server.processes.values()
        with tracing(self.server, "-e", f"trace={point.syscall}", "-e", kill), _dies_with_its_writer(process.pid):
            batch = self.hand_over()
            if not batch.complete:
                _until(lambda: not process.running, "the server broke connections off without being killed")
            reached = not process.running
        self.server.kill()
        self.server.start()
        return batch, reached

    def hand_over(self) -> Batch:
        """Mail on several connections and sends on another, until all is done or the server is gone."""
        batch, number = Batch(), len(self.batches)
        self.batches.append(batch)
        chance = random.Random(number)
        for at in range(self.size.connections * self.size.each):
            subject = f"in {number}-{at}"
            batch.mail[subject] = _message(subject, chance)
        for at in range(self.size.sends):
            subject = f"out {number}-{at}"
            batch.sends[subject] = {
                "to": f"person{at}@elsewhere.example",
                "subject": subject,
                "text": f"Answer {number}-{at}",
                "idempotency_key": subject,
            }
        subjects = list(batch.mail)
        threads = [
            threading.Thread(target=self._deliver, args=(batch, subjects[first :: self.size.connections]))
            for first in range(self.size.connections)
        ]
        threads.append(threading.Thread(target=self._send, args=(batch, list(batch.sends))))
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        return batch

    def _deliver(self, batch: Batch, subjects: list[str]) -> None:
        with contextlib.suppress(OSError, smtplib.SMTPException), smtplib.SMTP(*self.server.smtp, timeout=60) as client:
            for subject in subjects:
                client.sendmail("ann@sender.example", [self.server.inbox], batch.mail[subject])
                batch.acknowledged.add(subject)

    def _send(self, batch: Batch, subjects: list[str]) -> None:
        with contextlib.suppress(OSError, http.client.HTTPException):
            tools = Tools(self.server)
            for subject in subjects:
                answer = tools("send_message", inbox_id=self.server.inbox, **batch.sends[subject])
                batch.sent[subject] = answer["message_id"]

    def wrongs(self, batch: Batch) -> list[str]:
        """What was lost of what had been acknowledged; then repeats the rest, as clients do, and looks again."""
        found = self._missing(batch, batch.acknowledged, set(batch.sent), "acknowledged and lost")
        if found:
            return found
        self._deliver(batch, [subject for subject in batch.mail if subject not in batch.acknowledged])
        self._send(batch, [subject for subject in batch.sends if subject not in batch.sent])
        if not batch.complete:
            return ["what was repeated was not taken"]
        return self._missing(batch, batch.acknowledged, set(batch.sent), "repeated and lost")

    def _missing(self, batch: Batch, mail: set[str], sends: set[str], what: str) -> list[str]:
        """Waits for these messages to be readable and to have left; what does not come is named."""
        tools = Tools(self.server)
        waited = time.monotonic() + PATIENCE
        while True:
            settled = self._settled()
            there = self._inbound(tools, pages=_RECENT)
            left = {one.message["Subject"] for one in list(self.sink.received)}
            lost = mail - there.keys()
            missing = sorted(lost | (sends - left))
            if not missing or time.monotonic() > waited or (lost and settled):
                return [f"{what}: {subject}" for subject in missing]
            time.sleep(0.05)

    def _settled(self) -> bool:
        """Whether nothing waits to be analysed, so that mail which cannot be read now never will be."""
        database = sqlite3.connect(f"file:{self.server.data / 'letterlock.sqlite'}?mode=ro", uri=True)
        with contextlib.closing(database):
            (pending,) = database.execute("SELECT count(*) FROM messages WHERE state = 'pending'").fetchone()
        return bool(pending == 0)

    def _inbound(self, tools: Tools, pages: int = 1000) -> Counter[str]:
        """Subjects of the messages that can be read, newest first, with how often each is there."""
        found: Counter[str] = Counter()
        page: dict[str, str] = {}
        for _ in range(pages):
            answer = tools("list_messages", inbox_id=self.server.inbox, limit=100, include_quarantine=True, **page)
            for item in answer["messages"]:
                if item["direction"] == "inbound":
                    assert item["trust_level"], f"{item['subject']} is shown without its trust level"
                    found[item["subject"]] += 1
            if answer["next_page_token"] is None:
                break
            page = {"page_token": answer["next_page_token"]}
        return found

    def final_wrongs(self) -> list[str]:
        """What is twice, what lacks its report, and copies that nothing explains, over all batches."""
        tools = Tools(self.server)
        found = [f"there {times} times: {subject}" for subject, times in self._inbound(tools).items() if times != 1]
        found += self._without_report(tools)
        copies: dict[str, Counter[str]] = defaultdict(Counter)
        for one in list(self.sink.received):
            copies[one.message["Subject"]][one.message["Message-ID"]] += 1
        for batch in self.batches:
            for subject, message_id in batch.sent.items():
                found += self._of_sent(tools, subject, message_id, copies[subject])
        return found

    def _without_report(self, tools: Tools) -> list[str]:
        found = []
        listed = tools("list_messages", inbox_id=self.server.inbox, limit=100)
        for item in listed["messages"]:
            if item["direction"] == "inbound":
                report = tools("get_trust_report", inbox_id=self.server.inbox, message_id=item["message_id"])
                if report["level"] != item["trust_level"]:
                    found.append(f"without its report: {item['subject']}")
        return found

    def _of_sent(self, tools: Tools, subject: str, message_id: str, copies: Mapping[str, int]) -> list[str]:
        view = tools("get_message", inbox_id=self.server.inbox, message_id=message_id)
        (delivery,) = view["delivery"]
        unknown = sum(attempt["outcome"] == "unknown" for attempt in delivery["history"])
        found = []
        if len(copies) != 1:
            found.append(f"{subject} left under {len(copies)} Message-IDs")
        if sum(copies.values()) > 1 + unknown:
            found.append(f"{subject} left {sum(copies.values())} times, {unknown} outcomes unknown")
        if delivery["state"] != "sent":
            found.append(f"{subject} is {delivery['state']}")
        return found


def _message(subject: str, chance: random.Random) -> bytes:
    words = "\r\n".join(
        " ".join(f"{chance.getrandbits(32):08x}" for _ in range(8)) for _ in range(chance.randint(5, 60))
    )
    head = (
        "From: Ann <ann@sender.example>\r\nTo: agent@agents.example\r\n"
        f"Subject: {subject}\r\nMessage-ID: <{subject.replace(' ', '.')}@sender.example>\r\n"
        "Date: Mon, 30 Nov 2026 10:00:00 +0000\r\n"
    )
    return f"{head}\r\n{words}\r\n".encode()
