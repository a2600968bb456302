"""What calls are compared with: a tool that does nothing, on the bare `mcp` server that Letterlock stands on.

`python -m bench.reference PORT [TOOLS]`. TOOLS is a file with tools as JSON, to be listed instead; they are serialised
at each request, as the library does of itself. The same uvicorn, h11 and uvloop; no credentials, no checks, no logs,
no storage.
"""

import json
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import mcp_types as types
import uvicorn
from mcp.server.lowlevel.server import Server
from mcp.server.streamable_http_manager import StreamableHTTPSessionManager
from starlette.applications import Starlette
from starlette.routing import Route
from starlette.types import Receive, Scope, Send

_SCHEMA = {"type": "object", "properties": {"inbox_id": {"type": "string"}}}
_RESULT = {
    "content": [{"type": "text", "text": "ok"}],
    "structuredContent": {"ok": True},
    "isError": False,
    "resultType": "complete",
}


def _lister(file: str | None) -> Any:
    described = json.loads(Path(file).read_bytes()) if file else [{"name": "nothing", "inputSchema": _SCHEMA}]
    tools = [types.Tool.model_validate(tool) for tool in described]

    async def listed(_context: Any, _params: Any) -> Any:
        return types.ListToolsResult(tools=tools)

    return listed


async def _call(_context: Any, _params: Any) -> Any:
    return _RESULT


class _Endpoint:
    """Takes the response mode the client accepts, as Letterlock does."""

    def __init__(self, server: Server[Any]) -> None:
        self.stream = StreamableHTTPSessionManager(server, stateless=True)
        self.json = StreamableHTTPSessionManager(server, stateless=True, json_response=True)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        accept = next((value for name, value in scope["headers"] if name == b"accept"), b"")
        manager = self.stream if b"text/event-stream" in accept else self.json
        await manager.handle_request(scope, receive, send)


def build(file: str | None = None) -> Starlette:
    """The whole application."""
    server: Server[Any] = Server(
        "reference",
        get_tool_input_schema={"nothing": _SCHEMA}.get,
        on_list_tools=_lister(file),
        on_call_tool=_call,
    )
    # Letterlock does without the library's tracing; with it the reference would be slower.
    server.middleware.clear()
    endpoint = _Endpoint(server)

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        async with endpoint.stream.run(), endpoint.json.run():
            yield

    return Starlette(routes=[Route("/mcp", endpoint)], lifespan=lifespan)


if __name__ == "__main__":
    uvicorn.run(
        build(*sys.argv[2:]),
        host="127.0.0.1",
        port=int(sys.argv[1]),
        loop="uvloop",
        http="h11",
        log_level="error",
        access_log=False,
    )
