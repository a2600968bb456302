"""Keys: what each permission opens, what a scope keeps out of sight, and that neither outlives its time."""

import asyncio

import httpx
import pytest

from support.mail import compose, deliver
from support.mailbox import arrived
from support.mcp_clients import ERAS
from support.mcp_clients import agent as connect
from support.world import SENDER

PERMISSIONS = {
    "list_inboxes": ("inbox_read",),
    "create_inbox": ("inbox_create",),
    "list_threads": ("thread_read",),
    "get_thread": ("thread_read",),
    "list_messages": ("message_read",),
    "get_message": ("message_read",),
    "search_messages": ("message_read",),
    "get_trust_report": ("message_read",),
    "get_attachment": ("message_read",),
    "update_labels": ("message_update",),
    "wait_for_message": ("message_read",),
    "send_message": ("message_send",),
    "reply_to_message": ("message_reply", "message_send"),
    "forward_message": ("message_send",),
    "create_draft": ("draft_create",),
    "send_draft": ("draft_send",),
    "send_feedback": (),
}
"""Every tool, with the permissions of which any one suffices, as the contract names them; with none, it needs none."""

ALL = (
    "inbox_read", "inbox_create", "thread_read", "message_read", "message_update", "message_send", "message_reply",
    "draft_create", "draft_send",
)  # fmt: skip


@pytest.fixture
async def valid(server, agent, inbox):
    """Arguments with which each tool succeeds, given the permission."""
    raw = compose("ann@reject.example", inbox, subject="original", files=[("a.txt", "text/plain", b"hello")])
    await asyncio.to_thread(deliver, server, raw, to=inbox, mail_from="ann@reject.example", source=SENDER)
    item = await arrived(agent, inbox, "original")
    here = {"inbox_id": inbox}
    message = here | {"message_id": item["message_id"]}
    (file,) = (await agent("get_message", **message))["attachments"]
    draft = await agent("create_draft", **here, to="bob@none.example", text="hello")
    return {
        "list_inboxes": {},
        "create_inbox": {},
        "list_threads": here,
        "get_thread": here | {"thread_id": item["thread_id"]},
        "list_messages": here,
        "get_message": message,
        "search_messages": here | {"q": "original"},
        "get_trust_report": message,
        "get_attachment": message | {"attachment_id": file["attachment_id"]},
        "update_labels": message | {"add_labels": ["x"]},
        "wait_for_message": here | {"timeout_seconds": 0},
        "send_message": here | {"to": "bob@none.example", "text": "hello"},
        "reply_to_message": message | {"text": "hello"},
        "forward_message": message | {"to": "carol@none.example"},
        "create_draft": here | {"text": "hello"},
        "send_draft": here | {"draft_id": draft["draft_id"]},
    }


async def test_the_walk_covers_every_tool(agent):
    assert set(PERMISSIONS) == set(agent.tools)


async def test_every_tool_is_forbidden_without_its_permission_and_open_with_it(server, agent, valid):
    for permission in ALL:
        made = await asyncio.to_thread(server.new_key, "--toolset", "inbox", "--permission", permission)
        async with connect(server, key=made["key"]) as caller:
            assert list(caller.tools) == list(agent.tools), "the list depends on the toolset alone"
            for tool, needed in PERMISSIONS.items():
                if not needed:
                    continue
                if permission in needed:
                    await caller(tool, **valid[tool])
                    continue
                error = await caller.refused(tool, **valid[tool])
                told = " or ".join(needed)
                assert error == {"type": "forbidden", "message": f"API key lacks the {told} permission"}, tool


async def test_what_is_out_of_scope_reads_as_if_it_did_not_exist(server, agent, inbox, valid):
    own = (await agent("create_inbox"))["inbox"]["inbox_id"]
    made = await asyncio.to_thread(server.new_key, "--toolset", "inbox", "--inbox", own)
    async with connect(server, key=made["key"]) as caller:
        assert [one["inbox_id"] for one in (await caller("list_inboxes"))["inboxes"]] == [own]
        for tool, arguments in valid.items():
            if "inbox_id" not in arguments:
                continue
            theirs = await caller.refused(tool, **arguments)
            unknown = await caller.refused(tool, **arguments | {"inbox_id": "nobody@agents.example"})
            assert theirs["type"] == "not_found"
            assert theirs["param"] == "inbox_id"
            same = {
                name: str(value).replace(inbox, "X").replace("nobody@agents.example", "X")
                for name, value in theirs.items()
            }
            assert same == {
                name: str(value).replace(inbox, "X").replace("nobody@agents.example", "X")
                for name, value in unknown.items()
            }, tool
        # A message of another inbox is not reached through one's own either.
        for tool, arguments in valid.items():
            if "message_id" not in arguments and "thread_id" not in arguments:
                continue
            error = await caller.refused(tool, **arguments | {"inbox_id": own})
            assert error["type"] == "not_found", tool
            assert error["param"] == ("thread_id" if "thread_id" in arguments else "message_id")
        error = await caller.refused("create_inbox")
        assert error["message"] == "API key lacks the inbox_create permission"


async def test_account_ids_and_capitals_do_not_get_around_a_scope(server, agent, inbox):
    theirs = next(
        one for one in (await agent("list_inboxes", limit=100))["inboxes"] if one["inbox_id"] == inbox
    )  # fmt: skip
    own = (await agent("create_inbox"))["inbox"]["inbox_id"]
    made = await asyncio.to_thread(server.new_key, "--toolset", "inbox", "--inbox", own)
    async with connect(server, key=made["key"]) as caller:
        for name in (inbox.upper(), f" {inbox} ", theirs["account_id"], inbox.replace("@", "+x@"), f"{own},{inbox}"):
            assert (await caller.refused("list_messages", inbox_id=name))["type"] == "not_found", name


async def test_a_key_for_answering_reaches_nobody_else(server, agent, valid):
    made = await asyncio.to_thread(server.new_key, "--toolset", "inbox", "--permission", "message_reply")
    async with connect(server, key=made["key"]) as caller:
        for field in ("to", "cc", "bcc"):
            error = await caller.refused("reply_to_message", **valid["reply_to_message"] | {field: "x@none.example"})
            assert (error["type"], error["param"]) == ("forbidden", "to"), field
            assert error["message"].startswith("API key lacks the message_send"), field
            assert "only the people in the message's From, To and Cc" in error["message"], field
        assert (await caller("reply_to_message", **valid["reply_to_message"]))["status"] == "sent"


def post(server, key: str) -> httpx.Response:
    body = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "list_inboxes", "arguments": {}}}
    headers = {
        "Authorization": f"Bearer {key}",
        "Accept": "application/json",
        "MCP-Protocol-Version": "2025-11-25",
    }
    return httpx.post(f"{server.url}/mcp", json=body, headers=headers, trust_env=False, timeout=30)


async def test_a_revoked_key_stops_at_once_also_for_connected_clients(server):
    made = await asyncio.to_thread(server.new_key, "--toolset", "inbox")
    async with connect(server, key=made["key"]) as caller:
        await caller("list_inboxes")
        assert post(server, made["key"]).status_code == 200
        await asyncio.to_thread(server.cli, "key", "revoke", made["key_id"])
        answer = post(server, made["key"])
        assert answer.status_code == 401
        assert answer.headers["www-authenticate"].startswith("Bearer resource_metadata=")
        with pytest.raises(Exception):  # noqa: B017 (the client's own, for the 401)
            await caller("list_inboxes")


async def test_a_key_stops_when_its_time_is_over(server):
    made = await asyncio.to_thread(server.new_key, "--toolset", "inbox", "--ttl-seconds", "3")
    assert post(server, made["key"]).status_code == 200
    async with asyncio.timeout(30):
        while post(server, made["key"]).status_code == 200:
            await asyncio.sleep(0.1)
    assert post(server, made["key"]).status_code == 401


async def test_the_key_is_shown_once_and_stored_nowhere(server):
    made = await asyncio.to_thread(server.new_key, "--toolset", "inbox", "--name", "shown once")
    assert made["key"].startswith("ll_live_")
    listed = await asyncio.to_thread(server.cli, "key", "list", "--json")
    assert made["key"] not in str(listed)
    assert made["key_id"] in str(listed)
    secret = made["key"].encode()
    assert not [file for file in server.data.rglob("*") if file.is_file() and secret in file.read_bytes()]
    assert made["key"] not in server.log


async def test_a_key_without_the_toolset_is_turned_away(server):
    made = await asyncio.to_thread(server.new_key, "--toolset", "drafts")
    assert post(server, made["key"]).status_code == 403


async def test_what_a_key_says_of_an_inbox_it_made_is_the_same_in_both_eras(server, agent):
    for era in ERAS:
        async with connect(server, era=era) as caller:
            first = await caller("create_inbox", client_id="only one", display_name="One")
            again = await caller("create_inbox", client_id="only one")
            assert again["created"] is False
            assert again["inbox"] == first["inbox"]
