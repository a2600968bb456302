"""An answer as the person who gets it sees it: in a real Dovecot mailbox, behind a real Postfix, its signature checked."""

import asyncio
import subprocess
from email import message_from_bytes, policy

import dkim
import pytest

from support.apt import Unavailable, need
from support.dns_server import DnsServer
from support.mail import compose, deliver
from support.mail_servers import MailServers, mail_servers
from support.mailbox import read, sent
from support.mcp_clients import agent as connect
from support.mcp_clients import stdio_agent
from support.server import Server
from support.world import SENDER, world

pytestmark = [pytest.mark.servers, pytest.mark.xdist_group("mail servers")]


@pytest.fixture(scope="module")
def outside():
    try:
        with mail_servers() as running:
            yield running
    except Unavailable as reason:
        pytest.skip(str(reason))


@pytest.fixture(scope="module")
def own(outside: MailServers, signer, tmp_path_factory):
    """A server whose mail goes through Postfix, with name servers that publish its own records."""
    with DnsServer(world(signer)) as dns:
        server = Server(tmp_path_factory.mktemp("own"), nameservers=dns.address, relay=outside.relay)
        try:
            server.start()
            dns.zone |= server.publish()
            server.dns = dns
            yield server
        finally:
            server.close()


def verifies_for_dkimpy(raw: bytes, zone: dict) -> list[bool]:
    """Each signature of ours, checked by an independent implementation with the published keys."""

    def txt(name: bytes, timeout: float = 5) -> bytes | None:
        found = zone.get(name.decode().rstrip("."), {}).get("TXT")
        return found[0].encode() if found else None

    verifier = dkim.DKIM(raw)
    return [verifier.verify(idx=index, dnsfunc=txt) for index in range(raw.count(b"DKIM-Signature:"))]


def verifies_for_opendkim(raw: bytes, zone: dict, folder) -> str:
    """What opendkim says; empty when it is content. It asks the system's resolver, so it is given one of its own."""
    need({"opendkim-tools": "/usr/sbin/opendkim-testmsg"})
    resolver = folder / "resolv.conf"
    resolver.write_text("nameserver 127.0.0.77\n")
    inside = f"mount --bind {resolver} /etc/resolv.conf && exec /usr/sbin/opendkim-testmsg"
    try:
        with DnsServer(zone, host="127.0.0.77", port=53):
            command = ["unshare", "--mount", "sh", "-c", inside]
            done = subprocess.run(command, input=raw, capture_output=True, timeout=60, check=False)
    except OSError as error:
        raise Unavailable(f"opendkim cannot be given a name server: {error}") from None
    told = (done.stdout + done.stderr).decode(errors="replace")
    if "unshare:" in told or "mount:" in told:
        raise Unavailable(f"opendkim cannot be given a name server: {told}")
    return "" if done.returncode == 0 else told or "failed"


async def question(own: Server, agent, subject: str, **headers: str) -> dict:
    """A message from user@example.com, as the agent reads it."""
    raw = compose("Pat User <user@example.com>", own.inbox, subject=subject, text="Can you?\n", **headers)
    await asyncio.to_thread(deliver, own, raw, to=own.inbox, mail_from="user@example.com", source=SENDER)
    return await read(agent, own.inbox, subject)


async def test_the_reply_is_correct_signed_mail_in_the_mailbox_of_who_asked(own, outside, tmp_path):
    async with connect(own) as agent:
        asked = await question(
            own, agent, "Re: RE: Größe?", references="<root@example.com> <second@example.com>",
            in_reply_to="<second@example.com>", cc="other@example.org", message_id="<third@example.com>",
        )  # fmt: skip
        reply = await agent(
            "reply_to_message", inbox_id=own.inbox, message_id=asked["message_id"], text="Yes — it fits.\n.\nBye",
            html="<p>Yes — it <b>fits</b>.</p>", bcc="hidden@example.com",
        )  # fmt: skip
        assert reply["status"] == "sent"
        await sent(agent, own.inbox, reply["message_id"], "sent")
    raw = await asyncio.to_thread(outside.wait_for_mail, "user@example.com", "Re: Gr")
    message = message_from_bytes(raw, policy=policy.default)
    assert message["Subject"] == "Re: Größe?"
    assert message["In-Reply-To"] == "<third@example.com>"
    assert message["References"].split() == ["<root@example.com>", "<second@example.com>", "<third@example.com>"]
    assert message["From"] == f"Welcome <{own.inbox}>"
    assert message["To"] == "Pat User <user@example.com>"
    assert message["Cc"] is None
    local, _, domain = own.inbox.partition("@")
    assert message["Return-Path"].startswith(f"<{local}+b-")
    assert message["Return-Path"].endswith(f"@{domain}>")
    assert message["Auto-Submitted"]
    assert "hidden" not in raw.decode().lower()
    assert message.get_body(("plain",)).get_content().split() == ["Yes", "—", "it", "fits.", ".", "Bye"]
    assert "<b>fits</b>" in message.get_body(("html",)).get_content()
    blind = await asyncio.to_thread(outside.wait_for_mail, "hidden@example.com", "Re: Gr")
    assert b"\nbcc:" not in blind.lower()  # a signature may hold those letters
    assert outside.count("user@example.com", "Re: Gr") == 1

    zone = own.publish()
    assert verifies_for_dkimpy(raw, zone) == [True, True]
    try:
        assert verifies_for_opendkim(raw, zone, tmp_path) == ""
    except Unavailable as reason:
        pytest.skip(str(reason))
    assert verifies_for_opendkim(raw.replace(b"fits", b"flts"), zone, tmp_path) != ""


async def test_a_conversation_stays_one_thread_on_both_sides(own, outside):
    async with stdio_agent(own) as agent:
        asked = await question(own, agent, "Plan")
        reply = await agent("reply_to_message", inbox_id=own.inbox, message_id=asked["message_id"], text="Which day?")
        raw = await asyncio.to_thread(outside.wait_for_mail, "user@example.com", "Re: Plan")
        ours = message_from_bytes(raw, policy=policy.default)["Message-ID"]
        answer = await question(
            own, agent, "Re: Plan", in_reply_to=ours, references=f"<x@example.com> {ours}"
        )  # fmt: skip
        assert answer["thread_id"] == reply["thread_id"] == asked["thread_id"]
        thread = await agent("get_thread", inbox_id=own.inbox, thread_id=asked["thread_id"])
        assert [one["direction"] for one in thread["messages"]] == ["inbound", "outbound", "inbound"]


async def test_what_the_world_refuses_is_told_and_what_it_puts_off_is_kept(own, outside):
    async with connect(own) as agent:
        message = await agent(
            "send_message", inbox_id=own.inbox, to=["gone@example.com", "user@example.com"], cc="busy@example.com",
            subject="Three ways", text="hello",
        )  # fmt: skip
        await asyncio.to_thread(outside.wait_for_mail, "user@example.com", "Three ways")
        async with asyncio.timeout(60):
            while True:
                found = await agent("get_message", inbox_id=own.inbox, message_id=message["message_id"])
                if all(one["attempts"] for one in found["delivery"]):
                    break
                await asyncio.sleep(0.05)
        states = {one["recipient"]: one["state"] for one in found["delivery"]}
        assert states == {"gone@example.com": "failed", "user@example.com": "sent", "busy@example.com": "queued"}
        bounce = await read(agent, own.inbox, await bounced(agent, own.inbox, message["thread_id"]))
        assert "gone@example.com" in bounce["text"]
        assert "No such user" in bounce["text"]
        assert bounce["thread_id"] == message["thread_id"]


async def bounced(agent, inbox: str, thread_id: str) -> str:
    """The subject of the bounce in a thread, as soon as it is there."""
    async with asyncio.timeout(60):
        while True:
            thread = await agent("get_thread", inbox_id=inbox, thread_id=thread_id)
            found = [one["subject"] for one in thread["messages"] if one["direction"] == "inbound"]
            if found:
                return found[0]
            await asyncio.sleep(0.05)


async def test_our_own_mail_that_comes_back_from_outside_is_known_by_its_signature(own, outside):
    async with connect(own) as agent:
        await agent("send_message", inbox_id=own.inbox, to="user@example.com", subject="Boomerang", text="out")
        raw = await asyncio.to_thread(outside.wait_for_mail, "user@example.com", "Boomerang")
        other = (await agent("create_inbox"))["inbox"]["inbox_id"]
        await asyncio.to_thread(deliver, own, raw, to=other, mail_from="list@none.example", source="127.0.0.9")
        back = await read(agent, other, "Boomerang")
        assert back["trust"]["authentication"]["dkim"] == "pass"
        assert back["trust"]["authentication"]["dmarc"] == "pass"
        assert "without our signature" not in " ".join(back["trust"]["reasons"])
        forged = raw.replace(b"out", b"OUT")
        await asyncio.to_thread(deliver, own, forged, to=other, mail_from="list@none.example", source="127.0.0.9")
        found = await agent("list_messages", inbox_id=other, labels=["QUARANTINE", "UNAUTHENTICATED"])
        async with asyncio.timeout(30):
            while found["count"] == 0:
                await asyncio.sleep(0.05)
                found = await agent("list_messages", inbox_id=other, labels=["QUARANTINE", "UNAUTHENTICATED"])
        assert found["messages"][0]["trust_level"] in ("suspicious", "quarantined")
