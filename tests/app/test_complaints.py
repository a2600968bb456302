"""Mail marked as spam by hand lowers what its sender sends, where the sender proved to have sent it."""

from dataclasses import replace

import pytest

from letterlock.app.analyse import Analyse
from letterlock.core.trust.filtered import Filtered
from letterlock.core.trust.question import Answer

MAIL = (
    b"From: ana@b.example\r\nTo: welcome@agents.example\r\nSubject: Hi\r\nMessage-ID: <%d@b.example>\r\n\r\nHello\r\n"
)
ZONE = {
    ("TXT", "b.example"): ("v=spf1 ip4:192.0.2.1 -all",),
    ("TXT", "_dmarc.b.example"): ("v=DMARC1; p=none",),
}


class Dns:
    async def resolve(self, questions, *, seconds):
        return {
            q: Answer("ok", ZONE[q.type, q.name]) if (q.type, q.name) in ZONE else Answer("nxdomain") for q in questions
        }


@pytest.fixture
def app(app):
    app.analysis = Analyse(replace(app.ports, resolver=Dns()), app.settings)
    return app


async def label(app, message_id, **change):
    return await app.call("messages.label", account=app.inbox, message_id=message_id, **change)


async def next_report(app, number, **envelope):
    message_id = await app.receive(MAIL % number, **envelope)
    return await app.call("messages.trust", account=app.inbox, message_id=message_id)


async def test_what_was_marked_as_spam_counts_until_the_mark_is_taken_off(app):
    first = await app.receive(MAIL % 1)
    assert (await next_report(app, 2))["sender"]["complaints"] == 0
    for _ in range(2):
        await label(app, first, add_labels=["SPAM"])
    found = await next_report(app, 3)
    assert (found["sender"]["complaints"], found["level"]) == (1, "suspicious")
    assert "Mail that this sender sent here was marked as spam." in found["reasons"]
    for _ in range(2):
        await label(app, first, remove_labels=["SPAM"])
    found = await next_report(app, 4)
    assert (found["sender"]["complaints"], found["level"]) == (0, "unknown")


async def test_a_forged_message_that_is_marked_harms_nobody(app):
    await app.receive(MAIL % 1)
    forged = await app.receive(MAIL % 2, client_ip="203.0.113.9")
    await label(app, forged, add_labels=["SPAM"])
    assert (await next_report(app, 3))["sender"]["complaints"] == 0


async def test_other_labels_and_marks_on_mail_of_our_own_are_no_complaints(app):
    await label(app, await app.receive(MAIL % 1), add_labels=["later", "spam"])
    sent = await app.call("messages.send", account=app.inbox, to="ana@b.example", subject="Hi", text="Hello")
    await label(app, sent["message_id"], add_labels=["SPAM"])
    assert (await next_report(app, 2))["sender"]["complaints"] == 0


class Rejecting:
    async def judge(self, raw, envelope):
        return Filtered(20.0, 15.0, "reject")


async def test_what_the_report_itself_marked_is_no_complaint_whoever_marks_it_again(app):
    plain, app.analysis = (
        app.analysis,
        Analyse(replace(app.ports, resolver=Dns(), spam_filter=Rejecting()), app.settings),
    )
    marked = await app.receive(MAIL % 1)
    app.analysis = plain
    for change in ("remove_labels", "add_labels"):
        assert "unchanged" not in await label(app, marked, **{change: ["SPAM"]})
    assert (await next_report(app, 2))["sender"]["complaints"] == 0
