"""No acknowledged mail is lost and no send leaves twice, wherever the server is killed between two system calls."""

import subprocess
import sys
from collections.abc import Iterator
from itertools import count
from pathlib import Path

import pytest

from crash.crashing import SYSCALLS, Point, Rig, Size
from support.apt import Unavailable, need

POINTS = [
    Point("pwrite64", 2),
    Point("fdatasync", 1),
    Point("write", 4),
    Point("rename", 1),
    Point("fsync", 2),
    Point("fdatasync", 6),
    Point("write", 70),
    Point("rename", 3),
    Point("pwrite64", 500),
    Point("fdatasync", 15),
]
"""Early, in the middle and late: a batch makes 1400, 200, 40, 12 and 4 of these calls or so in its busiest thread."""

FAULTY = (sys.executable, str(Path(__file__).with_name("early_answer.py")))


@pytest.fixture(scope="module", autouse=True)
def _strace() -> None:
    try:
        need({"strace": "strace"})
    except Unavailable as reason:
        pytest.skip(str(reason))
    tried = subprocess.run(["strace", "-o", "/dev/null", "true"], capture_output=True, text=True, check=False)
    if tried.returncode != 0:
        pytest.skip(f"processes may not be traced here: {tried.stderr.strip()[-200:]}")


@pytest.fixture
def rig(tmp_path: Path) -> Iterator[Rig]:
    running = Rig(tmp_path / "server")
    yield running
    running.close()


def test_killed_at_chosen_calls_it_loses_nothing_acknowledged_and_sends_nothing_twice(rig: Rig) -> None:
    reached = 0
    for point in POINTS:
        batch, killed = rig.crash(point)
        reached += killed
        assert rig.wrongs(batch) == [], point
    assert rig.final_wrongs() == []
    assert reached > len(POINTS) // 2, "too few of the points came: the test kills nothing"


def test_a_build_that_answers_before_it_writes_is_caught(tmp_path: Path) -> None:
    rig = Rig(tmp_path / "server", command=FAULTY)
    try:
        batch, killed = rig.crash(Point("rename", 4))
        assert killed
        assert batch.acknowledged, "nothing was acknowledged before the crash, so nothing is tested"
        assert any(wrong.startswith("acknowledged and lost: in") for wrong in rig.wrongs(batch))
    finally:
        rig.close()


@pytest.mark.heavy
@pytest.mark.parametrize("syscall", SYSCALLS)
def test_killed_at_every_call_it_loses_nothing_acknowledged_and_sends_nothing_twice(
    tmp_path: Path, syscall: str
) -> None:
    rig = Rig(tmp_path / "server", size=Size(connections=3, each=1, sends=1))
    try:
        for number in count(1):
            batch, killed = rig.crash(Point(syscall, number))
            assert rig.wrongs(batch) == [], (syscall, number)
            if not killed:
                break
        assert rig.final_wrongs() == []
        assert number > 1
    finally:
        rig.close()
