"""Where DNS was away the report is no pass, and is made anew when DNS is back."""

from dataclasses import replace

import pytest

from letterlock.app.analyse import Analyse
from letterlock.core.trust.question import TEMPERROR, Answer
from letterlock.core.trust.read import read
from letterlock.ports.sandbox import SandboxDied

MAIL = b"From: ana@b.example\r\nTo: welcome@agents.example\r\nSubject: Hi\r\nMessage-ID: <1@b.example>\r\n\r\nHello\r\n"
ZONE = {
    ("TXT", "b.example"): ("v=spf1 ip4:192.0.2.1 -all",),
    ("TXT", "_dmarc.b.example"): ("v=DMARC1; p=reject",),
}


class Dns:
    """Answers from a zone, or not at all."""

    def __init__(self):
        self.away = True

    async def resolve(self, questions, *, seconds):
        if self.away:
            return dict.fromkeys(questions, TEMPERROR)
        return {
            q: Answer("ok", ZONE[q.type, q.name]) if (q.type, q.name) in ZONE else Answer("nxdomain") for q in questions
        }


async def test_a_report_made_without_dns_is_renewed(app):
    dns = Dns()
    app.analysis = Analyse(replace(app.ports, resolver=dns), app.settings)
    await app.manage("lists.add", kind="verified", entry="ana@b.example")
    message_id = await app.receive(MAIL)
    here = {"account": app.inbox, "message_id": message_id}
    trust = (await app.call("messages.get", **here))["trust"]
    assert trust["level"] == "unknown"
    assert "temperror" in trust["authentication"].values()

    await app.call("messages.label", **here, add_labels=["mine"], remove_labels=["UNREAD"])
    assert await app.analysis.renew(app.job("renew", message_id)) is not None, "DNS is still away"
    dns.away = False
    assert await app.analysis.renew(app.job("renew", message_id)) is None
    found = await app.call("messages.get", **here)
    assert found["trust"]["level"] == "verified"
    assert found["trust"]["sender"]["inbound_count"] == 0
    assert found["labels"] == ["INBOX", "mine"], "what people and agents did to the labels stays"


async def test_failing_under_a_reject_policy_is_quarantined(app):
    dns = Dns()
    dns.away = False
    app.analysis = Analyse(replace(app.ports, resolver=dns), app.settings)
    message_id = await app.receive(MAIL, client_ip="203.0.113.9")
    assert (await app.call("messages.list", account=app.inbox))["hidden"]["quarantined"] == 1
    found = await app.call("messages.get", account=app.inbox, message_id=message_id)
    assert found["trust"]["level"] == "quarantined"
    assert "text" not in found


class Timed(Dns):
    """Notes how long each round of questions may take."""

    def __init__(self):
        super().__init__()
        self.away = False
        self.seconds = []

    async def resolve(self, questions, *, seconds):
        self.seconds.append(seconds)
        return await super().resolve(questions, seconds=seconds)


async def test_slow_names_leave_time_for_what_the_other_answers_lead_to(app):
    """A signature with a slow key could else use up all the time, and what an SPF record includes go unasked."""
    dns = Timed()
    app.analysis = Analyse(replace(app.ports, resolver=dns), app.settings)
    message_id = await app.receive(MAIL.replace(b"ana@b.example", b"ana@mail.b.example"), client_ip="203.0.113.9")
    found = await app.call("messages.get", account=app.inbox, message_id=message_id)
    assert found["trust"]["level"] == "quarantined"
    assert max(dns.seconds) <= app.settings.dns_seconds / 2


async def test_a_forged_copy_sent_first_does_not_keep_the_genuine_message_out(app):
    dns = Dns()
    dns.away = False
    app.analysis = Analyse(replace(app.ports, resolver=dns), app.settings)
    forged = await app.receive(MAIL, client_ip="203.0.113.9")
    genuine = await app.receive(MAIL)
    assert genuine not in (None, forged)
    found = await app.call("messages.get", account=app.inbox, message_id=genuine)
    assert found["trust"]["authentication"]["dmarc"] == "pass"
    assert await app.receive(MAIL) is None, "the genuine one is stored once"
    assert await app.receive(MAIL, client_ip="203.0.113.9") is None, "and so is the forged one"


class Dying:
    """A sandbox whose worker dies the first `times` times."""

    def __init__(self, times):
        self.left = times

    async def run(self, work, /, *args, **kwargs):
        if work is read and self.left:
            self.left -= 1
            raise SandboxDied("The worker died (signal 9).")
        return work(*args, **kwargs)


@pytest.mark.parametrize(("times", "told"), [(1, False), (2, True)])
async def test_a_message_whose_worker_dies_is_read_once_more_and_then_marked(app, times, told):
    app.analysis = Analyse(replace(app.ports, sandbox=Dying(times)), app.settings)
    message_id = await app.receive(MAIL)
    found = await app.call("messages.get", account=app.inbox, message_id=message_id)
    assert ("not examined" in " ".join(found["trust"]["reasons"])) is told
    assert found.get("text", "") == ("" if told else "Hello")
