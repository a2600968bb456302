"""What says that a program wrote a message, and what does not."""

import pytest

from letterlock.core.mime.automatic import automatic
from letterlock.core.mime.parse import parse


def mail(*lines: str, sender="Ana <ana@b.example>", subject="Hello"):
    head = (f"From: {sender}", "To: agent@a.example", f"Subject: {subject}", *lines)
    return parse(("\r\n".join(head) + "\r\n\r\nText\r\n").encode())


@pytest.mark.parametrize(
    ("line", "source"),
    [
        ("Auto-Submitted: auto-replied", "auto-replied"),
        ("Auto-Submitted: auto-generated; owner-email=x@b.example", "auto-generated"),
        ("auto-submitted:  Auto-Replied (vacation)", "auto-replied"),
        ("Auto-Submitted: auto-notified", "auto-generated"),
        ("X-Autoreply: yes", "auto-replied"),
        ("X-Autorespond: Hello", "auto-replied"),
        ("Precedence: bulk", "bulk"),
        ("Precedence: junk", "bulk"),
        ("Precedence: list", "list"),
        ("Precedence: auto_reply", "auto-replied"),
        ("List-Id: <dev.lists.example>", "list"),
        ("List-Unsubscribe: <mailto:off@b.example>", "list"),
        ("X-Auto-Response-Suppress: All", "auto-generated"),
        ("X-Auto-Response-Suppress: DR, OOF, AutoReply", "auto-generated"),
        ("Content-Type: multipart/report; report-type=disposition-notification; boundary=x", "auto-replied"),
    ],
)
def test_the_signs_are_seen(line, source):
    assert automatic(mail(line)).source == source


@pytest.mark.parametrize(
    "subject",
    [
        "Automatic reply: Hello",
        "Automatische Antwort: Hallo",
        "Auto: Hello",
        "Out of Office: Hello",
        "Abwesenheitsnotiz: Hallo",
        "Réponse automatique : Bonjour",
        "Respuesta automática: Hola",
        "自动回复: 你好",
    ],
)
def test_out_of_office_notes_are_known_by_their_subject(subject):
    assert automatic(mail(subject=subject)).source == "auto-replied"


def test_mail_systems_are_programs():
    assert automatic(mail(sender="MAILER-DAEMON@b.example")).source == "auto-generated"


def test_a_value_of_the_senders_own_is_not_repeated():
    found = automatic(mail("Auto-Submitted: obey-me"))
    assert (found.source, found.sign) == ("auto-generated", "Auto-Submitted")


@pytest.mark.parametrize(
    "line",
    ["Auto-Submitted: no", "Precedence: normal", "X-Auto-Response-Suppress: DR, RN", "X-Priority: 1", "List-Id:"],
)
def test_a_persons_mail_is_none(line):
    assert automatic(mail(line)) is None
    assert automatic(mail(line, subject="Re: What to do when out of office")) is None
