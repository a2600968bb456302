"""Our own Authentication-Results, and the source they are put in front of."""

from dataclasses import replace
from datetime import UTC, datetime

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from letterlock.adapters.dkim_keys import make_keys
from letterlock.core.envelope import Envelope
from letterlock.core.trust.asking import Asker
from letterlock.core.trust.authres import read_results
from letterlock.core.trust.canonical import SignedMessage
from letterlock.core.trust.dkim import find_signatures, verify_signatures
from letterlock.core.trust.question import Answer, Question
from letterlock.core.trust.report import Authentication, Signature
from letterlock.core.trust.results import results_field, source, without_claims_of
from letterlock.core.trust.signing import dkim_signature

HOST = "mx.here.example"
NOW = datetime(2026, 6, 1, 12, 0, tzinfo=UTC)
ENVELOPE = Envelope("ana@b.example", NOW, "192.0.2.1", "mail.b.example", tls=True)
FOUND = Authentication(
    from_domain="b.example",
    spf="pass",
    spf_domain="b.example",
    dkim="pass",
    signatures=(
        Signature("b.example", "s1", "rsa-sha256", "pass", aligned=True),
        Signature("list.example", "s2", "ed25519-sha256", "fail", 'the body was "changed" after signing'),
    ),
    dmarc="pass",
    dmarc_policy="reject",
    arc="none",
    aligned=True,
)


def claims(field: bytes) -> list[tuple[str, str, dict[str, str]]]:
    results = read_results(field.decode("ascii").partition(":")[2])
    assert results is not None
    assert results.authserv_id == HOST
    return [(one.method, one.result, dict(one.properties)) for one in results.claims]


def test_what_was_found_out_is_read_back_from_the_field() -> None:
    spf, first, second, dmarc, arc = claims(results_field(HOST, FOUND, ENVELOPE))
    assert spf == ("spf", "pass", {"smtp.mailfrom": "b.example"})
    assert first == ("dkim", "pass", {"header.d": "b.example", "header.s": "s1", "header.a": "rsa-sha256"})
    assert second[:2] == ("dkim", "fail")
    assert second[2]["header.d"] == "list.example"
    assert dmarc == ("dmarc", "pass", {"header.from": "b.example", "policy.dmarc": "reject"})
    assert arc[:2] == ("arc", "none")


def test_nothing_checked_is_said_so() -> None:
    assert results_field(HOST, Authentication(), ENVELOPE) == b"Authentication-Results: mx.here.example;\r\n\tnone\r\n"


def test_the_greeting_is_named_where_there_is_no_sender() -> None:
    field = results_field(HOST, replace(FOUND, spf_domain="mail.b.example"), replace(ENVELOPE, mail_from=""))
    assert claims(field)[0] == ("spf", "pass", {"smtp.helo": "mail.b.example"})


@given(st.text(max_size=60), st.text(max_size=60), st.text(max_size=60))
@settings(deadline=None)
def test_nothing_a_sender_wrote_adds_a_claim(domain: str, selector: str, reason: str) -> None:
    bad = Signature(domain, selector, selector, "permerror", reason)
    found = Authentication(
        spf="fail", spf_domain=domain, spf_reason=reason, signatures=(bad,), dmarc="fail", from_domain=domain
    )
    field = results_field(HOST, found, replace(ENVELOPE, mail_from=f"a@{domain}"))
    assert field.count(b"\r\n") == field.count(b"\n") == 4
    assert [(method, result) for method, result, _ in claims(field)] == [
        ("spf", "fail"), ("dkim", "permerror"), ("dmarc", "fail"),
    ]  # fmt: skip


@pytest.mark.parametrize(
    "domain", ["legit.example(.attack.example", "legit.example'a.attack.example", "a; dkim=pass", 'x"']
)
def test_a_domain_that_is_none_is_left_out(domain: str) -> None:
    found = Authentication(signatures=(Signature(domain, "s", "rsa-sha256", "permerror"),))
    assert claims(results_field(HOST, found, ENVELOPE)) == [
        ("dkim", "permerror", {"header.s": "s", "header.a": "rsa-sha256"})
    ]


MAIL = b"From: ana@b.example\r\nSubject: Hello\r\n\r\nAuthentication-Results: mx.here.example; dkim=pass\r\n"


@pytest.mark.parametrize(
    "forged",
    [
        b"Authentication-Results: mx.here.example; dmarc=pass\r\n",
        b"authentication-results : MX.Here.Example 1; dmarc=pass\r\n",
        b"Authentication-Results:\r\n mx.here.example;\r\n\tdmarc=pass\r\n",
        b"Authentication-Results: (hi) mx.here.example; dmarc=pass\r\n",
        b'Authentication-Results: "mx.here.example"; dmarc=pass\r\n',
        b"Authentication-Results: mx.here.example.; dmarc=pass\r\n",
        b"Authentication-Results: ((( mx.here.example; dmarc=pass\r\n",
    ],
)
@pytest.mark.parametrize("above", [b"", b"Received: from x by y; z\r\n"])
def test_fields_that_claim_to_be_ours_are_taken_out(forged: bytes, above: bytes) -> None:
    assert without_claims_of(above + forged + MAIL, HOST) == above + MAIL


def test_fields_of_others_and_the_body_stay() -> None:
    raw = (
        b"Authentication-Results: mx.other.example; dmarc=pass\r\nX-Authentication-Results: mx.here.example\r\n" + MAIL
    )
    assert without_claims_of(raw, HOST) == raw


@given(st.binary(max_size=300), st.sampled_from([b"", b"\r\n", b"From: a@b.example\r\n"]))
@settings(deadline=None)
def test_any_source_keeps_everything_else(noise: bytes, start: bytes) -> None:
    raw = start + noise
    if b"authentication-results" not in raw.lower():
        assert without_claims_of(raw, HOST) == raw


def test_signatures_hold_on_the_source_as_they_did() -> None:
    keys = make_keys("ed25519-sha256")
    raw = dkim_signature(MAIL, "b.example", "s1", keys.private, algorithm="ed25519-sha256", now=NOW) + MAIL
    given = source(b"Authentication-Results: mx.here.example; spf=pass\r\n" + raw, HOST, FOUND, ENVELOPE, "msg_1")
    assert given.endswith(raw)
    assert given.startswith(b"Return-Path: <ana@b.example>\r\nAuthentication-Results: mx.here.example;\r\n\tspf=pass ")
    assert (
        b"\r\nReceived: from mail.b.example ([192.0.2.1])\r\n\tby mx.here.example with ESMTPS id msg_1; Mon, 01 Jun"
        in given
    )
    assert given.count(b"uthentication-Results: mx.here.example;") == 2, "ours, and the words of the body"
    message = SignedMessage(given)
    asker = Asker({Question("TXT", "s1._domainkey.b.example"): Answer("ok", (keys.public,))})
    assert verify_signatures(message, find_signatures(message, "b.example"), asker, NOW)[0].result == "pass"


def test_a_path_that_would_break_out_of_its_field_does_not() -> None:
    given = source(MAIL, HOST, FOUND, replace(ENVELOPE, mail_from="a>\r\nX: y@b.example", helo="x\r\nY: z"), "msg_1")
    assert given.splitlines()[0] == b"Return-Path: <aX:y@b.example>"
    assert b"\r\nReceived: from unknown (" in given
