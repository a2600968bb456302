"""One HTTP connection: a client has so long to say what it wants, or is let go (slow or half-open clients)."""

import asyncio
from typing import Final

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

REQUEST_SECONDS: Final = 60.0
"""From the first sign of a request, or from connecting, to its last byte: 2 MiB take that long at 35 KiB a second."""


class Connection(H11Protocol):
    """uvicorn's, which itself limits nothing but the time between two requests."""

    _late: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._await_request()

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if self.conn.their_state not in (h11.IDLE, h11.SEND_BODY):
            self._end_wait()
        elif self._late is None:
            self._await_request()

    def connection_lost(self, exc: Exception | None) -> None:
        self._end_wait()
        super().connection_lost(exc)

    def _await_request(self) -> None:
        self._late = self.loop.call_later(REQUEST_SECONDS, self._let_go)

    def _end_wait(self) -> None:
        if self._late is not None:
            self._late.cancel()
            self._late = None

    def _let_go(self) -> None:
        self._late = None
        self.transport.close()
