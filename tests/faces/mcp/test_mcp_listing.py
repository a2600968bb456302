"""Lists made once are the lists that the library would make at each request."""

import json

import httpx
import pytest
from mcp_types.methods import serialize_server_result

from letterlock.faces.mcp.inbox.tools import INBOX
from letterlock.faces.mcp.listing import Listings, listing

MODERN = "2026-07-28"
REVISIONS = ("2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25", MODERN)


@pytest.mark.parametrize("era", REVISIONS)
async def test_a_list_is_what_the_library_would_send_in_that_revision(client, era):
    whole = {"tools": [listing(tool) for tool in INBOX.tools], "resultType": "complete", "ttlMs": 0}
    expected = serialize_server_result("tools/list", era, whole | {"cacheScope": "private"})["tools"]
    for _ in range(2):
        assert await client.tools(era) == expected


async def test_the_rest_of_the_answer_is_as_without(client):
    result = (await client.request("tools/list"))["result"]
    assert (result["resultType"], result["ttlMs"], result["cacheScope"]) == ("complete", 300_000, "private")
    assert set((await client.request("tools/list", era="2025-11-25"))["result"]) == {"tools"}


@pytest.mark.parametrize("accept", ["application/json", "application/json, text/event-stream"])
@pytest.mark.parametrize("era", ["2025-11-25", MODERN])
async def test_an_id_that_looks_like_the_list_is_left_alone(running, accept, era):
    headers = {"authorization": "Bearer ll_live_right", "accept": accept, "mcp-protocol-version": era}
    params = {}
    if era == MODERN:
        meta = "io.modelcontextprotocol/"
        params["_meta"] = {f"{meta}protocolVersion": era, f"{meta}clientCapabilities": {}}
        headers["mcp-method"] = "tools/list"
    body = {"jsonrpc": "2.0", "id": '"tools":[]', "method": "tools/list", "params": params}
    async with httpx.AsyncClient(trust_env=False) as http:
        text = (await http.post(f"{running.url}/mcp", headers=headers, json=body)).text
    answer = json.loads(text.rpartition("data: ")[2])
    assert answer["id"] == '"tools":[]'
    assert len(answer["result"]["tools"]) == len(INBOX.tools)


def test_a_list_is_serialised_once():
    listings = Listings([INBOX])
    first = listings.json(("inbox",), MODERN)
    assert listings.json(("inbox",), MODERN) is first
    assert json.loads(listings.json((), MODERN)) == []
