"""What becomes of sent mail: here, elsewhere, later, never."""

from dataclasses import replace

from letterlock.app.deliver import DELAYS
from letterlock.ports.records import Attempt

LETTER = {"subject": "Hi", "text": "Hello"}


async def delivery(app, message_id):
    found = await app.call("messages.get", account=app.inbox, message_id=message_id)
    return found["delivery"][0]


async def test_mail_between_inboxes_here_does_not_leave(app):
    other = (await app.call("inboxes.create", username="other"))["inbox"]["inbox_id"]
    sent = await app.call("messages.send", account=app.inbox, to=other, **LETTER)
    await app.deliver(sent["message_id"])
    await app.analyse()
    assert app.outbox.sent == []
    found = await app.call("messages.list", account=other)
    assert [(m["from"], m["subject"]) for m in found["messages"]] == [(f"Welcome <{app.inbox}>", "Hi")]
    # It came from an agent here: no better than unknown, and not held against it as a forgery either.
    assert found["messages"][0]["trust_level"] == "unknown"
    read = await app.call("messages.get", account=other, message_id=found["messages"][0]["message_id"])
    reasons = " ".join(read["trust"]["reasons"])
    assert "Handed over by an inbox on this server, so it is from agents.example." in reasons
    assert "Nothing vouches" not in reasons


async def test_a_refused_recipient_comes_back_as_a_bounce_in_the_thread(app):
    app.outbox.status, app.outbox.reply = "refused", "550 5.1.1 No such user"
    sent = await app.call("messages.send", account=app.inbox, to="nobody@b.example", **LETTER)
    assert await app.deliver(sent["message_id"]) is None
    bounce = await app.analyse()
    found = await app.call("messages.get", account=app.inbox, message_id=bounce)
    assert found["thread_id"] == sent["thread_id"]
    assert "550 5.1.1 No such user" in found["text"]
    assert found["trust"]["level"] == "unknown"
    assert "A delivery notice of this server" in found["trust"]["reasons"][0]
    assert "Nothing vouches" not in " ".join(found["trust"]["reasons"])
    listed = await app.call("messages.list", account=app.inbox, labels=["SENT"])
    assert [one["delivery_state"] for one in listed["messages"]] == ["failed"]
    state = await delivery(app, sent["message_id"])
    assert (state["state"], state["history"][0]["outcome"]) == ("failed", "refused")


async def test_what_nobody_would_see_in_a_servers_reply_reaches_no_agent(app):
    app.outbox.status = "refused"
    app.outbox.reply = "550 5.7.1 No\U000e0049\U000e0067\U000e006e \u202ethanks\u200b\x9b31m"
    sent = await app.call("messages.send", account=app.inbox, to="nobody@b.example", **LETTER)
    await app.deliver(sent["message_id"])
    state = await delivery(app, sent["message_id"])
    assert {state["last_reply"], state["history"][0]["reply"]} == {"550 5.7.1 No thanks 31m"}


async def test_an_unknown_inbox_here_bounces_too(app):
    sent = await app.call("messages.send", account=app.inbox, to="nobody@agents.example", **LETTER)
    await app.deliver(sent["message_id"])
    assert "550 5.1.1" in (await app.call("messages.get", account=app.inbox, message_id=await app.analyse()))["text"]


async def test_what_is_put_off_is_tried_again_later_and_then_sent(app):
    app.outbox.status, app.outbox.reply = "deferred", "451 4.3.0 Later"
    sent = await app.call("messages.send", account=app.inbox, to="ana@b.example", **LETTER)
    due = await app.deliver(sent["message_id"])
    assert DELAYS[0] <= due - app.ports.clock.now() + DELAYS[0] * 0.5
    state = await delivery(app, sent["message_id"])
    assert (state["state"], state["attempts"], state["last_reply"]) == ("queued", 1, "451 4.3.0 Later")
    assert len(app.outbox.sent) == 1
    await app.deliver(sent["message_id"])
    assert len(app.outbox.sent) == 1, "not due yet"


async def test_when_the_time_to_try_is_over_it_fails_and_says_so(app):
    app.settings = replace(app.settings, give_up_after=DELAYS[0] / 2)
    app.outbox.status, app.outbox.reply = "deferred", "451 4.3.0 Later"
    sent = await app.call("messages.send", account=app.inbox, to="ana@b.example", **LETTER)
    assert await app.deliver(sent["message_id"]) is None
    state = await delivery(app, sent["message_id"])
    assert state["state"] == "failed"
    assert "451 4.3.0 Later" in state["last_reply"]
    assert (
        "451 4.3.0 Later" in (await app.call("messages.get", account=app.inbox, message_id=await app.analyse()))["text"]
    )


async def test_an_attempt_cut_short_by_a_crash_is_unknown_and_tried_again(app):
    sent = await app.call("messages.send", account=app.inbox, to="ana@b.example", **LETTER)

    def crash(unit):
        for entry in unit.outbox.of_message(sent["message_id"]):
            unit.outbox.update(replace(entry, state="sending"), None)

    await app.ports.store.write(crash)
    await app.deliver(sent["message_id"])
    state = await delivery(app, sent["message_id"])
    assert [attempt["outcome"] for attempt in state["history"]] == ["unknown", "delivered"]
    assert state["state"] == "sent"
    assert isinstance((await app.ports.store.read(lambda unit: unit.messages.history(sent["message_id"])))[0], Attempt)


async def test_bcc_reaches_the_envelope_and_our_copy_but_no_header(app):
    sent = await app.call("messages.send", account=app.inbox, to="ana@b.example", bcc="secret@b.example", **LETTER)
    await app.deliver(sent["message_id"])
    assert [recipients for _, _, recipients in app.outbox.sent] == [["ana@b.example"], ["secret@b.example"]]
    assert len({mail_from for _, mail_from, _ in app.outbox.sent}) == 2
    assert all(b"secret" not in raw for raw, _, _ in app.outbox.sent)
    copy = await app.call("messages.get", account=app.inbox, message_id=sent["message_id"])
    assert copy["bcc"] == ["secret@b.example"]


async def test_more_than_fifty_people_or_none_is_refused(app):
    people = [f"p{number}@b.example" for number in range(51)]
    error = await app.refused("messages.send", account=app.inbox, to=people, **LETTER)
    assert (error.kind, error.param) == ("invalid", "to")
    assert "50" in error.message
    once = await app.call("messages.send", account=app.inbox, to=people[:50], cc=[people[0].upper()], **LETTER)
    assert once["status"] == "sent"
    assert (await app.refused("messages.send", account=app.inbox, to=[], **LETTER)).param == "to"
