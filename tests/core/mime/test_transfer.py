"""Transfer encodings undone, also when broken."""

import base64
import binascii

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from letterlock.core.mime.transfer import decode_base64, decode_quoted_printable, decode_transfer, find_uuencoded


@pytest.mark.parametrize(
    ("data", "decoded", "broken"),
    [
        (b"aGVsbG8=", b"hello", False),
        (b"aGVs\r\nbG8=\r\n", b"hello", False),
        (b"aGVsbG8", b"hello", True),
        (b"aGVs!bG8=", b"hello", True),
        (b"aGVsbG8=\n-- \nA footer a list added", b"hello", True),
        (b"aGVsbG8=aGVsbG8=", b"hellohello", True),
        (b"aGVsbG8= ignored", b"hello", True),
        (b"aGVsbG8hA", b"hello!", True),
        (b"", b"", False),
        (b"====", b"", True),
    ],
)
def test_base64_is_decoded_around_what_is_broken(data, decoded, broken):
    assert decode_base64(data) == (decoded, broken)


@pytest.mark.parametrize(
    ("data", "decoded", "broken"),
    [
        (b"a=3Db", b"a=b", False),
        (b"soft=\r\nbreak", b"softbreak", False),
        (b"soft= \t\r\nbreak", b"softbreak", False),
        (b"bad =zz escape", b"bad =zz escape", True),
        (b"lower =c3=bc", "lower ü".encode(), False),
        (b"end=", b"end", False),
        (b"no escapes", b"no escapes", False),
    ],
)
def test_quoted_printable_is_decoded_around_what_is_broken(data, decoded, broken):
    assert decode_quoted_printable(data) == (decoded, broken)


def uuencoded(name, content):
    lines = [binascii.b2a_uu(content[i : i + 45]) for i in range(0, len(content), 45)]
    return b"begin 644 " + name + b"\n" + b"".join(lines) + b"`\nend\n"


@settings(max_examples=50, deadline=None)
@given(st.binary(max_size=300))
def test_encodings_are_undone(content):
    assert decode_transfer(base64.encodebytes(content), "base64") == (content, None)
    found = find_uuencoded(b"text\n" + uuencoded(b"a.bin", content) + b"more\n", 0)
    assert found is not None
    assert found[2:] == (content, "a.bin")
    assert decode_transfer(uuencoded(b"a.bin", content), "x-uuencode") == (content, None)


@pytest.mark.parametrize(
    "data", [b"begin 644 x\nthis is ordinary text\nend\n", b"begin 644 x\n", b"begin again\nend\n", b"begin 644 x\nM\n"]
)
def test_text_that_merely_looks_uuencoded_is_left_alone(data):
    assert find_uuencoded(data, 0) is None


def test_an_unknown_encoding_is_named_and_nothing_is_undone():
    assert decode_transfer(b"x", "rot13") == (b"x", "unknown-encoding")


@settings(max_examples=100, deadline=None)
@given(st.binary(max_size=200), st.sampled_from(["base64", "quoted-printable", "x-uuencode"]))
def test_any_bytes_are_taken_without_raising(data, encoding):
    decode_transfer(data, encoding)
