"""The MCP endpoint as ASGI: who may call, what may be sent, and which of the library's two response modes answers.

Streamable HTTP without sessions. The library does the protocol; here are the rules it leaves to its host: GET and
DELETE, the credential, the size of a request, the response the client accepts, and what happens when it goes away.
"""

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from typing import Any, Final

import anyio
from mcp.server.streamable_http_manager import StreamableHTTPSessionManager
from mcp_types.version import MODERN_PROTOCOL_VERSIONS
from starlette.routing import Route
from starlette.types import Message, Receive, Scope, Send

from letterlock.app.invoke import Caller, Gate
from letterlock.core.errors import LetterlockError, Unauthorised
from letterlock.core.permission import Toolset
from letterlock.faces.mcp import documents
from letterlock.faces.mcp.call import CALL, Call
from letterlock.faces.mcp.server import ToolServer
from letterlock.faces.mcp.splice import Splice

BODY_LIMIT: Final = 2 * 1024 * 1024
DRAIN_LIMIT: Final = 8 * 1024 * 1024
"""Of a body that is too large, so much is read and thrown away: a client still sending would not see the answer."""
_DRAIN_SECONDS: Final = 10
_TOO_LARGE: Final = "Request too large: at most 2 MiB"
_CANCELLATION: Final = b"notifications/cancelled"

Headers = list[tuple[bytes, bytes]]


@dataclass(frozen=True, slots=True)
class Place:
    """A path of the endpoint, and the toolsets served there; None: all that the credential has."""

    path: str
    only: tuple[Toolset, ...] | None = None


@dataclass(frozen=True, slots=True)
class Post:
    """A POST with its whole body."""

    scope: Scope
    receive: Receive
    send: Send
    body: bytes


class _RefusedError(Exception):
    def __init__(self, status: int, code: int, message: str, headers: Headers | None = None) -> None:
        super().__init__(message)
        self.status = status
        self.body = _rpc_error(code, message)
        self.headers = headers


class McpFace:
    """`/mcp`, `/mcp/<toolset>` and the documents about them."""

    def __init__(self, gate: Gate, server: ToolServer, *, origin: str, version: str) -> None:
        self._gate = gate
        self._server = server
        self._origin = origin
        self._stream = StreamableHTTPSessionManager(server.protocol, stateless=True, max_request_body_size=BODY_LIMIT)
        self._json = StreamableHTTPSessionManager(
            server.protocol, stateless=True, json_response=True, max_request_body_size=BODY_LIMIT
        )
        self._description = _json(documents.description(origin, version, server.toolsets))

    @asynccontextmanager
    async def run(self) -> AsyncIterator[None]:
        """Serves while it is entered."""
        async with self._stream.run(), self._json.run():
            yield

    def stop_waiting(self) -> None:
        """Ends calls that wait, for a shutdown."""
        self._server.waits.close()

    def routes(self) -> list[Route]:
        places = [Place("/mcp"), *(Place(f"/mcp/{name}", (name,)) for name in self._server.toolsets)]
        routes = [Route(place.path, _Endpoint(self, place)) for place in places]
        routes.append(Route("/.well-known/mcp.json", _Document(self._description)))
        for place in places:
            found = _json(documents.resource_metadata(self._origin, place.path))
            routes.append(Route(documents.METADATA + place.path, _Document(found)))
        routes.append(Route(documents.METADATA, _Document(_json(documents.resource_metadata(self._origin, "/mcp")))))
        return routes

    async def get(self, scope: Scope, send: Send) -> None:
        if b"text/event-stream" in _header(scope, b"accept").lower():
            await self.not_allowed(send)
        else:
            await _answer(send, 200, self._description, head=scope["method"] == "HEAD")

    async def not_allowed(self, send: Send) -> None:
        error = _rpc_error(-32000, "Method not allowed: this server keeps no sessions; send one message per POST")
        await _answer(send, 405, error, [(b"allow", b"POST")])

    async def post(self, scope: Scope, receive: Receive, send: Send, place: Place) -> None:
        try:
            caller = await self._caller(scope, place)
            body = await _body(scope, receive)
        except _RefusedError as refused:
            await _answer(send, refused.status, refused.body, refused.headers)
            return
        if body is not None:
            await self._serve(Post(scope, receive, send, body), caller, self._reached(caller, place))

    async def _caller(self, scope: Scope, place: Place) -> Caller:
        """Who calls; raises `_RefusedError` before anything of the request is read."""
        try:
            caller = await self._gate.authenticate(_bearer(scope))
        except Unauthorised as error:
            raise _RefusedError(401, -32001, error.message, self._challenge(scope, place)) from None
        except LetterlockError as error:
            raise _RefusedError(503, -32603, error.message, [(b"retry-after", b"2")]) from None
        if not self._reached(caller, place):
            message = f"This key is not for the tools at {place.path}; make one with `letterlock key create --toolset`"
            raise _RefusedError(403, -32001, message)
        return caller

    def _reached(self, caller: Caller, place: Place) -> tuple[Toolset, ...]:
        asked = place.only or self._server.toolsets
        return tuple(name for name in asked if name in caller.credential.toolsets)

    async def _serve(self, post: Post, caller: Caller, toolsets: tuple[Toolset, ...]) -> None:
        client = _header(post.scope, b"user-agent").decode("latin-1")[:100]
        peer = (caller.credential.id, (post.scope.get("client") or ("",))[0], client)
        if len(post.body) < 4096 and _CANCELLATION in post.body:
            self._cancel(peer, post.body)
        splice = Splice(post.send)
        notes = post.scope.get("state", {}).setdefault("notes", {})
        call = Call(replace(caller, client=client), toolsets, peer, splice, notes)
        accept = _header(post.scope, b"accept").lower()
        streams = b"text/event-stream" in accept
        headers: Headers = post.scope["headers"]
        if not streams and (not accept or b"*/*" in accept):
            headers = [pair for pair in headers if pair[0] != b"accept"] + [(b"accept", b"application/json")]
        scope = {**post.scope, "headers": headers, CALL: call}
        if _sessionless(scope) and self._server.is_quick(_header(scope, b"mcp-method"), _header(scope, b"mcp-name")):
            await self._json.handle_request(scope, _replay(post), splice.send)
        elif streams:
            await self._stream.handle_request(scope, _replay(post), splice.send)
        else:
            await _while_connected(self._json, scope, post, splice.send)

    def _cancel(self, peer: tuple[str, ...], body: bytes) -> None:
        try:
            message = json.loads(body)
            if message.get("method") == _CANCELLATION.decode() and "id" not in message:
                self._server.waits.cancel(peer, message["params"]["requestId"])
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
            return  # not well formed: the library answers it

    def _challenge(self, scope: Scope, place: Place) -> Headers:
        scopes = " ".join(documents.scopes())
        challenge = f'Bearer resource_metadata="{self._origin}{documents.METADATA}{place.path}", scope="{scopes}"'
        if _header(scope, b"authorization"):
            challenge += ', error="invalid_token"'
        return [(b"www-authenticate", challenge.encode("latin-1"))]


class _Endpoint:
    """One path of the endpoint."""

    def __init__(self, face: McpFace, place: Place) -> None:
        self._face = face
        self._place = place

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        method = scope["method"]
        if method == "POST":
            await self._face.post(scope, receive, send, self._place)
        elif method in ("GET", "HEAD"):
            await self._face.get(scope, send)
        else:
            await self._face.not_allowed(send)


class _Document:
    """A fixed JSON document, for any origin to read."""

    def __init__(self, body: bytes) -> None:
        self._body = body

    async def __call__(self, scope: Scope, _: Receive, send: Send) -> None:
        if scope["method"] not in ("GET", "HEAD"):
            await _answer(send, 405, b"", [(b"allow", b"GET, HEAD")])
            return
        headers = [(b"access-control-allow-origin", b"*"), (b"cache-control", b"public, max-age=3600")]
        await _answer(send, 200, self._body, headers, head=scope["method"] == "HEAD")


def _bearer(scope: Scope) -> str:
    """The token of the one Authorization header; raises Unauthorised. Cookies and query strings are not looked at."""
    given: list[bytes] = [value for name, value in scope["headers"] if name == b"authorization"]
    if not given:
        raise Unauthorised("An API key is needed: send it as `Authorization: Bearer <key>`")
    scheme, _, token = given[0].partition(b" ")
    if len(given) > 1 or scheme.lower() != b"bearer" or not token.strip() or len(token) > 4096:
        raise Unauthorised("The Authorization header must be `Bearer <key>`")
    return token.strip().decode("latin-1")


async def _body(scope: Scope, receive: Receive) -> bytes | None:
    """The whole body of a JSON request; None when the client left. Raises `_RefusedError`."""
    if not _header(scope, b"content-type").lower().startswith(b"application/json"):
        raise _RefusedError(415, -32600, "Content-Type must be application/json")
    declared = _header(scope, b"content-length")
    if declared.isdigit() and len(declared) < 20 and int(declared) > BODY_LIMIT:
        if int(declared) <= DRAIN_LIMIT:
            await _drain(receive)
        raise _RefusedError(413, -32600, _TOO_LARGE)
    chunks: list[bytes] = []
    size = 0
    while True:
        message = await receive()
        if message["type"] != "http.request":
            return None
        chunk = message.get("body", b"")
        size += len(chunk)
        chunks.append(chunk)
        more = message.get("more_body", False)
        if size > BODY_LIMIT:
            if more:
                await _drain(receive)
            raise _RefusedError(413, -32600, _TOO_LARGE)
        if not more:
            return b"".join(chunks)


async def _drain(receive: Receive) -> None:
    left = DRAIN_LIMIT
    with anyio.move_on_after(_DRAIN_SECONDS):
        while left > 0:
            message = await receive()
            left -= len(message.get("body", b""))
            if message["type"] != "http.request" or not message.get("more_body", False):
                return


def _replay(post: Post) -> Receive:
    given = False

    async def replay() -> Message:
        nonlocal given
        if given:
            return await post.receive()
        given = True
        return {"type": "http.request", "body": post.body, "more_body": False}

    return replay


async def _while_connected(manager: StreamableHTTPSessionManager, scope: Scope, post: Post, send: Send) -> None:
    """Handles a request in JSON mode, in which the library does not notice that the client has left."""
    async with anyio.create_task_group() as group:

        async def watch() -> None:
            while (await post.receive())["type"] != "http.disconnect":
                pass
            group.cancel_scope.cancel()

        group.start_soon(watch)
        await manager.handle_request(scope, _replay(post), send)
        group.cancel_scope.cancel()


def _sessionless(scope: Scope) -> bool:
    """Whether it says it is of a revision whose headers the library holds against the body: in others they say nothing
    of what is called.
    """
    return _header(scope, b"mcp-protocol-version").decode("latin-1") in MODERN_PROTOCOL_VERSIONS


def _header(scope: Scope, name: bytes) -> bytes:
    found: list[bytes] = [value for header, value in scope["headers"] if header == name]
    return b", ".join(found)


def _json(document: dict[str, Any]) -> bytes:
    return json.dumps(document, separators=(",", ":")).encode()


def _rpc_error(code: int, message: str) -> bytes:
    return _json({"jsonrpc": "2.0", "id": None, "error": {"code": code, "message": message}})


async def _answer(send: Send, status: int, body: bytes, headers: Headers | None = None, *, head: bool = False) -> None:
    await send(
        {
            "type": "http.response.start",
            "status": status,
            "headers": [
                (b"content-type", b"application/json"),
                (b"content-length", str(len(body)).encode()),
                *(headers or ()),
            ],
        }
    )
    await send({"type": "http.response.body", "body": b"" if head else body})
