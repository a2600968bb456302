"""Drafts that go out by themselves: at their time, once, with the rights their maker has then."""

import asyncio
from dataclasses import replace
from datetime import datetime, timedelta, timezone

import pytest

from letterlock.adapters.sql.schema import accounts
from letterlock.adapters.sql.statements import P, Statement
from letterlock.adapters.sql.values import to_micros
from letterlock.app.invoke import Gate
from letterlock.app.people import person
from letterlock.app.schedule import DELAYS, Schedule
from letterlock.core.errors import Temporary
from letterlock.ports.records import Job

LETTER = {"to": "ana@b.example", "subject": "Later", "text": "At its time."}
HOUR = timedelta(hours=1)


class Clock:
    """Stands still until a test moves it."""

    def __init__(self, now):
        self._now = now

    def now(self):
        return self._now

    def move(self, by):
        self._now += by


@pytest.fixture
async def later(app):
    """The app on a clock of the test's."""
    app.clock = Clock(app.ports.clock.now())
    app.ports = replace(app.ports, clock=app.clock)
    app.gate = Gate(app.ports, app.settings)
    return app


async def schedule(app, key=None, /, **more):
    at = (app.clock.now() + HOUR).isoformat()
    return await app.call("drafts.create", key, account=app.inbox, **{**LETTER, "send_at": at, **more})


async def due(app):
    """Runs what is due, as the runner would; the jobs, and when each asked to be run again."""
    now = app.clock.now()
    jobs = await app.ports.store.write(
        lambda unit: unit.jobs.claim(["schedule"], now, limit=10, lease_until=now + HOUR)
    )
    again = [await Schedule(app.ports, app.gate)(job) for job in jobs]

    def settle(unit):
        for job, at in zip(jobs, again, strict=True):
            unit.jobs.finish(job.id) if at is None else unit.jobs.retry(job.id, at)

    await app.ports.store.write(settle)
    return again


async def shown(app, draft):
    return await app.call("drafts.get", draft_id=draft["draft_id"])


async def count(app):
    return (await app.call("messages.list", account=app.inbox, labels=["SENT"]))["count"]


async def test_a_scheduled_draft_goes_out_at_its_time_and_not_before(later):
    draft = await schedule(later)
    assert draft["send_status"] == "scheduled"
    later.clock.move(HOUR - timedelta(seconds=1))
    assert await due(later) == []
    later.clock.move(timedelta(seconds=1))
    assert await due(later) == [None]
    after = await shown(later, draft)
    assert after["send_status"] == "sent"
    sent = await later.call("messages.get", account=later.inbox, message_id=after["message_id"])
    assert (sent["to"], sent["subject"], sent["text"]) == (["ana@b.example"], "Later", "At its time.")
    assert await due(later) == []


async def test_what_was_due_while_nothing_ran_goes_out_once_afterwards(later):
    draft = await schedule(later)
    later.clock.move(timedelta(days=3))
    await due(later)
    again = Job("job_again", "schedule", draft["draft_id"], "", later.clock.now(), attempts=1)
    assert await Schedule(later.ports, later.gate)(again) is None
    assert await count(later) == 1


async def test_a_call_and_the_schedule_that_race_send_once(later):
    draft = await schedule(later)
    later.clock.move(HOUR)
    job = Job("job_race", "schedule", draft["draft_id"], "", later.clock.now(), attempts=1)
    handler = Schedule(later.ports, later.gate)
    calls = [later.call("drafts.send", account=later.inbox, draft_id=draft["draft_id"]) for _ in range(5)]
    await asyncio.gather(*(handler(job) for _ in range(5)), *calls, return_exceptions=True)
    assert await count(later) == 1
    after = await shown(later, draft)
    assert (after["send_status"], "failure" in after) == ("sent", False)


@pytest.mark.parametrize("operation", ["drafts.send", "drafts.delete"])
async def test_a_draft_sent_or_deleted_before_its_time_does_not_go_out_again(later, operation):
    draft = await schedule(later)
    await later.call(operation, account=later.inbox, draft_id=draft["draft_id"])
    before = await count(later)
    later.clock.move(HOUR)
    assert await due(later) == [None]
    assert await count(later) == before


@pytest.mark.parametrize("wrong", ["tomorrow", "2026-11-30", "2027-01-01T00:00:00", "9999-12-31T23:59:59-14:00", ""])
async def test_a_time_that_is_none_or_has_no_offset_is_refused(later, wrong):
    error = await later.refused("drafts.create", account=later.inbox, send_at=wrong, **LETTER)
    assert (error.kind, error.param) == ("invalid", "send_at")


async def test_a_time_that_is_past_or_far_away_is_refused(later):
    for by in (timedelta(0), -HOUR, timedelta(days=366, seconds=1)):
        at = (later.clock.now() + by).isoformat()
        error = await later.refused("drafts.create", account=later.inbox, send_at=at, **LETTER)
        assert (error.kind, error.param) == ("invalid", "send_at")
    at = (later.clock.now() + timedelta(days=366)).isoformat()
    assert (await schedule(later, send_at=at))["send_status"] == "scheduled"


async def test_an_offset_is_heeded(later):
    at = later.clock.now() + HOUR
    draft = await schedule(later, send_at=at.astimezone(timezone(timedelta(hours=5, minutes=30))).isoformat())
    assert datetime.fromisoformat(draft["send_at"]) == at
    assert draft["send_at"].endswith("Z")


async def test_scheduling_needs_the_permission_to_send(later):
    key = await later.make_key("draft_create")
    error = await later.refused(
        "drafts.create", key, account=later.inbox, send_at=(later.clock.now() + HOUR).isoformat(), **LETTER
    )
    assert (error.kind, error.param) == ("forbidden", "send_at")
    assert "draft_send" in error.message
    assert (await schedule(later, await later.make_key("draft_create", "draft_send")))["send_status"] == "scheduled"


async def test_what_could_not_go_out_by_itself_is_not_scheduled(later):
    at = (later.clock.now() + HOUR).isoformat()
    for missing, param in (("to", "to"), ("text", "text")):
        rest = {name: value for name, value in LETTER.items() if name != missing}
        error = await later.refused("drafts.create", account=later.inbox, send_at=at, **rest)
        assert (error.kind, error.param) == ("invalid", param)


async def test_a_key_revoked_meanwhile_sends_nothing_and_the_draft_says_why(later):
    made = await later.manage("keys.create", permissions=["draft_create", "draft_send"])
    draft = await schedule(later, made["key"])
    await later.manage("keys.revoke", key_id=made["key_id"])
    later.clock.move(HOUR)
    assert await due(later) == [None]
    after = await shown(later, draft)
    assert (after["send_status"], after["message_id"]) == ("failed", None)
    assert "revoked" in after["failure"]
    assert await count(later) == 0


async def test_a_key_that_expired_meanwhile_sends_nothing(later):
    made = await later.manage("keys.create", permissions=["draft_create", "draft_send"], ttl_seconds=60)
    draft = await schedule(later, made["key"])
    later.clock.move(HOUR)
    await due(later)
    assert (await shown(later, draft))["send_status"] == "failed"


async def test_a_maker_who_lost_the_role_meanwhile_sends_nothing(later):
    """A member's key is bounded by the member's roles at the moment it acts."""
    mo = {"email": "mo@example.org"}
    await later.manage("members.add", **mo, name="Mo", role="member")
    await later.manage("members.set_account_role", **mo, account=later.inbox, role="sender")
    key = await key_of(later, mo["email"])
    draft = await schedule(later, key)
    await later.manage("members.set_account_role", **mo, account=later.inbox, role="reader")
    later.clock.move(HOUR)
    await due(later)
    after = await shown(later, draft)
    assert after["send_status"] == "failed"
    assert "draft_send" in after["failure"]


async def key_of(app, email):
    """A key that this member made."""

    def find(unit):
        workspace = unit.people.first_workspace()
        return person(unit, unit.people.member_by_email(workspace.id, email))

    caller = await app.ports.store.read(find)
    return (await app.gate.invoke(caller, "keys.create", {"permissions": ["draft_create", "draft_send"]}))["key"]


_PAUSE = Statement(accounts.update().where(accounts.c.address == P("b_address")).values(paused_at=P("at")))


async def pause(app, at):
    """Pauses the inbox, or resumes it with None."""
    params = {"b_address": app.inbox, "at": at and to_micros(at)}
    await app.ports.store.write(lambda unit: unit.accounts._db.run(_PAUSE, params))


async def test_a_paused_inbox_sends_nothing_and_a_person_can_send_it_later(later):
    draft = await schedule(later)
    await pause(later, later.clock.now())
    later.clock.move(HOUR)
    await due(later)
    after = await shown(later, draft)
    assert after["send_status"] == "failed"
    assert "paused" in after["failure"]
    await pause(later, None)
    sent = await later.manage("drafts.send", account=later.inbox, draft_id=draft["draft_id"])
    assert (await shown(later, draft))["message_id"] == sent["message_id"]
    assert "failure" not in await shown(later, draft)


async def test_a_failure_is_in_the_audit(later):
    made = await later.manage("keys.create", permissions=["draft_create", "draft_send"])
    draft = await schedule(later, made["key"])
    await later.manage("keys.revoke", key_id=made["key_id"])
    later.clock.move(HOUR)
    await due(later)
    newest = (await later.ports.store.read(lambda unit: unit.audit.list(unit.people.first_workspace().id, 1)))[0]
    assert (newest.operation, newest.targets, newest.outcome) == ("drafts.send", (draft["draft_id"],), "failed")
    assert newest.actor == made["key_id"]


async def test_what_is_away_for_the_moment_is_tried_again_and_then_given_up(later):
    draft = await schedule(later)
    later.clock.move(HOUR)
    broken = Broken(later.ports.blobs)
    later.ports = replace(later.ports, blobs=broken)
    later.gate = Gate(later.ports, later.settings)
    for delay in DELAYS:
        assert await due(later) == [later.clock.now() + delay]
        assert (await shown(later, draft))["send_status"] == "scheduled"
        later.clock.move(delay)
    assert await due(later) == [None]
    assert (await shown(later, draft))["failure"] == "The disk is away"
    assert await count(later) == 0


async def test_what_is_back_again_lets_the_draft_go_out(later):
    draft = await schedule(later)
    later.clock.move(HOUR)
    whole = later.ports
    later.ports = replace(whole, blobs=Broken(whole.blobs))
    later.gate = Gate(later.ports, later.settings)
    await due(later)
    later.ports, later.gate = whole, Gate(whole, later.settings)
    later.clock.move(DELAYS[0])
    await due(later)
    assert (await shown(later, draft))["send_status"] == "sent"


class Broken:
    """Blobs of a disk that is away."""

    def __init__(self, blobs):
        self._blobs = blobs

    async def put(self, key, content):
        raise Temporary("The disk is away")

    def __getattr__(self, name):
        return getattr(self._blobs, name)
