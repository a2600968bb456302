"""`/healthz` and `/readyz` for supervisors; `/metrics` for a Prometheus on the same machine."""

import asyncio
import ipaddress
import logging
from collections.abc import Awaitable, Callable
from typing import Final

from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, generate_latest
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from letterlock.faces.http.problem import problem

log = logging.getLogger("letterlock.http")

Ready = Callable[[], Awaitable[None]]
"""Really writes and reads what the server stands on; raises when it cannot."""

_SECONDS: Final = 5.0


_FORWARDED: Final = ("forwarded", "x-forwarded-for", "x-real-ip", "via")
"""Headers by which a proxy shows that whoever asked is elsewhere."""


def _from_here(request: Request) -> bool:
    """Whether a program on this machine asks: what the metrics count is for whoever runs the server."""
    if request.client is None or any(name in request.headers for name in _FORWARDED):
        return False
    try:
        address = ipaddress.ip_address(request.client.host)
    except ValueError:
        return False
    mapped = address.ipv4_mapped if isinstance(address, ipaddress.IPv6Address) else None
    return (mapped or address).is_loopback


def routes(ready: Ready, registry: CollectorRegistry) -> list[Route]:
    async def healthz(_: Request) -> Response:
        return JSONResponse({"status": "ok"})

    async def readyz(_: Request) -> Response:
        try:
            await asyncio.wait_for(ready(), _SECONDS)
        except Exception as error:
            log.error("not ready", extra={"error": type(error).__name__})
            return problem(503, "Storage cannot be written and read at the moment", {"Retry-After": "5"})
        return JSONResponse({"status": "ready"})

    async def metrics(request: Request) -> Response:
        if not _from_here(request):
            raise HTTPException(404)
        return Response(generate_latest(registry), media_type=CONTENT_TYPE_LATEST)

    return [Route("/healthz", healthz), Route("/readyz", readyz), Route("/metrics", metrics)]
