"""What mail programs send beside text: containers, invitations, attached messages, encrypted and signed mail."""

from letterlock.core.mime.parse import parse
from support import tnef
from support.mail import compose

PROGRAM = b"MZ" + bytes(200)
INVITATION = b"BEGIN:VCALENDAR\r\nMETHOD:REQUEST\r\nEND:VCALENDAR\r\n"


def mail(app, *files, text="see the files\n"):
    return compose("ana@b.example", app.inbox, text=text, files=files)


def multipart(app, kind, *parts):
    head = f"From: ana@b.example\r\nTo: {app.inbox}\r\nSubject: s\r\nMessage-ID: <1@b.example>\r\n"
    head += f"Content-Type: multipart/{kind}; boundary=b\r\n\r\n"
    return head.encode() + b"".join(b"--b\r\n" + part + b"\r\n" for part in parts) + b"--b--\r\n"


async def view(app, raw):
    message_id = await app.receive(raw)
    return await app.call("messages.get", account=app.inbox, message_id=message_id)


async def test_outlooks_container_shows_its_files_and_a_program_in_it_quarantines(app):
    stream = tnef.tnef(tnef.file("notes.txt", b"hello"), values=(tnef.unicode_value(0x1000, "Outlook's words"),))
    found = await view(app, mail(app, ("winmail.dat", "application/ms-tnef", stream), text=""))
    assert found["text"] == "Outlook's words"
    assert [(f["filename"], f.get("kind"), f["risk"]) for f in found["attachments"]] == [
        ("winmail.dat", "Outlook container", "low"),
        ("notes.txt", None, "low"),
    ]
    stream = tnef.tnef(tnef.file("notes.exe", PROGRAM))
    found = await view(app, mail(app, ("winmail.dat", "application/ms-tnef", stream)))
    assert (found["trust_level"], "text" in found) == ("quarantined", False)


async def test_a_program_in_an_attached_message_quarantines(app):
    inner = mail(app, ("run.exe", "application/octet-stream", PROGRAM))
    found = await view(app, multipart(app, "mixed", b"\r\nhi", b"Content-Type: message/rfc822\r\n\r\n" + inner))
    assert found["trust_level"] == "quarantined"


async def test_an_invitation_is_an_attachment_that_says_so(app):
    raw = multipart(
        app,
        "alternative",
        b"Content-Type: text/plain\r\n\r\nLunch?",
        b"Content-Type: text/calendar; method=REQUEST\r\n\r\n" + INVITATION,
    )
    found = await view(app, raw)
    assert found["text"] == "Lunch?"
    assert [(f["content_type"], f["kind"]) for f in found["attachments"]] == [("text/calendar", "calendar REQUEST")]


async def test_encrypted_mail_is_said_to_be_so(app):
    raw = multipart(
        app,
        "encrypted",
        b"Content-Type: application/pgp-encrypted\r\n\r\nVersion: 1",
        b"Content-Type: application/octet-stream; name=encrypted.asc\r\n\r\n-----BEGIN PGP MESSAGE-----",
    )
    found = await view(app, raw)
    assert (found["protection"], found["text"]) == (["pgp-encrypted"], "")
    assert found["attachments"][1]["kind"] == "PGP encrypted message"


async def test_an_attached_message_of_a_container_is_read_as_text(app):
    inner = tnef.tnef(values=(tnef.unicode_value(0x0037, "Plan"), tnef.unicode_value(0x1000, "See you in May")))
    stream = tnef.tnef(tnef.message_file("Plan", inner))
    message_id = await app.receive(mail(app, ("winmail.dat", "application/ms-tnef", stream)))
    found = await app.call("messages.get", account=app.inbox, message_id=message_id)
    attached = found["attachments"][1]
    assert (attached["filename"], attached["kind"]) == ("Plan.eml", "attached message")
    text = await app.call(
        "attachments.get",
        account=app.inbox,
        message_id=message_id,
        attachment_id=attached["attachment_id"],
        form="text",
    )
    assert "Subject: Plan" in text["text"]
    assert "See you in May" in text["text"]


async def test_files_that_are_sent_keep_their_places_whatever_they_hold(app):
    """Their rows are numbered as sent, and read by number out of the message."""
    stream = tnef.tnef(tnef.file("inner.txt", b"inner"))
    files = parse(mail(app, ("winmail.dat", "a/b", stream), ("last.txt", "a/b", b"last"))).attachments
    assert [file.filename for file in files[:2]] == ["winmail.dat", "last.txt"]
