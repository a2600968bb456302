"""The server, writing down when it committed what is waited for: `python -m bench.announcing FILE up`.

Each line of FILE is a moment of the monotonic clock, which all processes share, in nanoseconds, and a topic.
"""

import os
import sys
import time
from collections.abc import Iterable

from letterlock.adapters.events import LocalEvents
from letterlock.main import cli


def record(file: str) -> None:
    """From now on, whatever is announced (which is right after its commit) is written to `file` too."""
    descriptor = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
    announce = LocalEvents.announce

    def recorded(self: LocalEvents, topics: Iterable[str]) -> None:
        topics, now = list(topics), time.monotonic_ns()
        announce(self, topics)
        os.write(descriptor, "".join(f"{now} {topic}\n" for topic in topics).encode())

    LocalEvents.announce = recorded  # type: ignore[method-assign]


if __name__ == "__main__":
    record(sys.argv.pop(1))
    cli()
