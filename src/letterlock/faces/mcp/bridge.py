"""stdio to a running server: each line a client writes is posted to `/mcp/<toolset>`, each answer written as a line.

MCP's stdio transport on one side, Streamable HTTP on the other, in whichever revision the client speaks. Nothing but
protocol messages goes to standard output, and the database is never opened.
"""

import asyncio
import json
import logging
import sys
import threading
from typing import Any, BinaryIO, Final
from urllib.parse import urlsplit

import httpx
from mcp.shared.inbound import NAME_BEARING_METHODS, encode_header_value

log = logging.getLogger("letterlock.bridge")

LINE_LIMIT: Final = 4 * 1024 * 1024
_VERSION: Final = "io.modelcontextprotocol/protocolVersion"
_SILENCE: Final = 90.0
"""Seconds without a byte of an answer after which the server is given up; a wait lasts 60."""
_NAME: Final = "letterlock-bridge"
_NAME_LIMIT: Final = 70
_PARSE_ERROR: Final = -32700
_INVALID: Final = -32600
_UNREACHABLE: Final = -32000

Message = dict[str, Any]


class Bridge:
    """One client on a pair of byte streams, one server at `url` (`http://host:port/mcp/inbox`)."""

    def __init__(self, url: str, key: str, source: BinaryIO, sink: BinaryIO) -> None:
        self._url = url
        self._source = source
        self._sink = sink
        self._version: str | None = None
        self._under_way: dict[str, asyncio.Task[None]] = {}
        # A proxy from the environment is for hosts elsewhere.
        here = urlsplit(url).hostname in ("localhost", "127.0.0.1", "::1")
        self._http = httpx.AsyncClient(
            headers={
                "Authorization": f"Bearer {key}",
                "Content-Type": "application/json",
                "Accept": "application/json, text/event-stream",
                "User-Agent": _NAME,
            },
            timeout=httpx.Timeout(_SILENCE, connect=5.0),
            limits=httpx.Limits(max_connections=None),
            trust_env=not here,
        )

    async def run(self) -> None:
        """Until the client closes its end; what it asked before is still answered."""
        lines: asyncio.Queue[bytes | None] = asyncio.Queue(maxsize=0)
        loop = asyncio.get_running_loop()
        threading.Thread(target=self._read, args=(loop, lines), daemon=True, name="stdin").start()
        async with self._http:
            while (line := await lines.get()) is not None:
                await self._take(line)
            await asyncio.gather(*self._under_way.values(), return_exceptions=True)

    def _read(self, loop: asyncio.AbstractEventLoop, lines: "asyncio.Queue[bytes | None]") -> None:
        """In a thread of its own: standard input may be a file or a terminal, which event loops do not watch."""
        while line := self._source.readline(LINE_LIMIT):
            loop.call_soon_threadsafe(lines.put_nowait, line)
        loop.call_soon_threadsafe(lines.put_nowait, None)

    async def _take(self, line: bytes) -> None:
        if not line.strip():
            return
        try:
            message = json.loads(line)
        except (ValueError, RecursionError):
            self._refuse(None, _PARSE_ERROR, "Parse error: one JSON-RPC message on a line is expected")
            return
        if not isinstance(message, dict):
            self._refuse(None, _INVALID, "One JSON-RPC message on a line is expected")
            return
        if message.get("method") == "notifications/cancelled":
            self._cancel(message)
        elif "id" not in message:
            await self._post(message, line)
        elif message.get("method") == "initialize":
            # What follows is sent in the revision that this settles, under the name that the client gives itself here.
            self._http.headers["User-Agent"] = _named(message)
            await self._post(message, line)
        else:
            name = repr(message["id"])
            task = asyncio.create_task(self._post(message, line))
            self._under_way[name] = task
            task.add_done_callback(lambda done: self._ended(name, done))

    def _ended(self, name: str, task: "asyncio.Task[None]") -> None:
        if self._under_way.get(name) is task:
            del self._under_way[name]

    def _cancel(self, message: Message) -> None:
        """Hangs up on the request, which ends it on the server; the client expects no answer to it any more."""
        params = message.get("params")
        task = self._under_way.get(repr(params.get("requestId"))) if isinstance(params, dict) else None
        if task is not None:
            task.cancel()

    async def _post(self, message: Message, line: bytes) -> None:
        request_id = message.get("id")
        try:
            async with self._http.stream("POST", self._url, content=line, headers=self._headers(message)) as answer:
                await self._answered(message, answer)
        except (httpx.ConnectError, httpx.ConnectTimeout):
            if request_id is not None:
                self._refuse(request_id, _UNREACHABLE, _away(self._url))
        except (httpx.HTTPError, ValueError) as error:
            log.warning("request failed: %s", type(error).__name__)
            if request_id is not None:
                self._refuse(request_id, _UNREACHABLE, f"Letterlock at {self._url} broke off: {type(error).__name__}")

    def _headers(self, message: Message) -> dict[str, str]:
        """The headers that Streamable HTTP wants beside the body, which depend on the client's revision."""
        params = message.get("params")
        params = params if isinstance(params, dict) else {}
        meta = params.get("_meta")
        version = meta.get(_VERSION) if isinstance(meta, dict) else None
        if not isinstance(version, str):
            return {"MCP-Protocol-Version": self._version} if self._version else {}
        method = str(message.get("method"))
        headers = {"MCP-Protocol-Version": encode_header_value(version), "Mcp-Method": encode_header_value(method)}
        name = params.get(NAME_BEARING_METHODS.get(method, ""))
        if isinstance(name, str):
            headers["Mcp-Name"] = encode_header_value(name)
        return headers

    async def _answered(self, message: Message, answer: httpx.Response) -> None:
        if answer.headers.get("content-type", "").startswith("text/event-stream"):
            async for line in answer.aiter_lines():
                if line.startswith("data:") and line[5:].strip():
                    self._forward(message, json.loads(line[5:]))
            return
        body = await answer.aread()
        if "id" not in message:
            return
        try:
            found = json.loads(body)
        except ValueError:
            found = None
        if isinstance(found, dict) and found.get("jsonrpc") == "2.0":
            self._forward(message, found)
        else:
            told = f"Letterlock at {self._url} answered HTTP {answer.status_code}"
            self._refuse(message["id"], _UNREACHABLE, told)

    def _forward(self, message: Message, found: Message) -> None:
        if message.get("method") == "initialize" and isinstance(found.get("result"), dict):
            version = found["result"].get("protocolVersion")
            self._version = version if isinstance(version, str) else None
        if "error" in found and found.get("id") is None:
            found = {**found, "id": message.get("id")}
        self._write(found)

    def _refuse(self, request_id: int | str | None, code: int, message: str) -> None:
        self._write({"jsonrpc": "2.0", "id": request_id, "error": {"code": code, "message": message}})

    def _write(self, message: Message) -> None:
        self._sink.write(json.dumps(message, separators=(",", ":")).encode() + b"\n")
        self._sink.flush()


def _named(initialize: Message) -> str:
    """The bridge's own name, behind the client's where it gives one: as much of it as a header can hold."""
    params = initialize.get("params")
    told = params.get("clientInfo") if isinstance(params, dict) else None
    parts = [told.get("name"), told.get("version")] if isinstance(told, dict) else []
    name = " ".join(part for part in parts if isinstance(part, str))
    name = "".join(character for character in name if " " <= character <= "~").strip()[:_NAME_LIMIT].rstrip()
    return f"{name} ({_NAME})" if name else _NAME


def _away(url: str) -> str:
    return f"No Letterlock server answers at {url}: start one with `letterlock up`, or set LETTERLOCK_URL"


def run(*, url: str, key: str) -> None:
    """Bridges standard input and output to the toolset at `url` until the client closes its end."""
    logging.basicConfig(stream=sys.stderr, level=logging.WARNING)
    # What a library prints by mistake must not end up among the messages.
    sink, sys.stdout = sys.stdout.buffer, sys.stderr
    try:
        asyncio.run(Bridge(url, key, sys.stdin.buffer, sink).run())
    except (KeyboardInterrupt, BrokenPipeError):
        return
