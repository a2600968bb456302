"""Mail made to exhaust a reader becomes a marked message, its source kept, while other mail goes on."""

import asyncio
import os
import signal
import smtplib
from pathlib import Path

import pytest

from support.mail import compose, deliver
from support.mailbox import arrived, listed
from support.mcp_clients import agent as connect
from support.server import Server
from support.world import SENDER

HEAD = "From: a@reject.example\r\nTo: {to}\r\nSubject: {name}\r\nMessage-ID: <{name}@reject.example>\r\nMIME-Version: 1.0\r\n"


def deep(levels: int) -> str:
    """Multiparts within multiparts, a text at the bottom."""
    opened = [f'Content-Type: multipart/mixed; boundary="b{n}"\r\n\r\n--b{n}\r\n' for n in range(levels)]
    closed = [f"\r\n--b{n}--\r\n" for n in reversed(range(levels))]
    return "".join(opened) + "Content-Type: text/plain\r\n\r\nbottom" + "".join(closed)


def wide(parts: int, kind: str = "text/plain") -> str:
    body = "".join(f"--w\r\nContent-Type: {kind}\r\n\r\nx\r\n" for _ in range(parts))
    return f'Content-Type: multipart/mixed; boundary="w"\r\n\r\n{body}--w--\r\n'


def files(number: int) -> str:
    one = "--w\r\nContent-Type: text/csv\r\nContent-Disposition: attachment; filename=a.csv\r\n\r\n1\r\n"
    return f'Content-Type: multipart/mixed; boundary="w"\r\n\r\n{one * number}--w--\r\n'


def folded(name: str, length: int) -> str:
    return f"{name}: " + "\r\n ".join(["x" * 900] * (length // 900)) + "\r\n"


def people(number: int) -> str:
    return "Cc: " + ",\r\n ".join(f"p{n}@reject.example" for n in range(number)) + "\r\n"


PLAIN = "Content-Type: text/plain\r\n\r\nhello\r\n"

HOSTILE = {
    "depth": deep(60),
    "parts": wide(3000),
    "attachments": files(900),
    "headers": "".join(f"X-{n}: y\r\n" for n in range(3000)) + PLAIN,
    "header-length": folded("X-Long", 200_000) + PLAIN,
    "addresses": people(3000) + PLAIN,
    "text": "Content-Type: text/plain\r\n\r\n" + ("word " * 180 + "\r\n") * 3500,
}
"""Each exceeds the bound it is named for."""

COSTLY = {
    "open tags": "<div>" * 200_000,
    "open tables": "<table><tr><td>" * 60_000,
    "styles": "<style>"
    + "".join(f".a{n} > b:not(c) ~ d {{color: red}}" for n in range(20_000))
    + "</style><b class=a1>x</b>",
    "attributes": "<p " + " ".join(f"a{n}=b" for n in range(100_000)) + ">x</p>",
    "entities": "&amp;" * 400_000,
    "comments": "<!--" * 300_000,
    "quotes": "<p>" + "&gt; " * 200_000 + "</p>",
    "links": "<a href='http://a.example/'>x</a>" * 30_000,
}
"""HTML that costs much to look at."""


async def others_go_on(server, agent, inbox: str, name: str) -> None:
    raw = compose("a@reject.example", inbox, subject=f"beside {name}")
    await asyncio.to_thread(deliver, server, raw, to=inbox, mail_from="a@reject.example", source=SENDER)
    assert (await arrived(agent, inbox, f"beside {name}"))["trust_level"] == "unknown"


async def source_is_kept(server, account: str, raw: bytes) -> bool:
    blobs = [path for path in (server.data / "blobs").rglob("*") if path.is_file() and account in str(path)]
    return any(path.stat().st_size == len(raw) and path.read_bytes() == raw for path in blobs)


@pytest.mark.parametrize("name", HOSTILE)
async def test_each_bound_makes_a_marked_message(server, agent, name):
    made = (await agent("create_inbox"))["inbox"]
    inbox = made["inbox_id"]
    raw = (HEAD.format(to=inbox, name=name) + HOSTILE[name]).encode()
    await asyncio.to_thread(deliver, server, raw, to=inbox, mail_from="a@reject.example", source=SENDER)
    await others_go_on(server, agent, inbox, name)
    item = await arrived(agent, inbox, name)
    assert item["trust_level"] in ("suspicious", "quarantined")
    message = await agent("get_message", inbox_id=inbox, message_id=item["message_id"])
    assert f"It exceeds what is read of one message, so the rest was not examined: {name}" in " ".join(
        message["trust"]["reasons"]
    )
    await agent("get_trust_report", inbox_id=inbox, message_id=item["message_id"])
    await agent("get_thread", inbox_id=inbox, thread_id=item["thread_id"])
    assert await source_is_kept(server, made["account_id"], raw)


@pytest.mark.parametrize("name", COSTLY)
async def test_costly_html_is_read_or_marked_and_holds_nothing_up(server, agent, inbox, name):
    html = "".join(COSTLY[name][at : at + 900] + "\r\n" for at in range(0, len(COSTLY[name]), 900))
    raw = (
        HEAD.format(to=inbox, name=name.replace(" ", "-")) + "Content-Type: text/html\r\n\r\n" + html + "\r\n"
    ).encode()
    await asyncio.to_thread(deliver, server, raw, to=inbox, mail_from="a@reject.example", source=SENDER)
    await others_go_on(server, agent, inbox, name)
    item = await arrived(agent, inbox, name.replace(" ", "-"))
    assert item["trust_level"] in ("unknown", "suspicious", "quarantined")


async def test_a_message_over_the_size_is_refused_before_it_is_sent(server, inbox):
    with smtplib.SMTP(*server.smtp) as client:
        client.ehlo("mx.test")
        most = int(client.esmtp_features["size"])
        code, text = client.mail("a@reject.example", [f"SIZE={most + 1}"])
    assert (code, text[:5]) == (552, b"5.3.4")


def workers(server) -> list[int]:
    """Processes that the server started to read mail in."""
    parent = server.processes["up"].pid
    children = Path(f"/proc/{parent}/task").glob("*/children")
    found = [int(pid) for listing in children for pid in listing.read_text().split()]
    return [pid for pid in found if "sandbox_worker" in Path(f"/proc/{pid}/cmdline").read_text()]


@pytest.fixture
def own(dns, sink, tmp_path):
    """A server of this test alone, with one worker to stop."""
    running = Server(tmp_path, nameservers=dns.address, relay=sink.url)
    try:
        yield running.start()
    finally:
        running.close()


async def test_a_reader_that_gets_stuck_is_killed_and_its_message_marked(own):
    """The worker is stopped from outside: as far as the server can tell, the message takes for ever."""
    async with connect(own) as agent:
        await others_go_on(own, agent, own.inbox, "to start a worker")
        stuck = workers(own)
        assert stuck
        for pid in stuck:
            os.kill(pid, signal.SIGSTOP)
        raw = compose("a@reject.example", own.inbox, subject="stuck")
        await asyncio.to_thread(deliver, own, raw, to=own.inbox, mail_from="a@reject.example", source=SENDER)
        # The next message gets a fresh worker. While nothing is known about the first, nothing of it is shown.
        await others_go_on(own, agent, own.inbox, "meanwhile")
        assert not await listed(agent, own.inbox, "stuck")
        assert (await agent("search_messages", inbox_id=own.inbox, q="stuck"))["count"] == 0
        item = await arrived(agent, own.inbox, "stuck", seconds=120)
        assert item["trust_level"] in ("suspicious", "quarantined")
        message = await agent("get_message", inbox_id=own.inbox, message_id=item["message_id"])
        assert "not examined" in " ".join(message["trust"]["reasons"])
        await others_go_on(own, agent, own.inbox, "after the kill")
        assert not set(stuck) & set(workers(own))


async def test_a_reader_that_died_while_idle_costs_the_next_message_nothing(own):
    async with connect(own) as agent:
        await others_go_on(own, agent, own.inbox, "to start a worker")
        for pid in workers(own):
            os.kill(pid, signal.SIGKILL)
        await others_go_on(own, agent, own.inbox, "after its end")
