"""Files go along as they were given, and what cannot go along is refused with the item named."""

import email
from email import policy

import pytest

from support.attached import coded, file_mail, files, item

LETTER = {"to": "ana@b.example", "subject": "Files", "text": "See the files"}


async def sent(app, **arguments):
    """What was sent, as Python reads it, and the result."""
    result = await app.call("messages.send", account=app.inbox, **{**LETTER, **arguments})
    await app.deliver(result["message_id"])
    return email.message_from_bytes(app.outbox.sent[-1][0], policy=policy.default), result


async def refused(app, attachments, **more):
    return await app.refused("messages.send", account=app.inbox, **{**LETTER, "attachments": attachments, **more})


async def test_base64_arrives_byte_for_byte(app):
    every_byte = bytes(range(256)) * 50
    message, result = await sent(app, attachments=[item(every_byte, filename="all.bin"), item(b"")])
    assert files(message) == [("all.bin", "application/octet-stream", every_byte), ("a.txt", "text/plain", b"")]
    assert result["attachment_count"] == 2


async def test_a_sent_message_lists_its_files_and_they_can_be_sent_on(app):
    _, result = await sent(app, attachments=[item(b"one", filename="1.txt"), item(b"two", filename="2.txt")])
    view = await app.call("messages.get", account=app.inbox, message_id=result["message_id"])
    assert [(one["filename"], one["size"], one["risk"]) for one in view["attachments"]] == [
        ("1.txt", 3, "not_assessed"),
        ("2.txt", 3, "not_assessed"),
    ]
    assert view["attachment_count"] == 2
    second = view["attachments"][1]["attachment_id"]
    again, more = await sent(app, attachments=[{"message_id": result["message_id"], "attachment_id": second}])
    assert files(again) == [("2.txt", "text/plain", b"two")]
    assert "warnings" not in more


async def test_an_image_the_html_shows_is_part_of_it_and_still_found_by_its_own_id(app):
    given = [
        item(b"%PDF-1.4 x", filename="a.pdf"),
        item(b"GIF89a", filename="logo.gif", content_id="logo@us"),
    ]
    message, result = await sent(app, html='<p>See <img src="cid:logo@us"></p>', attachments=given)
    related = next(part for part in message.walk() if part.get_content_type() == "multipart/related")
    html, image = related.iter_parts()
    assert "cid:logo@us" in html.get_content()
    assert (image["Content-ID"], image.get_content_disposition()) == ("<logo@us>", "inline")
    assert image.get_content_type() == "image/gif"
    view = await app.call("messages.get", account=app.inbox, message_id=result["message_id"])
    pdf = next(one for one in view["attachments"] if one["filename"] == "a.pdf")
    again, _ = await sent(
        app, attachments=[{"message_id": result["message_id"], "attachment_id": pdf["attachment_id"]}]
    )
    assert files(again) == [("a.pdf", "application/pdf", b"%PDF-1.4 x")]


async def test_inline_without_html_or_with_attachment_said_is_an_ordinary_file(app):
    given = [
        item(b"1", filename="1.png", content_id="one"),
        item(b"2", filename="2.png", content_id="two", content_disposition="attachment"),
    ]
    message, _ = await sent(app, attachments=given)
    assert [part.get_content_disposition() for part in message.iter_attachments()] == ["inline", "attachment"]
    assert message.get_content_type() == "multipart/mixed"


@pytest.mark.parametrize(
    ("given", "name"),
    [
        ("Rechnung für Müller – 契約書.pdf", "Rechnung für Müller – 契約書.pdf"),
        ("../../etc/passwd", "passwd"),
        ("C:\\Users\\ana\\plan.doc", "plan.doc"),
        ("a\r\nBcc: x@evil.example.txt", "aBcc: x@evil.example.txt"),
        ("invoice\u202efdp.exe", "invoicefdp.exe"),
        ("zero\u200bwidth\u2066.txt", "zerowidth.txt"),
        ("x" * 300 + ".pdf", "x" * 251 + ".pdf"),
        ('quo"te;\\', 'quo"te;'),
        ("..", "attachment-1.txt"),
        ("\u200b", "attachment-1.txt"),
    ],
)
async def test_file_names_are_cleaned_and_arrive_in_every_script(app, given, name):
    message, _ = await sent(app, attachments=[item(filename=given, content_type="text/plain")])
    assert [found for found, _, _ in files(message)] == [name]


async def test_a_file_without_a_name_or_type_is_still_a_file(app):
    message, _ = await sent(app, attachments=[{"content": coded(b"plain words"), "content_disposition": "inline"}])
    assert files(message) == [("attachment-1.bin", "application/octet-stream", b"plain words")]


async def test_a_type_is_guessed_by_name_and_says_its_charset(app):
    message, _ = await sent(
        app, attachments=[item("grüß".encode(), filename="a.csv"), item(filename="b.tar.gz"), item(filename="c.docx")]
    )
    types = [part["Content-Type"] for part in message.iter_attachments()]
    assert [kind.content_type for kind in types] == [
        "text/csv",
        "application/gzip",
        "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
    ]
    assert types[0].params["charset"] == "utf-8"


async def test_a_type_may_have_parameters(app):
    message, _ = await sent(app, attachments=[item(content_type='text/calendar; method=REQUEST; charset="utf-8"')])
    (part,) = message.iter_attachments()
    assert part["Content-Type"].params["method"] == "REQUEST"


@pytest.mark.parametrize(
    ("bad", "param"),
    [
        ({}, "attachments[1]"),
        ({"filename": "a.txt"}, "attachments[1]"),
        ({"content": "aGk=", "url": "https://a.example/"}, "attachments[1]"),
        ({"content": "aGk=", "message_id": "msg_1", "attachment_id": "att_1"}, "attachments[1]"),
        ({"content": "aGk=", "attachment_id": "att_1"}, "attachments[1]"),
        ({"message_id": "msg_1"}, "attachments[1]"),
        ({"attachment_id": "att_1"}, "attachments[1]"),
        ({"content": "not base64!"}, "attachments[1].content"),
        ({"content": "aGk"}, "attachments[1].content"),
        ({"content": "data:text/plain;base64,aGk="}, "attachments[1].content"),
        ({"content": "aGk=äö"}, "attachments[1].content"),
        ({"content": 3}, "attachments[1].content"),
        ({"content": "aGk=", "content_type": "pdf"}, "attachments[1].content_type"),
        ({"content": "aGk=", "content_type": "application/pdf\r\nX-Evil: 1"}, "attachments[1].content_type"),
        ({"content": "aGk=", "content_type": "multipart/mixed; boundary=x"}, "attachments[1].content_type"),
        ({"content": "aGk=", "content_type": "message/external-body"}, "attachments[1].content_type"),
        ({"content": "aGk=", "content_disposition": "hidden"}, "attachments[1].content_disposition"),
        ({"content": "aGk=", "content_id": "a b"}, "attachments[1].content_id"),
        ({"content": "aGk=", "content_id": "<a@b>"}, "attachments[1].content_id"),
        ({"content": "aGk=", "content_id": "ä"}, "attachments[1].content_id"),
        ({"content": "aGk=", "content_id": ""}, "attachments[1].content_id"),
        ({"content": "aGk=", "content_id": "first"}, "attachments[1].content_id"),
        ({"content": "aGk=", "path": "/etc/passwd"}, "attachments[1].path"),
    ],
)
async def test_an_item_that_is_not_right_is_named(app, bad, param):
    error = await refused(app, [item(content_id="first"), bad])
    assert (error.kind, error.param) == ("invalid", param)
    assert error.message.startswith(param)
    assert app.outbox.sent == []


async def test_base64_with_line_ends_is_read(app):
    message, _ = await sent(app, attachments=[item(filename="a.bin") | {"content": "aGVs\r\nbG8=\n"}])
    assert files(message)[0][2] == b"hello"


async def test_one_call_takes_as_much_base64_as_documented_and_no_more(app):
    half = b"x" * 700_000
    message, _ = await sent(app, attachments=[item(half), item(half)])
    assert [len(content) for _, _, content in files(message)] == [700_000, 700_000]
    error = await refused(app, [item(half), item(half + b"x")])
    assert (error.kind, error.param) == ("invalid", "attachments")
    assert "1.4 MB" in error.message


async def test_a_message_carries_a_hundred_files_and_no_more(app):
    message, result = await sent(app, attachments=[item()] * 100)
    assert len(files(message)) == result["attachment_count"] == 100
    error = await refused(app, [item()] * 101)
    assert (error.kind, error.param) == ("invalid", "attachments")
    assert "at most 100" in error.message


async def test_files_together_are_at_most_ten_megabytes(app):
    source = await big(app, 5_000_000)
    message, _ = await sent(app, attachments=[source, source])
    assert sum(len(content) for _, _, content in files(message)) == 10_000_000
    error = await refused(app, [source, source, item(b"x")])
    assert (error.kind, error.param) == ("invalid", "attachments")
    assert "10 MB" in error.message


async def big(app, size):
    """A reference to a received file of that size."""
    return await received(app, file_mail(b"x" * size, "big.dat", "application/octet-stream"))


async def received(app, raw, place=0, **envelope):
    message_id = await app.receive(raw, **envelope)
    view = await app.call("messages.get", account=app.inbox, message_id=message_id)
    return {"message_id": message_id, "attachment_id": view["attachments"][place]["attachment_id"]}


async def test_a_received_file_is_sent_on_under_its_own_name_and_type_or_another(app):
    source = await received(app, file_mail(b"%PDF-1.4", "report.pdf", "application/pdf"))
    message, result = await sent(app, attachments=[source, {**source, "filename": "new.dat", "content_type": "a/b"}])
    assert files(message) == [("report.pdf", "application/pdf", b"%PDF-1.4"), ("new.dat", "a/b", b"%PDF-1.4")]
    assert "warnings" not in result


async def test_a_file_of_another_inbox_within_reach_is_sent_on_and_of_one_beyond_is_not_found(app):
    other = (await app.call("inboxes.create", username="other"))["inbox"]
    message_id = await app.receive(file_mail(b"1", "a.txt", "text/plain"), to=other["inbox_id"])
    view = await app.call("messages.get", account=other["inbox_id"], message_id=message_id)
    source = {"message_id": message_id, "attachment_id": view["attachments"][0]["attachment_id"]}
    message, _ = await sent(app, attachments=[source])
    assert files(message)[0][2] == b"1"
    key = await app.make_key("message_send", "message_read", accounts=[app.inbox])
    beyond = await app.refused("messages.send", key, account=app.inbox, **LETTER, attachments=[source])
    unknown = await refused(app, [{**source, "message_id": "msg_none"}])
    assert (beyond.kind, beyond.param) == (unknown.kind, unknown.param) == ("not_found", "attachments[0].message_id")
    assert beyond.message.replace(message_id, "msg_none") == unknown.message


async def test_an_attachment_the_message_does_not_have_is_not_found(app):
    source = await received(app, file_mail(b"1", "a.txt", "text/plain"))
    for name in ("att_none", "\x00", "ä", "x" * 5000):
        error = await refused(app, [{**source, "attachment_id": name}])
        assert (error.kind, error.param) == ("not_found", "attachments[0].attachment_id")
        error = await refused(app, [{**source, "message_id": name}])
        assert (error.kind, error.param) == ("not_found", "attachments[0].message_id")


async def test_sending_a_received_file_on_needs_the_permission_to_read_it(app):
    source = await received(app, file_mail(b"1", "a.txt", "text/plain"))
    key = await app.make_key("message_send")
    for named in (source, {"message_id": "msg_none", "attachment_id": "att_none"}):
        error = await app.refused("messages.send", key, account=app.inbox, **LETTER, attachments=[item(), named])
        assert (error.kind, error.param) == ("forbidden", "attachments[1]")
        assert "message_read" in error.message


@pytest.mark.parametrize("label", ["QUARANTINE", "SPAM", "BLOCKED", "UNAUTHENTICATED"])
async def test_files_of_withheld_mail_are_not_sent_on(app, label):
    source = await received(app, file_mail(b"1", "a.txt", "text/plain"))
    await app.call("messages.label", account=app.inbox, message_id=source["message_id"], add_labels=[label])
    error = await refused(app, [item(), source])
    assert (error.kind, error.param) == ("forbidden", "attachments[1]")


async def test_a_high_risk_file_is_refused_and_a_medium_one_warned_of(app):
    high = await received(app, file_mail(b"MZ\x90\x00", "run.exe", "application/octet-stream"))
    error = await refused(app, [high])
    assert (error.kind, error.param) == ("forbidden", "attachments[0]")
    medium = await received(app, file_mail(b"<p>hi", "page.html", "text/html"))
    message, result = await sent(app, attachments=[medium])
    assert files(message)[0][2] == b"<p>hi"
    assert ["medium risk" in warning for warning in result["warnings"]] == [True]


async def test_files_count_for_what_is_the_same_send(app):
    first = await app.call("messages.send", account=app.inbox, **LETTER, attachments=[item(b"1")])
    again = await app.call("messages.send", account=app.inbox, **LETTER, attachments=[item(b"1")])
    assert (again["message_id"], again["duplicate"]) == (first["message_id"], True)
    others = [
        await app.call("messages.send", account=app.inbox, **LETTER, attachments=attachments)
        for attachments in ([item(b"2")], [item(b"1", filename="b.txt")], [item(b"1", content_type="a/b")], [])
    ]
    assert all("duplicate" not in other for other in others)


async def test_a_key_used_again_with_other_files_is_a_conflict(app):
    await app.call("messages.send", account=app.inbox, **LETTER, attachments=[item(b"1")], idempotency_key="k")
    error = await refused(app, [item(b"2")], idempotency_key="k")
    assert (error.kind, error.param) == ("conflict", "idempotency_key")


async def test_a_reply_carries_files(app):
    message_id = await app.receive(file_mail(b"1", "a.txt", "text/plain"))
    result = await app.call(
        "messages.reply", account=app.inbox, message_id=message_id, text="Mine", attachments=[item(b"2")]
    )
    await app.deliver(result["message_id"])
    message = email.message_from_bytes(app.outbox.sent[-1][0], policy=policy.default)
    assert files(message) == [("a.txt", "text/plain", b"2")]
    assert result["attachment_count"] == 1


async def test_a_message_attached_as_such_stays_one(app):
    letter = b"From: a@b.example\r\nSubject: Inner\r\n\r\nInner text\r\n"
    message, result = await sent(app, attachments=[item(letter, filename="mail.eml")])
    (part,) = message.iter_attachments()
    assert part.get_content_type() == "message/rfc822"
    assert part.get_content()["Subject"] == "Inner"
    view = await app.call("messages.get", account=app.inbox, message_id=result["message_id"])
    source = {"message_id": result["message_id"], "attachment_id": view["attachments"][0]["attachment_id"]}
    again, _ = await sent(app, attachments=[source])
    (part,) = again.iter_attachments()
    assert part.get_content()["Subject"] == "Inner"


async def test_mail_is_searched_by_the_names_of_sent_files(app):
    _, result = await sent(app, attachments=[item(filename="zebrafinch.txt")])
    found = await app.call("messages.search", account=app.inbox, q="zebrafinch")
    assert [one["message_id"] for one in found["messages"]] == [result["message_id"]]
