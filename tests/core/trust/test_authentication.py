from datetime import UTC, datetime

import pytest

from letterlock.adapters.dkim_keys import make_keys
from letterlock.core.address import Address
from letterlock.core.envelope import Envelope
from letterlock.core.mime.message import Message
from letterlock.core.trust.authentication import MAX_ROUNDS, authenticate
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
) -> Authentication:
    return run_counting(raw, envelope, message=message, zone=zone)[0]


def run_counting(
    raw: bytes, envelope: Envelope, *, message: Message = MESSAGE, zone: dict[tuple[str, str], Answer] | None = None
) -> tuple[Authentication, list[int]]:
    """The result, and how many questions each round had."""
    known = {**ZONE, **(zone or {})}
    answers: dict[Question, Answer] = {}
    rounds: list[int] = []
    while True:
        result = authenticate(raw, message, envelope, answers, NOW)
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
    }  # fmt: skip
    assert run_counting(signed(), envelope(helo="mail.my-bank.com"))[1] == [5]


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
