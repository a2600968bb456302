"""Accepting mail durably, compared with a sink that throws it away: the same client, the same mail, in turn."""

import statistics
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass

from bench.processes import ROOT, Running, free_port, letterlock, program

ROUNDS = 3
MESSAGES = 2000
"""A round, for each server."""
CONNECTIONS = 20
INBOX = "welcome@letterlock.localhost"


@dataclass(frozen=True, slots=True)
class Result:
    """Messages a second, medians over the rounds, and the median of the rounds' ratios."""

    rate: Mapping[str, float]
    ratio: float


def measure(rounds: int = ROUNDS, messages: int = MESSAGES) -> Result:
    """Both servers run throughout; each round delivers mail that neither has seen."""
    ours: list[float] = []
    sinks: list[float] = []
    with letterlock() as server, program("bench.sink", free_port()) as sink:
        for number in range(rounds + 1):
            count = messages if number else messages // 10
            measured = _rate(sink, count, number), _rate(server, count, number)
            if number:  # the first round warms up
                sinks.append(measured[0])
                ours.append(measured[1])
            _settle(server)
    ratio = statistics.median(own / base for own, base in zip(ours, sinks, strict=True))
    return Result({"letterlock": statistics.median(ours), "sink": statistics.median(sinks)}, ratio)


def _rate(server: Running, count: int, seed: int) -> float:
    """Messages a second, as a client in a process of its own sees them answered."""
    arguments = [str(server.smtp), str(CONNECTIONS), str(count), str(seed), INBOX]
    done = subprocess.run(
        [sys.executable, "-m", "bench.mail", *arguments], cwd=ROOT, check=True, capture_output=True, text=True
    )
    return float(done.stdout)


def _settle(server: Running) -> None:
    """Waits until what was accepted has been analysed, so that it does not weigh on the sink's next round."""
    import time

    from bench.processes import cpu_seconds

    used = cpu_seconds(server.pid)
    while True:
        time.sleep(0.5)
        now = cpu_seconds(server.pid)
        if now - used < 0.05:
            return
        used = now
