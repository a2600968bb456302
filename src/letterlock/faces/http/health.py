"""`/healthz`, `/readyz`, `/metrics`: for supervisors and Prometheus."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Final

from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, generate_latest
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from letterlock.faces.http.problem import problem

log = logging.getLogger("letterlock.http")

Ready = Callable[[], Awaitable[None]]
"""Really writes and reads what the server stands on; raises when it cannot."""

_SECONDS: Final = 5.0


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

    async def metrics(_: Request) -> Response:
        return Response(generate_latest(registry), media_type=CONTENT_TYPE_LATEST)

    return [Route("/healthz", healthz), Route("/readyz", readyz), Route("/metrics", metrics)]
