import base64
import hashlib
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from hypothesis import given, settings
from hypothesis import strategies as st

from letterlock.adapters.dkim_keys import make_keys
from letterlock.core.address import Address
from letterlock.core.envelope import Envelope
from letterlock.core.mime.message import Message
from letterlock.core.mime.parse import parse
from letterlock.core.trust.authentication import MAX_ROUNDS, authenticate
from letterlock.core.trust.canonical import Field, SignedMessage, UnreadableHeaderError
from letterlock.core.trust.dkim import header_data
from letterlock.core.trust.question import TEMPERROR, Answer, Answers, Missing, Question
from letterlock.core.trust.report import Authentication
from letterlock.core.trust.signing import dkim_signature

NOW = datetime(2026, 6, 1, 12, 0, tzinfo=UTC)
KEYS = make_keys("ed25519-sha256")
RAW = b"From: Ann <ann@my-bank.com>\r\nTo: bob@example.org\r\nSubject: Hello\r\n\r\nHello Bob\r\n"
MESSAGE = Message(from_=(Address("ann", "my-bank.com", "Ann"),), subject="Hello")

ZONE: dict[tuple[str, str], Answer] = {
    ("TXT", "my-bank.com"): Answer("ok", ("v=spf1 ip4:192.0.2.1 -all",)),
    ("TXT", "_dmarc.my-bank.com"): Answer("ok", ("v=DMARC1; p=reject",)),
    ("TXT", "s1._domainkey.my-bank.com"): Answer("ok", (KEYS.public,)),
    ("TXT", "spam.example"): Answer("ok", ("v=spf1 +all",)),
}


def signed(raw: bytes = RAW, domain: str = "my-bank.com") -> bytes:
    return dkim_signature(raw, domain, "s1", KEYS.private, algorithm="ed25519-sha256", now=NOW) + raw


def envelope(mail_from: str = "ann@my-bank.com", client_ip: str | None = "192.0.2.1", helo: str = "") -> Envelope:
    return Envelope(mail_from, NOW, client_ip, helo)


def run(
    raw: bytes,
    envelope: Envelope,
    *,
    message: Message = MESSAGE,
    zone: dict[tuple[str, str], Answer] | None = None,
    now: datetime = NOW,
) -> Authentication:
    return run_counting(raw, envelope, message=message, zone=zone, now=now)[0]


def run_counting(
    raw: bytes,
    envelope: Envelope,
    *,
    message: Message = MESSAGE,
    zone: dict[tuple[str, str], Answer] | None = None,
    now: datetime = NOW,
) -> tuple[Authentication, list[int]]:
    """The result, and how many questions each round had."""
    known = {**ZONE, **(zone or {})}
    answers: dict[Question, Answer] = {}
    rounds: list[int] = []
    while True:
        result = authenticate(raw, message, envelope, answers, now)
        if isinstance(result, Authentication):
            return result, rounds
        assert not result.questions & answers.keys(), "a question was asked twice"
        rounds.append(len(result.questions))
        assert len(rounds) <= MAX_ROUNDS
        answers.update({q: known.get((q.type, q.name), Answer("nxdomain")) for q in result.questions})


def test_an_aligned_spf_pass_is_a_dmarc_pass() -> None:
    result = run(RAW, envelope())
    assert (result.spf, result.spf_aligned, result.dkim, result.dmarc, result.aligned) == (
        "pass",
        True,
        "none",
        "pass",
        True,
    )


def test_an_aligned_dkim_pass_is_a_dmarc_pass_whoever_delivers() -> None:
    result = run(signed(), envelope("bounce@spam.example", "203.0.113.9"))
    assert (result.spf, result.spf_aligned, result.dkim, result.dmarc) == ("pass", False, "pass", "pass")


def test_the_first_round_asks_for_everything_at_once() -> None:
    missing = authenticate(signed(), MESSAGE, envelope(helo="mail.my-bank.com"), {}, NOW)
    assert isinstance(missing, Missing)
    assert {question.name for question in missing.questions} == {
        "my-bank.com", "mail.my-bank.com", "_dmarc.my-bank.com", "_dmarc.com", "s1._domainkey.my-bank.com",
        "default._bimi.my-bank.com",
    }  # fmt: skip
    assert run_counting(signed(), envelope(helo="mail.my-bank.com"))[1] == [6]


def test_a_hyphenated_domain_under_reject_is_not_cut_short() -> None:
    result = run(RAW, envelope("a@spam.example", "203.0.113.9"))
    assert (result.dmarc, result.dmarc_policy, result.dmarc_domain) == ("fail", "reject", "my-bank.com")
    assert result.unauthenticated


@pytest.mark.parametrize(
    "message",
    [
        Message(from_=MESSAGE.from_, from_fields=2),
        Message(from_=(Address("ann", "my-bank.com"), Address("eve", "evil.example"))),
        Message(from_=(), from_fields=0),
        Message(from_=(Address("ann", "[192.0.2.1]"),)),
    ],
)
def test_without_exactly_one_from_address_dmarc_is_a_permerror(message: Message) -> None:
    result = run(signed(), envelope(), message=message)
    assert (result.dmarc, result.aligned, result.dmarc_policy) == ("permerror", False, None)
    assert result.dmarc_reason


def test_a_second_from_field_that_the_parser_missed_is_seen_in_the_raw_header() -> None:
    result = run(b"From: eve@evil.example\r\n" + RAW, envelope())
    assert (result.dmarc, result.aligned) == ("permerror", False)


@pytest.mark.parametrize("name", ["my-bank.com", "s1._domainkey.my-bank.com", "_dmarc.my-bank.com", "_dmarc.com"])
def test_a_temporary_failure_never_becomes_a_pass_that_was_not_there(name: str) -> None:
    result = run(signed(), envelope("a@spam.example"), zone={("TXT", name): TEMPERROR})
    alone = name == "s1._domainkey.my-bank.com"
    assert result.dmarc == ("temperror" if alone or name == "_dmarc.my-bank.com" else "pass")
    assert result.pending == (result.dmarc == "temperror")


def test_when_dns_is_away_altogether_nothing_passes() -> None:
    def answers(questions: frozenset[Question]) -> Answers:
        return dict.fromkeys(questions, TEMPERROR)

    first = authenticate(signed(), MESSAGE, envelope(), {}, NOW)
    assert isinstance(first, Missing)
    result = authenticate(signed(), MESSAGE, envelope(), answers(first.questions), NOW)
    assert isinstance(result, Authentication)
    assert (result.spf, result.dkim, result.dmarc, result.aligned) == ("temperror", "temperror", "temperror", False)
    assert result.organizational_domain == "my-bank.com"


def expiring(after: timedelta) -> bytes:
    """RAW with a valid signature that expires."""
    message = SignedMessage(RAW)
    expires = int((NOW + after).timestamp())
    body_hash = base64.b64encode(message.body_hash("relaxed")[1]).decode()
    tags = f"v=1; a=ed25519-sha256; c=relaxed/relaxed; d=my-bank.com; s=s1; h=from:subject; x={expires}; bh={body_hash}; b="
    field = Field("dkim-signature", b"DKIM-Signature: " + tags.encode())
    data = header_data(message.select(["from", "subject"]), field, "relaxed")
    signature = Ed25519PrivateKey.from_private_bytes(KEYS.private).sign(hashlib.sha256(data).digest())
    return field.raw + base64.b64encode(signature) + b"\r\n" + RAW


def test_a_signature_is_judged_at_the_time_of_receipt_also_when_renewed_later() -> None:
    raw, later = expiring(timedelta(hours=1)), NOW + timedelta(days=2)
    assert run(raw, envelope(), now=later).dkim == "pass"
    assert run(raw, replace(envelope(), received_at=later), now=later).dkim == "fail"


def test_the_greeting_is_told_where_the_sender_says_nothing() -> None:
    zone = {("TXT", "mail.example.org"): Answer("ok", ("v=spf1 ip4:192.0.2.1 -all",))}
    known = run(RAW, envelope("a@silent.example", helo="mail.example.org"), zone=zone)
    assert (known.spf, known.spf_domain) == ("none", "silent.example")
    assert known.spf_reason.endswith("HELO mail.example.org allows this client")
    forged = run(RAW, envelope("a@silent.example", "192.0.2.9", "mail.example.org"), zone=zone)
    assert forged.spf_reason.endswith("HELO mail.example.org does not allow this client")


def test_an_unknown_client_never_fails_spf() -> None:
    result = run(signed(), envelope(client_ip=None))
    assert (result.spf, result.spf_reason, result.dmarc) == ("none", "client address unknown", "pass")


def test_bounces_are_aligned_by_their_greeting() -> None:
    result = run(RAW, envelope("", helo="my-bank.com"))
    assert (result.spf_domain, result.spf_aligned, result.dmarc) == ("my-bank.com", True, "pass")


def test_without_a_dmarc_record_nothing_is_aligned_but_the_signature_still_counts() -> None:
    zone = {("TXT", "_dmarc.my-bank.com"): Answer("nxdomain")}
    result = run(signed(), envelope(client_ip="203.0.113.9"), zone=zone)
    assert (result.spf, result.dmarc, result.aligned) == ("fail", "none", False)
    assert result.signatures[0].aligned
    assert not result.unauthenticated


def test_a_signature_of_the_author_outranks_another_that_passes() -> None:
    theirs = dkim_signature(RAW, "esp.example", "s1", KEYS.private, algorithm="ed25519-sha256", now=NOW)
    zone = {("TXT", "s1._domainkey.esp.example"): Answer("ok", (KEYS.public,))}
    result = run(theirs + RAW, envelope("a@spam.example"), zone=zone)
    assert (result.dkim, result.dmarc, result.signatures[0].aligned) == ("pass", "fail", False)
    changed = (theirs + signed()).replace(b"d=my-bank.com; s=s1", b"d=my-bank.com; s=s2")
    result = run(changed, envelope("a@spam.example"), zone=zone)
    assert [signature.domain for signature in result.signatures] == ["my-bank.com", "esp.example"]
    assert (result.dkim, result.dmarc) == ("permerror", "fail")


def test_a_header_that_readers_may_see_differently_passes_no_signature() -> None:
    raw = signed().replace(b"To: bob", b"X: a\rSubject: hidden\r\nTo: bob")
    result = run(raw, envelope("a@spam.example"))
    assert (result.dkim, result.arc, result.dmarc) == ("permerror", "not_checked", "fail")
    assert result.signatures[0].reason == "the header contains a bare CR or NUL"


def test_the_public_suffix_list_is_shown_only_where_it_differs() -> None:
    assert run(RAW, envelope()).registrable_domain == ""
    message = Message(from_=(Address("ann", "shop.my-bank.com"),))
    zone = {("TXT", "_dmarc.shop.my-bank.com"): Answer("ok", ("v=DMARC1; p=none; psd=n",))}
    result = run(RAW, envelope(), message=message, zone=zone)
    assert (result.organizational_domain, result.registrable_domain) == ("shop.my-bank.com", "my-bank.com")


_PIECES = st.sampled_from(
    [b"From: a@b.example", b"Subject: x", b"subject : y", b"\r\n", b"\r\n\r\n", b"\n", b" ", b"\t", b"\r", b"X", b":", b"\xc3\xa9",
     b"\x0b", b"\x0c", b"\x1c", b"\x85", b"From me", b">From me", b"\0"]
)  # fmt: skip


@given(st.lists(_PIECES, max_size=25).map(b"".join))
@settings(max_examples=400, deadline=None)
def test_where_signatures_are_checked_the_parser_reads_the_same_fields(raw: bytes) -> None:
    try:
        signed_message = SignedMessage(raw)
    except UnreadableHeaderError:
        return
    message = parse(raw)
    assert [field.name for field in signed_message.fields] == [name.lower() for name, _ in message.headers]
    assert len(signed_message.named("from")) == message.from_fields


_ANSWERS = st.sampled_from(
    [
        Answer("nxdomain"), Answer("nodata"), TEMPERROR, Answer("ok", ("v=spf1 include:%{d2} a mx ptr exists:%{i}.x.example ?all",)),
        Answer("ok", ("v=DMARC1; p=reject; np=none",)), Answer("ok", ("v=DMARC1; psd=y",)), Answer("ok", (KEYS.public,)),
        Answer("ok", ("10 a.example", "192.0.2.1", "\xff", "")), Answer("ok", ("v=spf1 redirect=%{l}.example",)),
    ]
)  # fmt: skip


@given(
    st.data(),
    st.text(max_size=30),
    st.sampled_from(["ann@my-bank.com", "", "@", "x@y@z.example", "a.b-c@my-bank.com", "no domain"]),
    st.sampled_from(["192.0.2.1", "2001:db8::1", None, "nonsense"]),
    st.sampled_from([RAW, signed(), signed(signed(), "esp.example"), b"", b"\r\n\r\n", RAW[:20]]),
    st.binary(max_size=30),
)
@settings(max_examples=150, deadline=None)
def test_nothing_hostile_makes_authentication_raise_or_ask_without_end(
    data: st.DataObject, helo: str, mail_from: str, client_ip: str | None, raw: bytes, noise: bytes
) -> None:
    answers: dict[Question, Answer] = {}
    for _ in range(MAX_ROUNDS + 1):
        result = authenticate(noise + raw, MESSAGE, envelope(mail_from, client_ip, helo), answers, NOW)
        if isinstance(result, Authentication):
            break
        assert result.questions
        answers.update({question: data.draw(_ANSWERS) for question in sorted(result.questions, key=str)})
    assert isinstance(result, Authentication)
    assert len(answers) < 300
    assert result.aligned == (result.dmarc == "pass")
    if result.dmarc == "pass":
        assert result.spf_aligned or any(s.aligned and s.result == "pass" for s in result.signatures)


POLICIES = {
    "_dmarc.my-bank.com": "v=DMARC1; p=reject",
    "_dmarc.example.com": "v=DMARC1; p=reject; sp=quarantine; np=reject",
    "_dmarc.xn--bcher-kva.com": "v=DMARC1; p=quarantine",
    "_dmarc.tried.com": "v=DMARC1; p=reject; t=y",
    "_dmarc.gov.example": "v=DMARC1; p=reject; psd=y",
    "_dmarc.part.whole.com": "v=DMARC1; p=none; psd=n",
    "_dmarc.whole.com": "v=DMARC1; p=reject",
    "_dmarc.i.j.mail.deep.com": "v=DMARC1; p=reject",
}


@pytest.mark.parametrize(
    ("domain", "policy", "where", "organization", "registrable"),
    [
        ("my-bank.com", "reject", "my-bank.com", "my-bank.com", ""),
        ("mail.my-bank.com", "reject", "my-bank.com", "my-bank.com", ""),
        ("there.example.com", "quarantine", "example.com", "example.com", ""),
        ("not-there.example.com", "reject", "example.com", "example.com", ""),
        ("bücher.com", "quarantine", "xn--bcher-kva.com", "xn--bcher-kva.com", ""),
        ("shop.bücher.com", "quarantine", "xn--bcher-kva.com", "xn--bcher-kva.com", ""),
        ("tried.com", "quarantine", "tried.com", "tried.com", ""),
        ("x.city.gov.example", "reject", "gov.example", "city.gov.example", "gov.example"),
        ("x.part.whole.com", "none", "part.whole.com", "part.whole.com", "whole.com"),
        ("a.b.c.d.e.f.g.h.i.j.mail.deep.com", "reject", "i.j.mail.deep.com", "i.j.mail.deep.com", "deep.com"),
        ("mail.nothing.com", None, "", "mail.nothing.com", "nothing.com"),
    ],
)
def test_the_walk_of_rfc_9989_finds_the_policy_and_the_suffix_list_is_shown_where_it_differs(
    domain: str, policy: str | None, where: str, organization: str, registrable: str
) -> None:
    zone = {("TXT", name): Answer("ok", (text,)) for name, text in POLICIES.items()}
    zone["TXT", "there.example.com"] = Answer("nodata")
    raw = f"From: <ann@{domain}>\r\nSubject: Hello\r\n\r\nHello\r\n".encode()
    found = run(raw, envelope("a@spam.example", "203.0.113.9"), message=parse(raw), zone=zone)
    assert (found.dmarc_policy, found.dmarc_domain) == (policy, where)
    assert (found.organizational_domain, found.registrable_domain) == (organization, registrable)


def test_the_message_came_encrypted_or_not_or_nobody_knows() -> None:
    assert run(RAW, replace(envelope(), tls=True)).tls is True
    assert run(RAW, envelope()).tls is False
    assert run(RAW, envelope(client_ip=None)).tls is None
