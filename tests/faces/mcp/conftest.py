"""A running HTTP server over a gate that answers from memory: what is tested here is the face, not the mail behind it."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Mapping
from typing import Any

import httpx
import pytest
from prometheus_client import CollectorRegistry

from letterlock.app.invoke import Caller
from letterlock.core.credential import Credential
from letterlock.core.errors import LetterlockError, Unauthorised
from letterlock.core.permission import PERMISSIONS
from letterlock.faces.http.app import build
from letterlock.faces.http.serve import listen, serve
from letterlock.faces.mcp.endpoint import McpFace
from letterlock.faces.mcp.inbox.tools import INBOX
from letterlock.faces.mcp.server import ToolServer

KEY = "ll_live_right"
MODERN = "2026-07-28"
HIDDEN = {"spam": 2, "unauthenticated": 0, "quarantined": 0, "blocked": 0, "trash": 0}


def item(**changes: Any) -> dict[str, Any]:
    """A message in a list, as the operation gives it."""
    return {
        "message_id": "msg_1",
        "inbox_id": "agent@letterlock.localhost",
        "thread_id": "thd_1",
        "labels": ["INBOX", "UNREAD"],
        "timestamp": "2026-11-30T12:00:00Z",
        "received_at": "2026-11-30T12:00:01Z",
        "direction": "inbound",
        "from": "Ann <ann@example.com>",
        "to": ["agent@letterlock.localhost"],
        "cc": [],
        "subject": "Hello",
        "preview": "Hello there",
        "attachment_count": 0,
        "size": 1234,
        "trust_level": "known",
        **changes,
    }


def view(**changes: Any) -> dict[str, Any]:
    """A message in the agent-safe form."""
    return {
        **item(),
        "reply_to": [],
        "rfc_message_id": "<1@example.com>",
        "in_reply_to": None,
        "references": [],
        "text": "Hello there",
        "text_source": "trust.content.text",
        "attachments": [],
        "notice": "UNTRUSTED",
        **changes,
    }


class MemoryGate:
    """Answers each operation with what `answers` holds: a result, an error to raise, or a coroutine function."""

    def __init__(self) -> None:
        self.calls: list[tuple[Caller, str, dict[str, Any]]] = []
        self.answers: dict[str, Any] = {
            "messages.list": {"count": 1, "next_page_token": None, "messages": [item()], "hidden": HIDDEN},
            "messages.get": view(),
        }
        self.toolsets = frozenset({"inbox"})
        self.people = None

    async def authenticate(self, key: str) -> Caller:
        if key != KEY:
            raise Unauthorised("This API key is unknown, expired or revoked")
        permissions = frozenset(PERMISSIONS)
        return Caller(Credential("key_1", "wsp_1", "test", permissions, toolsets=self.toolsets))  # type: ignore[arg-type]

    async def invoke(self, caller: Caller, operation: str, arguments: Mapping[str, Any]) -> Mapping[str, Any]:
        self.calls.append((caller, operation, dict(arguments)))
        answer = self.answers[operation]
        if isinstance(answer, Exception):
            raise answer
        if callable(answer):
            answer = await answer(arguments)
        return answer  # type: ignore[no-any-return]


@pytest.fixture
def gate() -> MemoryGate:
    return MemoryGate()


class Running:
    def __init__(self, url: str, face: McpFace, stop: asyncio.Event) -> None:
        self.url = url
        self.face = face
        self.stop = stop


@contextlib.asynccontextmanager
async def started(gate: Any) -> AsyncIterator[Running]:
    listening = listen("127.0.0.1", 0)
    bound = f"127.0.0.1:{listening.getsockname()[1]}"
    url, registry = f"http://{bound}", CollectorRegistry()
    server = ToolServer(gate, [INBOX], origin=url, version="0.1.0", registry=registry)
    face = McpFace(gate, server, origin=url, version="0.1.0")

    async def ready() -> None:
        return

    app = build(routes=face.routes(), running=[face.run], ready=ready, registry=registry, public_url=url, bound=bound)
    stop, begun = asyncio.Event(), asyncio.Event()
    serving = asyncio.create_task(
        serve(app, "127.0.0.1", 0, stop, listening=listening, stopping=face.stop_waiting, started=lambda _: begun.set())
    )
    await begun.wait()
    try:
        yield Running(url, face, stop)
    finally:
        stop.set()
        await asyncio.wait_for(serving, 15)


@pytest.fixture
async def running(gate: MemoryGate) -> AsyncIterator[Running]:
    async with started(gate) as server:
        yield server


class Client:
    """One that sends single requests, in any revision."""

    def __init__(self, url: str) -> None:
        self.url = url

    async def request(self, method, params=None, era=MODERN):
        params = dict(params or {})
        headers = {"authorization": "Bearer ll_live_right", "accept": "application/json", "mcp-protocol-version": era}
        if era == MODERN:
            named = params.get("name") or params.get("uri")
            meta = "io.modelcontextprotocol/"
            client = {"name": "tester", "version": "9"}
            params["_meta"] = {
                f"{meta}protocolVersion": era, f"{meta}clientCapabilities": {}, f"{meta}clientInfo": client
            }  # fmt: skip
            headers["mcp-method"] = method
            if named:
                headers["mcp-name"] = named
        async with httpx.AsyncClient(trust_env=False) as http:
            body = {"jsonrpc": "2.0", "id": 1, "method": method, "params": params}
            return (await http.post(f"{self.url}/mcp/inbox", headers=headers, json=body)).json()

    async def call(self, name, arguments=None, era=MODERN):
        return (await self.request("tools/call", {"name": name, "arguments": arguments or {}}, era))["result"]

    async def tools(self, era=MODERN):
        return (await self.request("tools/list", era=era))["result"]["tools"]


@pytest.fixture
def client(running: Running) -> Client:
    return Client(running.url)


__all__ = ["KEY", "LetterlockError", "MemoryGate", "Running"]
