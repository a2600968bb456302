"""A server as a user starts it, against the contract's machine-readable form."""

import asyncio
import sys
from pathlib import Path

import httpx

SCRIPT = Path(__file__).resolve().parents[1] / "contract" / "check_contract.py"


async def test_a_running_server_differs_in_nothing_from_the_contract(server):
    process = await asyncio.create_subprocess_exec(
        sys.executable, SCRIPT, server.url, server.key, "inbox", stdout=asyncio.subprocess.PIPE
    )
    out, _ = await asyncio.wait_for(process.communicate(), 60)
    *problems, summary = out.decode().splitlines()
    assert problems == []
    assert process.returncode == 0
    assert int(summary.split()[0]) > 400


async def test_a_missing_permission_is_a_tool_error_and_not_one_of_http(server, inbox):
    made = await asyncio.to_thread(server.new_key, "--toolset", "inbox", "--permission", "inbox_read")
    arguments = {"inbox_id": inbox, "to": "bob@none.example", "text": "hello"}
    body = {"jsonrpc": "2.0", "id": 1, "method": "tools/call"}
    headers = {"Authorization": f"Bearer {made['key']}", "Accept": "application/json"}
    async with httpx.AsyncClient(trust_env=False) as http:
        answer = await http.post(
            f"{server.url}/mcp",
            headers=headers | {"MCP-Protocol-Version": "2025-11-25"},
            json=body | {"params": {"name": "send_message", "arguments": arguments}},
        )
    assert answer.status_code == 200
    result = answer.json()["result"]
    message = "API key lacks the message_send permission"
    assert result["isError"] is True
    assert result["content"] == [{"type": "text", "text": f"forbidden: {message}"}]
    assert result["structuredContent"] == {"type": "forbidden", "message": message}
