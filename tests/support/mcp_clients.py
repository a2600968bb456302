"""Agents: the official MCP client, over HTTP in either protocol era or over stdio, with every answer checked.

    async with agent(server) as inbox:
        found = await inbox("list_messages", inbox_id=server.inbox)     # structuredContent
        error = await inbox.refused("get_message", inbox_id=…, …)       # {type, message, param?}

Every result is validated against the tool's own outputSchema, every refusal against the shape of the error envelope.
"""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from jsonschema import Draft202012Validator
from mcp import Client
from mcp.client.stdio import StdioServerParameters
from mcp.client.streamable_http import create_mcp_http_client, streamable_http_client
from mcp_types import Implementation

from support.server import COMMAND, Server

MODERN, LEGACY = "2026-07-28", "legacy"
ERAS = (MODERN, LEGACY)
_ENVELOPE = {"type", "message", "param", "retry_after"}


class Agent:
    """One connected client. Calling it calls a tool."""

    def __init__(self, client: Client, tools: list[Any]) -> None:
        self.client = client
        self.tools = {tool.name: tool for tool in tools}
        self._outputs = {name: Draft202012Validator(tool.output_schema) for name, tool in self.tools.items()}
        self.text = ""
        """The text block of the last answer, and below it all its blocks."""
        self.blocks: list[Any] = []

    async def __call__(self, name: str, /, **arguments: Any) -> dict[str, Any]:
        """The structured content of a call that succeeds."""
        result = await self._call(name, arguments)
        assert not result.is_error, f"{name}: {self.text}"
        data: dict[str, Any] = result.structured_content
        self._outputs[name].validate(data)
        return data

    async def refused(self, name: str, /, **arguments: Any) -> dict[str, Any]:
        """The error envelope of a call that is refused."""
        result = await self._call(name, arguments)
        assert result.is_error, f"{name} {arguments} was not refused: {self.text}"
        error: dict[str, Any] = result.structured_content
        assert {"type", "message"} <= set(error) <= _ENVELOPE, error
        assert self.text == f"{error['type']}: {error['message']}"
        return error

    async def _call(self, name: str, arguments: dict[str, Any]) -> Any:
        result = await self.client.call_tool(name, arguments)
        self.text = result.content[0].text
        self.blocks = result.content
        return result


@asynccontextmanager
async def agent(
    server: Server, *, key: str | None = None, era: str = MODERN, path: str = "/mcp"
) -> AsyncIterator[Agent]:
    """An agent over HTTP, with the first key unless another is given."""
    headers = {"Authorization": f"Bearer {key or server.key}"}
    async with create_mcp_http_client(headers=headers) as http:
        transport = streamable_http_client(server.url + path, http_client=http)
        async with Client(transport, mode=era, read_timeout_seconds=90) as client:
            yield Agent(client, (await client.list_tools()).tools)


@asynccontextmanager
async def stdio_agent(
    server: Server, *, key: str | None = None, era: str = "auto", name: str | None = None
) -> AsyncIterator[Agent]:
    """An agent over stdio: `letterlock mcp` as the client would start it."""
    environment = dict(server.environment)
    if key is not None:
        environment["LETTERLOCK_KEY"] = key
    command = StdioServerParameters(
        command=str(COMMAND), args=["mcp", "--toolset", "inbox"], env=environment, cwd=str(server.folder)
    )
    told = None if name is None else Implementation(name=name, version="1.0")
    async with Client(command, mode=era, read_timeout_seconds=90, client_info=told) as client:
        yield Agent(client, (await client.list_tools()).tools)
