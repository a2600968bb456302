"""Hostile messages: every bound is named, nothing raises, nothing recurses."""

import base64

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from letterlock.core.address import parse_address
from letterlock.core.mime.limits import DEFAULT, Limits
from letterlock.core.mime.parse import parse

NESTED = b"".join(b"Content-Type: multipart/mixed; boundary=b%d\n\n--b%d\n" % (n, n) for n in range(3_000))
SMALL = Limits(size=2_000, headers=20, header_length=300, header_size=1_000, addresses=5, ids=5, parts=8, depth=3)


@pytest.mark.parametrize(
    ("bound", "raw"),
    [
        ("size", b"Content-Type: a/b\n\n" + b"a" * DEFAULT.size),
        ("headers", b"A: b\n" * (DEFAULT.headers + 1) + b"\nbody"),
        ("header-length", b"Subject: " + b"a" * DEFAULT.header_length + b"\n\nbody"),
        ("header-size", (b"A: " + b"a" * 90_000 + b"\n") * 10 + b"\nbody"),
        ("addresses", b"To: " + b"a@b.org," * 2_000 + b"\n\nbody"),
        ("ids", b"References: " + b"".join(b"<%d@b> " % n for n in range(2_000)) + b"\n\nbody"),
        ("parts", b"Content-Type: multipart/mixed; boundary=b\n\n" + b"--b\n\nbody\n" * 100_000),
        ("depth", NESTED),
        ("attachments", b"Content-Type: multipart/mixed; boundary=b\n\n" + b"--b\nContent-Type: a/b\n\n\n" * 600),
        ("filename", b"Content-Type: a/b; name=" + b"a" * 500 + b".pdf\n\n"),
        ("text", b"\n" + b"a" * (DEFAULT.text + 1)),
    ],
)
def test_what_exceeds_a_bound_is_a_message_that_says_so(bound, raw):
    message = parse(raw)
    assert message.exceeded == (bound,)
    assert len(message.text or "") <= DEFAULT.text
    assert len(message.attachments) <= DEFAULT.attachments


def test_what_lies_within_the_bounds_is_still_read():
    message = parse(b"From: a@example.org\nSubject: hi\n" + b"A: b\n" * 5_000 + b"\nbody")
    assert (message.subject, message.from_[0].spec, message.text) == ("hi", "a@example.org", "body")
    message = parse(b"References: " + b"".join(b"<%d@b> " % n for n in range(2_000)) + b"\n\n")
    assert message.references[-1] == "1999@b"
    message = parse(b"Content-Type: a/b; name=" + b"a" * 500 + b".pdf\n\n")
    assert message.attachments[0].filename == "a" * 251 + ".pdf"


@pytest.mark.parametrize(
    "raw",
    [
        b"",
        b"\n",
        b"\r",
        b"\x00" * 1_000,
        b":",
        b": x\n\n",
        b"From",
        b"From:",
        b"From: " + b"(" * 90_000,
        b"To: " + b'"' * 90_001,
        b"Subject: " + b"=?utf-8?q?" * 9_000,
        b"Subject: " + b"=?utf-8?b?=?=" * 7_000,
        b"Content-Type: " + b"(" * 90_000,
        b"Content-Type: multipart/mixed; boundary=" + b"=" * 90_000 + b"\n\n--" + b"=" * 200 + b"\n\nhi",
        b"Content-Type: multipart/mixed; boundary=-\n\n" + b"-" * 900_000,
        b"Content-Type: multipart/mixed; boundary=b\n\n--b\n" * 3_000,
        b"Content-Transfer-Encoding: base64\n\n" + b"=" * 300_000,
        b"\n" + b"begin 644 x\n" * 50_000 + b"end",
        b"Content-Type: text/plain; format=flowed\n\n" + b"> \n" * 100_000,
    ],
)
def test_degenerate_input_is_read_without_raising(raw):
    parse(raw)


PIECES = st.sampled_from(
    [
        *(b"From: a@b.org\n", b"Subject: =?utf-8?q?=41?=\n", b"To: (a <b@c.org>, \n", b"Content-Type: text/html\n"),
        *(b"Content-Type: multipart/mixed; boundary=b\n", b"Content-Type: multipart/related; boundary=bb\n"),
        *(b"Content-Type: multipart/alternative; boundary=b\n", b"Content-Type: message/rfc822\n", b"--b\n", b"--bb\n"),
        *(b"--b--\n", b"--bb--\n", b"--b", b"\n", b"\r\n", b"\r", b" ", b"text\n", b"\x00", b"\xff\xfe", b"=C3=\n"),
        *(b"Content-Transfer-Encoding: base64\n", b"aGk=\n", b"Content-Disposition: attachment; filename*0*=a'b'c\n"),
        *(
            b"begin 644 a\n",
            b"#:&DA\n",
            b"end\n",
            b"Date: 1 Jan 1 1:1\n",
            b"References: <a> b@c <\n",
            b"Content-Type: ;\n",
        ),
    ]
)


@settings(max_examples=200, deadline=None)
@given(st.lists(PIECES, max_size=40))
def test_any_mixture_of_mail_pieces_is_read_within_small_bounds(pieces):
    message = parse(b"".join(pieces), SMALL)
    assert all("\r" not in value and "\n" not in value and "\x00" not in value for _, value in message.headers)
    assert len(message.headers) <= SMALL.headers
    for address in message.from_ + message.to:
        parse_address(address.spec)


@settings(max_examples=100, deadline=None)
@given(st.binary(max_size=300))
def test_any_bytes_are_read(raw):
    message = parse(raw)
    assert "\x00" not in message.subject + (message.text or "") + (message.html or "")


def test_a_large_attachment_is_kept_to_the_byte():
    content = bytes(range(256)) * 4_000
    raw = b"Content-Type: application/x\nContent-Transfer-Encoding: base64\n\n" + base64.encodebytes(content)
    assert parse(raw).attachments[0].content == content
