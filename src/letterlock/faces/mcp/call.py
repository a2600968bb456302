"""What the HTTP side knows of a request, for those who handle it within the protocol server."""

from dataclasses import dataclass, replace
from typing import Any, Final

from mcp.server.context import ServerRequestContext

from letterlock.app.invoke import Caller
from letterlock.core.permission import Toolset
from letterlock.faces.mcp.splice import Splice

CALL: Final = "letterlock.mcp.call"
"""Where in the ASGI scope the HTTP side leaves its `Call`."""

Context = ServerRequestContext[Any, Any]


@dataclass(frozen=True, slots=True)
class Call:
    """Who calls, the toolsets it reaches, who may cancel it."""

    caller: Caller
    toolsets: tuple[Toolset, ...]
    peer: tuple[str, ...]
    splice: Splice
    """Where its result goes."""
    notes: dict[str, Any]
    """For the request's log line."""


def asked(context: Context) -> Call:
    assert context.request is not None, "requests come over HTTP alone"
    call: Call = context.request.scope[CALL]
    return call


def caller_of(context: Context, call: Call, toolset: Toolset) -> Caller:
    """The caller, with what the client says of itself: name and version, or its User-Agent where it gives none, as in
    older revisions after initialize.
    """
    told = context.session.client_params
    client = "" if told is None else f"{told.client_info.name} {told.client_info.version}"[:100]
    return replace(call.caller, client=client or call.caller.client, toolset=toolset)
