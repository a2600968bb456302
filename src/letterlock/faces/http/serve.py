"""Runs the ASGI app: uvicorn on h11 within the caller's event loop, stopped by an event rather than by signals."""

import asyncio
import contextlib
import logging
import socket
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, Final, cast

from starlette.types import ASGIApp
from uvicorn import Config, Server

from letterlock.core.trust.relays import Networks
from letterlock.faces.http.connection import Connection, Pace
from letterlock.faces.http.crowd import BehindProxies, Crowd, Most

log = logging.getLogger("letterlock.http")

BACKLOG: Final = 1024
GRACE: Final = 10
"""Seconds that requests under way are given at the end."""


def listen(host: str, port: int) -> socket.socket:
    """A listening socket (port 0: any free one); raises OSError naming the address."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    bound = socket.socket(family, socket.SOCK_STREAM)
    try:
        bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        bound.bind((host.strip("[]"), port))
        bound.listen(BACKLOG)
        bound.setblocking(False)
    except OSError as error:
        bound.close()
        raise OSError(error.errno, f"Cannot listen on {host}:{port} (LETTERLOCK_HTTP): {error.strerror}") from None
    return bound


async def serve(
    app: ASGIApp,
    host: str,
    port: int,
    stop: asyncio.Event,
    *,
    listening: socket.socket | None = None,
    stopping: Callable[[], None] = lambda: None,
    started: Callable[[int], None] = lambda _: None,
    grace: int = GRACE,
    pace: Pace | None = None,
    most: Most | None = None,
    proxies: Networks | None = None,
) -> None:
    """Serves until `stop` is set, then finishes what was begun within `grace` seconds.

    `listening` is a socket from `listen`, made here when absent; `started` is told the port once requests are answered,
    `stopping` is called when the end begins. `proxies` speak for others, and say in X-Forwarded-For for whom. Raises
    OSError when the address is taken, RuntimeError when the app does not start.
    """
    bound = listening or listen(host, port)
    known = proxies or Networks()
    crowd = Crowd((most or Most()).within_reach(), known)
    config = Config(
        BehindProxies(app, known, crowd.most.of_client),
        loop="none",
        http=cast(Any, partial(Connection, crowd=crowd, pace=pace or Pace())),
        ws="none",
        lifespan="on",
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=False,
        backlog=BACKLOG,
        timeout_keep_alive=30,
        timeout_graceful_shutdown=grace,
        h11_max_incomplete_event_size=64 * 1024,
    )
    number: int = bound.getsockname()[1]
    server = _Server(config, lambda: started(number))

    async def end() -> None:
        await stop.wait()
        stopping()
        server.should_exit = True

    ending = asyncio.create_task(end())
    try:
        await server.serve([bound])
    finally:
        ending.cancel()
        bound.close()


class _Server(Server):
    """uvicorn's, leaving signals and exits to the process that runs it."""

    def __init__(self, config: Config, begun: Callable[[], None]) -> None:
        super().__init__(config)
        self._begun = begun

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        try:
            await super().startup(sockets)
        except SystemExit:
            raise RuntimeError("The HTTP app did not start; the reason is in the log") from None
        self._begun()
