"""Which files are withheld from agents, and that taking a label off releases none."""

import pytest

from letterlock.app.attachments.withheld import withheld
from support.mail import compose

PROGRAM = b"MZ" + b"\0" * 100


async def judged(app, message_id):
    """What is withheld of each file of a message, by name."""

    def find(unit):
        message = unit.messages.find(message_id)
        return {file.filename: withheld(unit, message, file) for file in unit.messages.attachments(message_id)}

    return await app.ports.store.read(find)


async def received(app, *files, sender="Ana <ana@b.example>"):
    return await app.receive(compose(sender, app.inbox, files=files or [("a.txt", "text/plain", b"hello")]))


async def relabel(app, message_id, **change):
    return await app.manage("messages.label", account=app.inbox, message_id=message_id, **change)


async def test_a_file_of_ordinary_mail_is_not_withheld(app):
    assert await judged(app, await received(app)) == {"a.txt": None}


@pytest.mark.parametrize(
    ("label", "kind"),
    [("QUARANTINE", "quarantined"), ("BLOCKED", "blocked"), ("UNAUTHENTICATED", "unauthenticated"), ("SPAM", "spam")],
)
async def test_a_label_withholds_every_file(app, label, kind):
    message_id = await received(app)
    await relabel(app, message_id, add_labels=[label])
    assert (await judged(app, message_id))["a.txt"].kind == kind


async def test_taking_a_label_off_releases_nothing_that_the_report_withholds(app):
    await app.manage("lists.add", kind="blocked", entry="b.example")
    message_id = await received(app)
    await app.manage("lists.remove", kind="blocked", entry="b.example")
    await relabel(app, message_id, remove_labels=["BLOCKED", "SPAM", "UNAUTHENTICATED", "QUARANTINE"])
    assert (await judged(app, message_id))["a.txt"].kind in ("blocked", "quarantined")


@pytest.mark.parametrize("entry", ["ana@b.example", "b.example"])
async def test_a_sender_blocked_later_has_its_files_withheld(app, entry):
    message_id = await received(app)
    await app.manage("lists.add", kind="blocked", entry=entry)
    assert (await judged(app, message_id))["a.txt"].kind == "blocked"


async def test_one_blocked_sender_of_several_is_enough(app):
    message_id = await received(app, sender="Bea <bea@c.example>, Ana <ana@b.example>")
    await app.manage("lists.add", kind="blocked", entry="ana@b.example")
    assert (await judged(app, message_id))["a.txt"].kind in ("blocked", "quarantined")


async def test_a_file_rated_high_risk_is_withheld_with_all_others_of_its_message(app):
    found = await judged(
        app, await received(app, ("a.txt", "text/plain", b"hello"), ("b.exe", "application/octet-stream", PROGRAM))
    )
    assert [found[name].kind for name in ("a.txt", "b.exe")] == ["quarantined", "quarantined"]


async def test_files_beyond_those_that_are_rated_are_judged_by_name(app):
    many = [(f"{at}.txt", "text/plain", b"x") for at in range(200)]
    found = await judged(app, await received(app, *many, ("z.txt", "text/plain", b"x"), ("z.js", "text/plain", b"x")))
    assert found["z.txt"] is None
    assert found["z.js"].kind == "high_risk"


async def test_no_file_of_a_sent_message_is_withheld(app):
    sent = await app.call("messages.send", account=app.inbox, to="bob@c.example", subject="Hi", text="Hello")

    def find(unit):
        from letterlock.ports.records import StoredAttachment

        message = unit.messages.find(sent["message_id"])
        file = StoredAttachment("att_1", message.id, 0, "b.exe", "application/octet-stream", 5, "attachment", None)
        return withheld(unit, message, file)

    assert await app.ports.store.read(find) is None
