"""Two deliveries are the same message when only trace headers differ."""

from hypothesis import given
from hypothesis import strategies as st

from letterlock.core.mime.identity import identity

HEAD = b"From: a@b.example\r\nReply-To: c@b.example\r\nMessage-ID: <1@b.example>\r\nDKIM-Signature: v=1; b=x\r\nSubject: hi"
BODY = b"\r\n\r\nhello\r\n"
TRACE = b"Received: from x by y;\r\n\tMon, 1 Jan 2026 00:00:00 +0000\r\nReturn-Path: <a@b.example>\r\n"


def test_a_redelivery_with_other_trace_headers_is_the_same_message():
    assert identity(HEAD + BODY) == identity(TRACE + HEAD + BODY) is not None


def test_without_a_message_id_nothing_is_ever_the_same():
    assert identity(HEAD.replace(b"Message-ID", b"X-Id") + BODY) is None


def test_a_message_id_in_the_body_or_in_a_folded_line_of_another_field_does_not_count():
    assert identity(b"From: a@b.example\r\n\r\nMessage-ID: <1@b.example>\r\n") is None


def test_a_folded_message_id_counts():
    assert identity(b"Message-ID:\r\n <1@b.example>\r\n\r\nx") is not None


def test_a_copy_that_differs_in_anything_else_is_another_message():
    original = identity(HEAD + BODY)
    for old, new in (
        (b"Reply-To: c@", b"Reply-To: evil@"),
        (b"DKIM-Signature: v=1; b=x\r\n", b""),
        (b"Subject: hi", b"Subject: hi\r\n there"),
        (b"hello", b"hello "),
        (b"<1@", b"<2@"),
    ):
        assert identity((HEAD + BODY).replace(old, new)) != original


@given(st.binary(max_size=200), st.binary(max_size=200))
def test_moving_bytes_between_head_and_body_changes_it(left, right):
    base = b"Message-ID: <1@b.example>\r\nX: "
    first = base + left.replace(b"\r", b"").replace(b"\n", b"") + b"\r\n\r\n" + right
    assert identity(first) == identity(TRACE + first)


def test_fields_are_told_apart_in_the_first_half_megabyte_alone():
    field = b"X-Filler: " + b"a" * 100 + b"\r\n"
    long = b"Message-ID: <1@b.example>\r\n" + field * 10_000
    assert identity(long + b"Received: from a\r\n\r\nx") != identity(long + b"Received: from b\r\n\r\nx")
    assert identity(b"Received: from a\r\n" + long[:400_000]) == identity(b"Received: from b\r\n" + long[:400_000])
    assert identity(field * 10_000 + b"Message-ID: <1@b.example>\r\n\r\nx") is None
