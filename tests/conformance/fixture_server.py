"""The product's endpoint with what the public conformance suites expect to be there: `python fixture_server.py PORT`.

Everything from the socket to the protocol server is the product's own: HTTP guards, credentials, size limits, response
modes, listing, splicing. Added are the suites' tools, resources and prompts beside the inbox toolset, and two things
that the product does without: sessions, in which the older revisions ask a client something in the middle of a call,
and the streams of changes that the newest has. In front stands what adds the key, as the suites send none.
"""

import asyncio
import json
import sys
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

import mcp_types as types
from fixture_tools import BUS, IMAGE, TOOLS, asks, content, form, image, resource
from mcp.server.request_state import RequestStateBoundary, RequestStateSecurity
from mcp.server.streamable_http_manager import StreamableHTTPSessionManager
from mcp.server.subscriptions import ListenHandler
from prometheus_client import CollectorRegistry
from pydantic_core import to_json
from starlette.types import ASGIApp, Receive, Scope, Send

from letterlock.app.invoke import Caller
from letterlock.core.credential import Credential
from letterlock.core.errors import Internal, Unauthorised
from letterlock.core.permission import PERMISSIONS
from letterlock.faces.http.app import build
from letterlock.faces.http.serve import serve
from letterlock.faces.mcp.call import asked
from letterlock.faces.mcp.endpoint import BODY_LIMIT, McpFace
from letterlock.faces.mcp.inbox import INBOX
from letterlock.faces.mcp.server import ToolServer

KEY = "ll_live_conformance"
RESOURCES: dict[str, dict[str, Any]] = {
    "test://static-text": {"mimeType": "text/plain", "text": "This is the content of the static text resource."},
    "test://static-binary": {"mimeType": "image/png", "blob": IMAGE},
    "test://watched-resource": {"mimeType": "text/plain", "text": "Watched resource content"},
}
TEMPLATE = ("test://template/", "/data")
PROMPTS: dict[str, tuple[str, ...]] = {
    "test_simple_prompt": (),
    "test_prompt_with_arguments": ("arg1", "arg2"),
    "test_prompt_with_embedded_resource": ("resourceUri",),
    "test_prompt_with_image": (),
    "test_input_required_result_prompt": (),
}


class Gate:
    """Knows one key. No mail is behind it."""

    people = None

    async def authenticate(self, key: str) -> Caller:
        if key != KEY:
            raise Unauthorised("This API key is unknown, expired or revoked")
        return Caller(Credential("key_1", "wsp_1", "test", frozenset(PERMISSIONS), toolsets=frozenset({"inbox"})))

    async def invoke(self, _: Caller, operation: str, __: Mapping[str, Any]) -> Mapping[str, Any]:
        if operation == "inboxes.list":
            return {"count": 0, "next_page_token": None, "inboxes": []}
        raise Internal(f"{operation} has no mail here")


class FixtureServer(ToolServer):
    """The product's protocol server, offering more."""

    def __init__(self, gate: Gate, origin: str) -> None:
        registry = CollectorRegistry()
        super().__init__(gate, [INBOX], origin=origin, version="0.1.0", registry=registry)  # type: ignore[arg-type]
        self._more("resources/list", lists("resources", _resources()))
        self._more("resources/templates/list", lists("resourceTemplates", _templates()))
        self._more("prompts/list", lists("prompts", _prompts()))
        self._more("resources/read", read)
        self._more("prompts/get", prompt)
        self._more("completion/complete", complete)
        add = self.protocol.add_request_handler
        add("logging/setLevel", types.SetLevelRequestParams, nothing)
        add("resources/subscribe", types.SubscribeRequestParams, nothing)
        add("resources/unsubscribe", types.UnsubscribeRequestParams, nothing)
        add("subscriptions/listen", types.SubscriptionsListenRequestParams, ListenHandler(BUS))
        # The product's tools have no parameter that travels in a header too, so it gives no schema to look in.
        self.protocol.get_tool_input_schema = lambda name: TOOLS[name].schema if name in TOOLS else None
        self.protocol.middleware.append(
            RequestStateBoundary(RequestStateSecurity.ephemeral(), default_audience="letterlock")
        )

    def _more(self, method: str, own: Callable[[Any, Any, Any], Awaitable[Any]]) -> None:
        """Asks `own` first, which is given the product's handler."""
        entry = self.protocol.get_request_handler(method)
        assert entry is not None
        product = entry.handler

        async def handler(context: Any, params: Any) -> Any:
            return await own(product, context, params)

        self.protocol.add_request_handler(method, entry.params_type, handler)

    async def _list(self, context: Any, params: Any) -> Any:
        answer = await super()._list(context, params)
        call = asked(context)
        tools = json.loads(self._listings.json(call.toolsets, context.protocol_version))
        call.splice.list(to_json([*tools, *_tools()]))
        return answer

    async def _call(self, context: Any, params: types.CallToolRequestParams) -> Any:
        tool = TOOLS.get(params.name)
        return await (super()._call(context, params) if tool is None else tool.run(context, params))


def _tools() -> list[dict[str, Any]]:
    return [{"name": name, "description": tool.description, "inputSchema": tool.schema} for name, tool in TOOLS.items()]


def _resources() -> list[dict[str, Any]]:
    return [{"uri": uri, "name": uri.partition("//")[2], "mimeType": one["mimeType"]} for uri, one in RESOURCES.items()]


def _templates() -> list[dict[str, Any]]:
    return [{"uriTemplate": "{id}".join(TEMPLATE), "name": "template", "mimeType": "application/json"}]


def _prompts() -> list[dict[str, Any]]:
    return [
        {
            "name": name,
            "description": f"{name}, for conformance",
            "arguments": [{"name": one, "description": one, "required": True} for one in arguments],
        }
        for name, arguments in PROMPTS.items()
    ]


def lists(key: str, more: list[dict[str, Any]]) -> Any:
    async def own(product: Any, context: Any, params: Any) -> Any:
        answer = await product(context, params)
        return {**answer, key: [*answer[key], *more]}

    return own


async def read(product: Any, context: Any, params: types.ReadResourceRequestParams) -> Any:
    uri, (head, tail) = params.uri, TEMPLATE
    found = RESOURCES.get(uri)
    if uri.startswith(head) and uri.endswith(tail):
        named = uri[len(head) : -len(tail)]
        told = json.dumps({"id": named, "templateTest": True, "data": f"Data for ID: {named}"})
        found = {"mimeType": "application/json", "text": told}
    if found is None:
        return await product(context, params)
    return {"contents": [{"uri": uri, **found}], "resultType": "complete"}


async def prompt(product: Any, context: Any, params: types.GetPromptRequestParams) -> Any:
    given = params.arguments or {}
    words: dict[str, Any] = {"type": "text", "text": f"Arguments: {', '.join(map(repr, given.values()))}"}
    blocks = {
        "test_simple_prompt": [{"type": "text", "text": "This is a simple prompt for testing."}],
        "test_prompt_with_arguments": [words],
        "test_prompt_with_embedded_resource": [
            resource(given.get("resourceUri", ""), "text/plain", "Embedded resource content for testing."),
            {"type": "text", "text": "Please process the embedded resource above."},
        ],
        "test_prompt_with_image": [image(), {"type": "text", "text": "Please analyze the image above."}],
    }.get(params.name)
    if params.name == "test_input_required_result_prompt":
        known = content(params, "user_context", "context")
        if known is None:
            return asks(user_context=form("What context should the prompt use?", context="string"))
        blocks = [{"type": "text", "text": f"Use the following context: {known}"}]
    if blocks is None:
        return await product(context, params)
    return {"messages": [{"role": "user", "content": block} for block in blocks], "resultType": "complete"}


async def complete(product: Any, context: Any, params: types.CompleteRequestParams) -> Any:
    if getattr(params.ref, "name", "") not in PROMPTS:
        return await product(context, params)
    return {"completion": {"values": [], "total": 0, "hasMore": False}, "resultType": "complete"}


async def nothing(_: Any, __: Any) -> Any:
    return {}


def with_key(app: ASGIApp) -> ASGIApp:
    """The proxy that adds the key; all else passes as it came."""

    async def proxy(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            scope = {**scope, "headers": [*scope["headers"], (b"authorization", f"Bearer {KEY}".encode())]}
        await app(scope, receive, send)

    return proxy


async def main(port: int) -> None:
    bound = f"127.0.0.1:{port}"
    origin = f"http://{bound}"
    gate = Gate()
    server = FixtureServer(gate, origin)
    face = McpFace(gate, server, origin=origin, version="0.1.0")  # type: ignore[arg-type]
    face._stream = StreamableHTTPSessionManager(server.protocol, max_request_body_size=BODY_LIMIT)

    async def ready() -> None:
        return

    app = build(
        routes=face.routes(),
        running=[face.run],
        ready=ready,
        registry=CollectorRegistry(),
        public_url=origin,
        bound=bound,
    )
    await serve(with_key(app), "127.0.0.1", port, asyncio.Event(), started=lambda _: print(f"{origin}/mcp", flush=True))


if __name__ == "__main__":
    asyncio.run(main(int(sys.argv[1])))
