"""What a report changes, and for whom: the history, the state, the thread, and the addresses nothing is sent to."""

from dataclasses import replace

import pytest

from letterlock.app.analyse import Analyse
from letterlock.core.trust.question import Answer
from support.bounces import complaint, dsn

LETTER = {"subject": "Hi", "text": "Hello"}
ANA = "ana@b.example"


async def send(app, *to, text="Hello"):
    """Sends to everyone; returns the result and the envelope of each recipient's copy, `(raw, return path)`."""
    sent = await app.call("messages.send", account=app.inbox, to=list(to), subject="Hi", text=text)
    before = len(app.outbox.sent)
    await app.deliver(sent["message_id"])
    return sent, {people[0]: (raw, mail_from) for raw, mail_from, people in app.outbox.sent[before:]}


async def message(app, message_id):
    return await app.call("messages.get", account=app.inbox, message_id=message_id)


async def suppressed(app):
    return [one["address"] for one in (await app.manage("suppressions.list"))["suppressions"]]


def files(app):
    return sorted(one for one in app.blobs.rglob("*") if one.is_file())


async def test_a_bounce_to_the_return_address_fails_the_delivery_and_stops_further_mail(app):
    sent, copies = await send(app, ANA, "bob@b.example")
    raw, path = copies[ANA]
    bounce = await message(app, await app.receive(dsn(raw, ANA), path, mail_from=""))
    assert bounce["thread_id"] == sent["thread_id"]
    assert "BOUNCE" in bounce["labels"]
    assert bounce["auto_submitted"] == "auto-replied"
    assert bounce["delivery_report"] == {
        "kind": "bounce",
        "about_message_id": sent["message_id"],
        "proof": "token",
        "recipients": [
            {
                "recipient": ANA,
                "action": "failed",
                "status": "5.1.1",
                "diagnostic": "550 5.1.1 No such user",
                "remote_mta": "mail.b.example",
            }
        ],
    }
    about = await message(app, sent["message_id"])
    states = {one["recipient"]: one for one in about["delivery"]}
    assert (states[ANA]["state"], states["bob@b.example"]["state"]) == ("failed", "sent")
    assert [one["outcome"] for one in states[ANA]["history"]] == ["delivered", "bounced"]
    last = states[ANA]["history"][-1]
    assert (last["host"], last["reply"]) == ("mail.b.example", "5.1.1 550 5.1.1 No such user")
    listed = await app.call("messages.list", account=app.inbox, labels=["SENT"])
    assert [one["delivery_state"] for one in listed["messages"]] == ["failed"]
    labelled = await app.call("messages.list", account=app.inbox, labels=["BOUNCE"])
    assert [one["message_id"] for one in labelled["messages"]] == [bounce["message_id"]]
    assert await suppressed(app) == [ANA]


@pytest.mark.parametrize(
    ("status", "words"),
    [
        ("5.2.2", "552 5.2.2 Mailbox full"),
        ("5.7.1", "550 5.7.1 Rejected as spam"),
        ("5.1.1", "550 5.1.1 Blocked by policy"),
    ],
)
async def test_a_bounce_about_the_message_or_the_moment_suppresses_nobody(app, status, words):
    sent, copies = await send(app, ANA)
    raw, path = copies[ANA]
    await app.receive(dsn(raw, ANA, status=status, diagnostic=words), path, mail_from="")
    assert (await message(app, sent["message_id"]))["delivery"][0]["state"] == "failed"
    assert await suppressed(app) == []


async def test_a_delay_is_told_and_a_later_success_takes_it_back(app):
    sent, copies = await send(app, ANA)
    raw, path = copies[ANA]
    notice = await app.receive(
        dsn(raw, ANA, action="delayed", status="4.4.1", diagnostic="no route"), path, mail_from=""
    )
    assert (await message(app, notice))["delivery_report"]["kind"] == "delay"
    listed = await app.call("messages.list", account=app.inbox, labels=["SENT"])
    assert [one["delivery_state"] for one in listed["messages"]] == ["delayed"]
    await app.receive(dsn(raw, ANA, action="delivered", status="2.0.0", diagnostic="250 ok"), path, mail_from="")
    delivery = (await message(app, sent["message_id"]))["delivery"][0]
    assert delivery["state"] == "sent"
    assert [one["outcome"] for one in delivery["history"]] == ["delivered", "delayed", "confirmed"]


async def test_a_recipient_can_forge_a_bounce_of_nobody_else(app):
    sent, copies = await send(app, ANA, "bob@b.example")
    raw, path = copies[ANA]
    await app.receive(dsn(raw, "bob@b.example"), path, mail_from="")
    states = {one["recipient"]: one["state"] for one in (await message(app, sent["message_id"]))["delivery"]}
    assert states["bob@b.example"] == "sent"
    assert await suppressed(app) == []
    # Knowing the Message-ID, as every recipient does, is no better.
    await app.receive(dsn(raw, "bob@b.example", number=2), app.inbox, mail_from="")
    states = {one["recipient"]: one["state"] for one in (await message(app, sent["message_id"]))["delivery"]}
    assert states["bob@b.example"] == "sent"
    assert await suppressed(app) == []


async def test_the_message_id_alone_tells_of_the_only_recipient_but_suppresses_nobody(app):
    sent, copies = await send(app, ANA)
    bounce = await message(app, await app.receive(dsn(copies[ANA][0], ANA), app.inbox, mail_from=""))
    assert bounce["delivery_report"]["proof"] == "message_id"
    assert bounce["thread_id"] == sent["thread_id"]
    assert (await message(app, sent["message_id"]))["delivery"][0]["state"] == "failed"
    assert await suppressed(app) == []


async def test_a_report_without_proof_changes_nothing_and_is_kept_apart(app):
    sent, copies = await send(app, ANA)
    raw, path = copies[ANA]
    guess = path.replace("+b-", "+b-")[:-20] + "aaaaaaaaaaaaaaaa@agents.example"
    for number, (forged, to) in enumerate(
        (
            (dsn(raw, "carl@b.example"), app.inbox),  # not one it went to
            (dsn(raw.replace(b"msg_", b"msg_x"), ANA), app.inbox),  # no message of ours
            (dsn(raw.replace(b"msg_", b"msg_x"), ANA, number=2), guess),  # a token nobody was given
        )
    ):
        found = await message(app, await app.receive(forged, to, mail_from=""))
        assert found["delivery_report"]["proof"] == "none", number
        assert found["thread_id"] != sent["thread_id"], number
    assert (await message(app, sent["message_id"]))["delivery"][0]["state"] == "sent"
    assert await suppressed(app) == []


async def test_another_tenants_message_is_not_found_by_its_id(app):
    other = (await app.call("inboxes.create", username="other"))["inbox"]["inbox_id"]
    sent, copies = await send(app, ANA)
    found = await app.receive(dsn(copies[ANA][0], ANA), other, mail_from="")
    read = await app.call("messages.get", account=other, message_id=found)
    assert read["delivery_report"]["about_message_id"] is None
    assert (await message(app, sent["message_id"]))["delivery"][0]["state"] == "sent"


async def test_a_report_that_comes_to_another_inbox_counts_and_names_no_message_there(app):
    other = (await app.call("inboxes.create", username="other"))["inbox"]["inbox_id"]
    _, copies = await send(app, ANA)
    found = await app.receive(complaint(copies[ANA][0], ANA, copies[ANA][1]), other, mail_from="feedback@fbl.example")
    report = (await app.call("messages.get", account=other, message_id=found))["delivery_report"]
    assert (report["about_message_id"], report["proof"]) == (None, "token")
    assert await suppressed(app) == [ANA]


ZONE = {
    ("TXT", "b.example"): ("v=spf1 ip4:192.0.2.1 -all",),
    ("TXT", "evil.example"): ("v=spf1 ip4:192.0.2.1 -all",),
    ("TXT", "_dmarc.evil.example"): ("v=DMARC1; p=reject",),
    ("TXT", "corp.example"): ("v=spf1 -all",),
    ("TXT", "_dmarc.corp.example"): ("v=DMARC1; p=none",),
}


class Dns:
    async def resolve(self, questions, *, seconds):
        return {
            q: Answer("ok", ZONE[q.type, q.name]) if (q.type, q.name) in ZONE else Answer("nxdomain") for q in questions
        }


async def people_of(app, thread_id):
    def find(unit):
        return unit.threads.get(unit.accounts.by_address(app.inbox).id, thread_id).people

    return await app.ports.store.read(find)


@pytest.mark.parametrize("author", ["boss@corp.example", "eve@evil.example", "ana@corp.example"])
async def test_a_return_address_lets_nobody_speak_in_the_conversation_who_has_no_part_in_it(app, author):
    app.analysis = Analyse(replace(app.ports, resolver=Dns()), app.settings)
    sent, copies = await send(app, ANA)
    raw, path = copies[ANA]
    note = (
        f"From: {author}\r\nTo: x@a.example\r\nSubject: Hi\r\nMessage-ID: <1@evil.example>\r\n\r\nPay now.\r\n".encode()
    )
    report = dsn(raw, ANA, number=2).replace(b"MAILER-DAEMON@mx.b.example", author.encode())
    for forged in (note, report):
        found = await message(app, await app.receive(forged, path, mail_from="", helo="evil.example"))
        if forged is note or "corp" in author:
            assert found["thread_id"] != sent["thread_id"]
    assert await people_of(app, sent["thread_id"]) == {ANA}
    assert (await message(app, sent["message_id"]))["delivery"][0]["state"] == "failed"


async def test_a_mail_systems_report_joins_whatever_its_domains_policy_and_an_answer_of_the_people_too(app):
    app.analysis = Analyse(replace(app.ports, resolver=Dns()), app.settings)
    sent, copies = await send(app, ANA)
    raw, path = copies[ANA]
    report = dsn(raw, ANA).replace(b"MAILER-DAEMON@mx.b.example", b"postmaster@corp.example")
    note = (
        f"From: {ANA}\r\nTo: x@a.example\r\nSubject: Away\r\nMessage-ID: <1@b.example>\r\n\r\nI am away.\r\n".encode()
    )
    for back in (report, note):
        found = await message(app, await app.receive(back, path, mail_from="", helo="b.example"))
        assert found["thread_id"] == sent["thread_id"]
    assert await people_of(app, sent["thread_id"]) == {ANA}


async def test_a_bounce_in_words_counts_by_its_return_address(app):
    sent, copies = await send(app, ANA)
    _, path = copies[ANA]
    raw = (
        b"From: MAILER-DAEMON@mx.b.example\r\nTo: x@a.example\r\nSubject: failure notice\r\n\r\n"
        b"Hi. This is the qmail-send program at mx.b.example.\r\n\r\n<ana@b.example>:\r\n"
        b"192.0.2.7 does not like recipient.\r\nRemote host said: 550 5.1.1 No such user\r\n"
    )
    bounce = await message(app, await app.receive(raw, path, mail_from=""))
    assert bounce["thread_id"] == sent["thread_id"]
    assert (await message(app, sent["message_id"]))["delivery"][0]["state"] == "failed"
    assert await suppressed(app) == [ANA]


async def test_a_bounce_before_the_attempt_is_written_down_is_not_lost(app):
    sent = await app.call("messages.send", account=app.inbox, to=ANA, **LETTER)
    given = app.outbox.deliver

    async def bounces_at_once(raw, *, mail_from, recipients):
        await app.receive(dsn(raw, ANA), mail_from, mail_from="")
        return await given(raw, mail_from=mail_from, recipients=recipients)

    app.outbox.deliver = bounces_at_once
    await app.deliver(sent["message_id"])
    delivery = (await message(app, sent["message_id"]))["delivery"][0]
    assert delivery["state"] == "failed"
    assert {one["outcome"] for one in delivery["history"]} == {"bounced", "delivered"}


async def test_reports_without_end_fill_no_history(app):
    sent, copies = await send(app, ANA)
    raw, path = copies[ANA]
    for number in range(30):
        await app.receive(dsn(raw, ANA, status="4.4.1", action="delayed", number=number), path, mail_from="")
    assert len((await message(app, sent["message_id"]))["delivery"][0]["history"]) == 20


async def test_a_complaint_stops_mail_to_who_complained(app):
    sent, copies = await send(app, ANA)
    raw, path = copies[ANA]
    found = await message(
        app, await app.receive(complaint(raw, ANA, path), app.inbox, mail_from="feedback@fbl.example")
    )
    assert found["delivery_report"]["kind"] == "complaint"
    assert await suppressed(app) == [ANA]
    history = (await message(app, sent["message_id"]))["delivery"][0]["history"]
    assert history[-1]["outcome"] == "complained"
    assert (await app.refused("messages.send", account=app.inbox, to=ANA, subject="More", text="x")).kind == "conflict"


async def test_a_refusal_for_good_suppresses_and_the_refusal_says_how_it_is_lifted(app):
    app.outbox.status, app.outbox.reply = "refused", "550 5.1.1 No such user"
    await send(app, "Gone@b.example")
    people = {"to": "bob@b.example", "bcc": ["gone@B.example"]}
    blobs = files(app)
    error = await app.refused("messages.send", account=app.inbox, **people, **LETTER)
    assert (error.kind, error.param) == ("conflict", "bcc")
    assert "gone@b.example" in error.message
    assert "letterlock suppress remove gone@b.example" in error.message
    assert files(app) == blobs, "what is refused leaves nothing behind"
    await app.manage("suppressions.remove", address="gone@b.example")
    app.outbox.status, app.outbox.reply = "delivered", "250 OK"
    assert (await app.call("messages.send", account=app.inbox, **people, **LETTER))["status"] == "sent"


async def test_a_refusal_of_this_message_alone_suppresses_nobody_nor_does_an_inbox_that_is_not_here_yet(app):
    app.outbox.status, app.outbox.reply = "refused", "550 5.7.1 Rejected as spam"
    await send(app, ANA)
    await send(app, "nobody@agents.example")
    assert await suppressed(app) == []


async def test_what_dns_alone_says_suppresses_nobody(app):
    from letterlock.ports.outbound import Outcome

    async def deliver(raw, *, mail_from, recipients):
        app.outbox.sent.append((raw, mail_from, list(recipients)))
        return [Outcome(to, "refused", "550 5.1.2 There is no domain b.example") for to in recipients]

    app.outbox.deliver = deliver
    sent, _ = await send(app, ANA)
    assert (await message(app, sent["message_id"]))["delivery"][0]["state"] == "failed"
    assert await suppressed(app) == []


async def test_only_people_change_the_list(app):
    for operation in ("suppressions.add", "suppressions.remove"):
        assert (await app.refused(operation, address=ANA)).kind == "forbidden"
    await app.manage("suppressions.add", address=ANA)
    assert (await app.refused("messages.send", account=app.inbox, to=ANA, **LETTER)).kind == "conflict"


async def test_an_answer_to_the_id_a_relay_gave_joins_the_thread(app):
    app.settings = replace(app.settings, relay="mx.test")
    ses = "0100018f2a3b4c5d-1a2b3c4d-0123-4567-89ab-0123456789ab-000000"
    app.outbox.reply = f"250 Ok {ses}"
    sent, _ = await send(app, ANA)
    answer = (
        f"From: {ANA}\r\nTo: {app.inbox}\r\nSubject: Something else\r\nMessage-ID: <1@b.example>\r\n"
        f"In-Reply-To: <{ses}@email.amazonses.com>\r\n\r\nYes.\r\n"
    ).encode()
    assert (await message(app, await app.receive(answer)))["thread_id"] == sent["thread_id"]
    # A report about it names that id too.
    raw = dsn(f"Message-ID: <{ses}@email.amazonses.com>\r\n\r\n".encode(), ANA)
    bounce = await message(app, await app.receive(raw, mail_from=""))
    assert bounce["delivery_report"]["about_message_id"] == sent["message_id"]


async def test_an_out_of_office_note_is_marked_and_is_no_bounce(app):
    sent, copies = await send(app, ANA)
    raw = (
        f"From: {ANA}\r\nTo: x@a.example\r\nSubject: Automatic reply: Hi\r\nAuto-Submitted: auto-replied\r\n"
        "Message-ID: <ooo@b.example>\r\n\r\nI am away. Write to boss@b.example, 550 5.1.1.\r\n"
    ).encode()
    found = await message(app, await app.receive(raw, copies[ANA][1], mail_from=""))
    assert found["auto_submitted"] == "auto-replied"
    assert "delivery_report" not in found
    assert "BOUNCE" not in found["labels"]
    assert (await message(app, sent["message_id"]))["delivery"][0]["state"] == "sent"
    assert await suppressed(app) == []


async def test_more_than_the_quota_is_not_sent(app):
    def fill(unit):
        account = unit.accounts.by_address(app.inbox)
        unit.accounts.add_used(account.id, app.settings.default_quota)

    await app.ports.store.write(fill)
    blobs = files(app)
    error = await app.refused("messages.send", account=app.inbox, to=ANA, **LETTER)
    assert error.kind == "conflict"
    assert "full" in error.message
    assert files(app) == blobs
