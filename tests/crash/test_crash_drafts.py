"""Wherever the server is killed, a draft whose saving was answered goes out at its time, and none goes out twice."""

import contextlib
import http.client
import subprocess
import time
from collections import defaultdict
from datetime import UTC, datetime, timedelta

import pytest

from crash.crashing import PATIENCE, Point, Tools, tracing
from support.apt import Unavailable, need
from support.server import Server
from support.sink import Sink

POINTS = [
    Point("fdatasync", 1),
    Point("pwrite64", 12),
    Point("fdatasync", 5),
    Point("pwrite64", 60),
    Point("fdatasync", 14),
    Point("pwrite64", 250),
]
"""Calls that only the database makes: early, while drafts are saved, and while they go out."""
EACH = 5
FILE = {"content": "YSxiCg==", "filename": "a.csv"}


@pytest.fixture(scope="module", autouse=True)
def _strace() -> None:
    try:
        need({"strace": "strace"})
    except Unavailable as reason:
        pytest.skip(str(reason))
    tried = subprocess.run(["strace", "-o", "/dev/null", "true"], capture_output=True, text=True, check=False)
    if tried.returncode != 0:
        pytest.skip(f"processes may not be traced here: {tried.stderr.strip()[-200:]}")


class Drafts:
    """Scheduled drafts and drafts sent by a call, over all crashes, by subject."""

    def __init__(self, server: Server, sink: Sink) -> None:
        self._server = server
        self._sink = sink
        self.saved: dict[str, str] = {}
        """Of scheduled drafts whose saving was answered, their ids."""
        self.tried: set[str] = set()

    def hand_over(self, name: str) -> None:
        with contextlib.suppress(OSError, http.client.HTTPException):
            tools = Tools(self._server)
            for number in range(EACH):
                subject = f"{name}-{number} later"
                at = datetime.now(UTC) + timedelta(seconds=1)
                made = self._create(tools, subject, send_at=at.isoformat())
                self.saved[subject] = made
            for number in range(EACH):
                subject = f"{name}-{number} now"
                made = self._create(tools, subject)
                self.tried.add(subject)
                tools("send_draft", inbox_id=self._server.inbox, draft_id=made)
                self.saved[subject] = made
            end = time.monotonic() + 5
            while time.monotonic() < end and not self.saved.keys() <= self._left().keys():
                time.sleep(0.02)

    def _create(self, tools: Tools, subject: str, **more: str) -> str:
        given = {"inbox_id": self._server.inbox, "subject": subject, "text": subject, "attachments": [FILE], **more}
        draft_id: str = tools("create_draft", to="person@elsewhere.example", **given)["draft_id"]
        return draft_id

    def _left(self) -> dict[str, set[str]]:
        """Message-IDs by subject; a delivery cut short is repeated under the same one."""
        found: dict[str, set[str]] = defaultdict(set)
        for one in list(self._sink.received):
            found[one.message["Subject"]].add(one.message["Message-ID"])
        return found

    def wrongs(self) -> list[str]:
        end = time.monotonic() + PATIENCE
        while not self.saved.keys() <= self._left().keys() and time.monotonic() < end:
            time.sleep(0.05)
        left = self._left()
        found = [f"saved and never sent: {subject}" for subject in self.saved.keys() - left.keys()]
        found += [f"sent as {len(ids)} messages: {subject}" for subject, ids in left.items() if len(ids) != 1]
        tools = Tools(self._server)
        for subject, draft_id in self.saved.items():
            shown = tools("get_message", inbox_id=self._server.inbox, message_id=draft_id)
            if "draft_id" in shown or [one["filename"] for one in shown["attachments"]] != ["a.csv"]:
                found.append(f"not shown as the message it became: {subject}")
        return found


def test_killed_at_chosen_calls_each_draft_goes_out_once(tmp_path):
    sink = Sink()
    server = Server(tmp_path / "server", relay=sink.url)
    try:
        server.start()
        drafts, reached = Drafts(server, sink), 0
        for at, point in enumerate(POINTS):
            kill = f"inject={point.syscall}:signal=KILL:when={point.number}"
            (process,) = server.processes.values()
            with tracing(server, "-e", f"trace={point.syscall}", "-e", kill):
                drafts.hand_over(f"round{at}")
            reached += not process.running
            server.kill()
            server.start()
        assert drafts.wrongs() == []
        assert reached > len(POINTS) // 2, "too few of the points came: the test kills nothing"
        assert len(drafts.saved) > EACH, "too little was answered before the crashes"
    finally:
        server.close()
        sink.close()
