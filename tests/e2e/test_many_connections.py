"""Thousands of HTTP connections that say nothing: whoever opens them keeps out none but itself."""

import resource
import socket

import httpx
import pytest

from letterlock.faces.http.crowd import Most


def connect(server, source: str) -> socket.socket:
    host, port = server.url.removeprefix("http://").split(":")
    return socket.create_connection((host, int(port)), timeout=20, source_address=(source, 0))


def gone(connections: list[socket.socket]) -> int:
    """How many of them the server has ended."""
    number = 0
    for connection in connections:
        connection.setblocking(False)
        try:
            number += connection.recv(1) == b""
        except BlockingIOError:
            pass
        except ConnectionError:
            number += 1
    return number


async def test_a_client_with_too_many_connections_loses_its_oldest_and_others_none(server, agent, inbox):
    most = Most().within_reach()
    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft < most.of_client + 500:
        pytest.skip("this process may not open as many connections")
    other = connect(server, "127.0.0.8")
    greedy = [connect(server, "127.0.0.9") for _ in range(most.of_client + 50)]
    try:
        transport = httpx.AsyncHTTPTransport(local_address="127.0.0.9")
        async with httpx.AsyncClient(transport=transport) as http:
            assert (await http.get(f"{server.url}/healthz")).status_code == 200, "even itself it does not keep out"
        assert gone(greedy) == 51
        assert gone([other]) == 0
        assert (await agent("list_messages", inbox_id=inbox))["count"] == 0
    finally:
        for connection in [other, *greedy]:
            connection.close()
