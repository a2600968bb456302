import base64
import re
import shutil
import subprocess
from datetime import UTC, datetime
from pathlib import Path

import dkim as dkimpy
import pytest
from dkim.canonicalization import Relaxed, Simple
from hypothesis import given, settings
from hypothesis import strategies as st

from letterlock.adapters.dkim_keys import make_keys
from letterlock.core.trust.asking import Asker
from letterlock.core.trust.canonical import SignedMessage, UnreadableHeaderError, relaxed_body, simple_body
from letterlock.core.trust.dkim import MAX_SIGNATURES, ask_for_keys, find_signatures, verify_signatures
from letterlock.core.trust.question import TEMPERROR, Answer, Question
from letterlock.core.trust.report import Signature
from letterlock.core.trust.tags import MalformedTagsError, parse_tags

NOW = datetime(2026, 6, 1, 12, 0, tzinfo=UTC)
RSA = make_keys("rsa-sha256")
ED25519 = make_keys("ed25519-sha256")
PUBLIC = {"rsa": RSA.public, "ed": ED25519.public}
RAW = (
    b"From: Ann <ann@example.com>\r\nTo: bob@example.org\r\nSubject: Is dinner  ready?\r\n"
    b"Date: Mon, 01 Jun 2026 11:00:00 +0000\r\nContent-Type: text/plain\r\n\r\nHi  Bob,\t\r\n\r\nnot yet.\r\n\r\n\r\n"
)
HEADERS = [b"from", b"to", b"subject", b"date", b"content-type"]

RFC8463 = b"""\
DKIM-Signature: v=1; a=ed25519-sha256; c=relaxed/relaxed;
 d=football.example.com; i=@football.example.com;
 q=dns/txt; s=brisbane; t=1528637909; h=from : to :
 subject : date : message-id : from : subject : date;
 bh=2jUSOH9NhtVGCQWNr9BrIAPreKQjO6Sn7XIkfJVOzv8=;
 b=/gCrinpcQOoIfuHNQIbq4pgh9kyIK3AQUdt9OdqQehSwhEIug4D11Bus
 Fa3bT3FY5OsU7ZbnKELq+eXdp1Q1Dw==
DKIM-Signature: v=1; a=rsa-sha256; c=relaxed/relaxed;
 d=football.example.com; i=@football.example.com;
 q=dns/txt; s=test; t=1528637909; h=from : to : subject :
 date : message-id : from : subject : date;
 bh=2jUSOH9NhtVGCQWNr9BrIAPreKQjO6Sn7XIkfJVOzv8=;
 b=F45dVWDfMbQDGHJFlXUNB2HKfbCeLRyhDXgFpEL8GwpsRe0IeIixNTe3
 DhCVlUrSjV4BwcVcOF6+FF3Zo9Rpo1tFOeS9mPYQTnGdaSGsgeefOsk2Jz
 dA+L10TeYt9BgDfQNZtKdN1WO//KgIqXP7OdEFE4LjFYNcUxZQ4FADY+8=
From: Joe SixPack <joe@football.example.com>
To: Suzie Q <suzie@shopping.example.net>
Subject: Is dinner ready?
Date: Fri, 11 Jul 2003 21:00:37 -0700 (PDT)
Message-ID: <20030712040037.46341.5F8J@football.example.com>

Hi.

We lost the game.  Are you hungry yet?

Joe.
""".replace(b"\n", b"\r\n")
RFC8463_KEYS = {
    "brisbane._domainkey.football.example.com": "v=DKIM1; k=ed25519; p=11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=",
    "test._domainkey.football.example.com": (
        "v=DKIM1; k=rsa; p=MIGfMA0GCSqGSIb3DQEBAQUAA4GNADCBiQKBgQDkHlOQoBTzWRiGs5V6NpP3idY6Wk08a5qhdR6wy5bdOKb2jLQiY/J16JYi0Qv"
        "x/byYzCNb3W91y3FutACDfzwQ/BC/e/8uBsCR+yz1Lxj+PL6lHvqMKrM3rG4hstT5QjvHO9PzoxZyVYLzBfO2EeC3Ip3G+2kryOTIKT+l/K4w3QIDAQAB"
    ),
}


def verify(
    raw: bytes, keys: dict[str, str] | None = None, *, now: datetime = NOW, from_domain: str = "example.com"
) -> tuple[Signature, ...]:
    """Runs the question loop with `keys` as all of DNS: key texts by name (default: PUBLIC at example.com)."""
    if keys is None:
        keys = {f"{selector}._domainkey.example.com": value for selector, value in PUBLIC.items()}
    message = SignedMessage(raw)
    candidates = find_signatures(message, from_domain)
    first = Asker({})
    ask_for_keys(candidates, first)
    questions = first.missing.questions if first.missing else frozenset()
    answers = {q: Answer("ok", (keys[q.name],)) if q.name in keys else Answer("nxdomain") for q in questions}
    asker = Asker(answers)
    signatures = verify_signatures(message, candidates, asker, now)
    assert asker.missing is None
    return signatures


def sign(
    raw: bytes = RAW,
    *,
    selector: str = "rsa",
    canonicalize: tuple[bytes, bytes] = (b"relaxed", b"relaxed"),
    headers: list[bytes] = HEADERS,
    length: bool = False,
) -> bytes:
    """`raw` signed by another implementation."""
    private = RSA.private if selector == "rsa" else base64.b64encode(ED25519.private)
    signer = dkimpy.DKIM(raw, signature_algorithm=b"rsa-sha256" if selector == "rsa" else b"ed25519-sha256")
    signature = signer.sign(
        selector.encode(), b"example.com", private, canonicalize=canonicalize, include_headers=headers, length=length
    )
    return bytes(signature) + raw


def only(signatures: tuple[Signature, ...]) -> tuple[str, str]:
    assert len(signatures) == 1
    return signatures[0].result, signatures[0].reason


def now_of(raw: bytes) -> datetime:
    """A moment at which a signature just made by another implementation is neither old nor from the future."""
    match = re.search(rb"\bt=(\d+);", raw)
    assert match is not None
    return datetime.fromtimestamp(int(match[1]), UTC)


def test_the_example_of_rfc_8463_verifies() -> None:
    signatures = verify(RFC8463, RFC8463_KEYS, from_domain="football.example.com")
    assert [(s.selector, s.algorithm, s.result, s.reason) for s in signatures] == [
        ("brisbane", "ed25519-sha256", "pass", ""),
        ("test", "rsa-sha256", "pass", ""),
    ]


def test_line_feeds_alone_are_read_as_line_ends() -> None:
    lines = RFC8463.replace(b"\r\n", b"\n")
    assert [s.result for s in verify(lines, RFC8463_KEYS)] == ["pass", "pass"]


@pytest.mark.parametrize("selector", ["rsa", "ed"])
@pytest.mark.parametrize("header", [b"simple", b"relaxed"])
@pytest.mark.parametrize("body", [b"simple", b"relaxed"])
def test_signatures_of_another_implementation_verify(selector: str, header: bytes, body: bytes) -> None:
    raw = sign(selector=selector, canonicalize=(header, body))
    assert only(verify(raw, now=now_of(raw))) == ("pass", "")
    changed = raw.replace(b"not yet", b"not now")
    assert only(verify(changed, now=now_of(raw))) == ("fail", "the body was changed after signing")
    changed = raw.replace(b"Is dinner", b"Was dinner")
    assert only(verify(changed, now=now_of(raw))) == ("fail", "the signature does not fit the signed headers")


@pytest.mark.skipif(not shutil.which("opendkim-testmsg"), reason="opendkim-testmsg is not installed")
def test_the_sha1_signature_that_opendkim_makes_by_itself_is_refused(tmp_path: Path) -> None:
    key = tmp_path / "key.pem"
    key.write_bytes(RSA.private)
    command = ["opendkim-testmsg", "-C", "-d", "example.com", "-s", "rsa", "-k", str(key), "-t", str(tmp_path)]
    done = subprocess.run(command, input=RAW, capture_output=True, check=True, timeout=30)
    assert only(verify(done.stdout)) == ("permerror", "rsa-sha1 is no longer accepted (RFC 8301)")


def test_white_space_changes_that_relaxed_allows_do_not_break_a_signature() -> None:
    raw = sign()
    loose = raw.replace(b"Is dinner  ready?", b"Is\r\n\tdinner ready?  ").replace(b"Hi  Bob,\t", b"Hi Bob,")
    assert only(verify(loose, now=now_of(raw)))[0] == "pass"


def test_text_appended_past_a_signed_length_fails() -> None:
    raw = sign(length=True)
    assert only(verify(raw, now=now_of(raw)))[0] == "pass"
    appended = raw + b"Pay here instead.\r\n"
    assert dkimpy.verify(appended, dnsfunc=lambda name, timeout=5: RSA.public.encode())
    result, reason = only(verify(appended, now=now_of(raw)))
    assert result == "fail"
    assert "l=" in reason


@pytest.mark.parametrize(
    ("added", "name"),
    [
        (b"Subject: Urgent\r\n", "subject"),
        (b"From: ceo@example.com\r\n", "from"),
        (b"To: all@example.org\r\n", "to"),
        (b"Date: Tue, 02 Jun 2026 11:00:00 +0000\r\n", "date"),
        (b"content-type : text/html\r\n", "content-type"),
    ],
)
@pytest.mark.parametrize("below", [False, True])
def test_a_second_field_of_a_signed_name_fails(added: bytes, name: str, below: bool) -> None:
    raw = sign()
    header, _, body = raw.partition(b"\r\n\r\n")
    doubled = header + b"\r\n" + added + b"\r\n" + body if below else added + raw
    assert only(verify(doubled, now=now_of(raw))) == ("fail", f"more {name} fields than were signed")


def test_a_from_field_on_top_that_passes_for_a_separator_breaks_the_signature() -> None:
    raw = sign()
    now = now_of(raw)
    assert only(verify(raw, now=now))[0] == "pass"
    assert only(verify(b"From : eve@evil.example\r\n" + raw, now=now))[0] == "fail"


SIGNED = {
    (selector, modes): sign(selector=selector, canonicalize=modes)
    for selector in ("rsa", "ed")
    for modes in ((b"relaxed", b"relaxed"), (b"simple", b"simple"), (b"relaxed", b"simple"))
}


@settings(max_examples=300, deadline=None)
@given(
    st.sampled_from(sorted(SIGNED)),
    st.integers(0, 1100),
    st.integers(0, 4),
    st.one_of(
        st.binary(max_size=6),
        st.sampled_from([b" ", b"\t", b"\r\n", b"\r\n ", b"\r\n\t", b";", b"=", b":", b",", b"From: x\r\n"]),
    ),
)
def test_whatever_is_changed_no_signature_passes_that_another_implementation_refuses(
    which: tuple[str, tuple[bytes, bytes]], at: int, drop: int, put: bytes
) -> None:
    raw = SIGNED[which]
    changed = (raw[:at] + put + raw[at + drop :]).removesuffix(b"\r\n") + b"\r\n"
    keys = {f"{selector}._domainkey.example.com": value for selector, value in PUBLIC.items()}
    try:
        ours = [one.result for one in verify(changed, now=now_of(raw))] == ["pass"]
    except UnreadableHeaderError:
        return
    if not ours:
        return
    try:
        theirs = dkimpy.verify(changed, dnsfunc=lambda name, timeout=5: keys[name.decode().rstrip(".")].encode())
    except dkimpy.MessageFormatError:
        return  # it reads no message with, say, a space before the colon, which relaxed signatures leave out
    assert theirs


def test_more_fields_of_no_consequence_than_signed_are_no_harm() -> None:
    raw = sign(b"X-Trace: a\r\n" + RAW, headers=[*HEADERS, b"x-trace"])
    assert only(verify(b"X-Trace: b\r\n" + raw, now=now_of(raw)))[0] == "pass"


def test_a_signature_that_leaves_the_subject_out_says_so() -> None:
    raw = sign(headers=[b"from", b"to"])
    assert only(verify(raw, now=now_of(raw))) == ("pass", "not signed: subject, date")
    assert [s.subject_signed for s in verify(raw, now=now_of(raw))] == [False]
    assert [s.subject_signed for s in verify(sign(), now=now_of(raw))] == [True]


def template(**tags: str | None) -> bytes:
    """A message with a signature that is well-formed except for `tags`; its values do not verify."""
    body_hash = base64.b64encode(SignedMessage(RAW).body_hash("relaxed")[1]).decode()
    base = {
        "v": "1", "a": "ed25519-sha256", "c": "relaxed/relaxed", "d": "example.com", "s": "ed", "h": "from:subject",
        "bh": body_hash, "b": base64.b64encode(bytes(64)).decode(),
    }  # fmt: skip
    merged = {**base, **tags}
    value = "; ".join(f"{name}={text}" for name, text in merged.items() if text is not None)
    return b"DKIM-Signature: " + value.encode("latin-1") + b"\r\n" + RAW


@pytest.mark.parametrize(
    ("tags", "reason"),
    [
        ({"v": None}, "v= is missing or empty"),
        ({"v": "2"}, "v= is not 1"),
        ({"a": "rsa-sha1"}, "rsa-sha1 is no longer accepted (RFC 8301)"),
        ({"a": "rsa-md5"}, "unknown algorithm 'rsa-md5'"),
        ({"h": "to:subject"}, "From is not signed"),
        ({"h": None}, "h= is missing"),
        ({"d": "exa mple.com"}, "d= is no domain name"),
        ({"d": None}, "d= is missing or empty"),
        ({"s": "a/b"}, "s= is no name"),
        ({"i": "@other.example"}, "i= is not within d="),
        ({"i": "nobody"}, "i= is not within d="),
        ({"b": "***"}, "b= is not base64"),
        ({"bh": ""}, "bh= is missing or empty"),
        ({"c": "strict/relaxed"}, "unknown canonicalization 'strict'"),
        ({"q": "http"}, "q= names no known way to the key"),
        ({"l": "-1"}, "l= is no length"),
        ({"t": "soon"}, "t= is no time"),
        ({"t": "20", "x": "10"}, "the signature expires before it was made"),
        ({"h": "from" + ":x" * 2000}, "h= is too long"),
        ({"z": "caf\xe9"}, "malformed signature: neither ASCII nor UTF-8"),
        ({"z": "caf\x01"}, "malformed signature: unprintable characters"),
        ({"d": "example.com; d=example.com"}, "malformed signature: two d= tags"),
    ],
)
def test_a_malformed_signature_is_a_permerror_with_its_reason(tags: dict[str, str | None], reason: str) -> None:
    assert only(verify(template(**tags))) == ("permerror", reason)


def test_a_signature_is_good_until_it_expires() -> None:
    stamp = int(NOW.timestamp())
    assert only(verify(template(x=str(stamp)))) == ("fail", "the signature does not fit the signed headers")
    assert only(verify(template(x=str(stamp - 1)))) == ("fail", "the signature had expired")
    assert only(verify(template(t=str(stamp + 90_000)))) == ("fail", "the signature is from the future")


def short_key() -> str:
    """RSA of 512 bits: factored in hours."""
    return (
        "v=DKIM1; k=rsa; p=MFwwDQYJKoZIhvcNAQEBBQADSwAwSAJBAIWmlgix/84GJ+dfgjm7LTc9EPdfkftlgiPpCq4/kbDAZmU0VvYKDljj"
        "leJ1dfvS+CGy9U/kk1tG3EeEvb82xAcCAwEAAQ=="
    )


@pytest.mark.parametrize(
    ("record", "result", "reason"),
    [
        (None, "permerror", "no key is published"),
        ("v=spf1 -all", "permerror", "the record is no DKIM key"),
        ("p=AAAA; all", "permerror", "the key record is malformed: 'all' is no tag"),
        ("v=DKIM1; p=", "permerror", "the key has been revoked"),
        ("p=AAAA", "permerror", "the RSA key is unreadable"),
        (short_key(), "permerror", "RSA keys of 512 bits are not accepted"),
        (ED25519.public, "permerror", "the key is of type 'ed25519', not rsa"),
        (RSA.public + "; h=sha1", "permerror", "the key does not allow SHA-256"),
        (RSA.public + "; s=tlsrpt", "permerror", "the key is not for mail"),
        ("k=rsa; v=DKIM1; p=AAAA", "permerror", "the record is no DKIM key"),
        ("p=" + "A" * 9000, "permerror", "the key record is too long"),
        (RSA.public + "; h=sha1:sha256; s=email:x; n=hello", "pass", ""),
        (RSA.public + "; t=y", "pass", "the key is in testing mode"),
        (RSA.public.removeprefix("v=DKIM1; k=rsa; "), "pass", ""),
    ],
    ids=lambda value: "" if isinstance(value, str) and "p=" in value else None,  # keys differ from run to run
)
def test_key_records(record: str | None, result: str, reason: str) -> None:
    raw = sign()
    keys = {} if record is None else {"rsa._domainkey.example.com": record}
    assert only(verify(raw, keys, now=now_of(raw))) == (result, reason)


def test_a_signature_whose_key_is_only_tried_out_says_so() -> None:
    raw = sign()
    for flags, testing in (("y", True), ("s:y", True), ("s", False)):
        keys = {"rsa._domainkey.example.com": f"{RSA.public}; t={flags}"}
        assert verify(raw, keys, now=now_of(raw))[0].testing is testing


def test_a_failure_under_a_testing_key_is_neutral() -> None:
    raw = sign().replace(b"not yet", b"not now")
    keys = {"rsa._domainkey.example.com": RSA.public + "; t=y:s"}
    assert only(verify(raw, keys, now=now_of(raw)))[0] == "neutral"


def test_a_strict_key_refuses_an_identity_in_a_subdomain() -> None:
    keys = {"ed._domainkey.example.com": ED25519.public + "; t=s"}
    assert only(verify(template(i="@mail.example.com"), keys)) == (
        "permerror",
        "the key does not allow i= in a subdomain",
    )
    assert only(verify(template(i="@example.com"), keys))[0] == "fail"


def test_a_key_that_dns_cannot_give_is_a_temperror() -> None:
    message = SignedMessage(template())
    candidates = find_signatures(message, "example.com")
    asker = Asker({Question("TXT", "ed._domainkey.example.com"): TEMPERROR})
    assert verify_signatures(message, candidates, asker, NOW)[0].result == "temperror"


def test_the_key_of_the_right_type_is_found_among_others() -> None:
    raw = sign(selector="ed")
    message = SignedMessage(raw)
    texts = ("v=spf1 -all", RSA.public, ED25519.public)
    asker = Asker({Question("TXT", "ed._domainkey.example.com"): Answer("ok", texts)})
    assert verify_signatures(message, find_signatures(message, ""), asker, now_of(raw))[0].result == "pass"


def test_only_so_many_signatures_are_verified_and_the_senders_own_come_first() -> None:
    mine = template()
    theirs = b"DKIM-Signature: v=1; a=rsa-sha256; d=other.example; s=x; h=from; bh=AAAA; b=AAAA\r\n" * 30
    signatures = verify(theirs + mine)
    assert len(signatures) == MAX_SIGNATURES + 1
    assert signatures[0].domain == "example.com"
    assert (signatures[-1].result, signatures[-1].reason) == ("policy", "23 more signatures were not checked")


@pytest.mark.parametrize(
    "raw",
    [
        b"From: a@example.com\r\nX: a\rSubject: hidden\r\n\r\nbody",
        b"From: a@example.com\r\nno field\r\nSubject: shown as text by some\r\n\r\nbody",
        b"From: a@example.com\r\nX\xa0: b\r\n\r\nbody",
        b"From: a@example.com\r\nX: nul\0\r\n\r\nbody",
        b" starts with a fold\r\nFrom: a@example.com\r\n\r\n",
        b"X: " + b"a" * (1 << 20) + b"\r\n\r\n",
        b"X: a\r\n" * 3000 + b"\r\n",
    ],
)
def test_a_header_that_readers_may_see_differently_is_refused(raw: bytes) -> None:
    with pytest.raises(UnreadableHeaderError):
        SignedMessage(raw)


@given(st.lists(st.sampled_from([b" ", b"\t", b"\r\n", b"a", b"\xff", b"."]), max_size=40).map(b"".join))
@settings(max_examples=300, deadline=None)
def test_bodies_are_made_canonical_as_another_implementation_does(body: bytes) -> None:
    body += b"\r\n"
    assert simple_body(body) == Simple.canonicalize_body(body)
    assert relaxed_body(body) == Relaxed.canonicalize_body(body)


@given(st.lists(st.sampled_from([b" ", b"\t", b"\r\n", b"a"]), max_size=20).map(b"".join))
@settings(max_examples=200, deadline=None)
def test_a_body_without_final_line_end_is_hashed_as_smtp_would_deliver_it(body: bytes) -> None:
    delivered = body if body.endswith(b"\r\n") else body + b"\r\n"
    assert simple_body(body) == simple_body(delivered)
    assert relaxed_body(body) == relaxed_body(delivered)


@given(st.binary(max_size=200))
@settings(max_examples=200, deadline=None)
def test_canonical_bodies_of_any_bytes_stay_as_they_are(body: bytes) -> None:
    assert simple_body(simple_body(body)) == simple_body(body)
    assert relaxed_body(relaxed_body(body)) == relaxed_body(body)


@given(st.text(st.sampled_from("abv=;: \t\r\n1+/\xe9"), max_size=60))
@settings(max_examples=300, deadline=None)
def test_no_tag_list_raises_anything_but_its_own_error(text: str) -> None:
    try:
        tags = parse_tags(text)
    except MalformedTagsError:
        return
    assert all(name and value == value.strip() for name, value in tags.items())


@given(st.binary(max_size=300), st.sampled_from([b"", RFC8463[:500], template()[:300]]))
@settings(max_examples=200, deadline=None)
def test_no_bytes_make_verification_raise(noise: bytes, start: bytes) -> None:
    try:
        SignedMessage(start + noise)
    except UnreadableHeaderError:
        return
    for signature in verify(start + noise):
        assert signature.result != "pass"


INTERNATIONAL = {
    "U-labels": ("bücher.example", "schlüssel"),
    "A-labels": ("xn--bcher-kva.example", "xn--schlssel-95a"),
    "capitals": ("BÜCHER.example", "Schlüssel"),
}


@pytest.mark.parametrize("written", INTERNATIONAL)
def test_domains_and_selectors_are_compared_and_looked_up_in_a_labels(written: str) -> None:
    """RFC 8616 section 5."""
    domain, selector = (name.encode() for name in INTERNATIONAL[written])
    signer = dkimpy.DKIM(RAW, signature_algorithm=b"rsa-sha256")
    raw = signer.sign(selector, domain, RSA.private, include_headers=HEADERS) + RAW
    keys = {"xn--schlssel-95a._domainkey.xn--bcher-kva.example": PUBLIC["rsa"]}
    (found,) = verify(raw, keys, now=now_of(raw), from_domain="xn--bcher-kva.example")
    assert (found.result, found.domain) == ("pass", "xn--bcher-kva.example")


@pytest.mark.parametrize(
    "domain",
    [b"b\xfccher.example", "b\u202eücher.example".encode(), "bü..example".encode(), "bü cher.example".encode()],
)
def test_a_domain_that_is_none_in_any_writing_is_refused(domain: bytes) -> None:
    raw = sign().replace(b"d=example.com", b"d=" + domain)
    assert {found.result for found in verify(raw)} <= {"permerror"}
