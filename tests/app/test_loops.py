"""Agents do not answer programs, and answers between two agents end."""

from datetime import timedelta

import pytest

from letterlock.app.messages.sendable import PEER_CAPS, THREAD_CAPS

AUTOMATIC = {
    "auto-replied": ("Auto-Submitted: auto-replied", "ana@b.example"),
    "null sender": ("X-Nothing: 1", ""),
    "list": ("List-Id: <dev.lists.example>", "dev-bounces@lists.example"),
    "bulk": ("Precedence: bulk", "ana@b.example"),
    "suppressed": ("X-Auto-Response-Suppress: All", "ana@b.example"),
}


def mail(line="X-Nothing: 1", *, sender="ana@b.example", number=1, to="welcome@agents.example"):
    return (
        f"From: {sender}\r\nTo: {to}\r\nSubject: Hi\r\nMessage-ID: <{number}@b.example>\r\n{line}\r\n\r\nHello\r\n"
    ).encode()


@pytest.mark.parametrize("kind", AUTOMATIC)
async def test_automatic_mail_is_not_answered_by_agents_and_may_be_by_people(app, kind):
    line, mail_from = AUTOMATIC[kind]
    message_id = await app.receive(mail(line), mail_from=mail_from)
    error = await app.refused("messages.reply", account=app.inbox, message_id=message_id, text="Thanks")
    assert (error.kind, error.param) == ("conflict", "message_id")
    assert "send_message" in error.message
    named = await app.refused(
        "messages.reply", account=app.inbox, message_id=message_id, to="x@b.example", text="Thanks"
    )
    assert named.kind == "conflict"
    assert (await app.manage("messages.reply", account=app.inbox, message_id=message_id, text="Thanks"))[
        "status"
    ] == "sent"
    new = await app.call("messages.send", account=app.inbox, to="ana@b.example", subject="Hi", text="Thanks")
    assert new["status"] == "sent"


async def test_mail_in_our_own_name_is_not_answered(app):
    note = await app.call("messages.send", account=app.inbox, to=app.inbox, subject="Note", text="remember")
    await app.deliver(note["message_id"])
    message_id = await app.analyse()
    error = await app.refused("messages.reply", account=app.inbox, message_id=message_id, to="ana@b.example", text="x")
    assert error.kind == "conflict"
    forged = await app.receive(mail(sender=app.inbox))
    assert (await app.refused("messages.reply", account=app.inbox, message_id=forged, text="x")).kind == "conflict"


async def test_what_agents_write_says_so_and_another_inbox_here_may_answer_it(app):
    other = (await app.call("inboxes.create", username="other"))["inbox"]["inbox_id"]
    sent = await app.call("messages.send", account=app.inbox, to=[other, "ana@b.example"], subject="Hi", text="x")
    await app.deliver(sent["message_id"])
    assert b"\r\nAuto-Submitted: auto-generated\r\n" in app.outbox.sent[0][0]
    message_id = await app.analyse()
    found = await app.call("messages.get", account=other, message_id=message_id)
    assert found["auto_submitted"] == "agent"
    answer = await app.call("messages.reply", account=other, message_id=message_id, reply_all=True, text="Yes")
    await app.deliver(answer["message_id"])
    assert b"\r\nAuto-Submitted: auto-replied\r\n" in app.outbox.sent[1][0]


async def test_a_persons_mail_is_not_marked(app):
    sent = await app.manage("messages.send", account=app.inbox, to="ana@b.example", subject="Hi", text="x")
    await app.deliver(sent["message_id"])
    assert b"Auto-Submitted" not in app.outbox.sent[0][0]


async def test_answers_in_one_thread_end_at_the_cap_and_go_on_later(app):
    message_id = await app.receive(mail())
    most, span = THREAD_CAPS[0]
    for number in range(most):
        await app.call("messages.reply", account=app.inbox, message_id=message_id, text=f"Answer {number}")
    again = await app.call("messages.reply", account=app.inbox, message_id=message_id, text="Answer 3")
    assert again["duplicate"] is True, "a repeated call is no answer"
    error = await app.refused("messages.reply", account=app.inbox, message_id=message_id, text="One more")
    assert error.kind == "rate_limited"
    assert 0 < error.retry_after <= span.total_seconds()
    assert str(most) in error.message
    other = await app.receive(mail(number=2, sender="bob@b.example"))
    assert (await app.call("messages.reply", account=app.inbox, message_id=other, text="Hi"))["status"] == "sent"
    person = await app.manage("messages.reply", account=app.inbox, message_id=message_id, text="By hand")
    assert person["status"] == "sent"

    def an_hour_ago(unit):
        account = unit.accounts.by_address(app.inbox)
        newest = [unit.answers.nth_in_thread(account.id, thread, n + 1) for n in range(most)]
        unit.answers.remove_before(account.id, max(newest) + timedelta(microseconds=1))
        for at in newest:
            unit.answers.add(account.id, thread, ["ana@b.example"], at - span)

    thread = (await app.call("messages.get", account=app.inbox, message_id=message_id))["thread_id"]
    await app.ports.store.write(an_hour_ago)
    later = await app.call("messages.reply", account=app.inbox, message_id=message_id, text="Later")
    assert later["status"] == "sent"


async def test_answers_to_one_peer_end_at_the_cap_whatever_the_threads(app):
    most, _ = PEER_CAPS[0]
    for number in range(most + 1):
        message_id = await app.receive(mail(number=number).replace(b"Subject: Hi", f"Subject: Hi {number}x".encode()))
        call = {"account": app.inbox, "message_id": message_id, "text": f"Answer {number}"}
        if number < most:
            assert (await app.call("messages.reply", **call))["status"] == "sent"
            # A thread of its own each time: the caps of threads are not what ends it.
    error = await app.refused("messages.reply", **call)
    assert error.kind == "rate_limited"
