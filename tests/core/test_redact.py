"""What an agent writes to people, without secrets and personal data."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from letterlock.core.redact import redact

SECRETS = [
    ("an API key of ours", "ll_live_Ab3dEfGhIjKlMnOpQrStUvWxYz0123456789abcdefg"),
    ("an API key of a service", "sk-proj-abc123XYZdef"),
    ("a token of a service", "ghp_16C7e42F292c6912E7710c838347Ae178B4a"),
    ("an access key id", "AKIAIOSFODNN7EXAMPLE"),
    ("a JSON Web Token", "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln"),
    ("hex", "deadbeefdeadbeefdeadbeefdeadbeef"),
    ("base64", "dGhpcyBpcyBhIGxvbmcgYmFzZTY0IHN0cmluZw=="),
    ("base64 without a digit", "QUJDREVGR0hJSktMTU5PUFFSU1RVVldYWVpBQUFB"),
    ("percent encoding", "%73%65%63%72%65%74%73"),
    ("a code", "482913"),
    ("a code in two halves", "482 913"),
    ("a code with its service", "G-482913"),
    ("a code of letters and digits", "7XK-9QP"),
    ("a card", "4111 1111 1111 1111"),
    ("a card with dashes", "4111-1111-1111-1111"),
    ("a telephone number", "+49 170 1234567"),
    ("fullwidth digits", "\uff14\uff18\uff12\uff19\uff11\uff13"),
    ("a key split by what cannot be seen", "sk-\u200blive-abc12345"),
    ("an address", "ana+shop@b.example"),
    ("an address without dots", "root@localhost"),
    ("an international address", "j\u00f6rg@m\u00fcller.example"),
    ("a quoted address", '"ana b"@b.example'),
    ("an address in a URL", "ana%40b.example"),
    ("an address in HTML", "ana&#064;b.example"),
    ("an address set apart", "ana.b @ shop.example"),
    ("an address for people", "ana.b (at) shop [dot] example"),
    ("an address in words", "ana.b at shop dot example"),
    ("a code with commas", "4,8,2,9,1,3"),
    ("a card with slashes", "4111/1111/1111/1111"),
]


@pytest.mark.parametrize(("what", "secret"), SECRETS, ids=[what for what, _ in SECRETS])
@pytest.mark.parametrize("around", ["{}", "I called it with {}, and then again", "({})", "x: {}.", "\u00ab{}\u00bb"])
def test_secrets_go(what, secret, around):
    found = redact(around.format(secret))
    for part in secret.replace("\u200b", " ").split():
        assert part not in found or part in ("x:", "(at)", "[dot]", "at", "dot", "@")
    assert "[" in found


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("postgres://bob:hunter@2@db.example/x", "postgres://bob:[secret]@db.example/x"),
        ("https://user:p%40ss@a.example/p", "https://user:[secret]@a.example/p"),
        ("https://a.example/x?access_token=abc&page=2", "https://a.example/x?access_token=[secret]&page=2"),
        ("password: hunter2", "password: [secret]"),
        ("the password is hunter", "the password is [secret]"),
        ('{"api_key": "abc"}', '{"api_key": "[secret]"}'),
        ("LETTERLOCK_KEY=abc go", "LETTERLOCK_KEY=[secret] go"),
        ("Cookie: sid=abc", "Cookie: [secret]"),
        ("sent Bearer abc.def.ghi", "sent Bearer [secret]"),
        ("the code is 4821", "the code is [code]"),
        ("-----BEGIN PRIVATE KEY-----\nMIIE\n-----END PRIVATE KEY-----", "[secret]"),
        ("-----BEGIN RSA PRIVATE KEY-----\nMIIE and cut off", "[secret]"),
    ],
)
def test_what_stands_beside_a_secret_stays(text, expected):
    assert redact(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "send_message said `forbidden: API key lacks the message_send permission`",
        "I tried mcp__letterlock__wait_for_message with timeout_seconds 60 and it took 61 s, HTTP 404",
        "On 2026-11-30 page_token did not work: the key was refused",
        "msg_01kbaw4k1r2v3w4x5y6z7a8b9c in thd_01kbaw4k1r2v3w4x5y6z7a8b9c is missing",
        "The description of get_trust_report is good, UTF-8 and HTTP2 too",
        "src/letterlock/faces/inbox/tools",
    ],
)
def test_what_says_what_happened_stays(text):
    assert redact(text) == text


@given(st.text(max_size=2000))
def test_no_text_around_it_keeps_an_address(text):
    assert "ana@b.example" not in redact(f"{text} ana@b.example {text}")


@given(st.from_regex(r"[A-Za-z0-9]{3}\d[A-Za-z0-9]{40}", fullmatch=True), st.text(max_size=50))
def test_no_long_mixed_run_survives_whatever_stands_around_it(secret, text):
    assert secret not in redact(f"{text} {secret} {text}")


@given(
    st.integers(10**11, 10**19 - 1), st.text(alphabet=st.characters(exclude_categories=["Nd", "L", "Cs"]), max_size=20)
)
def test_no_card_number_survives(number, text):
    assert str(number) not in redact(f"{text} {number} {text}")
