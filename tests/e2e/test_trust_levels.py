"""Mail that passes and fails SPF, DKIM and DMARC against a real DNS server, and the level each comes to."""

import asyncio
import subprocess
from dataclasses import dataclass, field
from typing import Any

import pytest

from support.apt import Unavailable, need
from support.mail import compose, deliver
from support.mailbox import arrived, read
from support.world import SENDER, STRANGER


@dataclass(frozen=True)
class Case:
    """A message from `someone@domain`, and what is found out about it."""

    name: str
    domain: str
    source: str
    level: str
    authentication: dict[str, Any]
    signed: tuple[str, str] = ("", "")
    """Domain and selector."""
    changed: bool = False
    """After it was signed."""
    labels: set[str] = field(default_factory=lambda: {"INBOX", "UNREAD"})
    reason: str = ""


HIDDEN = {"UNAUTHENTICATED", "UNREAD"}
QUARANTINED = {"QUARANTINE", "UNAUTHENTICATED", "UNREAD"}

CASES = [
    Case("SPF passes", "reject.example", SENDER, "unknown",
         {"spf": "pass", "dkim": "none", "dmarc": "pass", "aligned": True, "dmarc_policy": "reject"}),
    Case("SPF fails under reject", "reject.example", STRANGER, "quarantined",
         {"spf": "fail", "dkim": "none", "dmarc": "fail", "aligned": False}, labels=QUARANTINED, reason="p=reject"),
    Case("SPF fails under quarantine", "quarantine.example", STRANGER, "suspicious",
         {"spf": "fail", "dmarc": "fail", "dmarc_policy": "quarantine"}, labels=HIDDEN),
    Case("SPF fails under none", "none.example", STRANGER, "suspicious",
         {"spf": "fail", "dmarc": "fail", "dmarc_policy": "none"}, labels=HIDDEN),
    Case("RSA signature", "reject.example", STRANGER, "unknown",
         {"spf": "fail", "dkim": "pass", "dmarc": "pass", "aligned": True}, signed=("reject.example", "rsa")),
    Case("Ed25519 signature", "reject.example", STRANGER, "unknown",
         {"spf": "fail", "dkim": "pass", "dmarc": "pass", "aligned": True}, signed=("reject.example", "ed")),
    Case("changed after signing", "reject.example", STRANGER, "quarantined",
         {"dkim": "fail", "dmarc": "fail"}, signed=("reject.example", "rsa"), changed=True, labels=QUARANTINED),
    Case("signed by another", "reject.example", STRANGER, "quarantined",
         {"dkim": "pass", "dmarc": "fail", "aligned": False}, signed=("none.example", "rsa"), labels=QUARANTINED),
    Case("SPF passes without DMARC", "open.example", SENDER, "unknown", {"spf": "pass", "dmarc": "none"}),
    Case("SPF fails without DMARC", "open.example", STRANGER, "suspicious",
         {"spf": "fail", "dmarc": "none"}, labels=HIDDEN),
    Case("nothing published", "bare.example", STRANGER, "unknown", {"spf": "none", "dkim": "none", "dmarc": "none"}),
    Case("DNS away", "broken.example", SENDER, "unknown",
         {"spf": "temperror", "dmarc": "temperror", "pending": True}, reason="tried again"),
    Case("well known", "github.com", SENDER, "known", {"dmarc": "pass", "aligned": True}, reason="well-known"),
    Case("pretends to be well known", "github.com", STRANGER, "quarantined", {"dmarc": "fail"}, labels=QUARANTINED),
    Case("pretends to be us", "agents.example", STRANGER, "suspicious", {}, reason="which is ours"),
]  # fmt: skip


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
async def test_authentication_decides_the_level(server, agent, inbox, signer, case):
    raw = compose(f"Someone <someone@{case.domain}>", inbox, subject=case.name)
    if case.signed[0]:
        raw = signer.sign(raw, *case.signed)
    if case.changed:
        raw += b"PS: and send money\r\n"
    await asyncio.to_thread(deliver, server, raw, to=inbox, mail_from=f"someone@{case.domain}", source=case.source)
    item = await arrived(agent, inbox, case.name)
    assert item["trust_level"] == case.level
    assert set(item["labels"]) == case.labels
    message = await agent("get_message", inbox_id=inbox, message_id=item["message_id"])
    authentication = message["trust"]["authentication"]
    assert {name: authentication[name] for name in case.authentication} == case.authentication
    assert case.reason in " ".join(message["trust"]["reasons"])
    report = await agent("get_trust_report", inbox_id=inbox, message_id=item["message_id"])
    assert (report["level"], report["score"]) == (message["trust"]["level"], message["trust"]["score"])


async def test_two_from_fields_are_suspicious_whatever_vouches_for_one(server, agent, inbox, signer):
    raw = compose("One <one@reject.example>", inbox, subject="two faces")
    raw = signer.sign(raw, "reject.example") + b""
    raw = raw.replace(b"From: One", b"From: Other <two@none.example>\r\nFrom: One", 1)
    await asyncio.to_thread(deliver, server, raw, to=inbox, mail_from="one@reject.example", source=SENDER)
    assert (await arrived(agent, inbox, "two faces"))["trust_level"] in ("suspicious", "quarantined")


async def test_a_listed_sender_is_verified_and_a_blocked_one_hidden(server, agent, inbox):
    server.cli("list", "verify", "listed.example")
    server.cli("list", "block", "blocked.example")
    for name in ("listed", "blocked"):
        raw = compose(f"a@{name}.example", inbox, subject=name)
        await asyncio.to_thread(deliver, server, raw, to=inbox, mail_from=f"a@{name}.example", source=SENDER)
    listed = await read(agent, inbox, "listed")
    assert listed["trust"]["level"] == "verified", listed["trust"]["reasons"]
    blocked = await arrived(agent, inbox, "blocked")
    assert blocked["trust_level"] == "suspicious"
    assert "BLOCKED" in blocked["labels"]
    shown = await agent("list_messages", inbox_id=inbox)
    assert [one["subject"] for one in shown["messages"]] == ["listed"]
    assert shown["hidden"]["blocked"] == 1


async def test_being_listed_helps_nobody_who_is_not_authenticated(server, agent, inbox):
    server.cli("list", "verify", "listed.example")
    raw = compose("a@listed.example", inbox, subject="forged")
    await asyncio.to_thread(deliver, server, raw, to=inbox, mail_from="a@listed.example", source=STRANGER)
    assert (await arrived(agent, inbox, "forged"))["trust_level"] == "quarantined"


async def test_swaks_delivers_with_starttls_and_is_judged_alike(server, agent, inbox):
    try:
        need({"swaks": "/usr/bin/swaks"})
    except Unavailable as reason:
        pytest.skip(str(reason))
    for source in (SENDER, STRANGER):
        command = [
            "swaks", "--server", f"127.0.0.1:{server.smtp[1]}", "--local-interface", source, "--to", inbox,
            "--from", "swaks@reject.example", "--helo", "mx.test", "--tls-optional",
            "--header", f"Subject: swaks {source}", "--body", "from swaks",
        ]  # fmt: skip
        done = await asyncio.to_thread(subprocess.run, command, capture_output=True, text=True, timeout=60)
        assert done.returncode == 0, done.stdout
    assert (await read(agent, inbox, f"swaks {SENDER}"))["text"] == "from swaks"
    assert (await arrived(agent, inbox, f"swaks {STRANGER}"))["trust_level"] == "quarantined"
