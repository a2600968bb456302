"""The official client against the endpoint: over HTTP and over the stdio bridge, in both eras of the protocol."""

import asyncio
import contextlib
import json
import sys

import httpx2
import pytest
from mcp.client import Client
from mcp.client.stdio import StdioServerParameters
from mcp.client.streamable_http import streamable_http_client
from mcp.shared.exceptions import MCPError

KEY = "ll_live_right"
AT = {"inbox_id": "agent@letterlock.localhost"}
BRIDGE = "import sys; from letterlock.faces.mcp.bridge import run; run(url=sys.argv[1], key=sys.argv[2])"


def over_stdio(url, key=KEY):
    return StdioServerParameters(command=sys.executable, args=["-c", BRIDGE, url, key])


@contextlib.asynccontextmanager
async def connected(way, mode, url):
    if way == "stdio":
        async with Client(over_stdio(url), mode=mode) as client:
            yield client
        return
    headers = {"Authorization": f"Bearer {KEY}"}
    async with (
        httpx2.AsyncClient(headers=headers, trust_env=False, timeout=60) as http,
        Client(streamable_http_client(url, http_client=http), mode=mode) as client,
    ):
        yield client


@pytest.fixture(params=["http", "stdio"])
def way(request):
    return request.param


@pytest.fixture(params=["auto", "legacy"])
def mode(request):
    return request.param


async def test_it_lists_and_calls_tools(running, gate, way, mode):
    async with connected(way, mode, f"{running.url}/mcp/inbox") as client:
        assert client.protocol_version == {"auto": "2026-07-28", "legacy": "2025-11-25"}[mode]
        tools = (await client.list_tools()).tools
        assert "wait_for_message" in {tool.name for tool in tools}
        found = await client.call_tool("list_messages", AT)
        assert found.structured_content["count"] == 1
        assert not found.is_error
        refused = await client.call_tool("list_messages", {**AT, "bogus": 1})
        assert refused.is_error
        assert refused.structured_content["param"] == "bogus"
        with pytest.raises(MCPError, match="Unknown tool"):
            await client.call_tool("erase_everything", {})


async def test_calls_run_at_the_same_time(running, gate, way, mode):
    begun, release = asyncio.Event(), asyncio.Event()

    async def wait(_):
        begun.set()
        await release.wait()
        return {"timed_out": True, **AT, "waited_seconds": 3}

    gate.answers["messages.wait"] = wait
    async with connected(way, mode, f"{running.url}/mcp") as client:
        await client.list_tools()
        waiting = asyncio.create_task(client.call_tool("wait_for_message", AT))
        await asyncio.wait_for(begun.wait(), 20)
        assert (await client.call_tool("list_messages", AT)).structured_content["count"] == 1
        release.set()
        assert (await waiting).structured_content["timed_out"] is True


async def test_a_call_that_is_given_up_ends_on_the_server(running, gate, way, mode):
    begun, ended = asyncio.Event(), asyncio.Event()

    async def wait(_):
        begun.set()
        try:
            await asyncio.Event().wait()
        finally:
            ended.set()

    gate.answers["messages.wait"] = wait
    async with connected(way, mode, f"{running.url}/mcp") as client:
        await client.list_tools()
        waiting = asyncio.create_task(client.call_tool("wait_for_message", AT))
        await asyncio.wait_for(begun.wait(), 20)
        waiting.cancel()
        await asyncio.wait_for(ended.wait(), 20)
        assert (await client.call_tool("list_messages", AT)).structured_content["count"] == 1


async def talk(url, lines, key=KEY):
    """What the bridge writes for these lines, and what it says on standard error."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-c", BRIDGE, url, key,
        stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE,
    )  # fmt: skip
    out, err = await asyncio.wait_for(process.communicate("\n".join(lines).encode() + b"\n"), 30)
    return [json.loads(line) for line in out.splitlines()], err.decode()


PING = json.dumps({"jsonrpc": "2.0", "id": "a", "method": "ping"})


async def test_the_bridge_says_that_the_server_is_away():
    answers, _ = await talk("http://127.0.0.1:9/mcp/inbox", [PING])
    assert [answer["id"] for answer in answers] == ["a"]
    assert "letterlock up" in answers[0]["error"]["message"]


async def test_the_bridge_passes_on_that_the_key_is_wrong(running):
    answers, err = await talk(f"{running.url}/mcp/inbox", [PING], key="ll_live_other")
    assert answers[0]["id"] == "a"
    assert "API key" in answers[0]["error"]["message"]
    assert "ll_live_other" not in err


async def test_the_bridge_answers_lines_that_are_no_message_and_goes_on(running):
    answers, _ = await talk(f"{running.url}/mcp/inbox", ["{", "[]", "", '{"id": 3}', PING])
    codes = sorted(str(answer.get("id")) + str(answer.get("error", {}).get("code", "ok")) for answer in answers)
    assert codes[0].startswith("3-326")
    assert codes[1:] == ["None-32600", "None-32700", "aok"]


async def test_the_bridge_answers_what_was_asked_before_its_input_ended(running, gate):
    calls = [
        json.dumps(
            {"jsonrpc": "2.0", "id": at, "method": "tools/call", "params": {"name": "list_messages", "arguments": AT}}
        )
        for at in range(20)
    ]
    answers, _ = await talk(f"{running.url}/mcp/inbox", calls)
    assert sorted(answer["id"] for answer in answers) == list(range(20))
    assert len(gate.calls) == 20
