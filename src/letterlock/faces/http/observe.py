"""One log line and two metrics per request, under the route's name: never its path, query or headers.

What a face wants to have in the line it puts into `scope["state"]["notes"]`.
"""

import logging
import time
from typing import Final

from prometheus_client import CollectorRegistry, Counter, Histogram
from starlette.types import ASGIApp, Message, Receive, Scope, Send

log = logging.getLogger("letterlock.http")

_NAMED: Final = ("/mcp", "/app", "/.well-known", "/v0", "/oauth")
_WHOLE: Final = frozenset({"/mcp", "/mcp/inbox", "/mcp/accounts", "/mcp/drafts", "/healthz", "/readyz", "/metrics"})
_METHODS: Final = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})
_BUCKETS: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60)


def route_of(path: str) -> str:
    """A name from a small set: paths hold addresses, ids and secrets."""
    if path in _WHOLE:
        return path
    for prefix in _NAMED:
        if path == prefix or path.startswith(prefix + "/"):
            return prefix + "/…"
    return "other"


class Observer:
    """Logs and counts what passes through it."""

    def __init__(self, app: ASGIApp, registry: CollectorRegistry) -> None:
        self._app = app
        labels = ["route", "method", "status"]
        self._count = Counter("letterlock_http_requests", "HTTP requests", labels, registry=registry)
        self._seconds = Histogram(
            "letterlock_http_seconds", "Seconds from request to the end of its answer", ["route"],
            registry=registry, buckets=_BUCKETS,
        )  # fmt: skip

        self._children: dict[tuple[str, str, int], tuple[Counter, Histogram]] = {}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            return await self._app(scope, receive, send)
        started, status = time.perf_counter(), 0
        scope.setdefault("state", {})["notes"] = {}

        async def watched(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        try:
            await self._app(scope, receive, watched)
        finally:
            self._note(scope, status, time.perf_counter() - started)

    def _note(self, scope: Scope, status: int, seconds: float) -> None:
        """Status 0: the client left before there was an answer."""
        route = route_of(scope["path"])
        method = scope["method"] if scope["method"] in _METHODS else "other"
        counted = self._children.get((route, method, status))
        if counted is None:
            counted = self._count.labels(route, method, str(status)), self._seconds.labels(route)
            self._children[route, method, status] = counted
        counted[0].inc()
        counted[1].observe(seconds)
        about = {"route": route, "method": method, "status": status, "ms": round(seconds * 1000, 1)}
        about |= scope["state"]["notes"]
        log.log(logging.DEBUG if route in ("/healthz", "/readyz", "/metrics") else logging.INFO, "request", extra=about)
