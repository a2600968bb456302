"""Lists hide what should be hidden, say how much, and page without gaps while mail arrives."""


def mail(number, **headers):
    extra = "".join(f"{name.replace('_', '-')}: {value}\r\n" for name, value in headers.items())
    return (
        f"From: ana@b.example\r\nTo: welcome@agents.example\r\nSubject: n{number}\r\nMessage-ID: <{number}@b.example>\r\n"
        f"{extra}\r\nBody {number}\r\n"
    ).encode()


async def subjects(app, **arguments):
    found = await app.call("messages.list", account=app.inbox, **arguments)
    return [message["subject"] for message in found["messages"]]


async def test_pages_neither_repeat_nor_skip_while_mail_arrives(app):
    for number in range(7):
        await app.receive(mail(number))
    first = await app.call("messages.list", account=app.inbox, limit=3)
    await app.receive(mail(99))
    second = await app.call("messages.list", account=app.inbox, limit=3, page_token=first["next_page_token"])
    third = await app.call("messages.list", account=app.inbox, limit=3, page_token=second["next_page_token"])
    seen = [message["subject"] for page in (first, second, third) for message in page["messages"]]
    assert seen == ["n6", "n5", "n4", "n3", "n2", "n1", "n0"]
    assert third["next_page_token"] is None


async def test_a_page_token_is_good_for_its_own_list_only(app):
    for number in range(3):
        await app.receive(mail(number))
    page = await app.call("messages.list", account=app.inbox, limit=1)
    for arguments in (
        {"page_token": "nonsense"},
        {"page_token": page["next_page_token"][:-2] + "xx"},
        {"page_token": page["next_page_token"], "labels": ["UNREAD"]},
    ):
        error = await app.refused("messages.list", account=app.inbox, **arguments)
        assert (error.kind, error.param) == ("invalid", "page_token")


async def test_blocked_mail_is_hidden_counted_and_listed_when_asked_for(app):
    await app.manage("lists.add", kind="blocked", entry="b.example")
    await app.receive(mail(1))
    found = await app.call("messages.list", account=app.inbox)
    assert found["count"] == 0
    assert found["hidden"]["blocked"] == 1
    assert await subjects(app, labels=["BLOCKED"]) == ["n1"]


async def test_taking_a_label_off_does_not_release_what_the_report_says(app):
    await app.manage("lists.add", kind="blocked", entry="ana@b.example")
    message_id = await app.receive(mail(1))
    await app.call("messages.label", account=app.inbox, message_id=message_id, remove_labels=["BLOCKED"])
    assert await subjects(app) == []


async def test_quarantined_text_is_withheld_everywhere(app):
    message_id = await app.receive(mail(1))
    thread_id = (await app.call("messages.get", account=app.inbox, message_id=message_id))["thread_id"]
    await app.call("messages.label", account=app.inbox, message_id=message_id, add_labels=["QUARANTINE"])
    got = await app.call("messages.get", account=app.inbox, message_id=message_id)
    listed = await app.call("messages.list", account=app.inbox, include_quarantine=True)
    thread = await app.call("threads.get", account=app.inbox, thread_id=thread_id)
    found = await app.call("messages.search", account=app.inbox, q="Body")
    assert "text" not in got and got["withheld_reason"]
    assert "Body" not in str(got) and "Body" not in str(listed) and "Body" not in str(thread)
    assert found["count"] == 0
    raw = await app.refused("messages.get", account=app.inbox, message_id=message_id, include_raw=True)
    assert raw.kind == "conflict"
    report = await app.call("messages.trust", account=app.inbox, message_id=message_id)
    assert "Body" not in str(report)


async def test_labels_are_added_taken_off_and_refused_when_malformed(app):
    message_id = await app.receive(mail(1))
    here = {"account": app.inbox, "message_id": message_id}
    changed = await app.call("messages.label", **here, add_labels=["todo"], remove_labels=["UNREAD"])
    assert changed["labels"] == ["INBOX", "todo"]
    assert await subjects(app, labels=["todo", "other"]) == ["n1"]
    for arguments in ({"add_labels": [""]}, {"add_labels": ["a\nb"]}, {"add_labels": ["x"], "remove_labels": ["x"]}):
        assert (await app.refused("messages.label", **here, **arguments)).kind == "invalid"


async def test_search_finds_subject_people_and_text(app):
    await app.receive(mail(7))
    for query in ("n7", "body", "from:ana", '"Body 7"', "subject:n7"):
        assert (await app.call("messages.search", account=app.inbox, q=query))["count"] == 1, query
    assert (await app.call("messages.search", account=app.inbox, q="absent"))["count"] == 0


async def test_only_a_person_takes_the_quarantine_off(app):
    message_id = await app.receive(mail(1))
    here = {"account": app.inbox, "message_id": message_id}
    for put in (app.call, app.manage):
        await put("messages.label", **here, add_labels=["QUARANTINE"])
        error = await app.refused("messages.label", **here, remove_labels=["QUARANTINE", "UNREAD"])
        assert (error.kind, error.param) == ("forbidden", "remove_labels")
        assert "text" not in await app.call("messages.get", **here)
        await app.manage("messages.label", **here, remove_labels=["QUARANTINE"])
        assert (await app.call("messages.get", **here))["text"]
    changed = await app.call("messages.label", **here, remove_labels=["QUARANTINE"])
    assert "QUARANTINE" not in changed["labels"], "there is none to take off"


DANGEROUS = (
    b"From: Ana <ana@b.example>\r\nTo: welcome@agents.example\r\nSubject: bill\r\nMessage-ID: <q@b.example>\r\n"
    b"Date: Mon, 30 Nov 2026 10:00:00 +0000\r\nMIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=x\r\n\r\n"
    b"--x\r\nContent-Type: text/plain\r\n\r\nOpen the bill\r\n--x\r\nContent-Type: application/octet-stream\r\n"
    b"Content-Disposition: attachment; filename=bill.exe\r\n\r\nMZ\r\n--x--\r\n"
)


async def test_withheld_text_is_shown_to_a_person_and_to_no_key(app):
    here = {"account": app.inbox, "message_id": await app.receive(DANGEROUS)}
    got = await app.call("messages.get", **here)
    assert got["trust"]["level"] == "quarantined"
    assert "Open the bill" not in str(got)
    error = await app.refused("messages.review", **here)
    assert error.kind == "forbidden"
    assert "signed-in person" in error.message
    assert "Open the bill" in (await app.manage("messages.review", **here))["text"]
    assert "Open the bill" not in str(await app.call("messages.get", **here))


async def test_the_audit_says_who_looked_at_what_is_withheld(app):
    here = {"account": app.inbox, "message_id": await app.receive(DANGEROUS)}
    person = await app.person()

    async def looks():
        entries = await app.ports.store.read(lambda unit: unit.audit.list(person.workspace_id, 100))
        return [(one.actor, one.targets) for one in entries if one.operation == "messages.review"]

    await app.refused("messages.review", **here)
    assert await looks() == []
    await app.manage("messages.review", **here)
    assert await looks() == [(person.credential.id, (here["message_id"],))]
