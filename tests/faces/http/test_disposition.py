"""Names and types of files in headers, whatever their senders called them."""

import re
from urllib.parse import unquote

import pytest
from hypothesis import given
from hypothesis import strategies as st

from letterlock.faces.http.disposition import attachment, media_type


@given(st.none() | st.text(max_size=300))
def test_a_name_never_leaves_its_header(name):
    header = attachment(name)
    assert header.isascii()
    assert header.isprintable()
    found = re.fullmatch(
        r'attachment; filename="([^"\\/%]+)"(?:; filename\*=UTF-8\'\'([A-Za-z0-9!#$&+.^_`|~%-]+))?', header
    )
    assert found
    true = unquote(found[2], errors="strict") if found[2] else found[1]
    assert "/" not in true
    assert "\\" not in true


@pytest.mark.parametrize(
    ("name", "header"),
    [
        ("plan.pdf", 'attachment; filename="plan.pdf"'),
        ("é.txt", "attachment; filename=\"_.txt\"; filename*=UTF-8''%C3%A9.txt"),
        ('a"b.txt', "attachment; filename=\"a_b.txt\"; filename*=UTF-8''a%22b.txt"),
        ("50%41.txt", "attachment; filename=\"50_41.txt\"; filename*=UTF-8''50%2541.txt"),
        ("a\r\nSet-Cookie: x", 'attachment; filename="aSet-Cookie: x"'),
        (None, 'attachment; filename="attachment"'),
        ("\n", 'attachment; filename="attachment"'),
    ],
)
def test_names_are_given_to_old_and_new_clients(name, header):
    assert attachment(name) == header


@pytest.mark.parametrize(
    ("declared", "given"),
    [
        ("application/pdf", "application/pdf"),
        ("Image/SVG+XML", "image/svg+xml"),
        ("text/html; charset=x", "application/octet-stream"),
        ("text/html\r\nx: y", "application/octet-stream"),
        ("", "application/octet-stream"),
    ],
)
def test_what_is_no_type_is_told_as_unknown(declared, given):
    assert media_type(declared) == given
