"""`tools/list`, made and serialised once for each set of toolsets and each revision of the protocol."""

from collections.abc import Sequence
from typing import Any

from mcp_types.methods import serialize_server_result
from pydantic_core import to_json

from letterlock.app.invoke import OPERATIONS
from letterlock.core.permission import Toolset
from letterlock.faces.mcp.schemas import input_schema, output_schema
from letterlock.faces.mcp.tool import Tool, ToolsetOf
from letterlock.faces.mcp.untrusted import RULE


class Listings:
    """The lists that credentials may be given: what is in one depends on their toolsets alone."""

    def __init__(self, toolsets: Sequence[ToolsetOf]) -> None:
        self._tools = {one.name: [listing(tool) for tool in one.tools] for one in toolsets}
        self._made: dict[tuple[tuple[Toolset, ...], str], bytes] = {}

    def json(self, toolsets: tuple[Toolset, ...], version: str) -> bytes:
        """The array of tools as the revision `version` has them."""
        key = (toolsets, version)
        made = self._made.get(key)
        if made is None:
            tools = [tool for name in toolsets for tool in self._tools[name]]
            result = {"tools": tools, "resultType": "complete", "ttlMs": 0, "cacheScope": "private"}
            made = self._made[key] = to_json(serialize_server_result("tools/list", version, result)["tools"])
        return made


def listing(tool: Tool) -> dict[str, Any]:
    """One tool, as the newest revision has it."""
    operation = OPERATIONS[tool.operation]
    return {
        "name": tool.name,
        "title": tool.title,
        "description": f"{tool.description}\n\n{RULE}" if operation.untrusted else tool.description,
        "inputSchema": input_schema(operation.params, tool),
        "outputSchema": output_schema(operation.result, tool),
        "annotations": {
            "title": tool.title,
            "readOnlyHint": tool.read_only,
            "destructiveHint": False,
            "idempotentHint": tool.idempotent or tool.read_only,
            "openWorldHint": tool.open_world,
        },
    }
