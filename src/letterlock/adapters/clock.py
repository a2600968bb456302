"""The system's time and chance."""

import secrets
import threading
import time
from datetime import UTC, datetime

from letterlock.core.ids import RANDOM_BYTES, make_id


class SystemClock:
    def now(self) -> datetime:
        return datetime.now(UTC)


class RandomIds:
    """Ids that rise within a process, also within one millisecond and when the clock is set back; from any thread."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._milliseconds = 0
        self._random = 0

    def new(self, prefix: str) -> str:
        with self._lock:
            now = time.time_ns() // 1_000_000
            if now > self._milliseconds:
                self._milliseconds = now
                # The first bit is left to count into.
                self._random = secrets.randbits(8 * RANDOM_BYTES - 1)
            else:
                self._random += 1 + secrets.randbits(32)
            return make_id(prefix, self._milliseconds, self._random.to_bytes(RANDOM_BYTES, "big"))

    def token(self) -> str:
        return secrets.token_urlsafe(32)
