"""Messages found by what their files say, once a job has read them."""

import pytest

from letterlock.app.attachments.index import IndexFiles
from letterlock.core.errors import Conflict
from letterlock.ports.sandbox import SandboxDied, SandboxFailure
from support.documents import docx, paragraph, pdf, shown
from support.mail import compose

PDF = ("plan.pdf", "application/pdf", pdf(shown("Zanzibar")))


async def jobs(app):
    def claim(unit):
        now = app.ports.clock.now()
        return list(unit.jobs.claim(["index"], now, limit=10, lease_until=now))

    return await app.ports.store.write(claim)


async def index(app):
    """Runs the jobs that wait; returns how many there were."""
    handler = IndexFiles(app.ports)
    waiting = await jobs(app)
    for job in waiting:
        assert await handler(job) is None
        await app.ports.store.write(lambda unit, job=job: unit.jobs.finish(job.id))
    return len(waiting)


async def found(app, text):
    page = await app.call("messages.search", account=app.inbox, q=text)
    return [one["message_id"] for one in page["messages"]]


async def received(app, *files):
    return await app.receive(compose("Ana <ana@b.example>", app.inbox, files=files))


async def test_a_message_is_found_by_what_its_files_say(app):
    office = ("b.docx", "application/octet-stream", docx(paragraph("Madagascar") + paragraph("Nauru", "<w:vanish/>")))
    message_id = await received(app, PDF, office)
    assert await found(app, "zanzibar") == []
    assert await index(app) == 1
    assert await found(app, "zanzibar") == await found(app, "madagascar") == [message_id]
    assert await found(app, "nauru") == [], "what no reader sees is not searched"


async def test_a_sent_message_is_found_by_its_files_too(app):
    import base64

    sent = await app.call(
        "messages.send", account=app.inbox, to="bob@c.example", subject="Plan", text="See file",
        attachments=[{"filename": "plan.pdf", "content": base64.b64encode(PDF[2]).decode()}],
    )  # fmt: skip
    assert await index(app) == 1
    assert await found(app, "zanzibar") == [sent["message_id"]]


async def test_no_job_is_made_where_no_file_says_anything(app):
    await received(app, ("a.png", "image/png", b"\x89PNG\r\n\x1a\n"), ("a.dat", "application/octet-stream", b"\0"))
    assert await index(app) == 0


@pytest.mark.parametrize("label", ["QUARANTINE", "SPAM"])
async def test_files_that_are_withheld_are_not_found(app, label):
    message_id = await received(app, PDF)
    await app.manage("messages.label", account=app.inbox, message_id=message_id, add_labels=[label])
    await index(app)
    await app.manage("messages.label", account=app.inbox, message_id=message_id, remove_labels=[label])
    assert await found(app, "zanzibar") == []


async def test_a_broken_file_keeps_no_other_from_being_found(app):
    message_id = await received(app, ("a.pdf", "application/pdf", b"%PDF-1.7 broken"), PDF)
    await index(app)
    assert await found(app, "zanzibar") == [message_id]


class Failing:
    def __init__(self, error):
        self.error = error

    async def run(self, *_):
        raise self.error


@pytest.mark.parametrize(("error", "again"), [(SandboxDied("gone"), True), (SandboxFailure("slow"), False)])
async def test_a_job_whose_worker_died_is_tried_again_and_one_that_is_too_costly_is_not(app, error, again):
    await received(app, PDF)
    (job,) = await jobs(app)
    object.__setattr__(app.ports, "sandbox", Failing(error))
    assert (await IndexFiles(app.ports)(job) is not None) == again


async def test_pages_of_a_long_document_follow_one_another(app):
    text = "".join(f"line {at} of many\n" for at in range(5_000))
    message_id = await received(app, ("long.txt", "text/plain", text.encode()))
    (file,) = await app.ports.store.read(lambda unit: unit.messages.attachments(message_id))
    here = {"account": app.inbox, "message_id": message_id, "attachment_id": file.id, "form": "text"}
    pages, token = [], None
    while True:
        page = await app.call("attachments.get", **here, **({"page_token": token} if token else {}))
        assert (page["delivery"], page["text_source"]) == ("inline_text", "text")
        assert 0 < len(page["text"]) <= 20_000
        pages.append(page["text"])
        token = page["next_page_token"]
        if token is None:
            break
    assert "".join(pages) == text
    assert all(page.endswith("\n") for page in pages)
    for wrong in ("x", "-1", "9999999", "²"):
        assert (await app.refused("attachments.get", **here, page_token=wrong)).param == "page_token"
    del here["form"]
    assert (await app.refused("attachments.get", **here, page_token="5")).param == "page_token"


async def test_hidden_and_broken_documents_say_so(app):
    office = docx(paragraph("Seen") + paragraph("unseen", "<w:vanish/>"))
    message_id = await received(
        app, ("a.docx", "application/octet-stream", office), ("b.pdf", "application/pdf", b"%PDF-1.7 broken")
    )
    files = await app.ports.store.read(lambda unit: unit.messages.attachments(message_id))
    here = {"account": app.inbox, "message_id": message_id, "form": "text"}
    page = await app.call("attachments.get", **here, attachment_id=files[0].id)
    assert page["text"].strip() == "Seen"
    assert "6 characters hidden" in page["warning"]
    error = await app.refused("attachments.get", **here, attachment_id=files[1].id)
    assert isinstance(error, Conflict)
    assert error.param == "form"
