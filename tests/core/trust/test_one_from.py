"""The address shown, the address judged and the address a policy uses are one value, or the message is suspicious."""

from datetime import UTC, datetime

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from letterlock.app.views import person
from letterlock.core.address import read_addresses
from letterlock.core.envelope import Envelope
from letterlock.core.mime.parse import parse
from letterlock.core.trust.authentication import authenticate
from letterlock.core.trust.domains import normal_domain
from letterlock.core.trust.level import LEVELS, assess
from letterlock.core.trust.question import Answer, Question
from letterlock.core.trust.read import read
from letterlock.core.trust.report import Authentication, Relationship, TrustReport

NOW = datetime(2026, 6, 1, 12, 0, tzinfo=UTC)
LISTED = Relationship(listed="verified", person_wrote=True, authenticated_count=9, inbound_count=9)


def answer(question: Question) -> Answer:
    """Every domain lets 192.0.2.1 send for it, under a policy of its own."""
    if question.type != "TXT":
        return Answer("nxdomain")
    if question.name.startswith("_dmarc."):
        return Answer("ok", ("v=DMARC1; p=reject; psd=n",))
    return Answer("ok", ("v=spf1 ip4:192.0.2.1 -all",))


def judged(raw: bytes, mail_from: str) -> tuple[TrustReport, Authentication]:
    """As bad as it gets: whoever sends is authenticated, and whoever is shown is on the verified list."""
    reading = read(raw)
    answers: dict[Question, Answer] = {}
    while True:
        found = authenticate(raw, reading.message, Envelope(mail_from, NOW, "192.0.2.1", "mx.example"), answers, NOW)
        if isinstance(found, Authentication):
            return assess(reading, found, LISTED, NOW), found
        answers.update({question: answer(question) for question in found.questions})


def mail(*fields: bytes) -> bytes:
    return b"".join(field + b"\r\n" for field in fields) + b"Subject: Hello\r\nTo: x@here.example\r\n\r\nHello\r\n"


def test_one_plain_address_is_verified_here_so_that_the_others_could_be() -> None:
    assert judged(mail(b"From: Ana <ana@b.example>"), "ana@b.example")[0].level == "verified"


@pytest.mark.parametrize(
    "fields",
    [
        (b"From: eve@evil.example", b"From: ana@b.example"),
        (b"From: ana@b.example", b"From: eve@evil.example"),
        (b"From: ana@b.example", b"from : eve@evil.example"),
        (b"From : eve@evil.example", b"From: ana@b.example"),
        (b" From: eve@evil.example", b"From: ana@b.example"),
        (b"From\r\n : eve@evil.example", b"From: ana@b.example"),
        (b"From: ana@b.example", b"From\r\n : eve@evil.example"),
        (b"Sender: ana@b.example",),
        (b"Resent-From: ana@b.example", b"Sender: ana@b.example"),
        (b"From:",),
        (b"From: Ana",),
        (b"From: ana",),
        (b"From: <>",),
        (b"From: ana@b.example, eve@evil.example",),
        (b"From: eve@evil.example; ana@b.example",),
        (b"From: <ana@b.example>, <ana@b.example>",),
        (b"From: Friends: ana@b.example;",),
        (b"From: Friends: ana@b.example, eve@evil.example;",),
        (b"From: Friends:;",),
        (b"From: <@evil.example:ana@b.example>",),
        (b"From: <@evil.example,@x.example:ana@b.example>",),
        (b"From: <eve@evil.example>ana@b.example",),
        (b"From: ana@b.example <eve@evil.example>",),
        (b"From: <ana@b.example> <eve@evil.example>",),
        (b"From: <ana@b.example>\\,<eve@evil.example>",),
        (b'From: "ana@b.example" <eve@evil.example>',),
        (b"From: =?utf-8?q?ana=40b.example?= <eve@evil.example>",),
        (b"From: =?utf-8?b?PGFuYUBiLmV4YW1wbGU+?= <eve@evil.example>",),
        (b"From: =?utf-8?b?YW5hQGIuZXhhbXBsZQ==?=",),
        (b"From: =?utf-8?q?=3Cana=40b.example=3E?=, <eve@evil.example>",),
        (b"From: =?utf-8?q?ana?=@b.example",),
        (b"From: ana@b.example (eve@evil.example)",),
        (b"From: ana@b.example(",),
        (b"From: ana@[192.0.2.1]",),
        (b"From: ana@b.example\x00.evil.example",),
        (b"From: ana\x00@b.example",),
        (b"From: ana@b.example\x00",),
        (b'From: "ana@b.example',),
        (b'From: "ana@b.example"@evil.example',),
        (b'From: "ana b"@b.example',),
        (b"From: ana@@b.example",),
        (b"From: ana@b.example@evil.example",),
        (b"From: ana @b .example",),
        ("From: ana\u2003eve@b.example".encode(),),
        ("From: ana@b.exa\u200bmple".encode(),),
        ("From: \u202eelpmaxe.b@ana <eve@evil.example>".encode(),),
        ("From: ana＠b.example <eve@evil.example>".encode(),),
        (b"From: ana@b.example\r\n\t, eve@evil.example",),
        (b"From: ana@b.example\r, eve@evil.example",),
        (b"From: ceo [at] b.example <eve@evil.example>",),
    ],
    ids=lambda fields: fields[0][:60].decode("ascii", "replace"),
)
def test_a_from_field_that_can_be_read_in_two_ways_is_never_better_than_suspicious(fields: tuple[bytes, ...]) -> None:
    for mail_from in ("ana@b.example", "eve@evil.example"):
        assert judged(mail(*fields), mail_from)[0].level in ("suspicious", "quarantined")


pieces = st.lists(
    st.sampled_from(
        ["ana@b.example", "eve@evil.example", "<", ">", ",", ";", ":", "(", ")", '"', "\\", " ", "\t", "@", "Ana", "=?utf-8?q?",
         "=40", "?=", "[", "]", "\r\n ", "\x00", "\u200b", "\u202e", "\u3000", "＠", ".", "b.example", "\r\nFrom:", "\r\nfrom :"]
    ),
    max_size=9,
)  # fmt: skip


@settings(max_examples=400, deadline=None)
@given(pieces, st.sampled_from(["ana@b.example", "eve@evil.example"]))
def test_who_is_shown_is_who_was_judged_and_whom_a_policy_uses(parts: list[str], mail_from: str) -> None:
    raw = mail(b"From: " + "".join(parts).encode())
    report, found = judged(raw, mail_from)
    if LEVELS.index(report.level) <= LEVELS.index("suspicious"):
        return
    message = parse(raw)
    assert message.author is not None
    assert [message.author] == list(message.from_)
    assert normal_domain(message.author.domain) == found.from_domain
    again, _ = read_addresses(person(message.author))
    assert [one.key for one in again] == [message.author.key], "what is shown is read as the same address"
    if report.level in ("known", "verified"):
        assert message.author.domain == mail_from.rpartition("@")[2], "nobody else is vouched for"
