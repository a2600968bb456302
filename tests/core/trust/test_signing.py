from datetime import UTC, datetime

import dkim as dkimpy
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from letterlock.adapters.dkim_keys import KeyPair, make_keys
from letterlock.core.errors import Invalid
from letterlock.core.trust.asking import Asker
from letterlock.core.trust.canonical import SignedMessage
from letterlock.core.trust.dkim import find_signatures, verify_signatures
from letterlock.core.trust.question import Answer, Question
from letterlock.core.trust.signing import SIGNED, Algorithm, dkim_signature, dns_records

NOW = datetime(2026, 6, 1, 12, 0, tzinfo=UTC)
ALGORITHMS: tuple[Algorithm, ...] = ("rsa-sha256", "ed25519-sha256")
KEYS: dict[Algorithm, KeyPair] = {algorithm: make_keys(algorithm) for algorithm in ALGORITHMS}
RAW = (
    b"From: Ann <ann@example.com>\r\nTo: bob@example.org\r\nSubject: =?utf-8?q?Caf=C3=A9?=\r\n"
    b"Date: Mon, 01 Jun 2026 11:00:00 +0000\r\nMessage-ID: <1@example.com>\r\nMIME-Version: 1.0\r\n"
    b"Content-Type: text/plain; charset=utf-8\r\n\r\nHello  Bob \r\n\r\n"
)


def sign(raw: bytes, algorithm: Algorithm) -> bytes:
    key = KEYS[algorithm].private
    return dkim_signature(raw, "example.com", "s1", key, algorithm=algorithm, now=NOW) + raw


def passes_elsewhere(raw: bytes, algorithm: Algorithm) -> bool:
    """What another implementation says of the signature."""
    return bool(dkimpy.verify(raw, dnsfunc=lambda name, timeout=5: KEYS[algorithm].public.encode()))


def passes_here(raw: bytes, algorithm: Algorithm) -> bool:
    message = SignedMessage(raw)
    question = Question("TXT", "s1._domainkey.example.com")
    asker = Asker({question: Answer("ok", (KEYS[algorithm].public,))})
    return verify_signatures(message, find_signatures(message, "example.com"), asker, NOW)[0].result == "pass"


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_another_implementation_passes_our_signature(algorithm: Algorithm) -> None:
    raw = sign(RAW, algorithm)
    assert passes_elsewhere(raw, algorithm)
    assert passes_here(raw, algorithm)
    assert not passes_elsewhere(raw.replace(b"Hello", b"Hullo"), algorithm)


@pytest.mark.parametrize("name", SIGNED)
def test_no_field_that_matters_can_be_added(name: str) -> None:
    raw = name.encode() + b": added\r\n" + sign(RAW, "ed25519-sha256")
    assert not passes_elsewhere(raw, "ed25519-sha256")
    assert not passes_here(raw, "ed25519-sha256")


def test_lines_of_the_signature_are_short_and_ascii() -> None:
    header = dkim_signature(RAW, "example.com", "s1", KEYS["rsa-sha256"].private, algorithm="rsa-sha256", now=NOW)
    assert header.isascii()
    assert header.endswith(b"\r\n")
    assert max(len(line) for line in header.split(b"\r\n")) <= 100


@given(
    st.lists(st.sampled_from([b"a", b" ", b"\t", b"\r\n", b"\xc3\xa9", b".", b"--"]), max_size=60).map(b"".join),
    st.sampled_from(ALGORITHMS),
)
@settings(max_examples=30, deadline=None)
def test_whatever_the_body_both_implementations_pass_what_we_sign(body: bytes, algorithm: Algorithm) -> None:
    raw = RAW.partition(b"\r\n\r\n")[0] + b"\r\n\r\n" + body + b"\r\n"
    assert passes_elsewhere(sign(raw, algorithm), algorithm)
    assert passes_here(sign(raw, algorithm), algorithm)


@pytest.mark.parametrize(
    ("raw", "key", "algorithm"),
    [
        (RAW, b"not a key", "rsa-sha256"),
        (RAW, KEYS["rsa-sha256"].private, "ed25519-sha256"),
        (RAW, KEYS["ed25519-sha256"].private, "rsa-sha256"),
        (b"From: eve@example.com\r\n" + RAW, KEYS["rsa-sha256"].private, "rsa-sha256"),
        (b"Subject: nobody\r\n\r\n", KEYS["rsa-sha256"].private, "rsa-sha256"),
        (b"Subject: a\rb\r\n" + RAW, KEYS["rsa-sha256"].private, "rsa-sha256"),
    ],
    ids=["no key", "RSA for Ed25519", "Ed25519 for RSA", "two From fields", "no From field", "bare CR"],
)
def test_what_cannot_be_signed_is_refused_in_words(raw: bytes, key: bytes, algorithm: Algorithm) -> None:
    with pytest.raises(Invalid, match=r"[a-z]"):
        dkim_signature(raw, "example.com", "s1", key, algorithm=algorithm, now=NOW)


def test_rsa_keys_have_2048_bits_and_ed25519_keys_are_seeds() -> None:
    assert b"BEGIN PRIVATE KEY" in KEYS["rsa-sha256"].private
    assert len(KEYS["ed25519-sha256"].private) == 32
    assert 380 < len(KEYS["rsa-sha256"].public) < 420


def test_the_records_to_publish_cover_mail_spf_dkim_and_dmarc() -> None:
    keys = {"ll1": KEYS["rsa-sha256"].public, "ll2": KEYS["ed25519-sha256"].public}
    records = dns_records(
        "example.com", keys, "mail.example.com", senders=["include:relay.example"], report_to="d@x.org"
    )
    assert [(record.name, record.type) for record in records] == [
        ("example.com", "MX"),
        ("example.com", "TXT"),
        ("ll1._domainkey.example.com", "TXT"),
        ("ll2._domainkey.example.com", "TXT"),
        ("_dmarc.example.com", "TXT"),
        ("mail.example.com", "TXT"),
    ]
    assert records[0].value == "10 mail.example.com"
    assert records[1].value == "v=spf1 mx include:relay.example -all"
    assert records[4].value == "v=DMARC1; p=reject; rua=mailto:d@x.org"
    assert all(record.purpose for record in records)


def test_long_records_are_cut_for_a_zone_file() -> None:
    record = dns_records("example.com", {"ll1": KEYS["rsa-sha256"].public}, "example.com")[2]
    pieces = record.zone_line.split('"')[1::2]
    assert "".join(pieces) == record.value
    assert [len(piece) <= 255 for piece in pieces] == [True, True]
