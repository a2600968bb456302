"""Sending by SMTP: against our own service, and against servers that misbehave by script."""

import asyncio
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from datetime import UTC, datetime

import pytest

from letterlock.adapters.egress import Egress
from letterlock.adapters.relay import RelayConfig, parse_relay
from letterlock.adapters.smtp_client import Patience
from letterlock.adapters.smtp_out import Bounds, SmtpOutbound
from letterlock.adapters.tls import server_context
from letterlock.core.errors import Invalid
from letterlock.core.trust.question import Answer, Question
from letterlock.faces.smtp import Limits, LmtpServer, SmtpServer, SmtpSettings
from letterlock.ports.inbound import Verdict

RAW = b"From: a@here.example\r\nTo: in@box.example\r\nBcc: kept@box.example\r\nSubject: hello\r\n\r\ntext\r\n"
IN = ["in@box.example"]


class Zone:
    """A resolver that knows what it is told."""

    def __init__(self, records: dict[str, Answer]) -> None:
        self.records = records

    async def resolve(self, questions: Iterable[Question], *, seconds: float) -> dict[Question, Answer]:
        return {q: self.records.get(f"{q.type} {q.name}", Answer("nxdomain")) for q in questions}


def zone(**answers: list[str] | str) -> Zone:
    """`zone(MX_box_example=["10 mx.box.example"])`; a string is a status."""
    records = {}
    for name, value in answers.items():
        kind, _, rest = name.partition("_")
        answer = Answer(value) if isinstance(value, str) else Answer("ok", tuple(value))
        records[f"{kind} {rest.replace('_', '.')}"] = answer
    return Zone(records)


HERE = {"MX_box_example": ["10 mx.box.example"], "A_mx_box_example": ["127.0.0.1"], "AAAA_mx_box_example": "nodata"}


def outbound(port: int, resolver: Zone | None = None, *, private=("127.0.0.0/8",), **bounds) -> SmtpOutbound:
    patience = Patience(connect=5, command=5, block=5, reply=5, quit=1)
    settings = Bounds(port=port, **{"patience": patience, **bounds})
    return SmtpOutbound(None, resolver or zone(**HERE), Egress(private), "here.example", settings)


class Inboxes:
    """`refuse@`, `defer@` at RCPT; keeps the rest."""

    def __init__(self) -> None:
        self.accepted = []

    async def check_recipient(self, recipient, size):
        words = {"refuse": Verdict("refuse", "550 5.1.1 No such inbox"), "defer": Verdict("defer", "452 4.2.2 Full")}
        return words.get(recipient.local, Verdict("accept", "250 2.1.5 OK"))

    async def accept(self, envelope, recipients, raw):
        self.accepted.append((envelope, [recipient.spec for recipient in recipients], raw))
        return [Verdict("accept", "250 2.6.0 Stored")] * len(recipients)


class UtcClock:
    def now(self):
        return datetime.now(UTC)


@pytest.fixture
def inboxes():
    return Inboxes()


@pytest.fixture
async def face(inboxes, tmp_path) -> AsyncIterator[SmtpServer]:
    tls = server_context(None, None, tmp_path, "mx.box.example")
    server = SmtpServer(inboxes, SmtpSettings("mx.box.example", tls=tls), UtcClock())
    await server.start("127.0.0.1", 0)
    yield server
    await server.stop(0)


async def test_mail_goes_to_the_mail_host_over_tls_with_its_bytes_unchanged(face, inboxes):
    [outcome] = await outbound(face.ports[0]).deliver(RAW, mail_from="a@here.example", recipients=IN)
    assert outcome.status == "delivered", outcome
    assert (outcome.status, outcome.reply, outcome.host) == ("delivered", "250 2.6.0 Stored", "mx.box.example")
    assert outcome.tls
    [(envelope, recipients, raw)] = inboxes.accepted
    assert raw == RAW
    assert (envelope.mail_from, envelope.helo, envelope.tls, recipients) == ("a@here.example", "here.example", True, IN)


BODIES = {
    "dots": b"S: x\r\n\r\n.\r\n..\r\n...\r\n.x\r\nend.\r\n.\r\n",
    "first dot": b".: odd\r\n\r\nx\r\n",
    "long lines": b"S: x\r\n\r\n" + b"y" * 5000 + b"\r\n." + b"z" * 5000 + b"\r\n",
    "eight bit": b"S: x\r\n\r\n\xe4\xff\r\n",
    "empty": b"\r\n",
    "large": b"S: x\r\n\r\n" + b".0123456789\r\n" * 200_000,
}


@pytest.mark.parametrize("name", BODIES)
async def test_every_byte_arrives_as_composed(face, inboxes, name):
    [outcome] = await outbound(face.ports[0]).deliver(BODIES[name], mail_from="", recipients=IN)
    assert outcome.status == "delivered", outcome
    assert inboxes.accepted[0][2] == BODIES[name]
    assert inboxes.accepted[0][0].mail_from == ""


async def test_another_implementation_receives_the_same_bytes():
    smtp = pytest.importorskip("aiosmtpd.smtp")
    received = []

    class Sink:
        async def handle_DATA(self, server, session, envelope):
            received.append(envelope.original_content)
            return "250 OK"

    loop = asyncio.get_running_loop()
    server = await loop.create_server(lambda: smtp.SMTP(Sink(), loop=loop), "127.0.0.1", 0)
    bodies = [body for name, body in BODIES.items() if name != "long lines"]  # which it refuses
    for body in bodies:
        [outcome] = await outbound(server.sockets[0].getsockname()[1]).deliver(
            body, mail_from="a@here.example", recipients=IN
        )
        assert outcome.status == "delivered", outcome
    server.close()
    assert received == bodies


async def test_a_message_without_a_last_line_end_gets_one(face, inboxes):
    await outbound(face.ports[0]).deliver(b"S: x\r\n\r\nx", mail_from="", recipients=IN)
    assert inboxes.accepted[0][2] == b"S: x\r\n\r\nx\r\n"


async def test_each_recipient_has_its_own_outcome_in_order(face, inboxes):
    names = ["refuse@box.example", "in@box.example", "defer@box.example"]
    outcomes = await outbound(face.ports[0]).deliver(RAW, mail_from="a@here.example", recipients=names)
    assert [(o.recipient, o.status) for o in outcomes] == list(
        zip(names, ["refused", "delivered", "deferred"], strict=True)
    )
    assert outcomes[0].reply == "550 5.1.1 No such inbox"
    assert inboxes.accepted[0][1] == IN


async def test_internationalised_addresses_are_sent_with_smtputf8(face, inboxes):
    [outcome] = await outbound(face.ports[0]).deliver(RAW, mail_from="ü@here.example", recipients=["ö@box.example"])
    assert outcome.status == "delivered"
    assert inboxes.accepted[0][0].smtputf8
    assert inboxes.accepted[0][1] == ["ö@box.example"]


@pytest.mark.parametrize("raw", [b"S: x\n\r\n", b"S: x\r\r\n\r\n", b"S: \0\r\n\r\n"])
async def test_bare_line_ends_and_nul_are_never_sent(face, inboxes, raw):
    [outcome] = await outbound(face.ports[0]).deliver(raw, mail_from="", recipients=IN)
    assert (outcome.status, outcome.reply[:9]) == ("refused", "554 5.6.0")
    assert not inboxes.accepted


@pytest.mark.parametrize(
    "address", ["a>b@box.example", "a b@box.example", "a@box.example\r\nRSET", "nobody", "<a@box.example>"]
)
async def test_addresses_that_could_break_a_command_are_never_sent(face, address):
    [outcome] = await outbound(face.ports[0]).deliver(RAW, mail_from="", recipients=[address])
    assert (outcome.status, outcome.reply[:9]) == ("refused", "553 5.1.3")
    [outcome] = await outbound(face.ports[0]).deliver(RAW, mail_from=address, recipients=IN)
    assert (outcome.status, outcome.reply[:9]) == ("refused", "553 5.1.7")


ROUTES = [
    (zone(), "refused", "550 5.1.2"),
    (zone(MX_box_example="temperror"), "deferred", "451 4.4.3"),
    (zone(MX_box_example=["0 ."]), "refused", "556 5.1.10"),
    (zone(MX_box_example=["0 "]), "refused", "556 5.1.10"),
    (zone(MX_box_example=["5 here.example", "10 other.example"]), "refused", "554 5.4.6"),
    (zone(MX_box_example="nodata"), "refused", "550 5.4.4"),
    (zone(MX_box_example=["5 gone.example"]), "refused", "550 5.4.4"),
    (zone(MX_box_example=["5 slow.example"], A_slow_example="temperror"), "deferred", "451 4.4.3"),
    (zone(MX_box_example=["5 slow.example", "6 gone.example"], A_slow_example="temperror"), "deferred", "451 4.4.3"),
    (zone(MX_box_example="nodata", A_box_example=["127.0.0.1"]), "delivered", "250"),
    (zone(MX_box_example=["1 gone.example", "2 b.example"], A_b_example=["127.0.0.1"]), "delivered", "250"),
    (zone(MX_box_example=["5 b.example", "9 here.example"], A_b_example=["127.0.0.1"]), "delivered", "250"),
    (zone(MX_box_example=["5 b.example"], A_b_example=["127.0.0.66", "127.0.0.1"]), "delivered", "250"),
]  # fmt: skip


@pytest.mark.parametrize(("resolver", "status", "reply"), ROUTES)
async def test_where_mail_goes_follows_dns(face, resolver, status, reply):
    [outcome] = await outbound(face.ports[0], resolver).deliver(RAW, mail_from="", recipients=IN)
    assert outcome.status == status, outcome
    assert outcome.reply.startswith(reply), outcome


async def test_hosts_are_tried_in_the_order_of_preference(face):
    records = {"MX_box_example": ["20 b.example", "10 a.example", "30 c.example"]}
    resolver = zone(**records, **{f"A_{name}_example": ["127.0.0.1"] for name in "abc"})
    [outcome] = await outbound(face.ports[0], resolver).deliver(RAW, mail_from="", recipients=IN)
    assert outcome.host == "a.example"


async def test_mail_hosts_on_private_addresses_are_not_connected_to(face, inboxes):
    [outcome] = await outbound(face.ports[0], private=()).deliver(RAW, mail_from="", recipients=IN)
    assert (outcome.status, outcome.reply[:9]) == ("refused", "550 5.4.4")
    assert "LETTERLOCK_ALLOW_PRIVATE" in outcome.reply
    assert not inboxes.accepted


class Script:
    """A server that answers each line it reads with the next words; `None` closes, `...` says nothing more."""

    def __init__(self, *words: str | type(...) | None) -> None:
        self.words = list(words)
        self.heard: list[bytes] = []

    async def __call__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        in_data = False
        for word in self.words:
            if word is ...:
                await reader.read()
                break
            if word is None:
                break
            writer.write(word.encode() + b"\r\n")
            await writer.drain()
            if in_data and not word.startswith("354"):
                in_data = False
            in_data = in_data or word.startswith("354")
            try:
                self.heard.append(await reader.readuntil(b"\r\n.\r\n" if in_data else b"\r\n"))
            except asyncio.IncompleteReadError:
                break
        writer.transport.abort()


@asynccontextmanager
async def serving(script: Script) -> AsyncIterator[int]:
    server = await asyncio.start_server(script, "127.0.0.1", 0)
    try:
        yield server.sockets[0].getsockname()[1]
    finally:
        server.close()


EHLO = "250-peer\r\n250-8BITMIME\r\n250 SIZE 99999"
UP_TO_DATA = ["220 hi", EHLO, "250 ok", "250 ok", "354 go"]
SCRIPTS = [
    ([*UP_TO_DATA, "250 queued", "221 bye"], "delivered", "250 queued"),
    ([*UP_TO_DATA, "250 queued", None], "delivered", "250 queued"),
    ([*UP_TO_DATA, "250-queued\r\n250 twice", None], "delivered", "250 queued twice"),
    ([*UP_TO_DATA, "451 later", "221 bye"], "deferred", "451 later"),
    ([*UP_TO_DATA, "554 no", "221 bye"], "refused", "554 no"),
    ([*UP_TO_DATA, None], "unknown", "451 4.4.2"),
    ([*UP_TO_DATA, "gibberish", None], "unknown", "451 4.4.2"),
    ([*UP_TO_DATA, ...], "unknown", "451 4.4.2"),
    ([*UP_TO_DATA[:4], None], "deferred", "451 4.4.2"),
    ([*UP_TO_DATA[:4], "451 not now", None], "deferred", "451 not now"),
    ([*UP_TO_DATA[:4], "554 never", None], "refused", "554 never"),
    ([*UP_TO_DATA[:3], "550-no\r\n550 one", None], "refused", "550 no one"),
    ([*UP_TO_DATA[:3], "450 greylisted", None], "deferred", "450 greylisted"),
    ([*UP_TO_DATA[:3], "421 closing", None], "deferred", "421 closing"),
    ([*UP_TO_DATA[:3], None], "deferred", "451 4.4.2"),
    ([*UP_TO_DATA[:2], "550 sender", None], "refused", "550 sender"),
    ([*UP_TO_DATA[:2], None], "deferred", "451 4.4.2"),
    (["220 hi", "500 what", "250 old", "250 ok", "250 ok", "354 go", "250 ok", None], "delivered", "250 ok"),
    (["220 hi", "500 what", "500 what", None], "deferred", "500 what"),
    (["554 no service", None], "deferred", "554 no service"),
    (["421 busy", None], "deferred", "421 busy"),
    (["nonsense", None], "deferred", "451 4.4.2"),
    ([None], "deferred", "451 4.4.2"),
    ([...], "deferred", "451 4.4.2"),
]  # fmt: skip


@pytest.mark.parametrize(("words", "status", "reply"), SCRIPTS)
async def test_what_the_server_does_decides_the_outcome(words, status, reply):
    quick = Patience(connect=1, command=0.3, block=1, reply=0.3, quit=0.3)
    async with serving(Script(*words)) as port:
        [outcome] = await outbound(port, patience=quick, addresses=1).deliver(RAW, mail_from="", recipients=IN)
    assert outcome.status == status, outcome
    assert outcome.reply.startswith(reply), outcome


async def test_a_server_that_answers_slowly_forever_is_left():
    async def slow(reader, writer):
        for number in range(1000):
            writer.write(b"220-%d\r\n" % number)
            await asyncio.sleep(0.02)

    server = await asyncio.start_server(slow, "127.0.0.1", 0)
    patience = Patience(connect=5, command=60, whole=0.2)
    sender = outbound(server.sockets[0].getsockname()[1], patience=patience, addresses=1)
    [outcome] = await sender.deliver(RAW, mail_from="", recipients=IN)
    server.close()
    assert (outcome.status, outcome.reply) == ("deferred", "451 4.4.2 mx.box.example: timed out")


async def test_waiting_for_the_last_reply_is_not_cut_short_by_the_time_for_the_rest():
    words = Script(*UP_TO_DATA, "250 queued", "221 bye")

    async def late(reader, writer):
        await words(_Delayed(reader), writer)

    class _Delayed:
        def __init__(self, reader):
            self.reader = reader

        async def readuntil(self, end):
            found = await self.reader.readuntil(end)
            if end == b"\r\n.\r\n":
                await asyncio.sleep(0.5)
            return found

    server = await asyncio.start_server(late, "127.0.0.1", 0)
    sender = outbound(server.sockets[0].getsockname()[1], patience=Patience(whole=0.4, reply=5))
    [outcome] = await sender.deliver(RAW, mail_from="", recipients=IN)
    server.close()
    assert outcome.status == "delivered", outcome


async def test_a_connection_lost_before_the_final_dot_is_not_unknown():
    """The server takes part of a large message and resets: the message cannot have arrived."""

    async def half(reader, writer):
        for word in UP_TO_DATA:
            writer.write(word.encode() + b"\r\n")
            if not word.startswith("354"):
                await reader.readuntil(b"\r\n")
        await reader.readexactly(100_000)
        writer.transport.abort()

    server = await asyncio.start_server(half, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    large = b"S: x\r\n\r\n" + b"0123456789abcdef" * 1_000_000 + b"\r\n"
    [outcome] = await outbound(port, addresses=1).deliver(large, mail_from="", recipients=IN)
    server.close()
    assert outcome.status == "deferred", outcome


async def test_a_refusal_in_the_middle_of_the_message_is_heard():
    async def early(reader, writer):
        for word in UP_TO_DATA:
            writer.write(word.encode() + b"\r\n")
            if not word.startswith("354"):
                await reader.readuntil(b"\r\n")
        await reader.readexactly(100_000)
        writer.write(b"552 5.3.4 too large\r\n")
        await writer.drain()
        await reader.read(-1)
        writer.close()

    server = await asyncio.start_server(early, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    large = b"S: x\r\n\r\n" + b"0123456789abcdef" * 1_000_000 + b"\r\n"
    [outcome] = await outbound(port, addresses=1).deliver(large, mail_from="", recipients=IN)
    server.close()
    assert (outcome.status, outcome.reply) == ("refused", "552 5.3.4 too large")


async def test_what_a_server_cannot_take_is_refused_and_not_changed():
    plain = ["220 hi", "250 peer", "250 bye"]
    async with serving(Script(*plain)) as port:
        [outcome] = await outbound(port).deliver(b"S: x\r\n\r\n\xe4\r\n", mail_from="", recipients=IN)
    assert (outcome.status, outcome.reply[:9]) == ("refused", "554 5.6.3")
    async with serving(Script(*plain)) as port:
        [outcome] = await outbound(port).deliver(RAW, mail_from="", recipients=["ü@box.example"])
    assert (outcome.status, outcome.reply[:9]) == ("refused", "554 5.6.7")


async def test_recipients_put_off_by_one_host_are_tried_at_the_next_and_others_not_again(face, inboxes):
    words = ["220 hi", EHLO, "250 ok", "450 later", "550 never", "221 bye"]
    resolver = zone(MX_box_example=["1 a.example", "2 b.example"], A_a_example=["127.0.0.2"], A_b_example=["127.0.0.1"])
    script = Script(*words)
    server = await asyncio.start_server(script, "127.0.0.2", face.ports[0])
    outcomes = await outbound(face.ports[0], resolver).deliver(
        RAW, mail_from="", recipients=["one@box.example", "two@box.example"]
    )
    server.close()
    assert [(o.status, o.host) for o in outcomes] == [("delivered", "b.example"), ("refused", "a.example")]
    assert inboxes.accepted[0][1] == ["one@box.example"]


async def test_mail_goes_in_the_clear_where_tls_is_offered_and_broken(inboxes):
    server = SmtpServer(inboxes, SmtpSettings("mx.box.example"), UtcClock())
    await server.start("127.0.0.1", 0)
    refusals = Script("220 hi", "250-peer\r\n250 STARTTLS", "220 go", None)

    async def first_broken(reader, writer):
        """The first connection fails at STARTTLS; later ones are passed on to the real service."""
        if not refusals.heard:
            await refusals(reader, writer)
            return
        there, back = await asyncio.open_connection("127.0.0.1", server.ports[0])

        async def pipe(source, sink):
            while data := await source.read(65536):
                sink.write(data)
            sink.close()

        await asyncio.gather(pipe(reader, back), pipe(there, writer))

    front = await asyncio.start_server(first_broken, "127.0.0.1", 0)
    quick = Patience(connect=5, command=0.5, block=5, reply=5, quit=1)
    sender = outbound(front.sockets[0].getsockname()[1], patience=quick)
    [outcome] = await sender.deliver(RAW, mail_from="", recipients=IN)
    front.close()
    await server.stop(0)
    assert (outcome.status, outcome.tls) == ("delivered", False)


async def test_no_more_connections_than_agreed_are_open_to_one_domain(inboxes):
    open_now, most = 0, 0

    async def counting(reader, writer):
        nonlocal open_now, most
        open_now += 1
        most = max(most, open_now)
        await Script(*UP_TO_DATA, "250 ok", "221 bye")(reader, writer)
        open_now -= 1

    server = await asyncio.start_server(counting, "127.0.0.1", 0)
    sender = outbound(server.sockets[0].getsockname()[1], connections=2)
    results = await asyncio.gather(*(sender.deliver(RAW, mail_from="", recipients=IN) for _ in range(8)))
    server.close()
    assert [outcome.status for [outcome] in results] == ["delivered"] * 8
    assert most == 2
    assert not sender._busy


async def test_a_delivery_that_gets_no_turn_is_put_off():
    async with serving(Script(...)) as port:
        sender = outbound(port, connections=1, wait_seconds=0)
        first = asyncio.create_task(sender.deliver(RAW, mail_from="", recipients=IN))
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        [outcome] = await sender.deliver(RAW, mail_from="", recipients=IN)
        first.cancel()
    assert (outcome.status, outcome.reply[:9]) == ("deferred", "451 4.4.5")


def through(relay: RelayConfig) -> SmtpOutbound:
    patience = Patience(connect=5, command=5, block=5, reply=5, quit=1)
    return SmtpOutbound(relay, zone(), Egress(), "here.example", Bounds(patience=patience))


async def test_a_relay_from_settings_is_used_although_private_and_without_dns(face, inboxes):
    relay = parse_relay(f"smtp://localhost:{face.ports[0]}")
    [outcome] = await through(relay).deliver(RAW, mail_from="", recipients=IN)
    assert (outcome.status, outcome.tls, outcome.host) == ("delivered", True, "localhost")
    assert inboxes.accepted[0][2] == RAW


async def test_a_relay_that_is_away_puts_mail_off():
    server = await asyncio.start_server(lambda r, w: None, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    server.close()
    await server.wait_closed()
    [outcome] = await through(RelayConfig("127.0.0.1", port)).deliver(RAW, mail_from="", recipients=IN)
    assert (outcome.status, outcome.reply[:9]) == ("deferred", "451 4.4.2")


async def test_the_password_is_given_to_a_relay_on_this_machine():
    script = Script("220 hi", "250-peer\r\n250 AUTH PLAIN", "235 in", "250 ok", "250 ok", "354 go", "250 ok", "221 bye")
    async with serving(script) as port:
        [outcome] = await through(parse_relay(f"smtp://me:p%40ss@127.0.0.1:{port}")).deliver(
            RAW, mail_from="", recipients=IN
        )
    assert outcome.status == "delivered"
    assert script.heard[1].startswith(b"AUTH PLAIN AG1lAHBAc3M=")


async def test_a_wrong_password_puts_mail_off_and_stays_out_of_the_outcome():
    script = Script("220 hi", "250-peer\r\n250 AUTH PLAIN", "535 5.7.8 wrong", "221 bye")
    async with serving(script) as port:
        [outcome] = await through(parse_relay(f"smtp://me:hidden@127.0.0.1:{port}")).deliver(
            RAW, mail_from="", recipients=IN
        )
    assert (outcome.status, outcome.reply) == ("deferred", "535 5.7.8 wrong")


async def test_the_password_is_not_sent_in_the_clear_to_another_machine():
    script = Script("220 hi", "250-peer\r\n250 AUTH PLAIN", "221 bye")

    class Nearby(Egress):
        async def connect_trusted(self, host, port, *, seconds):
            return await super().connect_trusted("127.0.0.1", port, seconds=seconds)

    async with serving(script) as port:
        sender = SmtpOutbound(
            RelayConfig("relay.example", port, False, "me", "hidden"), zone(), Nearby(), "here.example"
        )
        [outcome] = await sender.deliver(RAW, mail_from="", recipients=IN)
    assert (outcome.status, outcome.reply[:9]) == ("deferred", "454 4.7.0")
    assert b"AUTH" not in b"".join(script.heard)


async def test_a_relay_elsewhere_must_prove_its_name(face, inboxes):
    class Nearby(Egress):
        async def connect_trusted(self, host, port, *, seconds):
            return await super().connect_trusted("127.0.0.1", port, seconds=seconds)

    sender = SmtpOutbound(RelayConfig("relay.example", face.ports[0]), zone(), Nearby(), "here.example")
    [outcome] = await sender.deliver(RAW, mail_from="", recipients=IN)
    assert (outcome.status, outcome.reply[:9]) == ("deferred", "454 4.7.0")
    assert "certificate" in outcome.reply.lower()
    assert not inboxes.accepted


PLAIN = "250-peer\r\n250 AUTH PLAIN"


@pytest.mark.parametrize(
    ("user", "words", "problem"),
    [
        ("me:hidden@", ["220 hi", PLAIN, "235 in", "221 bye"], ""),
        ("", ["220 hi", "250 peer", "221 bye"], ""),
        ("me:hidden@", ["220 hi", PLAIN, "535 5.7.8 wrong", "221 bye"], "535 5.7.8 wrong"),
        ("me:hidden@", ["220 hi", "250 peer", "221 bye"], "not supported"),
        ("", ["554 5.7.1 go away", "221 bye"], "554 5.7.1 go away"),
        ("", ["220 hi", None], "EOF"),
    ],
)
async def test_a_sign_in_is_tried_without_mail(user, words, problem):
    script = Script(*words)
    async with serving(script) as port:
        found = await through(parse_relay(f"smtp://{user}127.0.0.1:{port}")).sign_in()
    assert (problem in found) if problem else not found
    assert "hidden" not in found
    assert not any(line.startswith(b"MAIL") for line in script.heard)
    if not problem:
        assert script.heard[-1].startswith(b"QUIT")


async def test_a_sign_in_is_tried_no_more_freely_than_mail_is_sent(face):
    class Nearby(Egress):
        async def connect_trusted(self, host, port, *, seconds):
            return await super().connect_trusted("127.0.0.1", port, seconds=seconds)

    script = Script("220 hi", PLAIN, "221 bye")
    async with serving(script) as port:
        relay = RelayConfig("relay.example", port, False, "me", "hidden")
        found = await SmtpOutbound(relay, zone(), Nearby(), "here.example").sign_in()
    assert "the password is not sent" in found and b"AUTH" not in b"".join(script.heard)
    forged = RelayConfig("relay.example", face.ports[0], False, "me", "hidden")
    assert "certificate" in (await SmtpOutbound(forged, zone(), Nearby(), "here.example").sign_in()).lower()
    assert await SmtpOutbound(None, zone(), Nearby(), "here.example").sign_in() == ""


RELAYS = [
    ("smtp://relay.example", RelayConfig("relay.example", 25)),
    ("smtp://relay.example/", RelayConfig("relay.example", 25)),
    ("smtp://u:p@relay.example", RelayConfig("relay.example", 587, False, "u", "p")),
    ("smtps://u:p%3A%40%2F@relay.example", RelayConfig("relay.example", 465, True, "u", "p:@/")),
    ("smtp://u%40d.example:p@127.0.0.1:2525", RelayConfig("127.0.0.1", 2525, False, "u@d.example", "p")),
    ("smtp://[::1]:26", RelayConfig("::1", 26)),
]


@pytest.mark.parametrize(("url", "relay"), RELAYS)
def test_relay_settings_are_read(url, relay):
    assert parse_relay(url) == relay


@pytest.mark.parametrize(
    "url",
    ["", "relay.example", "relay.example:25", "http://relay.example", "smtp://", "smtp://relay.example:x", "smtp://r:99999",
     "smtp://r:0", "smtp://relay.example/path", "smtp://r?x=1", "smtp://:secret@relay.example", "smtp://u:secret/1@relay.example"],
)  # fmt: skip
def test_relay_settings_that_are_wrong_are_named_without_their_password(url):
    with pytest.raises(Invalid) as caught:
        parse_relay(url)
    assert "secret" not in caught.value.message


def test_a_relay_never_shows_its_password():
    assert "hidden" not in repr(parse_relay("smtp://u:hidden@relay.example"))


async def test_mail_for_a_local_mail_server_is_never_confused_with_lmtp(inboxes):
    server = LmtpServer(inboxes, SmtpSettings("mx.box.example", limits=Limits()), UtcClock())
    await server.start("127.0.0.1", 0)
    [outcome] = await outbound(server.ports[0]).deliver(RAW, mail_from="", recipients=IN)
    await server.stop(0)
    assert outcome.status == "deferred"
    assert not inboxes.accepted
