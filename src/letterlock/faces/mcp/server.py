"""The protocol server: lists tools and calls them through the gate; a failed call is a result, never a leak."""

import logging
from collections.abc import Mapping, Sequence
from typing import Any, Final
from urllib.parse import urlsplit

import mcp_types as types
from mcp.server.caching import CacheableMethod, CacheHint
from mcp.server.lowlevel.server import Server
from mcp.shared.exceptions import MCPError
from prometheus_client import CollectorRegistry, Counter

from letterlock.app.invoke import Gate
from letterlock.core.errors import Internal, LetterlockError, Temporary
from letterlock.core.permission import Toolset
from letterlock.faces.mcp.call import Call, Context, asked, caller_of
from letterlock.faces.mcp.errors import envelope
from letterlock.faces.mcp.links import Links
from letterlock.faces.mcp.listing import Listings
from letterlock.faces.mcp.offers import FAULT, Offers, guarded
from letterlock.faces.mcp.tool import Tool, ToolsetOf
from letterlock.faces.mcp.untrusted import RULE
from letterlock.faces.mcp.waits import Waits

log = logging.getLogger("letterlock.mcp")

INSTRUCTIONS: Final = (
    "Letterlock gives you email inboxes of your own. "
    + RULE
    + " Results carry a `url` that opens the item in the Letterlock dashboard: share it when the user asks to see"
    " something (“link me to the email you just sent”). Sending tools return at once with the message's ids;"
    " get_message says what became of the delivery."
)

_LISTS: Final[tuple[CacheableMethod, ...]] = (
    "tools/list",
    "resources/list",
    "resources/templates/list",
    "prompts/list",
)
_CACHED: Final[dict[CacheableMethod, CacheHint]] = {
    **{method: CacheHint(ttl_ms=300_000, scope="private") for method in _LISTS},
    # Which the newest revision wants to be told of reading, too: never kept, as mail changes.
    "resources/read": CacheHint(ttl_ms=0, scope="private"),
}
_CANCELLED: Final = -32800


class ToolServer:
    """The `mcp` server over the gate. `origin` is the public URL without a final slash."""

    def __init__(
        self, gate: Gate, toolsets: Sequence[ToolsetOf], *, origin: str, version: str, registry: CollectorRegistry
    ) -> None:
        self._gate = gate
        self._origin = origin
        self._tools: dict[Toolset, dict[str, Tool]] = {
            one.name: {tool.name: tool for tool in one.tools} for one in toolsets
        }
        self._listings = Listings(toolsets)
        self._quick = {name for tools in self._tools.values() for name, tool in tools.items() if not tool.waits}
        self._calls = Counter("letterlock_tool_calls", "Tool calls by outcome", ["tool", "outcome"], registry=registry)
        self._counted: dict[tuple[str, str], Counter] = {}
        self.waits = Waits()
        self.toolsets: tuple[Toolset, ...] = tuple(self._tools)
        offers = Offers(gate, toolsets, origin)
        self.protocol: Server[Any] = Server(
            "letterlock",
            version=version,
            title="Letterlock",
            description="Email for AI agents, with a trust report on every message.",
            instructions=INSTRUCTIONS,
            website_url=origin,
            cache_hints=_CACHED,
            # Asked for parameters that travel in headers too: no tool has one, and the schema need not be searched.
            get_tool_input_schema=lambda _: None,
            on_list_tools=self._list,
            on_call_tool=self._call,
            on_list_resources=guarded(offers.list_resources),
            on_list_resource_templates=guarded(offers.list_templates),
            on_read_resource=guarded(offers.read),
            on_list_prompts=guarded(offers.list_prompts),
            on_get_prompt=guarded(offers.get_prompt),
            on_completion=guarded(offers.complete),
        )
        # The tracing middleware that comes with the library costs time on every call and traces nothing here.
        self.protocol.middleware.clear()

    def is_quick(self, method: bytes, name: bytes) -> bool:
        """Whether a request of the sessionless revision, by its headers, is a call that never waits.

        Such a call is answered as JSON at once, as the library's event streams do too when nothing was sent before the
        answer; it is over before it would matter that the client left. The library checks the headers with the body.
        """
        return method == b"tools/list" or (method == b"tools/call" and name.decode("latin-1") in self._quick)

    async def _list(self, context: Context, _: types.PaginatedRequestParams | None) -> Any:
        call = asked(context)
        call.splice.list(self._listings.json(call.toolsets, context.protocol_version))
        return {"tools": [], "resultType": "complete"}

    async def _call(self, context: Context, params: types.CallToolRequestParams) -> Any:
        call = asked(context)
        toolset, tool = self._find(call, params.name)
        error = None
        try:
            result = await self._run(context, call, toolset, tool, params.arguments or {})
        except LetterlockError as refused:
            error = envelope(refused, tool, toolset)
        except MCPError:
            raise
        except Exception:
            log.exception("tool call failed", extra={"tool": tool.name})
            error = envelope(Internal(FAULT), tool, toolset)
        self._note(call, tool, error["type"] if error else "ok")
        if error is None:
            return result
        return _result(f"{error['type']}: {error['message']}", error, failed=True)

    def _note(self, call: Call, tool: Tool, outcome: str) -> None:
        counter = self._counted.get((tool.name, outcome))
        if counter is None:
            counter = self._counted[tool.name, outcome] = self._calls.labels(tool.name, outcome)
        counter.inc()
        call.notes.update(tool=tool.name, outcome=outcome, credential=call.caller.credential.id)

    def _find(self, call: Call, name: str) -> tuple[Toolset, Tool]:
        for toolset in call.toolsets:
            tool = self._tools[toolset].get(name)
            if tool is not None:
                return toolset, tool
        raise MCPError(code=types.INVALID_PARAMS, message=f"Unknown tool: {name[:100]}")

    async def _run(
        self, context: Context, call: Call, toolset: Toolset, tool: Tool, given: Mapping[str, Any]
    ) -> dict[str, Any]:
        arguments = tool.arguments(given)
        caller = caller_of(context, call, toolset)
        if tool.waits:
            with self.waits.open(call.peer, context.request_id) as wait:
                found = await self._gate.invoke(caller, tool.operation, arguments)
            if wait.cancelled:
                raise self._ended()
        else:
            found = await self._gate.invoke(caller, tool.operation, arguments)
        assert context.request is not None
        scope = context.request.scope
        links = Links(self._origin, caller.workspace_id, here=lambda: _here(self._origin, scope))
        data = tool.view(links, found)
        blocks = [] if tool.blocks is None else tool.blocks(found, data, context.protocol_version)
        return _result(*call.splice.stand_in(tool.text(data, given), data), call.splice.blocks(blocks))

    def _ended(self) -> Exception:
        if self.waits.closed:
            return Temporary("The server is restarting; call again", retry_after=2)
        return MCPError(code=_CANCELLED, message="Request cancelled")


def _here(origin: str, scope: Mapping[str, Any]) -> str:
    """The origin that the client connected to: a host it may name, as every request is checked for."""
    host = next((value.decode("latin-1").lower() for name, value in scope["headers"] if name == b"host"), "")
    public = host in ("", urlsplit(origin).netloc.lower())
    return origin if public else f"{scope.get('scheme', 'http')}://{host}"


def _result(
    text: str, data: Mapping[str, Any], blocks: Sequence[Mapping[str, Any]] = (), *, failed: bool = False
) -> dict[str, Any]:
    return {
        "content": [{"type": "text", "text": text}, *blocks],
        "structuredContent": data,
        "isError": failed,
        "resultType": "complete",
    }
