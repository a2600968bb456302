"""Resources, prompts and completion of the protocol server: through the gate as tools are, refused as protocol errors.

What tools tell as a result with an error in it has no place here, so it is the `data` of a JSON-RPC error.
"""

import logging
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any, Final

import mcp_types as types
from mcp.shared.exceptions import MCPError
from mcp_types.version import MODERN_PROTOCOL_VERSIONS

from letterlock.app.invoke import Gate
from letterlock.core.errors import Internal, Invalid, LetterlockError, NotFound
from letterlock.faces.mcp.call import Call, Context, asked, caller_of
from letterlock.faces.mcp.errors import plain_envelope
from letterlock.faces.mcp.links import Links
from letterlock.faces.mcp.resource import MalformedUriError, Prompt, Resource, as_text, check_uri
from letterlock.faces.mcp.tool import ToolsetOf

log = logging.getLogger("letterlock.mcp")

Handler = Callable[[Context, Any], Awaitable[Any]]

NOT_FOUND_BEFORE_2026: Final = -32002
"""The older revisions' code for a resource that is not there; the newest says INVALID_PARAMS."""
REFUSED: Final = -32000
"""Implementation-defined: what the caller may read is in the error's data."""
FAULT: Final = "Something went wrong on the server; the operator can find it in the log"
_JSON: Final = "application/json"
_MOST: Final = 100
"""Values of a completion."""


class Offers:
    """What the toolsets offer beside tools. `origin` is the public URL without a final slash."""

    def __init__(self, gate: Gate, toolsets: Sequence[ToolsetOf], origin: str) -> None:
        self._gate = gate
        self._origin = origin
        self._toolsets = {one.name: one for one in toolsets}

    def _resources(self, call: Call) -> list[Resource]:
        return [one for name in call.toolsets for one in self._toolsets[name].resources]

    def _prompts(self, call: Call) -> list[Prompt]:
        return [one for name in call.toolsets for one in self._toolsets[name].prompts]

    async def list_resources(self, context: Context, _: types.PaginatedRequestParams | None) -> Any:
        found = [{"uri": one.uri, **_about(one)} for one in self._resources(asked(context)) if not one.variables]
        return {"resources": found, "resultType": "complete"}

    async def list_templates(self, context: Context, _: types.PaginatedRequestParams | None) -> Any:
        found = [{"uriTemplate": one.uri, **_about(one)} for one in self._resources(asked(context)) if one.variables]
        return {"resourceTemplates": found, "resultType": "complete"}

    async def read(self, context: Context, params: types.ReadResourceRequestParams) -> Any:
        call = asked(context)
        try:
            check_uri(params.uri)
            for resource in self._resources(call):
                values = resource.match(params.uri)
                if values is not None:
                    return await self._read(context, call, params.uri, resource, values)
        except MalformedUriError as error:
            message = f"{params.uri[:200]!r} is not the URI of a resource: {error}"
            raise MCPError(types.INVALID_PARAMS, message) from None
        raise _no_resource(context, params.uri, "There is no such resource; resources/list and templates say what is")

    async def _read(
        self, context: Context, call: Call, uri: str, resource: Resource, values: Mapping[str, str]
    ) -> dict[str, Any]:
        named = {resource.renamed.get(name, name): value for name, value in values.items()}
        caller = caller_of(context, call, call.toolsets[0])
        try:
            found = await self._gate.invoke(caller, resource.operation, {**named, **resource.fixed})
        except NotFound as error:
            raise _no_resource(context, uri, error.message) from None
        except LetterlockError as error:
            raise _refused(call, error) from None
        text = as_text(resource.view(Links(self._origin, caller.workspace_id), found))
        return {"contents": [{"uri": uri, "mimeType": _JSON, "text": text}], "resultType": "complete"}

    async def list_prompts(self, context: Context, _: types.PaginatedRequestParams | None) -> Any:
        found = [
            {
                "name": one.name,
                "title": one.title,
                "description": one.description,
                "arguments": [
                    {"name": name, "description": about, "required": required}
                    for name, (about, required) in one.arguments.items()
                ],
            }
            for one in self._prompts(asked(context))
        ]
        return {"prompts": found, "resultType": "complete"}

    async def get_prompt(self, context: Context, params: types.GetPromptRequestParams) -> Any:
        prompt = self._prompt(asked(context), params.name)
        given = params.arguments or {}
        for name in given:
            if name not in prompt.arguments:
                raise MCPError(types.INVALID_PARAMS, f"{name[:60]!r} is not an argument of {prompt.name}")
        for name, (_, required) in prompt.arguments.items():
            if required and not given.get(name, "").strip():
                raise MCPError(types.INVALID_PARAMS, f"{prompt.name} needs the argument {name}")
        try:
            text = prompt.render(given)
        except Invalid as error:
            raise MCPError(types.INVALID_PARAMS, error.message) from None
        message = {"role": "user", "content": {"type": "text", "text": text}}
        return {"description": prompt.description, "messages": [message], "resultType": "complete"}

    def _prompt(self, call: Call, name: str) -> Prompt:
        for prompt in self._prompts(call):
            if prompt.name == name:
                return prompt
        raise MCPError(types.INVALID_PARAMS, f"Unknown prompt: {name[:100]}")

    async def complete(self, context: Context, params: types.CompleteRequestParams) -> Any:
        """Inboxes within reach that begin as what was typed; nothing for other arguments."""
        call = asked(context)
        self._check_completed(call, params)
        values: list[str] = []
        if params.argument.name == "inbox_id":
            values = await self._inboxes(context, call, params.argument.value.strip().lower())
        completion = {"values": values[:_MOST], "total": len(values), "hasMore": False}
        return {"completion": completion, "resultType": "complete"}

    def _check_completed(self, call: Call, params: types.CompleteRequestParams) -> None:
        if isinstance(params.ref, types.PromptReference):
            known = tuple(self._prompt(call, params.ref.name).arguments)
        else:
            uri = params.ref.uri
            named = next((one for one in self._resources(call) if one.uri == uri), None)
            if named is None:
                raise MCPError(types.INVALID_PARAMS, f"Unknown resource template: {uri[:200]}")
            known = named.variables
        if params.argument.name not in known:
            raise MCPError(types.INVALID_PARAMS, f"Unknown argument: {params.argument.name[:60]}")

    async def _inboxes(self, context: Context, call: Call, begun: str) -> list[str]:
        caller = caller_of(context, call, call.toolsets[0])
        try:
            found = await self._gate.invoke(caller, "inboxes.list", {"limit": _MOST})
        except Internal as error:
            raise _refused(call, error) from None
        except LetterlockError:
            return []  # a help in typing, which who may not see inboxes goes without
        return [one["inbox_id"] for one in found["inboxes"] if one["inbox_id"].startswith(begun)]


def guarded(handler: Handler) -> Handler:
    """The handler, telling nothing of an unexpected fault: the older revisions give clients an exception's text."""

    async def guard(context: Context, params: Any) -> Any:
        try:
            return await handler(context, params)
        except MCPError:
            raise
        except Exception:
            log.exception("request failed", extra={"method": context.method})
            raise MCPError(types.INTERNAL_ERROR, FAULT) from None

    return guard


def _about(one: Resource) -> dict[str, Any]:
    return {"name": one.name, "title": one.title, "description": one.description, "mimeType": _JSON}


def _no_resource(context: Context, uri: str, message: str) -> MCPError:
    modern = context.protocol_version in MODERN_PROTOCOL_VERSIONS
    code = types.INVALID_PARAMS if modern else NOT_FOUND_BEFORE_2026
    return MCPError(code, message, {"uri": uri})


def _refused(call: Call, error: LetterlockError) -> MCPError:
    told = plain_envelope(error, call.toolsets[0])
    codes = {"invalid": types.INVALID_PARAMS, "internal": types.INTERNAL_ERROR}
    return MCPError(codes.get(error.kind, REFUSED), f"{told['type']}: {told['message']}", told)
