"""A draft's files by URL: downloaded when it is sent, not before, and not twice for one client_id."""

from dataclasses import replace
from datetime import timedelta

import pytest

from letterlock.app.invoke import Gate
from letterlock.app.schedule import DELAYS, Schedule
from letterlock.core.mime.parse import parse
from letterlock.ports.blobs import BlobKey
from letterlock.ports.fetch import Fetched, FetchFailed
from letterlock.ports.records import Job

URL = "https://files.example/plan.pdf"
LETTER = {"to": "ana@b.example", "text": "See file"}


class Web:
    """What URLs hold, and which were asked for."""

    def __init__(self):
        self.asked = []
        self.away = False

    def check(self, url):
        return "files.example"

    async def get(self, url, *, most, seconds):
        self.asked.append(url)
        if self.away:
            raise FetchFailed("was answered with 503")
        return Fetched(b"%PDF-1.4 new", "application/pdf", "plan.pdf")


class Clock:
    def __init__(self, now):
        self._now = now

    def now(self):
        return self._now

    def move(self, by):
        self._now += by


@pytest.fixture
async def app(app):
    app.web, app.clock = Web(), Clock(app.ports.clock.now())
    app.ports = replace(app.ports, fetcher=app.web, clock=app.clock)
    app.gate = Gate(app.ports, app.settings)
    return app


async def make(app, **more):
    files = [{"content": "YQ==", "filename": "a.txt"}, {"url": URL}, {"content": "Yg==", "filename": "b.txt"}]
    return await app.call("drafts.create", account=app.inbox, attachments=files, **LETTER, **more)


async def shown(app, draft):
    return await app.call("drafts.get", draft_id=draft["draft_id"])


async def test_it_is_downloaded_when_the_draft_is_sent_and_takes_its_place(app):
    draft = await make(app)
    assert app.web.asked == []
    assert [(one["filename"], one["size"], one.get("source_url")) for one in draft["attachments"]] == [
        ("a.txt", 1, None),
        (None, None, URL),
        ("b.txt", 1, None),
    ]
    sent = await app.call("drafts.send", account=app.inbox, draft_id=draft["draft_id"])
    assert app.web.asked == [URL]
    message = await app.ports.store.read(lambda unit: unit.messages.find(sent["message_id"]))
    raw = await app.ports.blobs.get(BlobKey(message.workspace_id, message.account_id, message.content_hash))
    assert [one.filename for one in parse(raw).attachments] == ["a.txt", "plan.pdf", "b.txt"]
    assert sent["attachment_count"] == 3


async def test_the_same_client_id_downloads_nothing_again(app):
    draft = await make(app, client_id="c")
    await app.call("drafts.send", account=app.inbox, draft_id=draft["draft_id"])
    assert (await make(app, client_id="c"))["draft_id"] == draft["draft_id"]
    assert app.web.asked == [URL]


async def test_a_download_that_fails_leaves_the_draft_as_it_was(app):
    draft = await make(app)
    app.web.away = True
    error = await app.refused("drafts.send", account=app.inbox, draft_id=draft["draft_id"])
    assert (error.kind, error.param) == ("invalid", "attachments[1].url")
    assert await shown(app, draft) == draft
    app.web.away = False
    assert (await app.call("drafts.send", account=app.inbox, draft_id=draft["draft_id"]))["status"] == "sent"


async def test_a_scheduled_draft_tries_a_download_again_and_then_says_what_failed(app):
    draft = await make(app, send_at=(app.clock.now() + timedelta(hours=1)).isoformat())
    app.clock.move(timedelta(hours=1))
    app.web.away = True
    handler = Schedule(app.ports, app.gate)
    for attempt, delay in enumerate(DELAYS, 1):
        job = Job("job_1", "schedule", draft["draft_id"], "", app.clock.now(), attempts=attempt)
        assert await handler(job) == app.clock.now() + delay
    assert (await shown(app, draft))["send_status"] == "scheduled"
    assert await handler(replace(job, attempts=len(DELAYS) + 1)) is None
    after = await shown(app, draft)
    assert (after["send_status"], after["failure"]) == ("failed", "attachments[1].url was answered with 503")


async def test_nothing_is_downloaded_for_a_draft_that_may_not_go_out(app):
    draft = await make(app)
    key = await app.make_key("draft_send", hold_every_send=True)
    error = await app.refused("drafts.send", key, account=app.inbox, draft_id=draft["draft_id"])
    assert (error.kind, app.web.asked) == ("policy_denied", [])
