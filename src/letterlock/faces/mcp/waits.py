"""Calls that wait, so that a cancellation sent as a message of its own, or a shutdown, can end them."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

import anyio

Peer = tuple[str, ...]


@dataclass(slots=True, eq=False)
class Wait:
    scope: anyio.CancelScope = field(default_factory=anyio.CancelScope)

    @property
    def cancelled(self) -> bool:
        return self.scope.cancelled_caught


class Waits:
    """All waits of this process, by who called (credential and client) and the request's id.

    Without sessions nothing else tells two clients apart that share a key and a program, and both count their requests
    from one. So where two waits answer to the same name, neither is cancelled.
    """

    def __init__(self) -> None:
        self._open: dict[tuple[Peer, str], list[Wait]] = {}
        self.closed = False

    @contextmanager
    def open(self, peer: Peer, request_id: int | str | None) -> Iterator[Wait]:
        key, wait = (peer, repr(request_id)), Wait()
        self._open.setdefault(key, []).append(wait)
        try:
            with wait.scope:
                if self.closed:
                    wait.scope.cancel()
                yield wait
        finally:
            others = self._open[key]
            others.remove(wait)
            if not others:
                del self._open[key]

    def cancel(self, peer: Peer, request_id: int | str | None) -> bool:
        """Ends the wait of that name; False when there is none or more than one."""
        waits = self._open.get((peer, repr(request_id)), [])
        if len(waits) != 1:
            return False
        waits[0].scope.cancel()
        return True

    def close(self) -> None:
        """Ends every wait, and those that begin from now on."""
        self.closed = True
        for waits in self._open.values():
            for wait in waits:
                wait.scope.cancel()
