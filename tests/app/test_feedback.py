"""send_feedback: who may, what is kept of it and for how long, and how much is taken."""

import asyncio
from dataclasses import replace
from datetime import timedelta

import pytest

from letterlock.app.expire import Expire
from letterlock.app.feedback.send import BUCKETS
from letterlock.app.invoke import Gate
from letterlock.core.errors import Forbidden, Internal, RateLimited
from letterlock.ports.records import Job

SAID = {"rating": "negative", "category": "bug", "message": "It said forbidden to ana@b.example, code 482913"}


class Clock:
    def __init__(self, now):
        self.moment = now

    def now(self):
        return self.moment


@pytest.fixture
def clock(app):
    clock = Clock(app.ports.clock.now())
    app.ports = replace(app.ports, clock=clock)
    app.gate = Gate(app.ports, app.settings)
    return clock


async def stored(app):
    return (await app.manage("feedback.list"))["feedback"]


async def test_it_is_kept_redacted_with_workspace_and_client_details(app):
    caller = replace(await app.caller(), client="tester 9")
    found = await app.gate.invoke(caller, "feedback.send", {**SAID, "tool_name": "send_message"})
    (one,) = await stored(app)
    assert one.pop("message") == "It said forbidden to [address], code [code]"
    assert one == {
        **found, "client": "tester 9", "credential_id": caller.credential.id, "rating": "negative", "category": "bug",
        "tool_name": "send_message",
    }  # fmt: skip
    assert found["feedback_id"].startswith("fbk_")


async def test_any_credential_may_whatever_its_permissions_and_scope(app):
    key = await app.make_key("thread_read", accounts=[app.inbox])
    assert (await app.refused("inboxes.list", key)).kind == "forbidden"
    await app.call("feedback.send", key, **SAID)
    assert len(await stored(app)) == 1


@pytest.mark.parametrize("wrong", [{"rating": "bad"}, {"category": "x"}, {"message": ""}, {"message": "x" * 2001}])
async def test_what_the_schema_does_not_allow_is_refused_and_costs_no_token(app, wrong):
    (param,) = wrong
    error = await app.refused("feedback.send", **{**SAID, **wrong})
    assert (error.kind, error.param) == ("invalid", param)
    assert await stored(app) == []


async def test_agents_cannot_read_it(app):
    with pytest.raises(Forbidden):
        await app.call("feedback.list")


async def test_twenty_an_hour_are_taken_and_then_one_each_three_minutes(app, clock):
    for _ in range(20):
        await app.call("feedback.send", **SAID)
    error = await app.refused("feedback.send", **SAID)
    assert (error.kind, error.retry_after) == ("rate_limited", 180)
    clock.moment += timedelta(seconds=179)
    assert (await app.refused("feedback.send", **SAID)).retry_after == 1
    clock.moment += timedelta(seconds=1)
    await app.call("feedback.send", **SAID)
    assert len(await stored(app)) == 21


async def test_a_hundred_a_day_are_taken(app, clock):
    taken = 0
    for _ in range(24):
        for _ in range(20):
            try:
                await app.call("feedback.send", **SAID)
            except RateLimited:
                break
            taken += 1
        clock.moment += timedelta(hours=1)
    # The bucket of a day gives a hundred at once, and the share of the hours that pass.
    assert 100 <= taken <= 200


async def test_another_workspace_has_its_own_buckets(app):
    caller = await app.caller()
    for _ in range(20):
        await app.call("feedback.send", **SAID)
    await app.ports.store.write(
        lambda unit: unit.people.add_workspace(replace(unit.people.first_workspace(), id="org_other"))
    )
    other = replace(caller, credential=replace(caller.credential, workspace_id="org_other"))
    await app.gate.invoke(other, "feedback.send", SAID)


async def test_calls_that_race_take_no_more_than_there_is(app):
    done = await asyncio.gather(*(app.call("feedback.send", **SAID) for _ in range(40)), return_exceptions=True)
    assert sum(isinstance(one, RateLimited) for one in done) == 20
    assert len(await stored(app)) == 20


async def test_buckets_outlast_a_restart(app):
    for _ in range(20):
        await app.call("feedback.send", **SAID)
    app.gate = Gate(app.ports, app.settings)
    assert (await app.refused("feedback.send", **SAID)).kind == "rate_limited"


async def test_what_cannot_be_saved_is_internal_and_says_so(app):
    class Away:
        def __getattr__(self, name):
            return getattr(app.ports.store, name)

        async def write(self, work, **more):
            raise OSError("disk full")

    gate = Gate(replace(app.ports, store=Away()), app.settings)
    with pytest.raises(Internal, match="could not be saved"):
        await gate.invoke(await app.caller(), "feedback.send", SAID)
    await app.call("feedback.send", **SAID)


async def test_it_goes_after_180_days_and_not_before(app, clock):
    expire, workspace = Expire(app.ports), (await app.caller()).workspace_id
    await app.call("feedback.send", **SAID)
    first = clock.moment
    clock.moment += timedelta(days=10)
    await app.call("feedback.send", **SAID)

    async def run():
        """As the runner does: with the job that is due."""
        claim = lambda unit: unit.jobs.claim(  # noqa: E731
            ["expire"], clock.moment, limit=5, lease_until=clock.moment + timedelta(minutes=2)
        )
        (job,) = await app.ports.store.write(claim)
        assert isinstance(job, Job) and job.workspace_id == workspace
        again = await expire(job)
        settle = (
            (lambda unit: unit.jobs.finish(job.id)) if again is None else lambda unit: unit.jobs.retry(job.id, again)
        )
        await app.ports.store.write(settle)
        return again

    assert await app.ports.store.read(lambda unit: unit.jobs.next_due(["expire"])) == first + timedelta(days=180)
    clock.moment = first + timedelta(days=180)
    assert await run() == first + timedelta(days=190)
    assert len(await stored(app)) == 1
    clock.moment = first + timedelta(days=190)
    assert await run() is None
    assert await stored(app) == []


def test_the_limits_are_those_that_are_told():
    assert {name: (bucket.size, bucket.period // 3_600_000_000) for name, bucket in BUCKETS.items()} == {
        "hour": (20, 1),
        "day": (100, 24),
    }
