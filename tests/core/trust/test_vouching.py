"""Relays and forwarders that are trusted are believed; whoever writes the same words without being one is not."""

import base64
from datetime import UTC, datetime

import pytest
from cryptography.hazmat.primitives.asymmetric.padding import PKCS1v15
from cryptography.hazmat.primitives.asymmetric.rsa import generate_private_key
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from letterlock.adapters.dkim_keys import make_keys
from letterlock.core.envelope import Envelope
from letterlock.core.mime.parse import parse
from letterlock.core.trust.authentication import authenticate
from letterlock.core.trust.canonical import Field, SignedMessage, canonical_field
from letterlock.core.trust.dkim import header_data
from letterlock.core.trust.question import Answer
from letterlock.core.trust.report import Authentication
from letterlock.core.trust.signing import dkim_signature

NOW = datetime(2026, 6, 1, 12, 0, tzinfo=UTC)
KEYS = make_keys("ed25519-sha256")
SEAL = generate_private_key(65537, 2048)
SEAL_KEY = base64.b64encode(SEAL.public_key().public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)).decode()
ZONE = {
    "bank.example": "v=spf1 ip4:192.0.2.1 -all",
    "_dmarc.bank.example": "v=DMARC1; p=reject",
    "s1._domainkey.bank.example": KEYS.public,
    "seal._domainkey.lists.example": f"v=DKIM1; k=rsa; p={SEAL_KEY}",
    "seal._domainkey.evil.example": f"v=DKIM1; k=rsa; p={SEAL_KEY}",
}
RAW = b"From: Ann <ann@bank.example>\r\nTo: bob@example.org\r\nSubject: Hello\r\n\r\nHello Bob\r\n"
RECEIVED = b"Received: from x (x [203.0.113.9]) by mx.example.com (Postfix); Mon\r\n"
SIGNED = dkim_signature(RAW, "bank.example", "s1", KEYS.private, algorithm="ed25519-sha256", now=NOW) + RAW
CHANGED = SIGNED.replace(b"Hello Bob", b"Hello Bob, said the list")


def results(text, name=b"Authentication-Results"):
    return name + b": mx.example.com; " + text + b"\r\n"


def run(raw, *, client_ip=None, relays=("mx.example.com",), sealers=(), mail_from="ann@bank.example"):
    envelope = Envelope(mail_from, NOW, client_ip, "x.example", relays=relays)
    answers = {}
    while True:
        found = authenticate(raw, parse(raw), envelope, answers, NOW, sealers)
        if isinstance(found, Authentication):
            return found
        known = {q: ZONE.get(q.name) if q.type == "TXT" else None for q in found.questions}
        answers |= {q: Answer("ok", (value,)) if value else Answer("nxdomain") for q, value in known.items()}


DKIM_PASS = results(b"dkim=pass header.d=bank.example header.s=s1")
SPF_PASS = results(b"spf=pass smtp.mailfrom=ann@bank.example")


def test_a_relay_that_changed_a_message_says_that_its_signature_held():
    found = run(DKIM_PASS + RECEIVED + CHANGED)
    assert (found.dkim, found.dmarc, found.aligned, found.vouched_by) == ("pass", "pass", True, "mx.example.com")
    assert found.signatures[0].reason == "as mx.example.com checked it; changed since"


def test_a_relay_that_knew_the_client_says_that_spf_passed():
    found = run(SPF_PASS + RECEIVED + RAW)
    assert (found.spf, found.dmarc, found.vouched_by) == ("pass", "pass", "mx.example.com")


def test_what_is_checked_here_needs_nobodys_word():
    found = run(DKIM_PASS + RECEIVED + SIGNED)
    assert (found.dmarc, found.vouched_by, found.dmarc_reason) == ("pass", "", "")


def test_where_the_client_is_known_spf_is_checked_here():
    assert run(SPF_PASS + RECEIVED + RAW, client_ip="203.0.113.9").spf == "fail"


@pytest.mark.parametrize(
    ("raw", "relays"),
    [
        (
            RECEIVED + DKIM_PASS + SPF_PASS + CHANGED,
            ("mx.example.com",),
        ),  # below the relay's own Received: its sender's
        (DKIM_PASS + SPF_PASS + RECEIVED + CHANGED, ("mx.other.example",)),
        (DKIM_PASS + SPF_PASS + RECEIVED + CHANGED, ("",)),
        (DKIM_PASS + SPF_PASS + RECEIVED + CHANGED, ()),
        (results(b"dkim=fail header.d=bank.example") + RECEIVED + CHANGED, ("mx.example.com",)),
        (results(b"dkim=pass header.d=evil.example") + RECEIVED + CHANGED, ("mx.example.com",)),
        (results(b"dkim=pass header.d=bank.example header.s=s2") + RECEIVED + CHANGED, ("mx.example.com",)),
        (results(b"spf=pass smtp.mailfrom=evil.example") + RECEIVED + RAW, ("mx.example.com",)),
        (DKIM_PASS + RECEIVED + RAW, ("mx.example.com",)),  # there is no signature it could be about
        (results(b"dmarc=pass header.from=bank.example") + RECEIVED + RAW, ("mx.example.com",)),
        (
            results(b"dkim=pass header.d=bank.example", b"X-Authentication-Results") + RECEIVED + CHANGED,
            ("mx.example.com",),
        ),
    ],
)
def test_nothing_else_is_believed(raw, relays):
    found = run(raw, relays=relays)
    assert (found.dmarc, found.aligned, found.vouched_by) == ("fail", False, "")


def test_of_two_relays_each_is_believed_above_its_own_received():
    inner = b"Received: from mx2 (mx2 [10.0.0.2]) by mx1 (Postfix); Mon\r\n"
    raw = inner + DKIM_PASS + RECEIVED + CHANGED
    assert run(raw, relays=("mx1.example.com", "mx.example.com")).dmarc == "pass"
    assert run(raw, relays=("mx.example.com",)).dmarc == "fail"
    assert run(inner + RECEIVED + DKIM_PASS + CHANGED, relays=("mx1.example.com", "mx.example.com")).dmarc == "fail"


def signature(data):
    return base64.b64encode(SEAL.sign(data, PKCS1v15(), SHA256()))


OWN = results(b"dkim=pass header.d=bank.example")
OTHER = results(b"dkim=fail header.d=bank.example")
NEXT = b"Received: from y (y [203.0.113.8]) by x (Postfix); Mon\r\n"


@pytest.mark.parametrize(
    ("raw", "verdict"),
    [
        (RECEIVED + OWN + CHANGED, "pass"),
        (RECEIVED + b"DKIM-Filter: x\r\n" + OWN + OTHER + CHANGED, "pass"),
        (OWN + RECEIVED + CHANGED, "pass"),
        (RECEIVED + OTHER + OWN + CHANGED, "fail"),  # one further down is its sender's
        (RECEIVED + OTHER.replace(b"mx.example.com", b"mx.other.example") + OWN + CHANGED, "fail"),
        (RECEIVED + NEXT + OWN + CHANGED, "fail"),
    ],
)
def test_where_a_relay_writes_below_its_received_the_topmost_there_is_its_own(raw, verdict):
    assert run(raw, relays=("mx.example.com:below",)).dmarc == verdict


def test_below_one_relay_is_above_the_next():
    assert run(RECEIVED + OWN + NEXT + CHANGED, relays=("first.example.com:below", "mx.example.com")).dmarc == "pass"
    assert run(RECEIVED + NEXT + OWN + CHANGED, relays=("first.example.com:below", "mx.example.com")).dmarc == "fail"
    assert run(RECEIVED + NEXT + OWN + CHANGED, relays=("first.example.com", "mx.example.com:below")).dmarc == "pass"


def sealed(
    raw,
    domain,
    *,
    said=b"dkim=pass header.d=bank.example; spf=pass smtp.mailfrom=ann@bank.example",
    covers=b"from:to:subject",
):
    """One more ARC set on top, made as RFC 8617 section 5.1 says."""
    message = SignedMessage(raw)
    older = {
        name: [field for field in message.fields if field.name == name]
        for name in ("arc-authentication-results", "arc-message-signature", "arc-seal")
    }
    number = len(older["arc-seal"]) + 1
    tags = b"i=%d; a=rsa-sha256; d=%s; s=seal" % (number, domain.encode())
    aar = Field(
        "arc-authentication-results", b"ARC-Authentication-Results: i=%d; %s; %s" % (number, domain.encode(), said)
    )
    digest = base64.b64encode(message.body_hash("relaxed")[1])
    start = b"ARC-Message-Signature: %s; c=relaxed/relaxed; h=%s; bh=%s; b=" % (tags, covers, digest)
    data = header_data(message.select(covers.decode().split(":")), Field("arc-message-signature", start), "relaxed")
    ams = Field("arc-message-signature", start + signature(data))
    start = b"ARC-Seal: %s; cv=%s; b=" % (tags, b"pass" if number > 1 else b"none")
    lines = [
        canonical_field(field, "relaxed")
        for trio in zip(*(fields[::-1] for fields in older.values()), strict=True)
        for field in trio
    ]
    lines += [canonical_field(field, "relaxed") for field in (aar, ams, Field("arc-seal", start))]
    seal = start + signature(b"\r\n".join(lines))
    return b"\r\n".join([seal, ams.raw, aar.raw, raw])


def forwarded(raw, **more):
    return run(raw, client_ip="203.0.113.9", relays=(), mail_from="bounce@lists.example", **more)


def test_a_trusted_forwarder_says_what_it_saw():
    found = forwarded(sealed(CHANGED, "lists.example"), sealers=("lists.example",))
    assert (found.arc, found.dmarc, found.aligned, found.vouched_by) == ("pass", "pass", True, "lists.example")


def test_a_trusted_forwarder_speaks_for_the_one_before_it_only_where_that_is_trusted_too():
    inner = sealed(CHANGED, "evil.example")
    outer = sealed(inner, "lists.example", said=b"arc=pass; dkim=fail header.d=bank.example")
    assert outer.count(b"ARC-Seal: i=2") == 1
    assert forwarded(outer, sealers=("lists.example",)).dmarc == "fail"
    assert forwarded(outer, sealers=("evil.example",)).dmarc == "fail"
    assert forwarded(outer, sealers=("lists.example", "evil.example")).vouched_by == "evil.example"


@pytest.mark.parametrize(
    ("raw", "sealers"),
    [
        (sealed(CHANGED, "lists.example"), ()),
        (sealed(CHANGED, "evil.example"), ("lists.example",)),
        (sealed(CHANGED, "lists.example").replace(b"said the list", b"said nobody..."), ("lists.example",)),
        (sealed(CHANGED, "lists.example").replace(b"Subject: Hello", b"Subject: Other"), ("lists.example",)),
        (sealed(CHANGED, "lists.example", said=b"dkim=fail header.d=bank.example"), ("lists.example",)),
        (sealed(CHANGED, "lists.example", said=b"dkim=pass header.d=evil.example"), ("lists.example",)),
        (sealed(CHANGED, "lists.example", covers=b"from:to"), ("lists.example",)),
    ],
)
def test_other_seals_are_not_believed(raw, sealers):
    found = forwarded(raw, sealers=sealers)
    assert (found.dmarc, found.vouched_by) == ("fail", "")
