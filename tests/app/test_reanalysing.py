"""Messages that older rules judged are judged again, without losing what was known or done since."""

from dataclasses import replace

import pytest

from letterlock.app import reanalyse
from letterlock.app.analyse import Analyse
from letterlock.app.reanalyse import Reanalyse
from letterlock.core.trust import level, rules
from letterlock.core.trust.question import Answer

MAIL = b"From: ana@b.example\r\nTo: welcome@agents.example\r\nSubject: Hi\r\nMessage-ID: <%d@b.example>\r\n\r\nHello there\r\n"
ZONE = {
    ("TXT", "b.example"): ("v=spf1 ip4:192.0.2.1 -all",),
    ("TXT", "_dmarc.b.example"): ("v=DMARC1; p=reject",),
}


class Dns:
    async def resolve(self, questions, *, seconds):
        return {
            q: Answer("ok", ZONE[q.type, q.name]) if (q.type, q.name) in ZONE else Answer("nxdomain") for q in questions
        }


@pytest.fixture
def newer(monkeypatch):
    """Raises the version of the rules, and has "there" be a strong sign of spam."""

    def rules_change():
        for module in (level, reanalyse, __import__("letterlock.app.messages.reanalyse", fromlist=["VERSION"])):
            monkeypatch.setattr(module, "VERSION", "new")
        blocked = next(rule for rule in rules.RULES if rule.name == "blocked")
        always = replace(blocked, name="always", holds=lambda _: True, reason="A rule that is new.")
        monkeypatch.setattr(level, "RULES", (*rules.RULES, always))
        monkeypatch.setattr(level.assess, "__kwdefaults__", {"rules": (*rules.RULES, always)})

    return rules_change


async def report(app, message_id):
    return await app.call("messages.trust", account=app.inbox, message_id=message_id)


async def again(app):
    return await Reanalyse(app.ports)(replace(app.job("reanalyse", app.workspace), workspace_id=app.workspace))


@pytest.fixture
async def app(app):
    app.analysis = Analyse(replace(app.ports, resolver=Dns()), app.settings)
    app.workspace = (await app.caller()).workspace_id
    return app


async def test_nothing_is_to_be_done_where_the_present_rules_judged_all(app):
    await app.receive(MAIL % 1)
    assert await app.manage("messages.reanalyse") == {"begun": False, "rules_version": rules.VERSION}


async def test_older_reports_are_renewed_and_keep_what_dns_said_and_who_the_sender_was(app, newer):
    first, second = await app.receive(MAIL % 1), await app.receive(MAIL % 2)
    before = await report(app, first)
    assert before["rules_version"] == rules.VERSION
    newer()
    assert await app.manage("messages.reanalyse") == {"begun": True, "rules_version": "new"}
    assert await again(app) is None
    after = await report(app, first)
    assert after["rules_version"] == "new"
    assert "A rule that is new." in after["reasons"]
    assert after["level"] == "suspicious"
    assert after["authentication"] == before["authentication"]
    assert after["authentication"]["aligned"] is True
    assert after["sender"] == before["sender"], "the second message came later"
    assert (await report(app, second))["sender"]["inbound_count"] == 1
    listed = (await app.call("messages.list", account=app.inbox))["messages"]
    assert {one["trust_level"] for one in listed} == {"suspicious"}
    assert (await app.manage("messages.reanalyse"))["begun"] is False


async def test_labels_that_somebody_took_off_or_put_on_stay_so(app, newer):
    held = await app.receive(MAIL % 1, client_ip="203.0.113.9")
    marked = await app.receive(MAIL % 2)
    await app.manage("messages.label", account=app.inbox, message_id=held, remove_labels=["QUARANTINE"], add_labels=[])
    await app.manage(
        "messages.label", account=app.inbox, message_id=marked, add_labels=["SPAM", "mine"], remove_labels=[]
    )
    newer()
    await again(app)
    for message_id in (held, marked):
        assert (await report(app, message_id))["rules_version"] == "new"
    labels = {}
    for message_id in (held, marked):
        message = await app.ports.store.read(lambda unit, one=message_id: unit.messages.find(one))
        labels[message_id] = message.labels
    assert "QUARANTINE" not in labels[held]
    assert "UNAUTHENTICATED" in labels[held]
    assert {"SPAM", "mine"} <= labels[marked]


async def test_it_is_found_by_its_words_as_before(app, newer):
    message_id = await app.receive(MAIL % 1)
    newer()
    await again(app)
    found = await app.call("messages.search", account=app.inbox, q="there")
    assert [one["message_id"] for one in found["messages"]] == [message_id]


async def test_files_keep_their_ids(app, newer):
    raw = MAIL.replace(
        b"\r\n\r\nHello there\r\n",
        b"\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n\r\nHello\r\n--b\r\nContent-Type: text/plain\r\n"
        b"Content-Disposition: attachment; filename=a.txt\r\n\r\nhi\r\n--b--\r\n",
    )
    message_id = await app.receive(raw % 1)
    here = {"account": app.inbox, "message_id": message_id}
    before = (await app.call("messages.get", **here))["attachments"]
    newer()
    await again(app)
    assert (await app.call("messages.get", **here))["attachments"] == before
    assert len(before) == 1


async def test_a_message_without_its_source_is_left_and_the_others_go_on(app, newer):
    gone, kept = await app.receive(MAIL % 1), await app.receive(MAIL % 2)
    message = await app.ports.store.read(lambda unit: unit.messages.find(gone))
    for path in app.blobs.rglob(f"*{message.content_hash}*"):
        path.unlink()
    newer()
    await again(app)
    assert (await report(app, kept))["rules_version"] == "new"
    assert (await report(app, gone))["rules_version"] == rules.VERSION
