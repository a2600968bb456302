"""The one ASGI app: the faces' routes, inside guards that every request passes."""

import logging
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager

from prometheus_client import CollectorRegistry
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route
from starlette.types import ASGIApp, Receive, Scope, Send

from letterlock.core.errors import LetterlockError
from letterlock.faces.http import health
from letterlock.faces.http.headers import SecurityHeaders
from letterlock.faces.http.health import Ready
from letterlock.faces.http.hosts import HostGuard, allowed_hosts, allowed_origins
from letterlock.faces.http.observe import Observer
from letterlock.faces.http.problem import http_error, problem, refused

log = logging.getLogger("letterlock.http")


def build(
    *,
    routes: Sequence[BaseRoute],
    running: Sequence[Callable[[], AbstractAsyncContextManager[None]]],
    ready: Ready,
    registry: CollectorRegistry,
    public_url: str,
    bound: str,
    hosts: Sequence[str] = (),
) -> ASGIApp:
    """The app over `routes`, tried in order; each of `running` is entered while it serves.

    `public_url` is the origin people and clients use, `bound` the `host:port` listened on, `hosts` further Host headers
    to accept.
    """

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        async with AsyncExitStack() as stack:
            for run in running:
                await stack.enter_async_context(run())
            yield

    starlette = Starlette(
        routes=[*routes, *health.routes(ready, registry)],
        lifespan=lifespan,
        exception_handlers={LetterlockError: refused, HTTPException: http_error, Exception: _fault},
    )
    # A path with a slash at its end is another path, not a redirect that repeats a request.
    starlette.router.redirect_slashes = False
    names = allowed_hosts(public_url, bound, hosts)
    guarded = HostGuard(_Shortcut(starlette, routes), names, allowed_origins(public_url, names))
    return Observer(SecurityHeaders(guarded, secure=public_url.startswith("https:")), registry)


async def _fault(_: Request, __: Exception) -> Response:
    return problem(500, "Something went wrong on the server; the operator can find it in the log")


class _Shortcut:
    """Calls what answers every method of one fixed path itself without a walk through the router.

    A fault there is the face's own to catch: only one of its own makes is left to become a plain 500.
    """

    def __init__(self, app: ASGIApp, routes: Sequence[BaseRoute]) -> None:
        self._app = app
        self._direct = {
            route.path: route.app
            for route in routes
            if isinstance(route, Route) and route.methods is None and not route.param_convertors
        }

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        direct = self._direct.get(scope["path"]) if scope["type"] == "http" else None
        await (direct or self._app)(scope, receive, send)
