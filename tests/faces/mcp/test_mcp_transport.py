"""What the endpoint promises around the protocol: credentials, methods, sizes, response modes, clients that leave."""

import asyncio
import json

import httpx
import pytest

MODERN, OLD = "2026-07-28", "2025-11-25"
KEY = "ll_live_right"
BOTH = "application/json, text/event-stream"


def call(era, tool="list_messages", arguments=None, *, accept=BOTH, key=KEY, request_id=1):
    """Headers and body of a tools/call in that revision."""
    params = {"name": tool, "arguments": {"inbox_id": "agent@letterlock.localhost"} if arguments is None else arguments}
    headers = {"accept": accept, "mcp-protocol-version": era, "content-type": "application/json"}
    if key:
        headers["authorization"] = f"Bearer {key}"
    if era == MODERN:
        meta = "io.modelcontextprotocol/"
        params["_meta"] = {f"{meta}protocolVersion": MODERN, f"{meta}clientCapabilities": {}}
        headers |= {"mcp-method": "tools/call", "mcp-name": tool}
    body = {"jsonrpc": "2.0", "id": request_id, "method": "tools/call", "params": params}
    return {"headers": headers, "content": json.dumps(body)}


@pytest.fixture
async def http(running):
    async with httpx.AsyncClient(base_url=running.url, trust_env=False, timeout=20) as client:
        yield client


async def test_without_a_credential_the_answer_says_where_to_get_one(http, running):
    answer = await http.post("/mcp", **call(MODERN, key=None))
    assert answer.status_code == 401
    told = answer.headers["www-authenticate"]
    where = f"{running.url}/.well-known/oauth-protected-resource/mcp"
    assert told.startswith(f'Bearer resource_metadata="{where}", scope="')
    assert "message_read" in told
    metadata = (await http.get(where)).json()
    assert metadata["resource"] == f"{running.url}/mcp"
    assert metadata["bearer_methods_supported"] == ["header"]
    assert "message_send" in metadata["scopes_supported"]


async def test_each_toolset_has_its_own_resource_metadata(http, running):
    told = (await http.post("/mcp/inbox", **call(MODERN, key=None))).headers["www-authenticate"]
    where = told.split('"')[1]
    assert where.endswith("/mcp/inbox")
    assert (await http.get(where)).json()["resource"] == f"{running.url}/mcp/inbox"


@pytest.mark.parametrize("header", ["Bearer wrong", "Basic bGw6", "Bearer", "ll_live_right"])
async def test_a_wrong_credential_is_401_and_says_so(http, header):
    asked = call(MODERN, key=None)
    asked["headers"]["authorization"] = header
    answer = await http.post("/mcp", **asked)
    assert answer.status_code == 401
    assert answer.headers["www-authenticate"].endswith('error="invalid_token"')


async def test_cookies_and_tokens_in_the_address_are_not_credentials(http, gate):
    asked = call(MODERN, key=None)
    asked["headers"]["cookie"] = f"letterlock_session={KEY}"
    assert (await http.post(f"/mcp?token={KEY}&access_token={KEY}", **asked)).status_code == 401
    assert gate.calls == []


async def test_two_authorization_headers_are_refused(http):
    asked = call(MODERN)
    headers = [*asked["headers"].items(), ("authorization", f"Bearer {KEY}")]
    assert (await http.post("/mcp", headers=headers, content=asked["content"])).status_code == 401


@pytest.mark.parametrize("method", ["GET", "DELETE", "PUT", "PATCH"])
async def test_methods_that_need_a_session_are_405(http, method):
    answer = await http.request(
        method, "/mcp", headers={"accept": "text/event-stream", "authorization": f"Bearer {KEY}"}
    )
    assert answer.status_code == 405
    assert answer.headers["allow"] == "POST"
    assert answer.json()["error"]["code"] == -32000


@pytest.mark.parametrize("path", ["/mcp", "/mcp/inbox", "/.well-known/mcp.json"])
async def test_the_description_needs_no_credential(http, running, path):
    found = (await http.get(path)).json()
    assert found["name"] == "letterlock"
    assert found["url"] == f"{running.url}/mcp"
    assert found["toolsets"] == {"inbox": f"{running.url}/mcp/inbox"}
    assert {MODERN, OLD, "2024-11-05"} <= set(found["protocol_versions"])


async def test_a_toolset_that_is_not_there_is_404(http):
    assert (await http.post("/mcp/accounts", **call(MODERN))).status_code == 404


async def test_a_key_for_other_toolsets_reaches_nothing_here(http, gate):
    gate.toolsets = frozenset({"accounts"})
    answer = await http.post("/mcp/inbox", **call(MODERN))
    assert answer.status_code == 403
    assert gate.calls == []


@pytest.mark.parametrize("chunked", [False, True])
async def test_more_than_2_mib_is_413_before_any_tool_runs(http, gate, chunked):
    asked = call(MODERN, arguments={"inbox_id": "a@b.example", "page_token": "x" * (2 << 20)})

    async def parts():
        for at in range(0, len(asked["content"]), 100_000):
            yield asked["content"][at : at + 100_000].encode()

    body = parts() if chunked else asked["content"]
    answer = await http.post("/mcp", headers=asked["headers"], content=body)
    assert answer.status_code == 413
    assert gate.calls == []


async def test_just_under_2_mib_is_taken(http, gate):
    asked = call(MODERN, arguments={"inbox_id": "a@b.example", "page_token": "x" * ((2 << 20) - 2000)})
    assert (await http.post("/mcp", **asked)).status_code == 200
    assert len(gate.calls) == 1


@pytest.mark.parametrize("era", [MODERN, OLD])
@pytest.mark.parametrize("accept", ["application/json", "*/*", "application/json;q=0.9, */*;q=0.1"])
async def test_a_client_without_event_streams_gets_json(http, era, accept):
    answer = await http.post("/mcp", **call(era, accept=accept))
    assert answer.status_code == 200
    assert answer.headers["content-type"].startswith("application/json")
    assert answer.json()["result"]["structuredContent"]["count"] == 1


async def test_a_client_with_event_streams_gets_one_in_the_older_revisions(http):
    answer = await http.post("/mcp", **call(OLD))
    assert answer.headers["content-type"].startswith("text/event-stream")
    data = [line[5:] for line in answer.text.splitlines() if line.startswith("data:")]
    assert json.loads(data[-1])["result"]["structuredContent"]["count"] == 1


@pytest.mark.parametrize("era", [MODERN, OLD])
async def test_no_session_id_is_given(http, era):
    assert "mcp-session-id" not in (await http.post("/mcp", **call(era))).headers


async def test_bodies_that_are_not_json_are_refused(http, gate):
    asked = call(MODERN)
    wrong = {**asked["headers"], "content-type": "text/plain"}
    assert (await http.post("/mcp", headers=wrong, content=asked["content"])).status_code == 415
    assert (await http.post("/mcp", headers=asked["headers"], content="{")).status_code == 400
    deep = "[" * 100_000 + "]" * 100_000
    assert (await http.post("/mcp", headers=asked["headers"], content=deep)).status_code == 400
    assert gate.calls == []


@pytest.mark.parametrize("era", [MODERN, OLD])
@pytest.mark.parametrize("accept", ["application/json", "application/json, text/event-stream"])
@pytest.mark.parametrize("content", ["[]", '[{"jsonrpc":"2.0","id":1,"method":"ping"}]', "1", "{}", '{"params":[]}'])
async def test_what_is_no_message_is_refused_without_the_words_of_an_exception(http, gate, era, accept, content):
    answer = await http.post("/mcp", headers={**call(era)["headers"], "accept": accept}, content=content)
    assert answer.status_code == 400
    assert answer.json()["error"]["code"] == -32600
    assert len(answer.text) < 250
    assert "pydantic" not in answer.text
    assert gate.calls == []


class Waiting:
    """A wait_for_message that lasts until it is cancelled, and knows that it was."""

    def __init__(self):
        self.begun, self.cancelled = asyncio.Event(), asyncio.Event()

    async def __call__(self, arguments):
        self.begun.set()
        try:
            await asyncio.Event().wait()
        finally:
            self.cancelled.set()


def wait_call(era, **more):
    return call(era, "wait_for_message", {"inbox_id": "a@b.example", "timeout_seconds": 60}, **more)


@pytest.mark.parametrize("era", [MODERN, OLD])
@pytest.mark.parametrize("accept", [BOTH, "application/json"])
async def test_a_wait_ends_when_its_client_leaves(http, gate, era, accept):
    gate.answers["messages.wait"] = waiting = Waiting()
    asking = asyncio.create_task(http.post("/mcp", **wait_call(era, accept=accept)))
    await asyncio.wait_for(waiting.begun.wait(), 10)
    asking.cancel()
    await asyncio.wait_for(waiting.cancelled.wait(), 10)


async def test_headers_that_speak_of_another_tool_do_not_make_a_wait_outlast_its_client(http, gate):
    """In the revisions with sessions they mean nothing, and are held against nothing."""
    gate.answers["messages.wait"] = waiting = Waiting()
    asked = wait_call(OLD, accept="application/json")
    asked["headers"] = {**asked["headers"], "mcp-method": "tools/call", "mcp-name": "list_inboxes"}
    asking = asyncio.create_task(http.post("/mcp", **asked))
    await asyncio.wait_for(waiting.begun.wait(), 10)
    asking.cancel()
    await asyncio.wait_for(waiting.cancelled.wait(), 10)


async def cancel(http, request_id):
    note = {"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": request_id}}
    headers = {**call(OLD)["headers"]}
    assert (await http.post("/mcp", headers=headers, json=note)).status_code == 202


async def test_a_wait_ends_when_its_client_cancels_it(http, gate):
    gate.answers["messages.wait"] = waiting = Waiting()
    asking = asyncio.create_task(http.post("/mcp", **wait_call(OLD, accept="application/json", request_id=7)))
    await asyncio.wait_for(waiting.begun.wait(), 10)
    await cancel(http, 7)
    answer = await asyncio.wait_for(asking, 10)
    assert waiting.cancelled.is_set()
    assert answer.json()["error"]["code"] == -32800


async def test_a_cancellation_that_could_mean_two_waits_ends_neither(http, gate):
    first, second = Waiting(), Waiting()
    for waiting in (first, second):
        gate.answers["messages.wait"] = waiting
        asking = asyncio.create_task(http.post("/mcp", **wait_call(OLD, request_id=7)))
        asking.add_done_callback(lambda task: task.cancelled() or task.exception())
        await asyncio.wait_for(waiting.begun.wait(), 10)
    await cancel(http, 7)
    await cancel(http, "7")
    assert not first.cancelled.is_set()
    assert not second.cancelled.is_set()


async def test_waits_end_with_a_clear_answer_when_the_server_stops(http, gate, running):
    gate.answers["messages.wait"] = waiting = Waiting()
    asking = asyncio.create_task(http.post("/mcp", **wait_call(MODERN)))
    await asyncio.wait_for(waiting.begun.wait(), 10)
    running.stop.set()
    result = (await asyncio.wait_for(asking, 10)).json()["result"]
    assert result["isError"] is True
    assert result["structuredContent"]["type"] == "unavailable"
    assert result["structuredContent"]["retry_after"] > 0
