"""Parts that are neither the body nor plain files are attachments that say what they are."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from letterlock.core.mime.parse import parse
from letterlock.core.mime.yenc import find_yenc

INVITATION = b"BEGIN:VCALENDAR\r\nMETHOD:REQUEST\r\nBEGIN:VEVENT\r\nSUMMARY:Lunch\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n"


def _parts(kind, *parts):
    body = b"".join(b"--b\r\n" + part + b"\r\n" for part in parts)
    return b"Content-Type: multipart/" + kind + b"; boundary=b\r\n\r\n" + body + b"--b--\r\n"


def _files(raw):
    return [(file.content_type, file.kind) for file in parse(raw).attachments]


def test_an_invitation_among_alternatives_is_a_file_and_not_the_body():
    raw = _parts(
        b"alternative",
        b"Content-Type: text/plain\r\n\r\nLunch?",
        b"Content-Type: text/html\r\n\r\n<p>Lunch?",
        b"Content-Type: text/calendar; charset=utf-8; method=REQUEST\r\n\r\n" + INVITATION,
    )
    message = parse(raw)
    assert (message.text, message.html) == ("Lunch?", "<p>Lunch?")
    assert _files(raw) == [("text/calendar", "calendar REQUEST")]
    assert message.attachments[0].content == INVITATION


@pytest.mark.parametrize(
    ("part", "kind"),
    [
        (b"Content-Type: text/calendar\r\n\r\n" + INVITATION, "calendar REQUEST"),
        (b"Content-Type: text/calendar; method=cancel\r\n\r\nx", "calendar CANCEL"),
        (b"Content-Type: text/calendar\r\n\r\nBEGIN:VCALENDAR", "calendar"),
        (b"Content-Type: message/rfc822\r\n\r\nSubject: x\r\n\r\nhi", "attached message"),
        (b"Content-Type: message/global\r\n\r\nSubject: x\r\n\r\nhi", "attached message"),
        (b"Content-Type: message/partial; id=x; number=2; total=3\r\n\r\nmore", "piece 2 of 3 of a message"),
        (
            b'Content-Type: message/external-body; access-type=URL; URL="http://f.example/x"\r\n\r\n',
            "file kept elsewhere (url http://f.example/x)",
        ),
        (
            b"Content-Type: message/external-body; access-type=anon-ftp; site=f.example; name=a.ps\r\n\r\n",
            "file kept elsewhere (anon-ftp f.example/a.ps)",
        ),
        (b"Content-Type: message/delivery-status\r\n\r\nReporting-MTA: dns; x", "delivery report"),
        (b"Content-Type: message/disposition-notification\r\n\r\nX: y", "read receipt"),
        (b"Content-Type: text/rfc822-headers\r\n\r\nSubject: x", "headers of a message"),
        (b"Content-Type: application/mac-binhex40; name=a.hqx\r\n\r\n(This file", "file packed as BinHex"),
        (b"Content-Type: application/pgp-keys; name=key.asc\r\n\r\nx", "PGP public key"),
        (b"Content-Type: application/pdf; name=a.pdf\r\n\r\n%PDF", ""),
    ],
)
def test_a_part_says_what_it_is(part, kind):
    raw = _parts(b"mixed", b"\r\nhello", part)
    assert [found for _, found in _files(raw)] == [kind]
    assert parse(raw).text == "hello"


def test_a_calendar_that_is_the_whole_mail_is_a_file():
    raw = b"Subject: Lunch\r\nContent-Type: text/calendar; method=REPLY\r\n\r\n" + INVITATION
    assert (_files(raw), parse(raw).text) == ([("text/calendar", "calendar REPLY")], None)


def test_each_mail_of_a_digest_is_an_attached_message():
    raw = _parts(b"digest", b"\r\nSubject: one\r\n\r\n1", b"\r\nSubject: two\r\n\r\n2")
    assert _files(raw) == [("message/rfc822", "attached message")] * 2


def test_both_forks_of_a_macintosh_file_are_there():
    raw = _parts(
        b"appledouble",
        b"Content-Type: application/applefile; name=a.doc\r\n\r\n\x00\x05\x16\x07",
        b"Content-Type: application/msword; name=a.doc\r\n\r\nx",
    )
    assert _files(raw) == [("application/applefile", "Macintosh resource fork"), ("application/msword", "")]


def _yenc(content):
    coded = b""
    for byte in content:
        byte = (byte + 42) % 256
        coded += bytes([0x3D, (byte + 64) % 256]) if byte in (0, 10, 13, 0x3D) else bytes([byte])
    lines = b"\r\n".join(coded[at : at + 128] for at in range(0, len(coded), 128))
    size = str(len(content)).encode()
    return b"=ybegin line=128 size=" + size + b" name=all bytes.bin\r\n" + lines + b"\r\n=yend size=" + size + b"\r\n"


def test_a_file_written_as_yenc_is_taken_out_of_the_text():
    content = bytes(byte for byte in range(256)) * 3
    message = parse(b"Content-Type: text/plain\r\n\r\nbefore\r\n" + _yenc(content) + b"after\r\n")
    assert message.text == "before\nafter\n"
    assert [(f.filename, f.content) for f in message.attachments] == [("all bytes.bin", content)]


def test_yenc_that_does_not_end_is_text():
    raw = b"\r\n=ybegin line=128 size=3 name=x\r\nabc\r\n"
    assert parse(raw).text == "=ybegin line=128 size=3 name=x\nabc\n"


@settings(max_examples=150, deadline=None)
@given(
    st.lists(
        st.sampled_from(
            [b"=ybegin line=1 size=1 name=a\n", b"=ybegin ", b"=ypart begin=1\n", b"=yend\n", b"=", b"\n", b"\xff"]
        ),
        max_size=30,
    )
)
def test_any_mixture_of_yenc_is_read(pieces):
    find_yenc(b"".join(pieces), 0)


def test_files_found_in_texts_come_after_the_parts_whose_places_they_leave_as_they_are():
    raw = _parts(
        b"mixed", b"\r\nbegin 644 in.txt\r\n#:&DA\r\nend\r\n", b"Content-Type: application/pdf; name=a.pdf\r\n\r\n%PDF"
    )
    assert [file.filename for file in parse(raw).attachments] == ["a.pdf", "in.txt"]


def test_a_uuencoded_file_without_a_name_is_a_file():
    message = parse(b"\nhi\nbegin 644 \n#:&DA\nend\n")
    assert [(f.filename, f.content) for f in message.attachments] == [(None, b"hi!")]
