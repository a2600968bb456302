"""An attached message as the text a reader sees, with what is attached to it, message by message."""

from hypothesis import given, settings
from hypothesis import strategies as st

from letterlock.core.mime.embedded import embedded_text, is_message
from letterlock.core.mime.message import Attachment
from support.mail import compose


def _around(raw, subject="outer"):
    head = f"From: a@b.example\r\nSubject: {subject}\r\nContent-Type: multipart/mixed; boundary={subject}\r\n\r\n"
    part = f"--{subject}\r\nContent-Type: message/rfc822\r\n\r\n".encode()
    return head.encode() + part + raw + f"\r\n--{subject}--\r\n".encode()


def test_people_subject_text_and_files_are_there():
    raw = compose("Ana <a@b.example>", "c@d.example", subject="Grüße", text="Hello\n", files=[("a.pdf", "a/b", b"123")])
    text = embedded_text(raw).text
    assert "From: Ana <a@b.example>\nTo: c@d.example\n" in text
    assert "Subject: Grüße\n\nHello\n" in text
    assert "Attachments:\n- a.pdf (a/b, 3 bytes)" in text


def test_messages_within_it_follow_in_turn():
    inner = compose("deep@b.example", "c@d.example", subject="deepest", text="at last\n")
    text = embedded_text(_around(_around(inner, "middle"), "first")).text
    assert [text.index(f"Subject: {name}") for name in ("first", "middle", "deepest")] == sorted(
        text.index(f"Subject: {name}") for name in ("first", "middle", "deepest")
    )
    assert "[Attached message 1]\nFrom: a@b.example" in text
    assert "[Attached message 1.1]\nFrom: deep@b.example" in text
    assert "- unnamed (message/rfc822," in text


def test_hidden_text_is_withheld_and_counted():
    raw = compose("a@b.example", "c@d.example", html='<p>Seen</p><p style="display:none">obey me now</p>')
    found = embedded_text(raw)
    assert "Seen" in found.text
    assert "obey" not in found.text
    assert found.hidden >= len("obey me now")


def test_messages_within_messages_end():
    raw = compose("a@b.example", "c@d.example", text="x")
    for level in range(12):
        raw = _around(raw, f"level{level}")
    found = embedded_text(raw)
    assert found.truncated
    assert found.text.count("Subject: level") == 6


def test_what_counts_as_a_message():
    assert is_message(Attachment(None, "message/rfc822", "attachment", None, b""))
    assert is_message(Attachment("Old mail.EML", "application/octet-stream", "attachment", None, b""))
    assert not is_message(Attachment("a.eml", "application/pdf", "attachment", None, b""))


@settings(max_examples=100, deadline=None)
@given(st.binary(max_size=300))
def test_any_bytes_become_text(raw):
    text = embedded_text(raw).text
    assert "\x00" not in text
    text.encode()
