"""CPU of a tool call over HTTP, compared with a tool that does nothing on the same library."""

import json
import socket
import statistics
import threading
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from bench.mail import corpus, deliver
from bench.processes import Running, cpu_seconds, free_port, letterlock, program, tool_call

ROUNDS = 3
CALLS = 2000
"""A round, for each tool."""
CONNECTIONS = 4
LISTED = 20
BOTH = "application/json, text/event-stream"
"""What the official clients accept."""


class Client:
    """One kept connection that posts calls of protocol 2026-07-28; as little of a client as will do."""

    def __init__(self, port: int, key: str = "", accept: str = BOTH) -> None:
        self._port = port
        self._key = key
        self._accept = accept
        self._socket = socket.create_connection(("127.0.0.1", port), timeout=60)
        self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)

    def __enter__(self) -> "Client":
        return self

    def __exit__(self, *_: object) -> None:
        self._socket.close()

    def request(self, name: str, arguments: Mapping[str, Any]) -> bytes:
        """The bytes of a call."""
        return self.message("tools/call", {"name": name, "arguments": arguments}, f"Mcp-Name: {name}")

    def message(self, method: str, params: Mapping[str, Any], *more: str) -> bytes:
        """The bytes of any request; `more` are further headers."""
        meta = "io.modelcontextprotocol/"
        told = {
            f"{meta}protocolVersion": "2026-07-28",
            f"{meta}clientCapabilities": {},
            f"{meta}clientInfo": {"name": "bench", "version": "1"},
        }
        params = {**params, "_meta": told}
        body = json.dumps({"jsonrpc": "2.0", "id": 1, "method": method, "params": params}).encode()
        lines = [
            "POST /mcp HTTP/1.1",
            f"Host: 127.0.0.1:{self._port}",
            f"Authorization: Bearer {self._key}",
            f"Accept: {self._accept}",
            "User-Agent: bench/1",
            "Content-Type: application/json",
            "MCP-Protocol-Version: 2026-07-28",
            f"Mcp-Method: {method}",
            *more,
            f"Content-Length: {len(body)}",
        ]
        return "\r\n".join(lines).encode() + b"\r\n\r\n" + body

    def call(self, name: str, arguments: Mapping[str, Any]) -> bytes:
        """The body of the answer."""
        return self.send(self.request(name, arguments))

    def send(self, request: bytes) -> bytes:
        self._socket.sendall(request)
        received = b""
        while b"\r\n\r\n" not in received:
            received += self._more()
        head, _, body = received.partition(b"\r\n\r\n")
        if not head.startswith(b"HTTP/1.1 200"):
            raise RuntimeError((head + b"\r\n" + body).decode("latin-1"))
        length = int(head.lower().partition(b"content-length: ")[2].split(b"\r\n")[0])
        parts, held = [body], len(body)
        while held < length:
            parts.append(self._more())
            held += len(parts[-1])
        return b"".join(parts)

    def _more(self) -> bytes:
        chunk = self._socket.recv(1 << 18)
        if not chunk:
            raise RuntimeError("The server closed the connection")
        return chunk


@dataclass(frozen=True, slots=True)
class Asked:
    """A tool, its arguments and whom to ask."""

    server: Running
    key: str
    name: str
    arguments: Mapping[str, Any]


@dataclass(slots=True)
class Measured:
    """Microseconds a call, one entry a round."""

    cpu: list[float] = field(default_factory=list)
    wall: list[float] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Result:
    """Medians over the rounds, in microseconds of CPU a call, and the ratios to the tool that does nothing."""

    cpu: Mapping[str, float]
    wall: Mapping[str, float]
    ratio: Mapping[str, float]


def measure(accept: str = BOTH, rounds: int = ROUNDS, calls: int = CALLS) -> Result:
    """Rounds of each tool in turn, so that what else the machine does falls on all of them alike."""
    port = free_port()
    with letterlock() as server, program("bench.reference", port) as bare:
        inbox = fill(server)
        newest: Any = tool_call(server.http, server.key, "list_messages", {"inbox_id": inbox, "limit": LISTED})
        chosen = newest["messages"][0]["message_id"]
        asked = {
            "nothing": Asked(bare, "", "nothing", {"inbox_id": inbox}),
            "list_messages": Asked(server, server.key, "list_messages", {"inbox_id": inbox, "limit": LISTED}),
            "get_message": Asked(server, server.key, "get_message", {"inbox_id": inbox, "message_id": chosen}),
        }
        found = {name: Measured() for name in asked}
        for one in asked.values():
            _round(one, accept, calls // 10)
        for _ in range(rounds):
            for name, one in asked.items():
                cpu, wall = _round(one, accept, calls)
                found[name].cpu.append(cpu)
                found[name].wall.append(wall)
    ratios = {
        name: statistics.median(ours / base for ours, base in zip(found[name].cpu, found["nothing"].cpu, strict=True))
        for name in asked
    }
    return Result(
        {name: statistics.median(one.cpu) for name, one in found.items()},
        {name: statistics.median(one.wall) for name, one in found.items()},
        ratios,
    )


def fill(server: Running, count: int = 2 * LISTED) -> str:
    """Delivers typical mail and waits until it can be read; returns the inbox."""
    inbox = "welcome@letterlock.localhost"
    deliver(server.smtp, corpus(count), inbox, connections=4)
    end = time.monotonic() + 60
    while True:
        found: Any = tool_call(server.http, server.key, "list_messages", {"inbox_id": inbox, "limit": 100})
        if found["count"] + sum(found["hidden"].values()) >= count:
            return inbox
        if time.monotonic() > end:
            raise RuntimeError(f"Only {found['count']} of {count} messages could be read after a minute")
        time.sleep(0.05)


def _round(asked: Asked, accept: str, calls: int) -> tuple[float, float]:
    """Microseconds of CPU and of waiting a call."""
    each = calls // CONNECTIONS
    clients = [Client(asked.server.http, asked.key, accept) for _ in range(CONNECTIONS)]
    failures: list[Exception] = []

    def run(client: Client) -> None:
        request = client.request(asked.name, asked.arguments)
        try:
            for _ in range(each):
                if b'"isError":true' in client.send(request):
                    raise RuntimeError(f"{asked.name} failed")
        except Exception as error:
            failures.append(error)

    threads = [threading.Thread(target=run, args=(client,)) for client in clients]
    before, began = cpu_seconds(asked.server.pid), time.perf_counter()
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    used, took = cpu_seconds(asked.server.pid) - before, time.perf_counter() - began
    for client in clients:
        client.__exit__()
    if failures:
        raise failures[0]
    done = each * CONNECTIONS
    return used / done * 1e6, took / done * CONNECTIONS * 1e6
