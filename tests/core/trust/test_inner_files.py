"""A dangerous file is as dangerous within a container or an attached message as it is by itself."""

import base64

import pytest

from letterlock.core.mime.parse import parse
from letterlock.core.trust.attachments import MAX_LEVELS, rate
from support import tnef
from support.mail import compose

PROGRAM = b"MZ" + bytes(200)


def _with(*files):
    return compose("a@b.example", "c@d.example", files=files)


def _wrapped(raw, name="b"):
    head = f"Subject: s\r\nContent-Type: multipart/mixed; boundary={name}\r\n\r\n--{name}\r\n".encode()
    return head + b"Content-Type: message/rfc822\r\n\r\n" + raw + f"\r\n--{name}--\r\n".encode()


PLAIN = _with(("run.exe", "application/octet-stream", PROGRAM))
IN_TNEF = _with(("winmail.dat", "application/ms-tnef", tnef.tnef(tnef.file("run.exe", PROGRAM))))
DEEP_IN_TNEF = _with(
    ("winmail.dat", "application/ms-tnef", tnef.tnef(tnef.message_file("m", tnef.tnef(tnef.file("run.exe", PROGRAM)))))
)


@pytest.mark.parametrize(
    "raw",
    [
        IN_TNEF,
        DEEP_IN_TNEF,
        _wrapped(PLAIN),
        _wrapped(_wrapped(PLAIN, "c")),
        _wrapped(IN_TNEF),
        _with(("old.eml", "application/octet-stream", PLAIN)),
        b"Content-Type: message/rfc822\r\nContent-Transfer-Encoding: base64\r\n\r\n" + base64.encodebytes(PLAIN),
    ],
)
def test_every_file_that_holds_a_program_is_a_high_risk(raw):
    files = parse(raw).attachments
    ratings = rate(files)
    assert {rating.risk for rating in ratings} == {"high"}
    assert any("run.exe" in reason for rating in ratings for reason in rating.reasons) or len(files) > 1


def test_harmless_files_within_stay_harmless():
    stream = tnef.tnef(tnef.file("notes.txt", b"hello"))
    inner = _with(("notes.txt", "text/plain", b"hello"))
    ratings = rate(
        parse(_with(("winmail.dat", "application/ms-tnef", stream))).attachments + parse(_wrapped(inner)).attachments
    )
    assert [rating.risk for rating in ratings] == ["low"] * 3


def test_messages_deeper_than_are_looked_into_are_not_called_safe():
    raw = PLAIN
    for level in range(MAX_LEVELS + 2):
        raw = _wrapped(raw, f"b{level}")
    (rating,) = rate(parse(raw).attachments)
    assert rating.risk == "medium"
    assert "not checked" in rating.reasons[0]


def test_what_cannot_be_looked_into_is_a_medium_risk():
    parts = (
        b"Content-Type: message/partial; id=x; number=1; total=2\r\n\r\nSubject: x\r\n\r\nTVqQ",
        b"Content-Type: message/external-body; access-type=url; url=http://x.example/run\r\n\r\n",
    )
    raw = b"Content-Type: multipart/mixed; boundary=b\r\n\r\n" + b"".join(b"--b\r\n" + part + b"\r\n" for part in parts)
    assert [rating.risk for rating in rate(parse(raw + b"--b--\r\n").attachments)] == ["medium"] * 2
