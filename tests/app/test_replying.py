"""Answers go where a mail program would send them, and no further than the key allows."""

import email
from email import policy

MAIL = (
    b"From: Ana <ana@b.example>\r\nTo: welcome@agents.example, bob@c.example\r\nCc: cy@d.example\r\n"
    b"Subject: Lunch\r\nMessage-ID: <1@b.example>\r\nReferences: <0@b.example>\r\nDate: Mon, 30 Nov 2026 10:00:00 +0000\r\n"
    b"\r\nFriday?\r\n"
)


async def sent(app, message_id):
    await app.deliver(message_id)
    raw, mail_from, recipients = app.outbox.sent[-1]
    return email.message_from_bytes(raw, policy=policy.default), mail_from, recipients


async def everything_sent(app, message_id):
    await app.deliver(message_id)
    return sorted(to for _, _, recipients in app.outbox.sent for to in recipients)


async def test_a_reply_goes_to_the_sender_in_the_thread(app):
    message_id = await app.receive(MAIL)
    result = await app.call("messages.reply", account=app.inbox, message_id=message_id, text="Yes")
    assert result["status"] == "sent"
    answer, mail_from, recipients = await sent(app, result["message_id"])
    assert recipients == ["ana@b.example"]
    local, _, domain = app.inbox.partition("@")
    assert mail_from.startswith(f"{local}+b-")
    assert mail_from.endswith(f"@{domain}")
    assert answer["Subject"] == "Re: Lunch"
    assert answer["In-Reply-To"] == "<1@b.example>"
    assert answer["References"] == "<0@b.example> <1@b.example>"
    original = await app.call("messages.get", account=app.inbox, message_id=message_id)
    assert result["thread_id"] == original["thread_id"]


async def test_reply_all_leaves_ourselves_out(app):
    message_id = await app.receive(MAIL)
    result = await app.call("messages.reply", account=app.inbox, message_id=message_id, text="Yes", reply_all=True)
    assert await everything_sent(app, result["message_id"]) == ["ana@b.example", "bob@c.example", "cy@d.example"]


async def test_a_reply_to_elsewhere_is_not_followed(app):
    raw = MAIL.replace(b"Subject:", b"Reply-To: evil@e.example\r\nSubject:")
    message_id = await app.receive(raw)
    result = await app.call("messages.reply", account=app.inbox, message_id=message_id, text="Yes")
    assert await everything_sent(app, result["message_id"]) == ["ana@b.example"]
    assert result["warnings"]


async def test_a_key_for_replies_reaches_the_conversation_only(app):
    key = await app.make_key("message_read", "message_reply")
    message_id = await app.receive(MAIL)
    here = {"account": app.inbox, "message_id": message_id, "text": "Yes"}
    for elsewhere in ({"to": "x@e.example"}, {"cc": "x@e.example"}, {"bcc": ["ana@b.example", "x@e.example"]}):
        error = await app.refused("messages.reply", key, **here, **elsewhere)
        assert error.kind == "forbidden"
        assert "message_send" in error.message
        assert "From, To and Cc" in error.message
    result = await app.call("messages.reply", key, **here, to="bob@c.example")
    assert await everything_sent(app, result["message_id"]) == ["bob@c.example"]


async def test_quarantined_mail_is_not_answered(app):
    message_id = await app.receive(MAIL)
    await app.call("messages.label", account=app.inbox, message_id=message_id, add_labels=["QUARANTINE"])
    error = await app.refused("messages.reply", account=app.inbox, message_id=message_id, text="Yes")
    assert (error.kind, error.param) == ("conflict", "message_id")


async def test_replying_to_ones_own_message_goes_to_its_recipients(app):
    first = await app.call("messages.send", account=app.inbox, to="ana@b.example", subject="Hi", text="Hello")
    result = await app.call("messages.reply", account=app.inbox, message_id=first["message_id"], text="And")
    assert await everything_sent(app, result["message_id"]) == ["ana@b.example"]
    assert result["thread_id"] == first["thread_id"]


async def test_a_key_for_replies_follows_a_reply_to_of_the_senders_own_domain(app):
    key = await app.make_key("message_read", "message_reply")
    message_id = await app.receive(MAIL.replace(b"Subject:", b"Reply-To: desk@help.b.example\r\nSubject:"))
    result = await app.call("messages.reply", key, account=app.inbox, message_id=message_id, text="Yes")
    assert await everything_sent(app, result["message_id"]) == ["desk@help.b.example"]


async def test_a_key_for_replies_does_not_reach_a_reply_to_elsewhere_by_name(app):
    key = await app.make_key("message_read", "message_reply")
    message_id = await app.receive(MAIL.replace(b"Subject:", b"Reply-To: evil@e.example\r\nSubject:"))
    error = await app.refused(
        "messages.reply", key, account=app.inbox, message_id=message_id, text="Yes", to="evil@e.example"
    )
    assert error.kind == "forbidden"
