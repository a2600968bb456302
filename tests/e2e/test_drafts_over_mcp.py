"""create_draft and send_draft as the official client uses them, and the pages where a person sends or deletes drafts."""

import asyncio
import base64
import re
from datetime import UTC, datetime, timedelta

import httpx
import pytest

from support.mail import compose, deliver
from support.mailbox import read, sent
from support.mcp_clients import ERAS, stdio_agent
from support.mcp_clients import agent as connect
from support.world import SENDER

FILE = {"content": base64.b64encode(b"a;b\n").decode(), "filename": "täble.csv", "content_type": "text/csv"}
ATTACK = "<script>alert(1)</script>"


def ahead(seconds):
    return (datetime.now(UTC) + timedelta(seconds=seconds)).isoformat()


@pytest.mark.parametrize("era", ERAS)
async def test_a_draft_is_saved_and_sent_with_its_file(server, inbox, sink, era):
    to = f"draft-{era[:4]}@none.example"
    async with connect(server, era=era) as agent:
        draft = await agent(
            "create_draft", inbox_id=inbox, to=to, subject="Übersicht", text="See file.", attachments=[FILE]
        )
        assert draft["url"].startswith(f"{server.url}/app/drafts/{draft['draft_id']}?org=")
        assert agent.text == f"1 file attached.\nSaved: draft {draft['draft_id']}, not sent — {draft['url']}"
        assert sink.to(to) == []
        done = await agent("send_draft", inbox_id=inbox, draft_id=draft["draft_id"])
        assert {"message_id", "thread_id", "timestamp", "url"} <= set(done)
        assert agent.text.endswith(f"Sent: message {done['message_id']} in thread {done['thread_id']} — {done['url']}")
        assert done["url"].endswith(f"#{done['message_id']}")
        await sent(agent, inbox, done["message_id"], "sent")
    (received,) = sink.to(to)
    (file,) = received.message.iter_attachments()
    assert (file.get_filename(), file.get_content()) == ("täble.csv", "a;b\n")
    assert received.message["Subject"] == "Übersicht"


async def test_over_stdio_a_draft_answers_a_message(server, inbox, sink):
    raw = compose(
        "Ann <ann@reject.example>", inbox, subject="Question", text="When?\n", message_id="<q1@reject.example>"
    )
    await asyncio.to_thread(deliver, server, raw, to=inbox, mail_from="ann@reject.example", source=SENDER)
    async with stdio_agent(server) as agent:
        message = await read(agent, inbox, "Question")
        draft = await agent("create_draft", inbox_id=inbox, in_reply_to=message["message_id"], text="At noon.")
        assert (draft["to"], draft["subject"]) == (["Ann <ann@reject.example>"], "Re: Question")
        shown = await agent("get_message", inbox_id=inbox, message_id=draft["draft_id"])
        assert shown["url"] == draft["url"]
        assert agent.text.startswith(f"Draft {draft['draft_id']}, not sent")
        labelled = await agent("update_labels", inbox_id=inbox, message_id=draft["draft_id"], add_labels=["noon"])
        assert (labelled["labels"], labelled["url"]) == (["noon"], draft["url"])
        done = await agent("send_draft", inbox_id=inbox, draft_id=draft["draft_id"])
        assert done["thread_id"] == message["thread_id"]
        await sent(agent, inbox, done["message_id"], "sent")
    (received,) = sink.to("ann@reject.example")
    assert received.message["In-Reply-To"] == "<q1@reject.example>"


async def test_refusals_name_the_parameter_in_the_tools_own_words(server, agent, inbox):
    async def refused(tool, **arguments):
        error = await agent.refused(tool, inbox_id=inbox, **arguments)
        return error["type"], error.get("param"), error["message"]

    assert (await refused("send_draft", draft_id="drf_none"))[:2] == ("not_found", "draft_id")
    for at in (ahead(-1), ahead(367 * 86400), "noon", "2027-01-01T10:00:00"):
        assert (await refused("create_draft", to="a@none.example", text="x", send_at=at))[:2] == (
            "validation",
            "send_at",
        )
    people = [f"p{number}@none.example" for number in range(51)]
    kind, param, message = await refused("create_draft", to=people[:1], bcc=people[1:])
    assert (kind, param) == ("validation", "to")
    assert "50 distinct addresses" in message
    wrong = [{"content": "%%%"}]
    assert (await refused("create_draft", attachments=wrong))[:2] == ("validation", "attachments[0].content")
    draft = await agent("create_draft", inbox_id=inbox, to="a@none.example", text="x")
    done = await agent("send_draft", inbox_id=inbox, draft_id=draft["draft_id"])
    kind, param, message = await refused("send_draft", draft_id=draft["draft_id"])
    assert (kind, param) == ("conflict", "draft_id")
    assert done["message_id"] in message


async def test_each_tool_needs_its_own_permission(server, agent, inbox):
    made = await asyncio.to_thread(server.new_key, "--permission", "draft_create", "--inbox", inbox)
    async with connect(server, key=made["key"]) as saver:
        draft = await saver("create_draft", inbox_id=inbox, to="a@none.example", text="x")
        error = await saver.refused("send_draft", inbox_id=inbox, draft_id=draft["draft_id"])
        assert error == {"type": "forbidden", "message": "API key lacks the draft_send permission"}
        error = await saver.refused("create_draft", inbox_id=inbox, to="a@none.example", text="x", send_at=ahead(60))
        assert (error["type"], error["param"]) == ("forbidden", "send_at")
    made = await asyncio.to_thread(server.new_key, "--permission", "draft_send", "--inbox", inbox)
    async with connect(server, key=made["key"]) as sender:
        error = await sender.refused("create_draft", inbox_id=inbox)
        assert error == {"type": "forbidden", "message": "API key lacks the draft_create permission"}
        assert (await sender("send_draft", inbox_id=inbox, draft_id=draft["draft_id"]))["status"] == "sent"


async def test_twenty_at_once_save_one_draft_and_send_one_message(server, agent, inbox, sink):
    about = {"inbox_id": inbox, "to": "draftrace@none.example", "text": "x", "client_id": "c", "attachments": [FILE]}
    made = await asyncio.gather(*(agent("create_draft", **about) for _ in range(20)))
    assert len({one["draft_id"] for one in made}) == 1
    draft_id = made[0]["draft_id"]
    calls = (agent.client.call_tool("send_draft", {"inbox_id": inbox, "draft_id": draft_id}) for _ in range(20))
    results = await asyncio.gather(*calls)
    (done,) = [one.structured_content for one in results if not one.is_error]
    assert all(done["message_id"] in one.content[0].text for one in results)
    await sent(agent, inbox, done["message_id"], "sent")
    assert len(sink.to("draftrace@none.example")) == 1


async def test_a_scheduled_draft_goes_out_by_itself(server, agent, inbox, sink):
    draft = await agent("create_draft", inbox_id=inbox, to="later@none.example", text="x", send_at=ahead(1))
    assert agent.text == f"Scheduled: draft {draft['draft_id']} goes out at {draft['send_at']} — {draft['url']}"
    await asyncio.to_thread(sink.wait_to, "later@none.example")
    shown = await agent("get_message", inbox_id=inbox, message_id=draft["draft_id"])
    assert shown["message_id"].startswith("msg_")


def csrf(page):
    return re.search(r'name="csrf" value="([^"]+)"', page.text).group(1)


async def test_a_person_sees_drafts_and_sends_one(server, agent, inbox, sink, person):
    draft = await agent(
        "create_draft", inbox_id=inbox, to="page@none.example", subject=ATTACK, text=ATTACK, html=f"<b>{ATTACK}</b>"
    )
    page = await person.get(draft["url"])
    assert page.status_code == 200
    assert str(page.url) == f"{server.url}/app/drafts/{draft['draft_id']}", "org is dropped"
    assert ATTACK not in page.text
    assert "&lt;script&gt;" in page.text
    listed = await person.get("/app/drafts")
    assert f"/app/drafts/{draft['draft_id']}" in listed.text
    assert ATTACK not in listed.text
    form = {"csrf": csrf(page), "do": "send"}
    done = await person.post(f"/app/drafts/{draft['draft_id']}", data=form)
    assert done.status_code == 200
    assert f"/app/inboxes/{inbox}/thd_" in str(done.url)
    again = await person.post(f"/app/drafts/{draft['draft_id']}", data=form)
    assert str(again.url) == str(done.url)
    assert str((await person.get(draft["url"])).url) == str(done.url), "the link of a sent draft opens the message"
    received = await asyncio.to_thread(sink.wait_to, "page@none.example")
    assert "Auto-Submitted" not in received.message
    assert f"/app/drafts/{draft['draft_id']}" not in (await person.get("/app/drafts")).text


async def test_a_person_deletes_a_draft_and_only_by_a_form_of_ours(server, agent, inbox, person):
    draft = await agent("create_draft", inbox_id=inbox, to="gone@none.example", text="x", send_at=ahead(3600))
    path = f"/app/drafts/{draft['draft_id']}"
    page = await person.get(path)
    for form in ({"do": "delete"}, {"do": "delete", "csrf": "wrong"}):
        assert (await person.post(path, data=form)).status_code == 403
    assert (await person.post(path, data={"csrf": csrf(page), "do": "else"})).status_code == 400
    assert (await person.get(path)).status_code == 200
    done = await person.post(path, data={"csrf": csrf(page), "do": "delete"})
    assert str(done.url) == f"{server.url}/app/drafts"
    assert (await person.get(path)).status_code == 404
    error = await agent.refused("send_draft", inbox_id=inbox, draft_id=draft["draft_id"])
    assert error["type"] == "not_found"


async def test_drafts_are_for_people_who_are_signed_in(server, agent, inbox):
    draft = await agent("create_draft", inbox_id=inbox, text="secret")
    async with httpx.AsyncClient(trust_env=False) as http:
        for url in (draft["url"], f"{server.url}/app/drafts"):
            answer = await http.get(url)
            assert (answer.status_code, answer.headers["location"]) == (303, "/app/sign-in")
