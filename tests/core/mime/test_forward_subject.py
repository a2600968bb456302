"""Which subjects say that a mail forwards another."""

import pytest

from letterlock.core.mime.quoting.forward_subject import is_forward_subject
from letterlock.core.trust.read import read


@pytest.mark.parametrize(
    "subject",
    [
        "Fwd: Plans",
        "FW: Plans",
        "WG: AW: Plans",
        "TR : Plans",
        "RV: Plans",
        "I: Plans",
        "VS: Plans",
        "Doorst: Plans",
        "转发：Plans",
        "[Fwd: Plans]",
        "[ext] Fwd: Plans",
        "Fwd[2]: Plans",
        "Plans (fwd)",
    ],
)
def test_a_forward_mark_first_forwards(subject):
    assert is_forward_subject(subject)


@pytest.mark.parametrize(
    "subject", ["Re: Fwd: Plans", "AW: WG: Plans", "Plans", "", "Transfer: done", "Forwarding plans"]
)
def test_other_subjects_do_not(subject):
    assert not is_forward_subject(subject)


def test_a_mark_of_two_meanings_is_told_apart_by_the_language_of_the_text():
    assert not is_forward_subject("VS: Suunnitelma", "Sopii.\n\nLähettäjä: Ana\nLähetetty: ...")


def mail(subject, body):
    return f"From: Bo Berg <bo@haus.example>\nSubject: {subject}\nContent-Type: text/plain; charset=utf-8\n\n{body}".encode()


def test_what_outlook_forwards_is_content_by_the_subject():
    body = "FYI\n\nFrom: Ana\nSent: Tuesday\nTo: Bo\nSubject: Plans\n\nThe plans."
    forward = read(mail("FW: Plans", body)).content
    assert (forward.text, forward.forwarded, forward.quoted_removed) == (body, True, False)
    reply = read(mail("Re: Plans", body)).content
    assert (reply.text, reply.forwarded, reply.quoted_removed) == ("FYI", False, True)


def test_the_senders_name_tells_a_signature_without_a_mark():
    body = "Works for me.\n\nBo Berg\n+49 30 1234567\nbo@haus.example"
    assert read(mail("Plans", body)).content.text == "Works for me."
