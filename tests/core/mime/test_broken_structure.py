"""Mail as careless programs write it: read as the best of other parsers read it, and no text taken for headers."""

import base64

import pytest

from letterlock.core.mime.parse import parse


def test_one_line_of_junk_before_the_first_field_is_passed_over():
    message = parse(b" From: x@y.example\r\nSubject: hi\r\nTo: a@b.example\r\n\r\nbody")
    assert (message.subject, message.text, message.from_) == ("hi", "body", ())
    assert "junk-in-header" in message.defects


@pytest.mark.parametrize("following", [b"Received: by x", b"Content-Type: text/plain", b"MIME-Version: 1.0"])
def test_a_header_goes_on_past_junk_before_a_field_that_no_text_begins_with(following):
    message = parse(b"Subject: hi\r\nquite Delivered-To: x\r\n" + following + b"\r\nFrom: a@b.example\r\n\r\nbody")
    assert (message.text, [a.spec for a in message.from_]) == ("body", ["a@b.example"])


def test_text_without_a_blank_line_before_it_is_text():
    message = parse(b"Subject: hi\r\nDear Bob,\r\nFrom: ceo@victim.example\r\n\r\nbody")
    assert message.from_ == ()
    assert message.text == "Dear Bob,\nFrom: ceo@victim.example\n\nbody"


def test_a_parameter_whose_fold_was_lost_belongs_to_its_field():
    raw = (
        b'Content-Type: multipart/mixed;\nboundary=b\n\n--b\nContent-Type: application/zip; x-mode=6;\nname="a.zip"\n'
        b"Content-Transfer-Encoding: base64\n\nYWJj\n--b--\n"
    )
    assert [(f.filename, f.content) for f in parse(raw).attachments] == [("a.zip", b"abc")]


def test_lost_folds_without_end_are_bounded():
    message = parse(b"Content-Type: text/plain\n" + b"name=x\n" * 60_000 + b"\nbody")
    assert message.text.endswith("body")


@pytest.mark.parametrize("length", [71, 700, 7_000])
def test_long_boundaries_are_found(length):
    boundary = b"=" * length
    raw = (
        b'Content-Type: multipart/mixed; boundary="'
        + boundary
        + b'"\n\n--'
        + boundary
        + b"\n\nhi\n--"
        + boundary
        + b"--\n"
    )
    assert parse(raw).text == "hi"


def test_a_boundary_that_is_another_and_two_dashes_is_its_own():
    raw = (
        b"Content-Type: multipart/mixed; boundary=b\n\n--b\nContent-Type: multipart/mixed; boundary=b--\n\n--b--\n\none\n"
        b"--b----\n\n--b\n\ntwo\n--b--\n"
    )
    assert parse(raw).text == "one\ntwo"


def test_a_first_part_with_a_name_that_is_to_be_shown_is_the_body():
    raw = (
        b"Content-Type: multipart/mixed; boundary=b\n\n--b\nContent-Type: text/plain\nContent-Disposition: inline;"
        b" filename=msg.txt\n\nhello\n--b\nContent-Type: text/plain\nContent-Disposition: inline; filename=two.txt\n\n"
        b"file\n--b--\n"
    )
    message = parse(raw)
    assert (message.text, [f.filename for f in message.attachments]) == ("hello", ["two.txt"])


def test_a_first_part_with_a_file_name_and_no_word_on_showing_it_is_a_file():
    raw = (
        b"Content-Type: multipart/mixed; boundary=b\n\n--b\nContent-Type: text/plain\nContent-Disposition: ;"
        b" filename=msg.txt\n\nhello\n--b--\n"
    )
    assert [f.filename for f in parse(raw).attachments] == ["msg.txt"]


def test_text_after_the_padding_of_base64_is_not_decoded():
    raw = (
        b"Content-Type: a/b; name=x\nContent-Transfer-Encoding: base64\n\nPGh0bWw+Cg==\n\n--b-->\nSome more words ab\n"
    )
    assert parse(raw).attachments[0].content == b"<html>\n"


def test_base64_in_pieces_is_still_decoded_whole():
    raw = (
        b"Content-Type: a/b\nContent-Transfer-Encoding: base64\n\n"
        + base64.b64encode(b"a")
        + b"\n"
        + base64.b64encode(b"bc")
    )
    assert parse(raw).attachments[0].content == b"abc"


def test_what_stands_before_the_end_of_a_multipart_without_parts_is_shown():
    message = parse(b"Content-Type: multipart/mixed; boundary=b\n\n--b and more\nContent-Type: a/b\n\nfirst\n--b--\n")
    assert message.text == "--b and more\nContent-Type: a/b\n\nfirst"
    assert parse(b"Content-Type: multipart/mixed; boundary=b\n\n\n--b--\nepilogue").text is None
