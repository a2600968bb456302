"""Links to the dashboard: where each result has one, how it is written, and that it opens what it says."""

import asyncio
import base64
from urllib.parse import urlsplit

import pytest

from support.mail import compose, deliver
from support.mailbox import arrived
from support.mcp_clients import ERAS, stdio_agent
from support.mcp_clients import agent as connect
from support.server import Server
from support.world import SENDER

SENDING = ("send_message", "reply_to_message", "forward_message", "create_draft", "send_draft")
"""Whose text ends with the link."""


def items(found):
    """What of a result has a link of its own."""
    for key in ("inboxes", "threads", "messages"):
        if key in found:
            yield from found[key]
    for key in ("inbox", "message"):
        if key in found:
            yield found[key]
    if "url" in found:
        yield found


def expected(server, known, one):
    """The link by the contract's table, but for its `org`; what the item does not say is of the message asked for."""
    if "draft_id" in one and not one.get("message_id"):
        return f"{server.url}/app/drafts/{one['draft_id']}"
    one = known | one if "message_id" in one else one
    parts = [server.url, "app", "inboxes", one.get("inbox_id", known["inbox_id"]).replace("+", "%2B")]
    if "thread_id" in one:
        parts.append(one["thread_id"])
    return "/".join(parts) + (f"#{one['message_id']}" if "message_id" in one else "")


WAYS = {**{era: lambda server, era=era: connect(server, era=era) for era in ERAS}, "stdio": stdio_agent}


@pytest.fixture(params=WAYS)
async def answered(request, server):
    """A success of every tool that returns items, with its text; the inbox has a sign in it that must be encoded."""
    async with WAYS[request.param](server) as agent:
        return await walked(server, agent)


async def walked(server, agent):
    inbox = (await agent("create_inbox", username=f"links+{id(agent)}"))["inbox"]["inbox_id"]
    raw = compose("linked@reject.example", inbox, subject="linked", files=[("a.txt", "text/plain", b"hello")])
    await asyncio.to_thread(deliver, server, raw, to=inbox, mail_from="linked@reject.example", source=SENDER)
    item = await arrived(agent, inbox, "linked")
    here = {"inbox_id": inbox}
    message = here | {"message_id": item["message_id"]}
    (file,) = (await agent("get_message", **message))["attachments"]
    draft = await agent("create_draft", **here, to="linked-bob@none.example", text="hello")
    calls = {
        "list_inboxes": {"limit": 100},
        "create_inbox": {},
        "list_threads": here,
        "get_thread": here | {"thread_id": item["thread_id"]},
        "list_messages": here,
        "get_message": message,
        "search_messages": here | {"q": "linked"},
        "get_trust_report": message,
        "get_attachment": message | {"attachment_id": file["attachment_id"]},
        "update_labels": message | {"add_labels": ["x"]},
        "wait_for_message": here | {"timeout_seconds": 0, "after": "2020-01-01T00:00:00Z"},
        "send_message": here | {"to": "linked-bob@none.example", "text": "hello"},
        "reply_to_message": message | {"text": "hello"},
        "forward_message": message | {"to": "linked-carol@none.example"},
        "create_draft": here
        | {"text": "hello", "attachments": [{"content": base64.b64encode(b"x").decode(), "filename": "x.txt"}]},
        "send_draft": here | {"draft_id": draft["draft_id"]},
    }
    assert set(calls) == set(agent.tools) - {"send_feedback"}
    known = {name: item[name] for name in ("inbox_id", "thread_id")}
    return known, {tool: (await agent(tool, **arguments) | {}, agent.text) for tool, arguments in calls.items()}


@pytest.fixture
def answers(answered):
    return answered[1]


async def test_every_item_of_every_result_has_the_link_of_its_kind(server, answered):
    known, answers = answered
    organisations = set()
    for tool, (found, _) in answers.items():
        assert list(items(found)), tool
        for one in items(found):
            parts = urlsplit(one["url"])
            organisations.add(parts.query)
            assert parts._replace(query="").geturl() == expected(server, known, one), tool
    assert len(organisations) == 1, "the organization of the key, in each"
    assert organisations.pop().startswith("org=org_")


async def test_text_blocks_have_the_link_on_each_items_line_or_at_their_end(answers):
    for tool, (found, text) in answers.items():
        for one in items(found):
            assert any(line.endswith(f"— {one['url']}") for line in text.splitlines()), tool
        if tool in SENDING:
            assert text.endswith(f"— {found['url']}"), tool


async def test_every_success_has_a_short_text_and_its_data(answers):
    assert len(answers) == 16, "every tool but feedback"
    for tool, (found, text) in answers.items():
        assert found, tool
        assert 10 < len(text) < 100_000, tool


async def test_each_link_opens_its_item_for_a_person_and_drops_the_organization(answers, person):
    for tool, (found, _) in answers.items():
        for one in list(items(found))[:3]:
            page = await person.get(one["url"])
            assert page.status_code == 200, (tool, one["url"])
            assert "org=" not in str(page.url), tool
            anchor = urlsplit(one["url"]).fragment
            assert not anchor or f'id="{anchor}"' in page.text, tool


async def test_links_and_documents_stand_on_the_public_url(tmp_path):
    public = "https://mail.agents.example"
    running = Server(tmp_path / "public", public_url=public)
    try:
        running.start()
        async with connect(running) as agent:
            (inbox,) = (await agent("list_inboxes"))["inboxes"]
        assert inbox["url"].startswith(f"{public}/app/inboxes/welcome@")
    finally:
        running.close()


@pytest.mark.parametrize("way", WAYS)
async def test_feedback_has_no_item_and_no_link(server, way):
    async with WAYS[way](server) as agent:
        told = {"rating": "positive", "category": "praise", "message": "Links open what they say."}
        assert "url" not in await agent("send_feedback", **told)
