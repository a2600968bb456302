"""Files over HTTP: `/mcp/attachments/{token}`, a signed link that needs no credential and is judged at each fetch."""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator
from functools import partial
from typing import Any, Final

from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import Route

from letterlock.app.invoke import Gate
from letterlock.core.errors import Temporary
from letterlock.faces.http.disposition import attachment, media_type

CHUNK: Final = 64 * 1024
AT_ONCE: Final = 16
"""Files on their way at the same time: each is in memory until its client has it."""
OF_ONE: Final = 4
"""Of them by links of one credential: whoever has its links and takes the files slowly holds up no one else's."""
SECONDS: Final = 300.0
"""A client has so long to take a file."""

_HEADERS: Final = {
    "Cache-Control": "private, no-store",
    "Content-Security-Policy": "sandbox; default-src 'none'",
    "Cross-Origin-Resource-Policy": "same-origin",
}


class Downloads:
    """Answers for download links."""

    def __init__(self, gate: Gate) -> None:
        self._gate = gate
        self._under_way: Counter[str] = Counter()
        """By the credential whose links they are."""

    def routes(self) -> list[Route]:
        return [Route("/mcp/attachments/{token}", self.answer, methods=["GET"])]

    async def answer(self, request: Request) -> Response:
        """GET, and HEAD, which tells the same without the file."""
        token = request.path_params["token"]
        if request.method == "HEAD":
            found = await self._gate.follow(token, head=True)
            return Response(None, headers=_headers(found))
        owner = self._gate.asked_by(token)
        if self._under_way[owner] >= OF_ONE or self._under_way.total() >= AT_ONCE:
            raise Temporary("Too many files are being downloaded at the moment; try again", retry_after=5)
        self._under_way[owner] += 1
        try:
            found = await self._gate.follow(token, head=False)
        except BaseException:
            self._done(owner)
            raise
        return _Stream(found, partial(self._done, owner))

    def _done(self, owner: str) -> None:
        self._under_way[owner] -= 1
        if not self._under_way[owner]:
            del self._under_way[owner]


class _Stream(StreamingResponse):
    """Chunk by chunk, as fast as the client takes them; what is not taken in time is given up."""

    def __init__(self, found: Any, done: Any) -> None:
        super().__init__(_chunks(found["content"]), headers=_headers(found))
        self._done = done

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        try:
            async with asyncio.timeout(SECONDS):
                await super().__call__(scope, receive, send)
        finally:
            self._done()


async def _chunks(content: bytes) -> AsyncIterator[bytes]:
    view = memoryview(content)
    for at in range(0, len(view), CHUNK):
        yield bytes(view[at : at + CHUNK])


def _headers(found: Any) -> dict[str, str]:
    return {
        **_HEADERS,
        "Content-Type": media_type(found["content_type"]),
        "Content-Length": str(found["size"]),
        "Content-Disposition": attachment(found["filename"]),
    }
