"""Errors over HTTP as problem details (RFC 9457)."""

from collections.abc import Mapping
from http import HTTPStatus
from typing import Any, Final

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse

from letterlock.core.errors import LetterlockError

STATUS: Final[dict[str, int]] = {
    "invalid": 400,
    "unauthorised": 401,
    "forbidden": 403,
    "not_found": 404,
    "conflict": 409,
    "policy_denied": 403,
    "paused": 409,
    "unsupported": 400,
    "rate_limited": 429,
    "temporary": 503,
    "internal": 500,
}
"""The HTTP status of every kind of `core.errors`."""


def problem(status: int, detail: str, headers: Mapping[str, str] | None = None, **more: Any) -> JSONResponse:
    """A problem document; its title is the status's own name."""
    found = {"type": "about:blank", "title": HTTPStatus(status).phrase, "status": status, "detail": detail, **more}
    return JSONResponse(found, status, dict(headers or {}), media_type="application/problem+json")


async def refused(_: Request, error: Exception) -> JSONResponse:
    """A domain error."""
    assert isinstance(error, LetterlockError)
    headers = {} if error.retry_after is None else {"Retry-After": str(error.retry_after)}
    more = {} if error.param is None else {"param": error.param}
    return problem(STATUS[error.kind], error.message, headers, **more)


async def http_error(_: Request, error: Exception) -> JSONResponse:
    """What routing refuses: no such path, no such method."""
    assert isinstance(error, HTTPException)
    return problem(error.status_code, str(error.detail), error.headers)
