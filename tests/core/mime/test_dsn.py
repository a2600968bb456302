"""A bounce says what failed, in a form that programs and people read."""

import email
from datetime import UTC, datetime

from letterlock.core.mime.dsn import Failure, compose_dsn
from letterlock.core.mime.parse import parse

NOW = datetime(2026, 11, 30, 12, tzinfo=UTC)


def made(**changes):
    given = {
        "to": "agent@example.com",
        "domain": "example.com",
        "message_id": "bounce-1@example.com",
        "original_id": "msg_1@example.com",
        "original_headers": b"From: agent@example.com\r\nSubject: lunch",
        "failures": [Failure("ana@b.example", "550 5.1.1 No such user", "mx.b.example")],
        "now": NOW,
    }
    return compose_dsn(**{**given, **changes})


def test_it_is_a_delivery_status_report():
    report = email.message_from_bytes(made())
    assert report.get_content_type() == "multipart/report"
    assert report.get_param("report-type") == "delivery-status"
    text, status, original = report.get_payload()
    assert "ana@b.example: 550 5.1.1 No such user" in text.get_payload()
    per_message, per_recipient = status.get_payload()
    assert per_message["Reporting-MTA"] == "dns; example.com"
    assert per_recipient["Final-Recipient"] == "rfc822; ana@b.example"
    assert per_recipient["Action"] == "failed"
    assert per_recipient["Status"] == "5.1.1"
    assert "Subject: lunch" in original.get_payload()


def test_it_answers_the_original_and_is_marked_automatic():
    message = parse(made())
    assert message.in_reply_to == ("msg_1@example.com",)
    assert message.header("Auto-Submitted") == "auto-replied"


def test_words_of_the_other_server_cannot_add_lines():
    raw = made(failures=[Failure("ana@b.example", "550 no\r\nBcc: evil@c.example\n\nbody", "mx\r\nX: y")])
    assert b"\nBcc:" not in raw
    assert b"\nX: y" not in raw


def test_a_reply_without_a_permanent_code_counts_as_permanent():
    status = email.message_from_bytes(made(failures=[Failure("a@b.example", "451 4.4.1 timeout")])).get_payload()[1]
    assert status.get_payload()[1]["Status"] == "5.4.1"
    status = email.message_from_bytes(made(failures=[Failure("a@b.example", "gave up")])).get_payload()[1]
    assert status.get_payload()[1]["Status"] == "5.0.0"


def test_words_beyond_ascii_do_not_make_it_unreadable():
    raw = made(failures=[Failure("jürgen@b.example", "550 unbekannt: Jürgen", "mx")])
    assert raw.isascii()
    assert "unbekannt: J?rgen" in email.message_from_bytes(raw).get_payload()[0].get_payload()
