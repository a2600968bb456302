"""One HTTP connection: what a client must do in which time, or is let go (slow, half-open and unread connections).

uvicorn itself limits nothing but the time between two requests, and that only until the next one's first byte.
"""

import asyncio
from dataclasses import dataclass
from enum import Enum, auto
from typing import Any, Final

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from letterlock.faces.http.crowd import REFUSAL, Crowd


@dataclass(frozen=True, slots=True)
class Pace:
    """Seconds a client has, and bytes it must move in them. What it waits for itself has no limit here."""

    head: float = 30
    """From connecting, or a request's first byte, to the end of its headers."""
    body: float = 60
    """From there to the end of the body; more by a second for every `body_bytes` that came."""
    body_bytes: int = 16 * 1024
    rest: float = 10
    """To send the rest of a body that was answered before its end."""
    unread: float = 30
    """In which a client that has not taken all of an answer takes at least `unread_bytes`."""
    unread_bytes: int = 16 * 1024
    look: float = 5
    """How often a connection is looked at."""


class Phase(Enum):
    """What a connection is at. IDLE is between requests, which uvicorn limits."""

    IDLE = auto()
    HEAD = auto()
    BODY = auto()
    ANSWER = auto()
    REST = auto()


PAUSING: Final = frozenset({Phase.IDLE, Phase.HEAD, Phase.REST})
"""Nothing is done for the client meanwhile, so that little is lost with the connection."""


class Connection(H11Protocol):
    """uvicorn's, looked at every few seconds and counted among those of its client."""

    def __init__(self, *, crowd: Crowd, pace: Pace, **more: Any) -> None:
        super().__init__(**more)
        self._crowd = crowd
        self._pace = pace
        self._look_again: asyncio.TimerHandle | None = None
        self._got = 0
        self._unread_since: float | None = None
        self._unread = 0
        self._taken = False
        self.phase = Phase.HEAD
        self.since = self.loop.time()
        """When the phase began."""

    @property
    def pausing(self) -> bool:
        return self.phase in PAUSING

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._look_again = self.loop.call_later(self._pace.look, self._look)
        if not self._crowd.admit(self, self.client[0] if self.client else ""):
            transport.write(REFUSAL)
            transport.close()

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        self._follow(reading=True)
        self._got += len(data)

    def on_response_complete(self) -> None:
        super().on_response_complete()
        self._follow(reading=bool(self.conn.trailing_data[0]))

    def connection_lost(self, exc: Exception | None) -> None:
        self._crowd.leave(self)
        if self._look_again is not None:
            self._look_again.cancel()
        super().connection_lost(exc)
        self._unset_keepalive_if_required()  # which uvicorn leaves running when the connection broke

    def resume_writing(self) -> None:
        self._taken = True
        super().resume_writing()

    def let_go(self) -> None:
        """Ends it at once, whatever is still to be sent."""
        self.transport.abort()

    def _follow(self, *, reading: bool) -> None:
        """What h11 says of the request, as a phase. `reading`: bytes of a next one are there, if only the first."""
        theirs, ours = self.conn.their_state, self.conn.our_state
        if theirs is h11.SEND_BODY:
            phase = Phase.REST if ours in (h11.DONE, h11.MUST_CLOSE) else Phase.BODY
        elif theirs is h11.IDLE:
            phase = Phase.HEAD if reading else Phase.IDLE
        else:
            phase = Phase.ANSWER
        if phase is not self.phase:
            self.phase, self.since, self._got = phase, self.loop.time(), 0

    def _look(self) -> None:
        self._look_again = self.loop.call_later(self._pace.look, self._look)
        now = self.loop.time()
        if self._is_unread(now):
            self.let_go()
        elif now - self.since >= self._allowed() and not self.transport.is_closing():
            self.transport.close()

    def _allowed(self) -> float:
        pace = self._pace
        if self.phase is Phase.HEAD:
            return pace.head
        if self.phase is Phase.BODY:
            return pace.body + self._got / pace.body_bytes
        return pace.rest if self.phase is Phase.REST else float("inf")

    def _is_unread(self, now: float) -> bool:
        """Whether what is to be sent has hardly moved for too long; asyncio itself would keep it for ever."""
        try:
            left = self.transport.get_write_buffer_size()
        except RuntimeError:  # uvloop's: closed, which it tells at the loop's next turn
            left = 0
        if left == 0:
            self._unread_since = None
            return False
        if self._unread_since is None or self._taken or self._unread - left >= self._pace.unread_bytes:
            self._unread_since, self._unread, self._taken = now, left, False
            return False
        return now - self._unread_since >= self._pace.unread
