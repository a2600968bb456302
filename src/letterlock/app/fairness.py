"""Whoever's mail is slow to judge waits for others, not others for it.

Time spent on slow messages, to read them and to wait for the DNS of their senders, is held against the inbox they came
to and the client they came from, and forgiven bit by bit. While it is too much, their messages are read one at a time
over all such sources, so that the rest of the workers is free for everybody else's.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Final

from letterlock.ports.records import StoredMessage

FREE: Final = 0.25
"""Seconds of each message that are held against nobody."""
FORGIVEN: Final = 0.1
"""Seconds forgiven for each second that goes by."""
TOO_MUCH: Final = 2.0
"""Seconds from which on a source waits for others."""
_MOST: Final = 10_000
"""Sources remembered; beyond it those are forgotten that nothing is held against any more."""


@dataclass(slots=True)
class Fairness:
    """Of one process. `now` counts seconds."""

    now: Callable[[], float]
    _owed: dict[str, tuple[float, float]] = field(default_factory=dict)
    """Seconds held against each source, as of when."""
    _waiting_ones: int = 0
    """Messages of such sources that are being read."""

    def may_begin(self, message: StoredMessage) -> bool:
        """False while another message of a slow source is read and this is one too."""
        return not (self._waiting_ones and self._slow(message))

    @contextmanager
    def reading(self, message: StoredMessage) -> Iterator[bool]:
        """Around what may take long, whose time is held against the message's sources; gives whether they are slow."""
        slow, begun = self._slow(message), self.now()
        self._waiting_ones += slow
        try:
            yield slow
        finally:
            self._waiting_ones -= slow
            spent = self.now() - begun - FREE
            if spent > 0:
                self._hold(message, spent)

    def _slow(self, message: StoredMessage) -> bool:
        return any(self._held(source) > TOO_MUCH for source in _sources(message))

    def _held(self, source: str) -> float:
        seconds, since = self._owed.get(source, (0.0, 0.0))
        return max(0.0, seconds - FORGIVEN * (self.now() - since))

    def _hold(self, message: StoredMessage, seconds: float) -> None:
        if len(self._owed) >= _MOST:
            self._owed = {source: owed for source, owed in self._owed.items() if self._held(source) > 0}
        for source in _sources(message):
            self._owed[source] = self._held(source) + seconds, self.now()


def _sources(message: StoredMessage) -> tuple[str, ...]:
    client = message.envelope.get("client_ip")
    return (message.account_id, client) if client else (message.account_id,)
