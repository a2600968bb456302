"""The protocol without sockets: laws about how bytes are cut, and what never makes two messages of one."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from letterlock.core.address import parse_address
from letterlock.faces.smtp.data import DataReader, has_longer_line
from letterlock.faces.smtp.session import Session, received_fields
from letterlock.faces.smtp.settings import Limits, SmtpSettings
from letterlock.faces.smtp.steps import Check, Close, Deliver, Say, StartTls
from letterlock.ports.inbound import Verdict

OPENING = b"EHLO x\r\nMAIL FROM:<a@b.example>\r\nRCPT TO:<in@box.example>\r\nDATA\r\n"
ACCEPT = Verdict("accept", "250 2.1.5 OK")


class Talk:
    """Drives a session: keeps what it said and what it delivered."""

    def __init__(self, *, lmtp=False, limits=None, memory=1 << 40) -> None:
        self.held = 0
        self.memory = memory
        self.session = Session(SmtpSettings("mx.example", limits=limits or Limits()), lmtp=lmtp, reserve=self.reserve)
        self.said: list[str] = []
        self.delivered: list[bytes] = []
        self.closed = False
        self.session.greet()
        self.run()

    def reserve(self, held: int) -> bool:
        if held > self.memory:
            return False
        self.held = held
        return True

    def feed(self, *chunks: bytes) -> "Talk":
        for chunk in chunks:
            self.session.receive(chunk)
            self.run()
        return self

    def run(self) -> None:
        while (step := self.session.step()) is not None:
            match step:
                case Say(line):
                    self.said.append(line.decode().rstrip("\r\n"))
                case Check():
                    self.session.checked(ACCEPT)
                case Deliver(raw=raw, recipients=recipients):
                    self.delivered.append(raw)
                    self.session.delivered([ACCEPT] * len(recipients))
                case Close():
                    self.closed = True
                case StartTls():
                    raise AssertionError("not offered")

    @property
    def last(self) -> str:
        return self.said[-1]


def cut(data: bytes, sizes: list[int]) -> list[bytes]:
    chunks = []
    for size in sizes:
        chunks.append(data[:size])
        data = data[size:]
    return [*chunks, data]


LINES = st.lists(
    st.sampled_from([b".", b"..", b"", b"x", b"\n", b"\r", b"\0", b".\n", b"\r.\r", b"QUIT", b"\xff", b"y" * 70]),
    max_size=12,
)


@given(LINES, st.lists(st.integers(0, 9), max_size=60))
@settings(max_examples=300, deadline=None)
def test_however_the_bytes_are_cut_the_same_messages_and_replies_come_out(lines, sizes):
    stream = OPENING + b"\r\n".join(lines) + b"\r\n.\r\n" + b"NOOP\r\nMAIL FROM:<>\r\nVRFY\r\nQUIT\r\n"
    whole, pieces = Talk().feed(stream), Talk().feed(*cut(stream, sizes))
    assert (pieces.said, pieces.delivered, pieces.closed) == (whole.said, whole.delivered, whole.closed)
    assert pieces.held == whole.held == 0


def stuffed(raw: bytes) -> bytes:
    return b"".join(b"." + line if line.startswith(b".") else line for line in raw.splitlines(keepends=True))


@given(st.lists(st.text("ab.\xff QUIT", max_size=6).map(lambda text: text.encode("latin-1")), min_size=1, max_size=8))
@settings(max_examples=300, deadline=None)
def test_what_a_proper_client_sends_comes_out_unchanged(lines):
    raw = b"\r\n".join(lines) + b"\r\n"
    talk = Talk().feed(OPENING + stuffed(raw) + b".\r\nQUIT\r\n")
    assert talk.delivered == [raw]
    assert talk.closed


def test_an_empty_message_is_a_message():
    assert Talk().feed(OPENING + b".\r\n").delivered == [b""]


SMUGGLED = b"MAIL FROM:<evil@b.example>\r\nRCPT TO:<in@box.example>\r\nDATA\r\nSubject: smuggled\r\n\r\nx\r\n.\r\n"
ENDINGS = [
    b"\n.\n", b"\n.\r\n", b"\r\n.\n", b"\r.\r", b"\r.\r\n", b"\r\n.\r", b"\n.\r", b"\r.\n", b"\r\n\0.\r\n", b"\r\n.\0\r\n",
    b"\n\n.\n\n", b"\r\n.\r\r\n", b"\r\r\n.\r\r\n", b"\n.\r\n\n", b"\0\r\n.\n", b"\r\n..\n", b"\r\n..\r", b"\n..\r\n",
    b"\r\n. \n", b"\x85.\x85\n", b"\r\r\n.\r\n",
]  # fmt: skip


@pytest.mark.parametrize("ending", ENDINGS, ids=repr)
@pytest.mark.parametrize("size", [1, 3, 100_000])
def test_no_false_end_makes_two_messages_of_one(ending, size):
    """What stands before the true end is one message, refused; what another server took for commands is never obeyed."""
    stream = OPENING + b"Subject: first\r\n\r\nx" + ending + SMUGGLED
    talk = Talk().feed(*(stream[at : at + size] for at in range(0, len(stream), size)))
    assert talk.delivered == []
    assert "554 5.6.0 Bare CR, bare LF or NUL in the message" in talk.said
    assert talk.closed, "what follows such a message is not trusted"


@pytest.mark.parametrize("ending", ENDINGS[:-1], ids=repr)
def test_a_false_end_is_not_answered(ending):
    talk = Talk().feed(OPENING + b"Subject: first\r\n\r\nx" + ending + b"NOOP\r\n")
    assert talk.session.in_data
    assert talk.last.startswith("354")


@pytest.mark.parametrize(
    "middle",
    [
        b"\r\n..\r\n",
        b"\r\n. \r\n",
        b"\r\n.\t\r\n",
        b"\r\n .\r\n",
        b"\r\n.x\r\n",
        b"\x85.\x85",
        "\u2028.\u2028".encode(),
    ],
)
def test_what_only_looks_like_an_end_stays_inside_the_message(middle):
    talk = Talk().feed(OPENING + b"Subject: x\r\n\r\nx" + middle + SMUGGLED)
    assert len(talk.delivered) == 1
    assert b"Subject: smuggled" in talk.delivered[0]


@pytest.mark.parametrize(
    "line", [b"NOOP\n", b"NOOP\r", b"NO\rOP", b"NO\0OP", b"NOOP\nMAIL FROM:<a@b.example>", b"\n", b"NOOP\r\r"], ids=repr
)
def test_bare_line_ends_and_nul_in_commands_end_the_connection_and_nothing_after_them_is_obeyed(line):
    talk = Talk().feed(b"EHLO x\r\n" + line + b"\r\n" + OPENING + b"x\r\n.\r\n")
    assert talk.said[-1].startswith("500 5.5.2")
    assert talk.closed
    assert talk.delivered == []


@given(st.lists(st.binary(max_size=40) | st.sampled_from(OPENING.splitlines(keepends=True)), max_size=30))
@settings(max_examples=300, deadline=None)
def test_no_bytes_whatever_break_the_session(chunks):
    talk = Talk().feed(*chunks)
    assert all(line[:3].isdigit() and line[3] in " -" and line.isascii() for line in talk.said)
    assert talk.held == 0 or talk.session.in_data


VERBS = st.sampled_from(
    ["EHLO", "HELO", "MAIL", "RCPT", "DATA", "RSET", "NOOP", "VRFY", "HELP", "STARTTLS", "AUTH", "BDAT"]
)
ARGUMENTS = st.text(
    st.characters(blacklist_categories=["Cs"], blacklist_characters="\r\n\0"), max_size=60
) | st.sampled_from(
    [
        "FROM:<>",
        "TO:<in@box.example>",
        "FROM:<a@b.example> SIZE=5",
        "TO:<postmaster>",
        'TO:<"a\\">@b.example>',
        "FROM:<\\",
        "x",
    ]
)


@given(st.lists(st.tuples(VERBS, ARGUMENTS), max_size=15))
@settings(max_examples=300, deadline=None)
def test_every_command_has_exactly_one_reply(commands):
    talk = Talk(limits=Limits(errors=1000))
    for verb, argument in commands:
        if talk.closed or talk.session.in_data:
            break
        before = len(talk.said)
        talk.feed(f"{verb} {argument}\r\n".encode())
        new = talk.said[before:]
        assert [line[3] for line in new] == ["-"] * (len(new) - 1) + [" "]


def limited(**bounds):
    return Talk(limits=Limits(**bounds))


def test_a_line_in_the_message_may_be_long_and_not_endless():
    assert limited(data_line_bytes=2000).feed(OPENING + b"y" * 2000 + b"\r\n.\r\n").last == "250 2.1.5 OK"
    talk = limited(data_line_bytes=2000).feed(OPENING + b"y" * 2001 + b"\r\n.\r\nNOOP\r\n")
    assert talk.said[-2:] == ["554 5.6.0 Line too long in the message", "250 2.0.0 OK"]


@given(st.lists(st.integers(0, 30), max_size=20), st.integers(1, 30))
@settings(max_examples=200)
def test_long_lines_are_found_wherever_they_are(lengths, bound):
    content = b"".join(b"y" * length + b"\r\n" for length in lengths)
    assert has_longer_line(content, bound) == any(length > bound for length in lengths)


@pytest.mark.parametrize(("excess", "reply"), [(0, "250 2.1.5 OK"), (1, "552 5.3.4 Message too large")])
def test_size_is_counted_without_transparency_dots(excess, reply):
    raw = b".23456789\r\n" * 999 + b"y" * (9 + excess) + b"\r\n"
    talk = limited(message_bytes=11_000).feed(OPENING + stuffed(raw) + b".\r\n")
    assert talk.last == reply


def test_a_message_far_too_large_is_read_to_its_end_without_being_kept_and_then_refused():
    talk = limited(message_bytes=100_000).feed(OPENING)
    for _ in range(18):
        talk.feed(b"y" * 9_998 + b"\r\n")
        assert talk.held <= 100_000 + 64 * 1024 + 2
    assert len(talk.session._reader._kept) < 10
    assert talk.feed(b".\r\nNOOP\r\n").said[-2:] == ["552 5.3.4 Message too large", "250 2.0.0 OK"]


def test_a_message_without_an_end_is_cut_off():
    talk = limited(message_bytes=100_000).feed(OPENING)
    for _ in range(21):
        talk.feed(b"y" * 10_000)
    assert talk.closed
    assert talk.last == "552 5.3.4 Message too large"


def test_a_message_that_does_not_fit_into_memory_is_to_come_again():
    talk = Talk(memory=50_000).feed(OPENING, *[b"y" * 998 + b"\r\n"] * 60, b".\r\n")
    assert talk.last == "452 4.3.1 Too many large messages at the moment"
    assert talk.held == 0
    assert talk.feed(OPENING + b"small\r\n.\r\n").last == "250 2.1.5 OK"


def test_recipients_of_a_message_are_bounded():
    talk = limited(recipients=3).feed(b"EHLO x\r\nMAIL FROM:<>\r\n")
    for n in range(4):
        talk.feed(b"RCPT TO:<r%d@box.example>\r\n" % n)
    assert talk.last.startswith("452 4.5.3")
    assert len(talk.feed(b"DATA\r\nx\r\n.\r\n").delivered) == 1


def test_errors_end_the_connection():
    talk = limited(errors=5).feed(b"WHAT\r\n" * 4)
    assert not talk.closed
    talk.feed(b"WHAT\r\n" + OPENING + b"x\r\n.\r\n")
    assert talk.said[-2:] == ["500 5.5.1 Command not recognised", "421 4.7.0 Too many errors"]
    assert talk.closed
    assert not talk.delivered


def test_commands_that_lead_nowhere_end_the_connection():
    assert limited(commands=10).feed(b"NOOP\r\n" * 11).last == "421 4.7.0 Too many commands"
    talk = limited(commands=10)
    for _ in range(5):
        talk.feed(OPENING + b"x\r\n.\r\n")
    assert len(talk.delivered) == 5, "a message starts the count again"


def test_messages_of_a_connection_are_bounded():
    talk = limited(messages=2).feed((OPENING + b"x\r\n.\r\n") * 3)
    assert len(talk.delivered) == 2
    assert talk.last == "421 4.7.0 Too many messages in one connection"


def test_a_command_line_without_end_is_cut_off():
    talk = Talk().feed(*[b"y" * 1000] * 66)
    assert talk.last.startswith("500 5.5.2")
    assert talk.closed


def test_lmtp_answers_each_recipient_and_greets_with_lhlo_only():
    talk = Talk(lmtp=True).feed(b"EHLO x\r\nHELO x\r\n")
    assert [line[:3] for line in talk.said[1:]] == ["500", "500"]
    talk.feed(
        b"LHLO x\r\nMAIL FROM:<>\r\nRCPT TO:<a@box.example>\r\nRCPT TO:<b@box.example>\r\nRCPT TO:<A@box.example>\r\n"
    )
    before = len(talk.said)
    talk.feed(b"DATA\r\nx\r\n.\r\nNOOP\r\n")
    assert talk.said[before:] == [talk.said[before], "250 2.1.5 OK", "250 2.1.5 OK", "250 2.1.5 OK", "250 2.0.0 OK"]


def test_lmtp_refuses_a_broken_message_for_each_recipient():
    talk = Talk(lmtp=True).feed(
        b"LHLO x\r\nMAIL FROM:<>\r\nRCPT TO:<a@box.example>\r\nRCPT TO:<b@box.example>\r\nDATA\r\n"
    )
    talk.feed(b"x\ny\r\n.\r\n")
    assert [line[:9] for line in talk.said[-3:]] == ["554 5.6.0", "554 5.6.0", "421 4.7.0"]


def test_received_fields_are_counted_in_the_header_alone():
    assert received_fields(b"Received: a\r\nX-Received: b\r\nRECEIVED: c\r\n\r\nReceived: d\r\n") == 2
    assert received_fields(b"") == 0
    assert received_fields(b"Received: no end") == 1


def test_reading_data_in_single_bytes_takes_linear_time():
    """The end is searched for only in what is new."""
    reader = DataReader(size=1 << 20, line=1 << 20, reserve=lambda held: True)
    for _ in range(3000):
        reader.feed(b"y")
    assert reader._searched >= 2998


@given(st.text('ab.@ü\\"<>()[],;: -_\t', max_size=12))
@settings(max_examples=300, deadline=None)
def test_recipients_are_those_the_one_address_parser_reads(text):
    talk = Talk().feed(f"EHLO x\r\nMAIL FROM:<> SMTPUTF8\r\nRCPT TO:<{text}@b.example>\r\n".encode())
    if talk.last.startswith("250"):
        [recipient] = talk.session._transaction.recipients
        assert recipient == parse_address(f"{text}@b.example")
