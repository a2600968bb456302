"""One-time codes and acting links: who gets them, and where they do not show."""

import sqlite3

import pytest

from letterlock.app.attachments.index import IndexFiles
from letterlock.core.errors import Forbidden
from support.mail import compose

URL = "https://acme.example/account/reset?token=Zk3mQ9vX7tLp2Rw8Yc4Nb6Hd"
HTML = (
    "<p>Your verification code is <b>4</b><b>8</b><b>2</b><b>9</b><b>1</b><b>3</b>. It expires in 10 minutes.</p>"
    f'<p>You asked to reset your password: <a href="{URL}">Reset password</a>. The link expires in 1 hour.</p>'
)
TEXT = (
    f"Your verification code is 482913. It expires in 10 minutes.\n\nReset your password: {URL}\nThe link expires soon."
)
SUBJECT = "482913 is your Acme code"


def code_mail(**more):
    return compose("Acme <no-reply@b.example>", "welcome@agents.example", subject=SUBJECT, text=TEXT, html=HTML, **more)


async def shielded(app, mode="withhold"):
    await app.manage("codes.set", account=app.inbox, codes=mode)


async def thread_of(app, message_id):
    found = await app.call("messages.get", account=app.inbox, message_id=message_id)
    return found["thread_id"]


def says(found):
    text = str(found)
    return "482913" in text or "Zk3mQ9vX7tLp2Rw8" in text


async def test_an_inbox_of_ours_gives_codes_by_default(app):
    message_id = await app.receive(code_mail())
    found = await app.call("messages.get", account=app.inbox, message_id=message_id)
    assert "482913" in found["text"]
    assert "codes" not in found, "nothing shows whom it is from, so nothing is given as a field"


async def test_of_a_known_sender_they_are_fields(app):
    message_id = await app.receive(code_mail())
    with sqlite3.connect(app.blobs.parent / "letterlock.sqlite") as database:
        database.execute("UPDATE messages SET trust_level = 'known' WHERE id = ?", (message_id,))
    found = await app.call("messages.get", account=app.inbox, message_id=message_id)
    assert found["codes"] == ["482913"]
    assert found["action_links"] == [{"url": URL, "kind": "reset", "text": "Reset password"}]


@pytest.mark.parametrize("mode", ["ask", "withhold"])
async def test_where_they_are_withheld_no_face_of_the_message_shows_them(app, mode):
    await shielded(app, mode)
    message_id = await app.receive(code_mail())
    found = await app.call("messages.get", account=app.inbox, message_id=message_id, include_raw=True)
    assert not says(found)
    assert found["text"].startswith("Your verification code is [code withheld].")
    assert "[code withheld]" in found["raw"]["text"]
    assert found["withheld_codes"]["codes"] == 1 and found["withheld_codes"]["action_links"] == 1
    assert not says(await app.call("messages.list", account=app.inbox))
    assert not says(await app.call("threads.list", account=app.inbox))
    assert not says(await app.call("threads.get", account=app.inbox, thread_id=found["thread_id"]))
    assert not says(await app.call("messages.trust", account=app.inbox, message_id=message_id))
    assert not says(await app.call("messages.wait", account=app.inbox, after="2020-01-01T00:00:00Z"))


async def test_no_search_finds_a_message_by_its_code(app):
    await shielded(app)
    await app.receive(code_mail())
    for asked in ("482913", "subject:482913", "Zk3mQ9vX7tLp2Rw8Yc4Nb6Hd"):
        assert (await app.call("messages.search", account=app.inbox, q=asked))["count"] == 0
    assert (await app.call("messages.search", account=app.inbox, q="verification"))["count"] == 1


async def test_a_person_releases_those_of_one_message(app):
    await shielded(app)
    first, second = await app.receive(code_mail()), await app.receive(code_mail())
    released = await app.manage("codes.release", account=app.inbox, message_id=first)
    assert released["codes"] == ["482913"]
    assert says(await app.call("messages.get", account=app.inbox, message_id=first))
    assert not says(await app.call("messages.get", account=app.inbox, message_id=second))


async def test_an_agent_may_neither_release_them_nor_change_what_agents_get(app):
    await shielded(app)
    message_id = await app.receive(code_mail())
    assert isinstance(await app.refused("codes.release", account=app.inbox, message_id=message_id), Forbidden)
    assert isinstance(await app.refused("codes.set", account=app.inbox, codes="give"), Forbidden)


async def test_a_person_is_shown_everything(app):
    await shielded(app)
    message_id = await app.receive(code_mail())
    found = await app.manage("messages.get", account=app.inbox, message_id=message_id)
    assert says(found) and found["codes_held"]


async def test_neither_answering_nor_forwarding_brings_them_out(app):
    await shielded(app)
    message_id = await app.receive(code_mail())
    draft = await app.call("drafts.create", account=app.inbox, in_reply_to=message_id, text="Hi")
    assert not says(draft)
    refused = await app.refused(
        "messages.forward", account=app.inbox, message_id=message_id, to="carl@c.example", text="see below"
    )
    assert "withhold" in refused.message


FILE = b"Your backup codes:\n\n4829-1934\n5512-7781\n"


async def _file(app, name="codes.txt", content=FILE, kind="text/plain"):
    raw = compose(
        "Acme <no-reply@b.example>",
        "welcome@agents.example",
        subject="Your backup codes",
        text="They are attached.",
        files=[(name, kind, content)],
    )
    message_id = await app.receive(raw)
    await IndexFiles(app.ports)(app.job("index", message_id))
    found = await app.call("messages.get", account=app.inbox, message_id=message_id)
    return message_id, found["attachments"][0]["attachment_id"]


async def test_a_text_file_is_given_without_its_codes(app):
    await shielded(app)
    message_id, attachment_id = await _file(app)
    asked = {"account": app.inbox, "message_id": message_id, "attachment_id": attachment_id}
    for more in ({}, {"form": "text"}):
        found = await app.call("attachments.get", **asked, **more)
        assert "[code withheld]" in found["text"] and "1934" not in found["text"]
    assert (await app.call("messages.search", account=app.inbox, q="1934"))["count"] == 0


async def test_the_name_of_a_file_is_told_without_its_codes(app):
    await shielded(app)
    raw = compose(
        "Acme <no-reply@b.example>",
        "welcome@agents.example",
        subject=SUBJECT,
        text=TEXT,
        files=[("code-482913.png", "image/png", b"\x89PNG\r\n\x1a\n" + bytes(30))],
    )
    message_id = await app.receive(raw)
    found = await app.call("messages.get", account=app.inbox, message_id=message_id)
    asked = {"account": app.inbox, "message_id": message_id, "attachment_id": found["attachments"][0]["attachment_id"]}
    opened = await app.call("attachments.get", **asked)
    assert opened["filename"] == "[code withheld].png"
    assert (await app.call("attachments.fetch", **asked))["filename"] == "[code withheld].png"
    file = {"message_id": message_id, "attachment_id": asked["attachment_id"]}
    sent = await app.call("messages.send", account=app.inbox, to="carl@c.example", text="Hi", attachments=[file])
    copy = await app.call("messages.get", account=app.inbox, message_id=sent["message_id"])
    assert not any(says(one) for one in (opened, copy))
    await app.manage("codes.release", account=app.inbox, message_id=message_id)
    assert (await app.call("attachments.get", **asked))["filename"] == "code-482913.png"


async def test_a_file_with_codes_is_not_given_as_it_is_nor_sent_on(app):
    await shielded(app)
    message_id, attachment_id = await _file(app)
    asked = {"account": app.inbox, "message_id": message_id, "attachment_id": attachment_id}
    assert isinstance(await app.refused("attachments.fetch", **asked), Forbidden)
    refused = await app.refused(
        "messages.send",
        account=app.inbox,
        to="carl@c.example",
        text="Hi",
        attachments=[{"message_id": message_id, "attachment_id": attachment_id}],
    )
    assert isinstance(refused, Forbidden)
    sent = await app.call("messages.forward", account=app.inbox, message_id=message_id, to="carl@c.example", text="See")
    assert [one["reason"] for one in sent["skipped_attachments"]] == ["codes"]
