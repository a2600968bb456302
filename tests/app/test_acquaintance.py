"""Who a sender is to a workspace: what is learnt of those it has to do with, and who only seems to be one of them."""

from dataclasses import replace
from datetime import timedelta

import pytest

from letterlock.app.analyse import Analyse
from letterlock.core.trust.question import Answer
from letterlock.ports.records import Relation

HERE = "welcome@agents.example"


class Dns:
    """Any domain may send from 192.0.2.1 and 203.0.113.1, and has a DMARC policy; but those of `bare`."""

    bare = ("bare.example",)

    async def resolve(self, questions, *, seconds):
        return {question: self.answer(question) for question in questions}

    def answer(self, question):
        if question.type != "TXT" or question.name.endswith(self.bare):
            return Answer("nxdomain")
        if question.name.startswith("_dmarc."):
            whole = question.name.count(".") > 1
            return Answer("ok", ("v=DMARC1; p=reject; psd=n",)) if whole else Answer("nxdomain")
        return (
            Answer("ok", ("v=spf1 ip4:192.0.2.1 ip4:203.0.113.1 -all",))
            if "_" not in question.name
            else Answer("nodata")
        )


@pytest.fixture
async def app(app):
    app.clock = Clock(app.ports.clock.now())
    ports = replace(app.ports, resolver=Dns(), clock=app.clock)
    app.ports = ports
    app.acceptor._ports = ports
    app.analysis = Analyse(ports, app.settings)
    app.gate._ports = ports
    return app


class Clock:
    def __init__(self, now):
        self.at = now

    def now(self):
        return self.at


number = iter(range(1, 1_000_000))


async def receive(app, sender, *, name="", to=HERE, subject="Hello", ip="192.0.2.1", **fields):
    """A message that passes DMARC; returns the sender as its report tells of it, and the level."""
    domain = sender.rpartition("@")[2]
    shown = f'"{name}" <{sender}>' if name else sender
    headers = {"From": shown, "To": to, "Subject": subject, "Message-ID": f"<{next(number)}@{domain}>", **fields}
    raw = "".join(f"{field.replace('_', '-')}: {value}\r\n" for field, value in headers.items()) + "\r\nHello there\r\n"
    message_id = await app.receive(raw.encode(), to, mail_from=sender, helo=domain, client_ip=ip)
    report = await app.call("messages.trust", account=to, message_id=message_id)
    return report["sender"], report["level"], " ".join(report["reasons"])


async def grow_known(app, sender, **more):
    """Somebody who writes often enough, over long enough."""
    for _ in range(6):
        await receive(app, sender, **more)
        app.clock.at += timedelta(days=2)


async def test_a_look_alike_of_a_domain_known_here_is_suspicious(app):
    await grow_known(app, "ana@acme-works.com")
    assert (await receive(app, "ana@acme-works.com"))[1] == "known"
    sender, level, reasons = await receive(app, "ana@acrne-works.com")
    assert (sender["looks_like"], sender["looks_like_domain"], level) == ("letters", "acme-works.com", "suspicious")
    assert "looks_like_known" in sender["relationship"]
    assert "acme-works.com" in reasons
    assert (await receive(app, "ana@acmeworks.net"))[0]["looks_like"] == "letters"
    assert (await receive(app, "ana@acme-works.net"))[0]["looks_like"] == "ending"
    assert (await receive(app, "bob@mail.acme-works.com"))[0]["looks_like"] is None
    assert (await receive(app, "bob@other.example"))[0]["looks_like"] is None


async def test_a_look_alike_of_our_own_domain_is_suspicious(app):
    sender, level, _ = await receive(app, "boss@agents-support.example")
    assert (sender["looks_like"], sender["looks_like_domain"], level) == ("words", "agents.example", "suspicious")


async def test_a_look_alike_does_not_become_known_by_writing_often(app):
    await app.manage("lists.add", kind="verified", entry="acmeworks.example")
    await grow_known(app, "ana@acmew0rks.example")
    sender, level, _ = await receive(app, "ana@acmew0rks.example")
    assert (sender["looks_like"], level) == ("letters", "suspicious")


async def test_what_a_list_made_known_is_forgotten_with_its_entry(app):
    await app.manage("lists.add", kind="verified", entry="ana@acmeworks.example")
    assert (await receive(app, "x@acmew0rks.example"))[0]["looks_like"] == "letters"
    await app.manage("lists.remove", kind="verified", entry="ana@acmeworks.example")
    assert (await receive(app, "x@acmew0rks.example"))[0]["looks_like"] is None


async def test_whom_an_agent_wrote_to_is_not_known_by_it(app):
    await app.call("messages.send", account=HERE, to=["Ana Muster <ana@acmeworks.example>"], subject="Hi", text="Hi")
    sender, level, _ = await receive(app, "ana@acmew0rks.example", name="Ana Muster")
    assert (sender["looks_like"], sender["known_name"], level) == (None, None, "unknown")
    app_sender, _, _ = await receive(app, "ana@acmeworks.example")
    assert (app_sender["agent_written_count"], app_sender["written_count"]) == (1, 0)
    assert "person_known" not in app_sender["relationship"]


async def test_whom_a_person_wrote_to_is_known(app):
    await app.manage("messages.send", account=HERE, to=["Ana Muster <ana@acmeworks.example>"], subject="Hi", text="Hi")
    sender, level, _ = await receive(app, "ana@acmew0rks.example", name="Ana Muster")
    assert (sender["looks_like"], sender["known_name"], level) == ("letters", "contact", "suspicious")
    genuine, level, _ = await receive(app, "ana@acmeworks.example", name="Ana Muster")
    assert (genuine["written_count"], genuine["known_name"], level) == (1, None, "known")
    assert genuine["last_written"]


async def test_a_known_name_at_another_address_is_suspicious(app):
    await grow_known(app, "ana@gmail.com", name="Ana Muster")
    sender, level, _ = await receive(app, "muster77@gmail.com", name="Muster, Ana")
    assert (sender["known_name"], level) == ("contact", "suspicious")
    assert (await receive(app, "ana@gmail.com", name="Ana Muster"))[1] == "known"
    assert (await receive(app, "bob@gmail.com", name="Bob Muster"))[0]["known_name"] is None


async def test_a_second_address_of_the_same_organisation_is_no_sign(app):
    await grow_known(app, "ana@acmeworks.example", name="Ana Muster")
    assert (await receive(app, "ana.muster@acmeworks.example", name="Ana Muster"))[0]["known_name"] is None


async def test_the_name_of_a_member_at_an_unknown_address_is_suspicious(app):
    await app.manage("members.add", email="carla@company.example", name="Carla Chief")
    sender, level, reasons = await receive(app, "carla.chief@freemail.example", name="Carla Chief")
    assert (sender["known_name"], level) == ("member", "suspicious")
    assert "carla@company.example" not in reasons
    await app.manage("members.remove", email="carla@company.example")
    assert (await receive(app, "carla.chief@freemail.example", name="Carla Chief"))[0]["known_name"] is None


async def test_names_on_mail_that_programs_write_are_not_learnt(app):
    await grow_known(app, "notifications@tracker.example", name="Ana Muster", Auto_Submitted="auto-generated")
    assert (await receive(app, "ana@acmeworks.example", name="Ana Muster"))[0]["known_name"] is None


async def test_mail_that_comes_another_way_than_ever_is_doubted(app):
    await grow_known(app, "ana@acmeworks.example")
    usual, level, _ = await receive(app, "ana@acmeworks.example")
    assert level == "known"
    assert {"kind": "network", "value": "192.0.0.0/16", "count": 6} in usual["usual"]
    elsewhere, level, _ = await receive(app, "ana@acmeworks.example", ip="203.0.113.1")
    assert (elsewhere["unusual"], level) == (["network"], "known"), "the domain is as usual"
    raw = b"From: ana@acmeworks.example\r\nSubject: x\r\nMessage-ID: <other@acmeworks.example>\r\n\r\nHi\r\n"
    message_id = await app.receive(raw, HERE, mail_from="", helo="acmeworks.example", client_ip="203.0.113.1")
    report = await app.call("messages.trust", account=HERE, message_id=message_id)
    assert report["sender"]["unusual"] == ["network"], "a bounce address says nothing where there is none"


async def test_nothing_vouching_for_somebody_who_was_always_authenticated_is_suspicious(app):
    await grow_known(app, "ana@acmeworks.example")
    Dns.bare = ("acmeworks.example",)
    try:
        _, level, reasons = await receive(app, "ana@acmeworks.example")
    finally:
        Dns.bare = ("bare.example",)
    assert level == "suspicious"
    assert "Earlier mail of this sender was authenticated" in reasons


async def test_a_stranger_in_a_conversation_is_suspicious_and_a_colleague_is_not(app):
    sent = await app.call("messages.send", account=HERE, to=["ana@acmeworks.example"], subject="Offer", text="Hi")
    found = await app.call("messages.get", account=HERE, message_id=sent["message_id"])
    answers = {"subject": "Re: Offer", "In_Reply_To": f"<{found['rfc_message_id']}>"}
    stranger, level, _ = await receive(app, "eve@evil.example", **answers)
    assert ("stranger_in_thread" in stranger["relationship"], level) == (True, "suspicious")
    colleague, level, _ = await receive(app, "bob@acmeworks.example", **answers)
    assert ("stranger_in_thread" in colleague["relationship"], level) == (False, "unknown")


async def test_an_entry_of_one_inbox_holds_there_alone(app):
    other = (await app.call("inboxes.create", username="other"))["inbox"]["inbox_id"]
    await app.manage("lists.add", kind="verified", entry="acmeworks.example", inbox=other)
    assert (await receive(app, "ana@acmeworks.example", to=other))[1] == "verified"
    assert (await receive(app, "ana@acmeworks.example"))[1] == "unknown"
    await app.manage("lists.add", kind="blocked", entry="ana@acmeworks.example", inbox=other)
    assert (await receive(app, "ana@acmeworks.example", to=other))[1] == "suspicious"
    entries = (await app.manage("lists.list"))["entries"]
    assert {entry["inbox"] for entry in entries} == {other}
    await app.manage("lists.remove", kind="blocked", entry="ana@acmeworks.example", inbox=other)
    assert (await receive(app, "ana@acmeworks.example", to=other))[1] == "verified"


async def test_what_another_inbox_alone_knows_is_not_named(app):
    other = (await app.call("inboxes.create", username="other"))["inbox"]["inbox_id"]
    await grow_known(app, "ana@acmeworks.example", to=other)
    sender, level, reasons = await receive(app, "ana@acmew0rks.example")
    assert (sender["looks_like"], sender["looks_like_domain"], level) == ("letters", "", "suspicious")
    assert "acmeworks.example" not in reasons


async def test_counts_are_those_before_the_message(app):
    first, _, _ = await receive(app, "ana@acmeworks.example")
    second, _, _ = await receive(app, "ana@acmeworks.example")
    assert (first["inbound_count"], second["inbound_count"]) == (0, 1)
    assert first["relationship"] == ["first_contact"]
    assert await app.ports.store.read(lambda unit: unit.relations.get("acc_none", "x@y.example")) == Relation()
