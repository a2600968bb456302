"""Feedback and durable token buckets, on both engines."""

import asyncio
from datetime import UTC, datetime, timedelta

from letterlock.ports.records import Feedback, Workspace

NOW = datetime(2026, 12, 1, 10, 0, tzinfo=UTC)


def said(number, *, workspace="org_a", at=NOW):
    return Feedback(f"fbk_{number}", workspace, at, "key_1", "tester 9", "neutral", "docs", None, f"words {number}")


async def workspaces(store):
    for name in ("org_a", "org_b"):
        await store.write(lambda unit, name=name: unit.people.add_workspace(Workspace(name, name, NOW)))


async def test_it_is_listed_newest_first_and_by_workspace(store):
    await workspaces(store)
    mine = [said(number, at=NOW + timedelta(hours=number)) for number in range(3)]
    for one in [*mine, said(9, workspace="org_b")]:
        await store.write(lambda unit, one=one: unit.feedback.add(one))
    assert await store.read(lambda unit: unit.feedback.list("org_a", 2)) == [mine[2], mine[1]]
    assert await store.read(lambda unit: unit.feedback.oldest("org_a")) == NOW


async def test_what_is_old_goes_in_its_own_workspace_alone(store):
    await workspaces(store)
    for one in [said(1), said(2, at=NOW + timedelta(days=1)), said(3, workspace="org_b")]:
        await store.write(lambda unit, one=one: unit.feedback.add(one))
    assert await store.write(lambda unit: unit.feedback.remove_until("org_a", NOW)) == 1
    assert [one.id for one in await store.read(lambda unit: unit.feedback.list("org_a", 9))] == ["fbk_2"]
    assert await store.read(lambda unit: unit.feedback.oldest("org_b")) == NOW


async def test_there_is_no_oldest_of_none(store):
    assert await store.read(lambda unit: unit.feedback.oldest("org_a")) is None


async def test_tokens_taken_at_the_same_time_are_all_counted(store):
    """Each unit reads the bucket and writes it back: none may be lost, also when it did not exist yet."""

    def take(unit):
        full_at = unit.buckets.full_at("one") or NOW
        unit.buckets.put("one", full_at + timedelta(seconds=1))

    await asyncio.gather(*(store.write(take) for _ in range(20)))
    assert await store.read(lambda unit: unit.buckets.full_at("one")) == NOW + timedelta(seconds=20)
    assert await store.read(lambda unit: unit.buckets.full_at("other")) is None
