"""What leaves: its form, its failures, and mail between two inboxes here."""

import asyncio

import dkim

from support.mailbox import arrived, read, sent


async def test_bcc_is_in_the_envelope_and_our_copy_and_in_no_header(agent, inbox, sink):
    first = await agent(
        "send_message", inbox_id=inbox, to="to@none.example", cc="cc@none.example", bcc=["Hidden <bcc@none.example>"],
        subject="Copies", text="hello",
    )  # fmt: skip
    message = await sent(agent, inbox, first["message_id"], "sent")
    assert message["bcc"] == ["Hidden <bcc@none.example>"]
    came = sink.to("bcc@none.example")
    assert came
    for one in [*came, *sink.to("to@none.example")]:
        assert b"bcc" not in one.raw.lower()
        assert b"Hidden" not in one.raw


async def test_the_signature_verifies_with_the_published_key_and_breaks_when_changed(server, agent, inbox, sink):
    first = await agent("send_message", inbox_id=inbox, to="sig@none.example", subject="Signed — ü", text="körper\n.\n")
    await sent(agent, inbox, first["message_id"], "sent")
    raw = sink.to("sig@none.example")[0].raw
    zone = await asyncio.to_thread(server.publish)

    def txt(name: bytes, timeout: float = 5) -> bytes | None:
        found = zone.get(name.decode().rstrip("."), {}).get("TXT")
        return found[0].encode() if found else None

    def verifies(message: bytes, index: int) -> bool:
        try:
            return bool(dkim.DKIM(message).verify(idx=index, dnsfunc=txt))
        except dkim.ValidationError:
            return False

    signatures = raw.count(b"DKIM-Signature:")
    assert signatures == 2, "RSA and Ed25519"
    for index in range(signatures):
        assert verifies(raw, index)
        assert not verifies(raw.replace(b"\r\nSubject:", b"\r\nSubject: x", 1), index)
        assert not verifies(raw + b"more\r\n", index)
        assert not verifies(b"Subject: second\r\n" + raw, index)


async def test_html_loses_what_it_would_load_from_elsewhere(agent, inbox, sink):
    html = (
        '<p>Hi</p><img src="https://track.example/p.gif"><script>alert(1)</script><a href="https://ok.example">ok</a>'
    )
    first = await agent("send_message", inbox_id=inbox, to="html@none.example", subject="H", html=html)
    await sent(agent, inbox, first["message_id"], "sent")
    message = sink.to("html@none.example")[0].message
    body = message.get_body(("html",)).get_content()
    assert "track.example" not in body
    assert "script" not in body
    assert "https://ok.example" in body


async def test_a_refused_recipient_becomes_a_bounce_in_the_thread(agent, inbox, sink):
    sink.replies["gone@none.example"] = "550 5.1.1 No such user"
    first = await agent(
        "send_message", inbox_id=inbox, to=["gone@none.example", "here@none.example"], subject="Try", text="x"
    )
    message = await sent(agent, inbox, first["message_id"], "sent", "failed")
    states = {one["recipient"]: one["state"] for one in message["delivery"]}
    assert states == {"gone@none.example": "failed", "here@none.example": "sent"}
    failed = next(one for one in message["delivery"] if one["state"] == "failed")
    assert "No such user" in failed["last_reply"]
    assert [attempt["outcome"] for attempt in failed["history"]] == ["refused"]
    thread = await agent("get_thread", inbox_id=inbox, thread_id=first["thread_id"])
    async with asyncio.timeout(30):
        while thread["message_count"] < 2:
            await asyncio.sleep(0.05)
            thread = await agent("get_thread", inbox_id=inbox, thread_id=first["thread_id"])
    bounce = thread["messages"][-1]
    assert bounce["direction"] == "inbound"
    assert "gone@none.example" in bounce["text"]
    assert "No such user" in bounce["text"]
    assert "INBOX" in bounce["labels"]
    assert bounce["trust"]["level"] not in ("suspicious", "quarantined")


async def test_a_deferred_recipient_is_tried_again_later_and_says_when(agent, inbox, sink):
    sink.replies["busy@none.example"] = "451 4.2.1 Try again later"
    first = await agent("send_message", inbox_id=inbox, to="busy@none.example", subject="Later", text="x")
    async with asyncio.timeout(30):
        while True:
            message = await agent("get_message", inbox_id=inbox, message_id=first["message_id"])
            delivery = message["delivery"][0]
            if delivery["attempts"]:
                break
            await asyncio.sleep(0.05)
    assert delivery["state"] == "queued"
    assert delivery["next_attempt_at"] > message["timestamp"]
    assert delivery["history"][0]["outcome"] == "deferred"
    assert "Try again later" in delivery["last_reply"]


async def test_two_inboxes_here_write_to_each_other(agent, inbox, sink):
    other = (await agent("create_inbox", display_name="Other"))["inbox"]["inbox_id"]
    before = len(sink.received)
    first = await agent("send_message", inbox_id=inbox, to=other, subject="Local", text="from next door")
    message = await read(agent, other, "Local")
    assert message["text"] == "from next door"
    assert message["from"] == inbox
    assert message["trust"]["level"] == "unknown", "what an agent sends never raises a level"
    await agent("reply_to_message", inbox_id=other, message_id=message["message_id"], text="hello back")
    back = await read(agent, inbox, "Re: Local")
    assert back["thread_id"] == first["thread_id"]
    assert back["text"].strip() == "hello back"
    assert len(sink.received) == before, "it never left"
    one = await sent(agent, inbox, first["message_id"], "sent")
    assert one["delivery"][0]["history"][0]["outcome"] == "delivered"


async def test_mail_to_an_unknown_inbox_here_bounces(agent, inbox):
    first = await agent("send_message", inbox_id=inbox, to="nobody@agents.example", subject="Nobody", text="x")
    message = await sent(agent, inbox, first["message_id"], "failed")
    assert "5.1.1" in message["delivery"][0]["last_reply"]
    async with asyncio.timeout(30):
        while (await agent("get_thread", inbox_id=inbox, thread_id=first["thread_id"]))["message_count"] < 2:
            await asyncio.sleep(0.05)


async def test_a_note_to_oneself_arrives(agent, inbox):
    await agent("send_message", inbox_id=inbox, to=inbox, subject="Note", text="remember")
    item = await arrived(agent, inbox, "Note")
    assert item["direction"] == "inbound"


async def test_no_nul_leaves_in_a_body(agent, inbox, sink):
    for number, html in enumerate((None, "<p>a\x00b</p>")):
        to = f"nul{number}@none.example"
        first = await agent(
            "send_message", inbox_id=inbox, to=to, subject="N", text="a\x00b", **({"html": html} if html else {})
        )
        await sent(agent, inbox, first["message_id"], "sent", "failed")
        message = sink.to(to)[0].message
        for part in message.walk():
            if not part.is_multipart():
                assert "\x00" not in part.get_content()
