"""How a sender's mail usually comes, and what is new about a message."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

from letterlock.core.trust.habits import ENOUGH, Trait, Usual, traits, unusual
from letterlock.core.trust.report import Authentication, Signature

NOW = datetime(2026, 11, 30, 12, tzinfo=UTC)
SIGNED = Signature("mail.b.example", "s", "rsa-sha256", "pass", aligned=True)
PASSED = Authentication(spf="pass", spf_domain="bounces.b.example", signatures=(SIGNED,))


def usual(*found: tuple[str, str], times: int = ENOUGH, age: timedelta = timedelta(days=2)) -> list[Usual]:
    return [Usual(Trait(kind, value), times, NOW - age) for kind, value in found]  # type: ignore[arg-type]


def test_traits_are_what_the_sender_alone_can_give_a_message() -> None:
    failed = replace(SIGNED, domain="eve.example", result="fail")
    found = traits(replace(PASSED, signatures=(SIGNED, failed)), "192.0.2.7", "x@bounces.b.example")
    assert found == {("signer", "b.example"), ("return_path", "b.example"), ("network", "192.0.0.0/16")}


def test_where_spf_does_not_pass_anybody_may_have_written_the_return_path() -> None:
    assert traits(replace(PASSED, spf="softfail"), None, "x@b.example") == {("signer", "b.example")}
    assert traits(Authentication(spf="pass", spf_domain="mx.test"), "2001:db8::1", "") == {("network", "2001:db8::/32")}


def test_what_no_earlier_message_had_is_unusual() -> None:
    before = usual(("signer", "b.example"), ("return_path", "b.example"), ("network", "192.0.0.0/16"))
    same = traits(PASSED, "192.0.9.9", "x@b.example")
    other = traits(Authentication(spf="pass", spf_domain="bulk.example"), "203.0.113.5", "x@bulk.example")
    assert unusual(same, before, NOW) == ()
    assert unusual(other, before, NOW) == ("signer", "return_path", "network")


def test_little_or_lately_is_no_habit() -> None:
    other = traits(PASSED, "203.0.113.5", "x@b.example")
    assert unusual(other, usual(("network", "192.0.0.0/16"), times=ENOUGH - 1), NOW) == ()
    assert unusual(other, usual(("network", "192.0.0.0/16"), age=timedelta(hours=23)), NOW) == ()
    lately = usual(("network", "192.0.0.0/16")) + usual(("network", "203.0.0.0/16"), age=timedelta(hours=1))
    assert unusual(other, lately, NOW) == ("network",), "two messages in a row make no habit"
