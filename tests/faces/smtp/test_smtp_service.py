"""The service around the protocol: TLS, time-outs, limits between connections, LMTP, and stopping."""

import asyncio
import contextlib
import smtplib
import socket
import ssl
import stat
import subprocess

import pytest

from letterlock.faces.smtp import Limits, LmtpServer, SmtpServer, SmtpSettings
from letterlock.faces.smtp.connection import client_ip

HELLO = b"EHLO client.example\r\n"
MESSAGE = b"MAIL FROM:<a@b.example>\r\nRCPT TO:<in@box.example>\r\nDATA\r\nx\r\n.\r\n"


@pytest.fixture(scope="module")
def certificate(tmp_path_factory):
    folder = tmp_path_factory.mktemp("tls")
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-subj", "/CN=mx.example",
         "-addext", "subjectAltName=DNS:mx.example,IP:127.0.0.1", "-days", "2", "-keyout", folder / "key", "-out", folder / "cert"],
        check=True, capture_output=True,
    )  # fmt: skip
    return folder / "cert", folder / "key"


@pytest.fixture
def tls_settings(certificate, limits):
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(*certificate)
    return SmtpSettings("mx.example", limits=limits, tls=context)


class Counts(dict):
    def __call__(self, name, amount):
        self[name] = self.get(name, 0) + amount


class UtcClock:
    def now(self):
        from datetime import UTC, datetime

        return datetime.now(UTC)


@pytest.fixture
async def serve(inboxes):
    servers = []

    async def start(settings, kind=SmtpServer, count=None):
        server = kind(inboxes, settings, UtcClock(), Counts() if count is None else count)
        await server.start("127.0.0.1", 0)
        servers.append(server)
        return server

    yield start
    for server in servers:
        await server.stop(0)


async def test_starttls_secures_the_connection_and_is_noted(serve, tls_settings, certificate, inboxes):
    server = await serve(tls_settings)

    def send():
        with smtplib.SMTP("127.0.0.1", server.ports[0]) as client:
            client.ehlo("first.example")
            assert client.has_extn("starttls")
            client.starttls(context=ssl.create_default_context(cafile=certificate[0]))
            client.ehlo("second.example")
            assert not client.has_extn("starttls")
            assert client.docmd("STARTTLS")[0] == 503
            client.sendmail("a@b.example", ["in@box.example"], b"S: x\r\n\r\n" + b"yyyyyyyy\r\n" * 20_000)

    await asyncio.to_thread(send)
    [(envelope, _, raw)] = inboxes.accepted
    assert envelope.tls
    assert envelope.helo == "second.example"
    assert len(raw) == 200_008


async def secured(client, certificate):
    context = ssl.create_default_context(cafile=certificate[0])
    await client.writer.start_tls(context, server_hostname="mx.example")


async def test_what_was_said_before_starttls_is_forgotten(serve, tls_settings, certificate, connect):
    client = await connect((await serve(tls_settings)).ports[0])
    await client.reply()
    for line in ("EHLO x", "MAIL FROM:<a@b.example>", "RCPT TO:<in@box.example>"):
        await client.say(line)
    assert (await client.say("STARTTLS")).startswith("220")
    await secured(client, certificate)
    assert (await client.say("DATA")).startswith("503")
    assert (await client.say("MAIL FROM:<>")).startswith("503")
    assert (await client.say("EHLO x")).startswith("250-")


@pytest.mark.parametrize("injected", [b"MAIL FROM:<evil@b.example>\r\n", b"MAIL FR", b"NOOP\r\n" * 40, b"\n"])
async def test_bytes_sent_in_the_clear_behind_starttls_are_dropped(serve, tls_settings, certificate, connect, injected):
    client = await connect((await serve(tls_settings)).ports[0])
    await client.reply()
    client.send(HELLO + b"STARTTLS\r\n" + injected)
    await client.reply()
    assert (await client.reply()).startswith("220")
    await secured(client, certificate)
    assert (await client.say("NOOP")) == "250 2.0.0 OK"
    assert (await client.say("EHLO x")).startswith("250-")
    assert (await client.say("MAIL FROM:<a@b.example>")).startswith("250"), "no sender was given before"


async def test_a_broken_handshake_ends_that_connection_alone(serve, tls_settings, connect, inboxes):
    server = await serve(tls_settings)
    client = await connect(server.ports[0])
    await client.reply()
    assert (await client.say("STARTTLS")).startswith("220")
    client.send(b"this is not TLS\r\n" * 20)
    async with asyncio.timeout(10):
        with contextlib.suppress(OSError):
            await client.reader.read()
    other = await connect(server.ports[0])
    other.send(HELLO + MESSAGE + b"QUIT\r\n")
    assert "250 2.1.5" in await other.rest()
    await other.close()
    while server._connections:
        await asyncio.sleep(0.001)


async def test_a_silent_client_is_sent_away(serve, connect):
    server = await serve(SmtpSettings("mx.example", limits=Limits(command_seconds=0.05)))
    client = await connect(server.ports[0])
    assert (await client.rest()).endswith("421 4.4.2 Too slow\r\n")


async def test_dripping_a_command_does_not_buy_time(serve, connect):
    server = await serve(SmtpSettings("mx.example", limits=Limits(command_seconds=0.3)))
    client = await connect(server.ports[0])
    await client.reply()

    async def drip():
        while True:
            client.send(b"x")
            await asyncio.sleep(0.02)

    dripping = asyncio.create_task(drip())
    assert (await client.reply()) == "421 4.4.2 Too slow"
    dripping.cancel()


async def test_a_client_that_stops_in_the_middle_of_a_message_is_sent_away(serve, connect, inboxes):
    server = await serve(SmtpSettings("mx.example", limits=Limits(data_idle_seconds=0.05)))
    client = await connect(server.ports[0])
    client.send(HELLO + MESSAGE[:-3])
    assert (await client.rest()).endswith("421 4.4.2 Too slow\r\n")
    assert inboxes.accepted == []


async def test_dripping_a_message_is_bounded_in_all(serve, connect):
    server = await serve(SmtpSettings("mx.example", limits=Limits(data_total_seconds=0.3)))
    client = await connect(server.ports[0])
    client.send(HELLO + MESSAGE[:-3])

    async def drip():
        while True:
            client.send(b"x")
            await asyncio.sleep(0.02)

    dripping = asyncio.create_task(drip())
    for _ in range(5):
        await client.reply()
    assert (await client.reply()) == "421 4.4.2 Too slow"
    dripping.cancel()


async def test_an_app_that_hangs_means_try_again(serve, connect, inboxes):
    inboxes.gate = asyncio.Event()
    server = await serve(SmtpSettings("mx.example", limits=Limits(accept_seconds=0.05)))
    client = await connect(server.ports[0])
    client.send(HELLO + MESSAGE + b"QUIT\r\n")
    assert "451 4.3.0" in await client.rest()


async def test_connections_of_a_client_and_of_all_are_bounded(serve, connect):
    counts = Counts()
    server = await serve(SmtpSettings("mx.example", limits=Limits(connections_per_client=2)), count=counts)
    first, second = await connect(server.ports[0]), await connect(server.ports[0])
    assert (await first.reply())[:3] == (await second.reply())[:3] == "220"
    third = await connect(server.ports[0])
    assert await third.rest() == "421 4.7.0 Too many connections\r\n"
    await first.say("QUIT")
    await first.close()
    while len(server._connections) > 1:
        await asyncio.sleep(0.001)
    fourth = await connect(server.ports[0])
    assert (await fourth.reply())[:3] == "220"
    assert counts == {"smtp_connections": 3, "smtp_connections_refused": 1}

    crowded = await serve(SmtpSettings("mx.example", limits=Limits(connections=1)))
    await (await connect(crowded.ports[0])).reply()
    assert (await (await connect(crowded.ports[0])).rest()).startswith("421 4.7.0")


async def test_connections_on_which_nothing_comes_make_room_where_there_are_too_many(serve, connect, inboxes):
    server = await serve(SmtpSettings("mx.example", limits=Limits(connections=3, still_seconds=0.05)))
    idle = [await connect(server.ports[0], f"127.0.0.{number}") for number in (2, 3, 4)]
    for client in idle:
        await client.reply()
    for used in (0, 2):
        while min(one.still_for() for one in server._connections) < 0.05:
            await asyncio.sleep(0.001)
        await idle[used].say("NOOP")
    other = await connect(server.ports[0], "127.0.0.9")
    other.send(HELLO + MESSAGE + b"QUIT\r\n")
    assert "250 2.1.5 OK\r\n221" in await other.rest()
    assert (await idle[1].rest()) == "421 4.3.2 Too many connections; nothing came on this one\r\n"
    assert (await idle[0].say("NOOP")).startswith("250 ")
    assert (await idle[2].say("NOOP")).startswith("250 ")


async def test_connections_in_use_make_no_room(serve, connect, inboxes):
    inboxes.gate = asyncio.Event()
    server = await serve(SmtpSettings("mx.example", limits=Limits(connections=2, still_seconds=0)))
    busy = [await connect(server.ports[0], f"127.0.0.{number}") for number in (2, 3)]
    for client in busy:
        client.send(HELLO + MESSAGE + b"QUIT\r\n")
    while sum(one.served for one in server._connections) < 2 or not inboxes.entered.is_set():
        await asyncio.sleep(0.001)
    assert (await (await connect(server.ports[0], "127.0.0.9")).reply()).startswith("421 4.7.0 Too many connections")
    inboxes.gate.set()
    for client in busy:
        assert "250 2.1.5 OK\r\n221" in await client.rest()


async def test_large_messages_share_a_bounded_memory(serve, connect, inboxes):
    server = await serve(SmtpSettings("mx.example", limits=Limits(memory_bytes=1_500_000)))
    inboxes.gate = asyncio.Event()
    large = MESSAGE[:-6] + b"\r\n" + (b"y" * 998 + b"\r\n") * 1000 + b".\r\n"
    first = await connect(server.ports[0])
    first.send(HELLO + large)
    await inboxes.entered.wait()
    second = await connect(server.ports[0])
    second.send(HELLO + large + b"QUIT\r\n")
    assert "452 4.3.1" in await second.rest()
    inboxes.gate.set()
    for _ in range(6):
        last = await first.reply()
    assert last.startswith("250")
    assert server._held == 0
    third = await connect(server.ports[0])
    third.send(HELLO + large + b"QUIT\r\n")
    assert "250 2.1.5 OK\r\n221" in await third.rest()


async def test_unfinished_messages_of_one_client_keep_nobody_elses_mail_out(serve, connect, inboxes):
    server = await serve(SmtpSettings("mx.example", limits=Limits(memory_bytes=1_000_000)))
    unfinished = HELLO + MESSAGE[:-6] + b"\r\n" + (b"y" * 998 + b"\r\n") * 240
    hoarders = []
    for number in range(1, 5):
        hoarders.append(await connect(server.ports[0], "127.0.0.7"))
        hoarders[-1].send(unfinished)
        while server._held < number * 230_000:
            await asyncio.sleep(0.001)
    other = await connect(server.ports[0], "127.0.0.8")
    other.send(HELLO + MESSAGE[:-6] + b"\r\n" + (b"y" * 998 + b"\r\n") * 400 + b".\r\nQUIT\r\n")
    assert "250 2.1.5 OK\r\n221" in await other.rest()
    assert [len(raw) > 400_000 for _, _, raw in inboxes.accepted] == [True]
    for dropped in hoarders[:2]:
        assert (await dropped.rest()).endswith(
            "421 4.3.1 Too many large messages at the moment; send it again later\r\n"
        )
    for kept in hoarders[2:]:
        kept.send(b".\r\nQUIT\r\n")
        assert "250 2.1.5 OK\r\n221" in await kept.rest()
    assert server._held == 0


async def test_who_holds_most_drops_nobody_elses_message(serve, connect):
    server = await serve(SmtpSettings("mx.example", limits=Limits(memory_bytes=1_000_000)))
    small = await connect(server.ports[0], "127.0.0.8")
    small.send(HELLO + MESSAGE[:-6] + b"\r\n" + (b"y" * 998 + b"\r\n") * 100)
    while server._held < 100_000:
        await asyncio.sleep(0.001)
    large = await connect(server.ports[0], "127.0.0.7")
    large.send(HELLO + MESSAGE[:-6] + b"\r\n" + (b"y" * 998 + b"\r\n") * 1100 + b".\r\nQUIT\r\n")
    assert "452 4.3.1" in await large.rest()
    small.send(b".\r\nQUIT\r\n")
    assert "250 2.1.5 OK\r\n221" in await small.rest()


async def test_a_client_that_leaves_in_the_middle_gives_its_memory_back(serve, connect, inboxes):
    server = await serve(SmtpSettings("mx.example"))
    client = await connect(server.ports[0])
    client.send(HELLO + MESSAGE[:-3] + b"y" * 100_000)
    while server._held < 100_000:
        await asyncio.sleep(0.001)
    client.writer.transport.abort()
    while server._connections:
        await asyncio.sleep(0.001)
    assert server._held == 0
    assert inboxes.accepted == []


async def test_a_client_that_leaves_while_its_message_is_stored_harms_nobody(serve, connect, inboxes):
    inboxes.gate = asyncio.Event()
    server = await serve(SmtpSettings("mx.example"))
    client = await connect(server.ports[0])
    client.send(HELLO + MESSAGE)
    await inboxes.entered.wait()
    client.writer.transport.abort()
    inboxes.gate.set()
    while server._connections:
        await asyncio.sleep(0.001)
    assert len(inboxes.accepted) == 1, "it comes again and is stored once"
    assert server._held == 0


async def test_commands_sent_ahead_while_a_message_is_stored_are_not_read_without_bound(serve, connect, inboxes):
    inboxes.gate = asyncio.Event()
    server = await serve(SmtpSettings("mx.example", limits=Limits(commands=1_000_000)))
    client = await connect(server.ports[0])
    client.send(HELLO + MESSAGE)
    await inboxes.entered.wait()
    client.send(b"NOOP\r\n" * 2_000_000)
    [connection] = server._connections
    for _ in range(50):
        await asyncio.sleep(0)
    assert connection.session.waiting < 1_000_000
    client.writer.transport.abort()
    inboxes.gate.set()


async def test_replies_nobody_reads_are_not_kept_without_bound(serve, connect):
    server = await serve(SmtpSettings("mx.example", limits=Limits(commands=10_000_000, command_seconds=0.3)))
    client = await connect(server.ports[0])
    client.writer.transport.set_write_buffer_limits(1 << 30)
    client.reader._transport.pause_reading()
    client.send(b"HELP\r\n" * 3_000_000)
    most = 0
    while server._connections:
        for connection in server._connections:
            if connection._transport is not None:
                held = connection.session.waiting + len(connection._out)
                most = max(most, held + connection._transport.get_write_buffer_size())
        await asyncio.sleep(0.001)
    assert 0 < most < 8_000_000


async def test_idle_connections_are_told_to_go_when_the_service_stops(serve, connect):
    server = await serve(SmtpSettings("mx.example"))
    client = await connect(server.ports[0])
    await client.reply()
    await client.say("EHLO x")
    await server.stop(10)
    assert await client.rest() == "421 4.3.2 Shutting down\r\n"
    with pytest.raises(OSError, match="onnect"):
        await asyncio.open_connection("127.0.0.1", server.ports[0] if server.ports else 1)


async def test_a_transaction_under_way_is_finished_before_the_service_stops(serve, connect, inboxes):
    server = await serve(SmtpSettings("mx.example"))
    inboxes.gate = asyncio.Event()
    storing, sending = await connect(server.ports[0]), await connect(server.ports[0])
    for client in (storing, sending):
        await client.reply()
        await client.say("EHLO x")
    storing.send(MESSAGE)
    for line in ("MAIL FROM:<>", "RCPT TO:<in@box.example>", "DATA"):
        await sending.say(line)
    await inboxes.entered.wait()
    stopping = asyncio.create_task(server.stop(20))
    await asyncio.sleep(0)
    sending.send(b"late\r\n.\r\n")
    inboxes.gate.set()
    await stopping
    assert (await sending.rest()) == "250 2.1.5 OK\r\n421 4.3.2 Shutting down\r\n"
    assert "250 2.1.5 OK\r\n421 4.3.2" in await storing.rest()
    assert len(inboxes.accepted) == 2


async def test_what_does_not_finish_in_the_grace_time_is_cut_off_without_a_250(serve, connect, inboxes):
    server = await serve(SmtpSettings("mx.example"))
    inboxes.gate = asyncio.Event()
    client = await connect(server.ports[0])
    client.send(HELLO + MESSAGE)
    await inboxes.entered.wait()
    await server.stop(0.05)
    said = ""
    with contextlib.suppress(OSError):
        said = await client.rest()
    assert "250 2.1.5 OK\r\n250 2.1.5" not in said
    assert inboxes.accepted == []
    assert not server._connections


async def test_lmtp_gives_each_recipient_its_own_reply(lmtp, connect, inboxes):
    client = await connect(lmtp.ports[0])
    assert (await client.reply()).startswith("220 mx.example LMTP")
    await client.say("LHLO postfix.example")
    await client.say("MAIL FROM:<a@b.example>")
    for name, code in (
        ("one", "250"),
        ("refuse", "550"),
        ("late-refuse", "250"),
        ("late-defer", "250"),
        ("ONE", "250"),
    ):
        assert (await client.say(f"RCPT TO:<{name}@box.example>")).startswith(code)
    assert (await client.say("DATA")).startswith("354")
    client.send(b"x\r\n.\r\n")
    replies = [(await client.reply())[:9] for _ in range(4)]
    assert replies == ["250 2.1.5", "550 5.1.1", "452 4.2.2", "250 2.1.5"]
    [(envelope, recipients, _)] = inboxes.accepted
    assert recipients == ["one@box.example"]
    assert (envelope.via, envelope.client_ip, envelope.helo) == ("lmtp", None, "postfix.example")


async def test_lmtp_listens_on_a_unix_socket_that_only_its_group_may_use(inboxes, settings, tmp_path):
    path = tmp_path / "lmtp.sock"
    for _ in range(2):  # a socket left behind is replaced
        server = LmtpServer(inboxes, settings, UtcClock())
        await server.start_unix(path)
        assert stat.S_IMODE(path.stat().st_mode) == 0o660

        def send():
            with smtplib.LMTP(str(path)) as client:
                assert client.sendmail("a@b.example", ["one@box.example"], b"S: x\r\n\r\nx\r\n") == {}

        await asyncio.to_thread(send)
        await server.stop(0)
    assert len(inboxes.accepted) == 2


async def test_counters_name_what_happened(serve, connect):
    counts = Counts()
    server = await serve(SmtpSettings("mx.example"), count=counts)
    client = await connect(server.ports[0])
    client.send(HELLO + MESSAGE + MESSAGE.replace(b"in@", b"late-refuse@") + b"QUIT\r\n")
    await client.rest()
    assert counts == {
        "smtp_connections": 1,
        "smtp_messages": 2,
        "smtp_message_bytes": 6,
        "smtp_recipients_accept": 1,
        "smtp_recipients_refuse": 1,
    }


@pytest.mark.parametrize(
    ("peer", "expected"),
    [
        (("192.0.2.1", 5), "192.0.2.1"),
        (("::ffff:192.0.2.1", 5, 0, 0), "192.0.2.1"),
        (("2001:DB8::1", 5, 0, 0), "2001:db8::1"),
        (("fe80::1%eth0", 5, 0, 2), "fe80::1"),
        ("", None),
        (None, None),
    ],
)
def test_the_clients_address_is_read_from_the_socket(peer, expected):
    assert client_ip(peer) == expected


async def test_many_connections_at_once_are_all_served(serve, inboxes):
    server = await serve(SmtpSettings("mx.example"))
    port = server.ports[0]

    def send(n):
        with socket.create_connection(("127.0.0.1", port)) as raw:
            raw.sendall(HELLO + MESSAGE * 5 + b"QUIT\r\n")
            raw.settimeout(20)
            said = b""
            while chunk := raw.recv(65536):
                said += chunk
            return said.count(b"250 2.1.5 OK\r\n354")

    results = await asyncio.gather(*(asyncio.to_thread(send, n) for n in range(20)))
    assert results == [5] * 20
    assert len(inboxes.accepted) == 100
