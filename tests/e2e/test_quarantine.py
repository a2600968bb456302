"""The text of quarantined mail reaches no agent, whichever way it asks."""

import asyncio

from support.mail import compose, deliver
from support.mailbox import arrived
from support.world import SENDER, STRANGER

WORD = "flibbertigibbet"


async def test_quarantined_text_is_withheld_everywhere(server, agent, inbox):
    html = f'<p>{WORD} click <a href="https://evil.example/{WORD}">{WORD}</a></p>'
    raw = compose("a@reject.example", inbox, subject="forged", text=f"{WORD} now\n", html=html)
    await asyncio.to_thread(deliver, server, raw, to=inbox, mail_from="a@reject.example", source=STRANGER)
    item = await arrived(agent, inbox, "forged")
    assert item["trust_level"] == "quarantined"
    assert item["preview"] == ""
    here = {"inbox_id": inbox, "message_id": item["message_id"]}

    texts: list[str] = []

    async def asked(tool, **arguments):
        found = await agent(tool, **arguments)
        texts.append(f"{found} {agent.text}")
        return found

    message = await asked("get_message", **here)
    assert "text" not in message
    assert "quarantined" in message["withheld_reason"]
    thread = await asked("get_thread", inbox_id=inbox, thread_id=item["thread_id"])
    assert "text" not in thread["messages"][0]
    assert thread["messages"][0]["withheld_reason"]
    await asked("get_trust_report", **here)
    await asked("list_messages", inbox_id=inbox, include_quarantine=True)
    await asked("list_threads", inbox_id=inbox, labels=["QUARANTINE"])
    waited = await asked("wait_for_message", inbox_id=inbox, after="2020-01-01T00:00:00Z", timeout_seconds=0)
    assert waited["timed_out"] is True
    assert (await asked("search_messages", inbox_id=inbox, q=WORD))["count"] == 0
    assert WORD not in "".join(texts)

    error = await agent.refused("get_message", **here, include_raw=True)
    assert (error["type"], error["param"]) == ("conflict", "include_raw")
    error = await agent.refused("reply_to_message", **here, text="hello")
    assert (error["type"], error["param"]) == ("conflict", "message_id")


async def test_a_thread_shows_its_good_messages_and_withholds_the_bad_one(server, agent, inbox):
    good = compose("a@reject.example", inbox, subject="talk", text="good words\n", message_id="<first@reject.example>")
    await asyncio.to_thread(deliver, server, good, to=inbox, mail_from="a@reject.example", source=SENDER)
    first = await arrived(agent, inbox, "talk")
    bad = compose("a@reject.example", inbox, subject="Re: talk", text=WORD, in_reply_to="<first@reject.example>")
    await asyncio.to_thread(deliver, server, bad, to=inbox, mail_from="a@reject.example", source=STRANGER)
    second = await arrived(agent, inbox, "Re: talk")
    assert second["thread_id"] != first["thread_id"], "nothing shows that it is from someone in the thread"
    for item in (first, second):
        thread = await agent("get_thread", inbox_id=inbox, thread_id=item["thread_id"])
        assert WORD not in f"{thread} {agent.text}"
