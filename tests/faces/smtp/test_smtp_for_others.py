"""Who may say whom it speaks for: PROXY headers, XCLIENT and XFORWARD over real connections."""

import socket
import struct
import subprocess

import pytest

from letterlock.adapters.clock import SystemClock
from letterlock.core.trust.relays import Networks, Relays
from letterlock.faces.smtp import Limits, LmtpServer, SmtpServer, SmtpSettings
from letterlock.faces.smtp.proxy import SIGNATURE
from support.apt import Unavailable, need

EVERYBODY = ["127.0.0.0/8"]


def header(client, *, command=0x21, more=b""):
    body = socket.inet_aton(client) + socket.inet_aton("192.0.2.1") + struct.pack("!HH", 4711, 25) + more
    return SIGNATURE + bytes((command, 0x11)) + struct.pack("!H", len(body)) + body


@pytest.fixture
async def serve(inboxes, limits):
    """Starts a service that trusts whom it is told to; returns its port."""
    running = []

    async def start(kind=SmtpServer, *, proxies=(), relays=(), limits=limits):
        settings = SmtpSettings("mx.example", limits=limits, proxies=Networks(proxies), relays=Relays(relays))
        server = kind(inboxes, settings, SystemClock())
        await server.start("127.0.0.1", 0)
        running.append(server)
        return server.ports[0]

    yield start
    for server in running:
        await server.stop(0)


async def send(client, hello="EHLO relay.example"):
    """One message; the reply to it."""
    for line in (hello, "MAIL FROM:<a@b.example>", "RCPT TO:<in@box.example>", "DATA"):
        reply = await client.say(line)
        assert reply[0] in "23", (line, reply)
    return await client.say("Subject: x\r\n\r\nText\r\n.")


async def test_a_client_that_is_not_trusted_is_neither_offered_nor_believed_anything(serve, connect, inboxes):
    client = await connect(await serve(proxies=["192.0.2.0/24"], relays=["unix", "http"]))
    await client.reply()
    assert "XCLIENT" not in await client.say("EHLO x")
    for line in ("XCLIENT ADDR=192.0.2.7", "XFORWARD ADDR=192.0.2.7"):
        assert (await client.say(line)).startswith("550 5.7.0 ")
    assert (await send(client)).startswith("250 ")
    envelope = inboxes.accepted[0][0]
    assert (envelope.client_ip, envelope.helo, envelope.peer) == ("127.0.0.1", "relay.example", "")


@pytest.mark.parametrize("data", [header("192.0.2.7"), b"PROXY TCP4 192.0.2.7 192.0.2.1 4711 25\r\n"], ids=["v2", "v1"])
async def test_a_proxy_header_from_elsewhere_closes(serve, connect, inboxes, data):
    client = await connect(await serve(relays=EVERYBODY))
    await client.reply()
    client.send(data + b"EHLO x\r\nMAIL FROM:<a@b.example>\r\n")
    assert " 2" not in (await client.rest()).replace("\r\n", "\n")
    assert not inboxes.accepted


@pytest.mark.parametrize("cut", [0, 1, 12, 15, 20])
async def test_a_proxy_header_names_the_client(serve, connect, inboxes, cut):
    client = await connect(await serve(proxies=EVERYBODY))
    assert (await client.reply()).startswith("220 ")
    data = header("192.0.2.7")
    client.send(data[:cut])
    await client.writer.drain()
    client.send(data[cut:])
    assert (await send(client)).startswith("250 ")
    envelope = inboxes.accepted[0][0]
    assert (envelope.client_ip, envelope.helo, envelope.peer) == ("192.0.2.7", "relay.example", "")


async def test_the_client_behind_a_proxy_speaks_for_itself_alone(serve, connect, inboxes):
    client = await connect(await serve(proxies=EVERYBODY))
    await client.reply()
    client.send(header("192.0.2.7"))
    assert "XCLIENT" not in await client.say("EHLO x")
    assert (await client.say("XCLIENT ADDR=192.0.2.8")).startswith("550 5.7.0 ")
    client.send(header("192.0.2.8"))
    assert "500 5.5.2 Bare CR" in await client.rest()
    assert not inboxes.accepted


async def test_a_relay_behind_a_proxy_is_a_relay(serve, connect, inboxes):
    client = await connect(await serve(proxies=EVERYBODY, relays=["192.0.2.7"]))
    await client.reply()
    client.send(header("192.0.2.7"))
    assert (await send(client)).startswith("250 ")
    envelope = inboxes.accepted[0][0]
    assert (envelope.client_ip, envelope.peer) == (None, "192.0.2.7")


async def test_a_proxy_that_names_nobody_brings_mail_of_unknown_clients(serve, connect, inboxes):
    port = await serve(proxies=EVERYBODY)
    for before in (b"", header("192.0.2.7", command=0x20)):
        client = await connect(port)
        await client.reply()
        client.send(before)
        assert (await send(client)).startswith("250 ")
    assert [envelope.client_ip for envelope, _, _ in inboxes.accepted] == [None, None]


async def test_a_malformed_header_closes(serve, connect):
    client = await connect(await serve(proxies=EVERYBODY))
    await client.reply()
    client.send(SIGNATURE + b"\x11\x11\x00\x00EHLO x\r\n")
    assert (await client.rest()).startswith("421 4.7.0 Malformed PROXY")


async def test_tls_that_ended_at_the_proxy_is_tls(serve, connect, inboxes):
    client = await connect(await serve(proxies=EVERYBODY))
    await client.reply()
    client.send(header("192.0.2.7", more=b"\x20\x00\x05\x01\x00\x00\x00\x00"))
    assert (await send(client)).startswith("250 ")
    assert inboxes.accepted[0][0].tls is True


async def test_clients_behind_a_proxy_are_counted_apart(serve, connect):
    port = await serve(proxies=EVERYBODY, limits=Limits(connections_per_client=1))
    replies = []
    for address in ("192.0.2.7", "192.0.2.8", "192.0.2.7"):
        client = await connect(port)
        await client.reply()
        client.send(header(address))
        replies.append((await client.say("NOOP"))[:3])
    assert replies == ["250", "250", "421"]


async def test_xclient_starts_the_session_over_for_the_client_it_names(serve, connect, inboxes):
    client = await connect(await serve(relays=EVERYBODY))
    await client.reply()
    assert "250-XCLIENT NAME ADDR PORT PROTO HELO LOGIN DESTADDR DESTPORT" in await client.say("EHLO relay.example")
    line = "XCLIENT NAME=[UNAVAILABLE] ADDR=IPV6:2001:db8::7 PORT=4711 PROTO=ESMTP"
    assert (await client.say(line)).startswith("220 mx.example ESMTP")
    assert (await client.say("MAIL FROM:<a@b.example>")).startswith("503 5.5.1 Say hello")
    assert (await send(client, "EHLO b.example")).startswith("250 ")
    assert (await client.say("XCLIENT ADDR=192.0.2.8 HELO=c.example")).startswith("220 ")
    assert (await send(client, "EHLO relay.example")).startswith("250 ")
    assert (await client.say("XCLIENT ADDR=[UNAVAILABLE]")).startswith("220 ")
    assert (await send(client, "EHLO relay.example")).startswith("250 ")
    found = [(envelope.client_ip, envelope.helo) for envelope, _, _ in inboxes.accepted]
    assert found == [("2001:db8::7", "b.example"), ("192.0.2.8", "c.example"), (None, "c.example")]


@pytest.mark.parametrize("first", ["NOOP", "EHLO evil.example", "RSET", "VRFY x"])
async def test_what_a_proxy_passes_on_after_xclient_is_its_clients_own_word(serve, connect, inboxes, first):
    client = await connect(await serve(proxies=EVERYBODY))
    await client.reply()
    await client.say("EHLO proxy.example")
    assert (await client.say("XCLIENT NAME=evil.example ADDR=192.0.2.66")).startswith("220 ")
    assert (await client.say("XCLIENT HELO=evil.example PROTO=ESMTP")).startswith("220 ")
    assert (await client.say(first)).startswith("25")
    for line in ("XCLIENT ADDR=192.0.2.7", "XFORWARD ADDR=192.0.2.7", "XCLIENT HELO=b.example"):
        assert (await client.say(line)).startswith("550 5.7.0 ")
    assert "XCLIENT" not in await client.say("EHLO evil.example")
    assert (await send(client, "EHLO evil.example")).startswith("250 ")
    envelope = inboxes.accepted[0][0]
    assert (envelope.client_ip, envelope.helo) == ("192.0.2.66", "evil.example")


async def test_a_relay_behind_a_proxy_that_speaks_smtp_is_a_relay(serve, connect, inboxes):
    client = await connect(await serve(proxies=EVERYBODY, relays=["192.0.2.7"]))
    await client.reply()
    await client.say("XCLIENT ADDR=192.0.2.7")
    await client.say("EHLO relay.example")
    assert (await client.say("XFORWARD ADDR=192.0.2.9 HELO=b.example")).startswith("250 ")
    assert (await send(client)).startswith("250 ")
    assert (await client.say("XFORWARD ADDR=192.0.2.9 HELO=b.example")).startswith("250 ")
    for line in ("MAIL FROM:<a@b.example>", "RCPT TO:<in@box.example>", "DATA"):
        await client.say(line)
    assert (await client.say("Subject: x\r\n\r\nText\r\n.")).startswith("250 ")
    found = [(envelope.client_ip, envelope.peer) for envelope, _, _ in inboxes.accepted]
    assert found == [(None, "192.0.2.7"), ("192.0.2.9", "192.0.2.7")]


async def test_clients_that_a_proxy_names_by_xclient_are_counted_apart(serve, connect):
    port = await serve(proxies=EVERYBODY, limits=Limits(connections_per_client=1))
    replies = []
    for address in ("192.0.2.7", "192.0.2.8", "192.0.2.7"):
        client = await connect(port)
        await client.reply()
        await client.say(f"XCLIENT ADDR={address}")
        replies.append((await client.say("NOOP"))[:3])
    assert replies == ["250", "250", "421"]


async def test_xclient_and_xforward_do_not_come_within_a_transaction(serve, connect):
    client = await connect(await serve(proxies=EVERYBODY))
    await client.reply()
    await client.say("EHLO x")
    await client.say("MAIL FROM:<a@b.example>")
    for line in ("XCLIENT ADDR=192.0.2.7", "XFORWARD ADDR=192.0.2.7"):
        assert (await client.say(line)).startswith("503 5.5.1 ")
    assert (await client.say("XCLIENT ADDR=nonsense")).startswith("503 ")


async def test_xforward_is_for_one_message(serve, connect, inboxes):
    client = await connect(await serve(relays=EVERYBODY))
    await client.reply()
    await client.say("EHLO relay.example")
    assert (await client.say("XFORWARD NAME=b.example ADDR=192.0.2.7")).startswith("250 ")
    assert (await client.say("XFORWARD PROTO=ESMTP HELO=b.example SOURCE=REMOTE")).startswith("250 ")
    for line in ("MAIL FROM:<a@b.example>", "RCPT TO:<in@box.example>", "DATA"):
        await client.say(line)
    assert (await client.say("Subject: x\r\n\r\nText\r\n.")).startswith("250 ")
    for line in ("MAIL FROM:<a@b.example>", "RCPT TO:<in@box.example>", "DATA"):
        await client.say(line)
    assert (await client.say("Subject: x\r\n\r\nText\r\n.")).startswith("250 ")
    found = [(envelope.client_ip, envelope.helo, envelope.peer) for envelope, _, _ in inboxes.accepted]
    assert found == [("192.0.2.7", "b.example", "127.0.0.1"), (None, "relay.example", "127.0.0.1")]


@pytest.mark.parametrize("forget", ["RSET", "EHLO relay.example"])
async def test_xforward_is_forgotten_with_its_transaction(serve, connect, inboxes, forget):
    client = await connect(await serve(relays=EVERYBODY))
    await client.reply()
    await client.say("EHLO relay.example")
    await client.say("XFORWARD ADDR=192.0.2.7")
    await client.say(forget)
    for line in ("MAIL FROM:<a@b.example>", "RCPT TO:<in@box.example>", "DATA"):
        await client.say(line)
    await client.say("Subject: x\r\n\r\nText\r\n.")
    assert inboxes.accepted[0][0].client_ip is None


async def test_lmtp_knows_its_client_by_xforward_alone(serve, connect, inboxes, tmp_path):
    for relays, told in ((EVERYBODY, True), ((), False)):
        client = await connect(await serve(LmtpServer, relays=relays))
        await client.reply()
        assert ("XFORWARD" in await client.say("LHLO relay.example")) is told
        await client.say("XFORWARD ADDR=192.0.2.7")
        for line in ("MAIL FROM:<a@b.example>", "RCPT TO:<in@box.example>", "DATA"):
            await client.say(line)
        assert (await client.say("Subject: x\r\n\r\nText\r\n.")).startswith("250 ")
    found = [(envelope.client_ip, envelope.peer) for envelope, _, _ in inboxes.accepted]
    assert found == [("192.0.2.7", "127.0.0.1"), (None, "")]


@pytest.mark.servers
async def test_swaks_speaks_xclient_with_us(serve, inboxes):
    import asyncio

    try:
        need({"swaks": "swaks"})
    except Unavailable as error:
        pytest.skip(str(error))
    port = await serve(proxies=EVERYBODY)
    done = await asyncio.to_thread(
        subprocess.run,
        ["swaks", "--server", f"127.0.0.1:{port}", "--from", "a@b.example", "--to", "in@box.example", "--helo", "relay.example",
         "--xclient-addr", "192.0.2.7", "--xclient-name", "b.example", "--xclient-helo", "b.example"],
        capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    envelope = inboxes.accepted[0][0]
    assert (envelope.client_ip, envelope.helo) == ("192.0.2.7", "b.example")
