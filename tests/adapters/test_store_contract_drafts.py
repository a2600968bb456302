"""What every store promises of drafts."""

import asyncio

import pytest

from letterlock.ports.records import Page
from letterlock.ports.store import Store, Unit
from support.records import after, draft, two_workspaces


async def test_a_draft_is_read_back_as_it_was_added(store: Store) -> None:
    await store.write(two_workspaces)
    whole = draft(
        status="scheduled",
        person=True,
        client_id="c",
        asked="digest",
        send_at=after(90),
        content_hash="ab" * 32,
        size=7,
        content={"text": "日本 \x00 \ud83d", "files": [{"filename": None}]},
    )
    assert await store.write(lambda unit: unit.drafts.add(whole)) is None

    def look(unit: Unit) -> None:
        assert unit.drafts.get("acc_1", "drf_1") == whole
        assert unit.drafts.find("drf_1") == whole
        assert unit.drafts.by_client_id("acc_1", "cred_1", "c") == whole
        assert unit.drafts.get("acc_2", "drf_1") is None

    await store.read(look)


async def test_a_client_id_is_of_its_account_and_maker(store: Store) -> None:
    await store.write(two_workspaces)
    first = draft(1, client_id="c")
    others = [
        draft(2, client_id="c", created_by="cred_2"),
        draft(3, client_id="c", account_id="acc_2"),
        draft(4, client_id="d"),
        draft(5),
        draft(6),
    ]

    def add(unit: Unit) -> None:
        assert unit.drafts.add(first) is None
        assert [unit.drafts.add(other) for other in others] == [None] * 5
        assert unit.drafts.add(draft(7, client_id="c")) == first
        assert unit.drafts.find("drf_7") is None

    await store.write(add)


async def test_of_drafts_with_one_client_id_that_race_one_is_kept(store: Store) -> None:
    await store.write(two_workspaces)
    found = await asyncio.gather(
        *(store.write(lambda unit, n=n: unit.drafts.add(draft(n, client_id="c"))) for n in range(10))  # type: ignore[misc]
    )
    kept = await store.read(lambda unit: unit.drafts.by_client_id("acc_1", "cred_1", "c"))
    assert kept is not None
    assert found.count(None) == 1
    assert {one.id for one in found if one is not None} == {kept.id}


async def test_drafts_not_sent_are_listed_newest_first_in_pages(store: Store) -> None:
    await store.write(two_workspaces)
    foreign = {"workspace_id": "wsp_2", "account_id": "acc_3"}

    def add(unit: Unit) -> None:
        for one in (draft(1), draft(2, status="failed"), draft(3, account_id="acc_2"), draft(4, **foreign), draft(5)):
            unit.drafts.add(one)
        assert unit.drafts.sent("drf_5", "msg_5", after(60))

    await store.write(add)

    def look(unit: Unit) -> None:
        first = unit.drafts.list("wsp_1", only=None, limit=2, after=None)
        assert [one.id for one in first] == ["drf_3", "drf_2"]
        rest = unit.drafts.list("wsp_1", only=None, limit=9, after=Page(first[-1].created_at, first[-1].id))
        assert [one.id for one in rest] == ["drf_1"]
        assert [one.id for one in unit.drafts.list("wsp_1", only={"acc_2"}, limit=9, after=None)] == ["drf_3"]
        assert unit.drafts.list("wsp_1", only=[], limit=9, after=None) == []

    await store.read(look)


async def test_a_draft_is_sent_once_also_when_calls_race(store: Store) -> None:
    await store.write(two_workspaces)
    await store.write(lambda unit: unit.drafts.add(draft(status="scheduled", failure="before")))

    won = await asyncio.gather(
        *(store.write(lambda unit, n=n: unit.drafts.sent("drf_1", f"msg_{n}", after(n))) for n in range(10))  # type: ignore[misc]
    )

    found = await store.read(lambda unit: unit.drafts.find("drf_1"))
    assert won.count(True) == 1
    assert found == draft(
        status="sent", message_id=f"msg_{won.index(True)}", failure="", updated_at=after(won.index(True))
    )


@pytest.mark.parametrize("status", ["draft", "failed", "sent"])
async def test_only_a_scheduled_draft_fails(store: Store, status: str) -> None:
    await store.write(two_workspaces)

    def work(unit: Unit) -> None:
        unit.drafts.add(draft(1, status=status))
        unit.drafts.add(draft(2, status="scheduled"))
        assert not unit.drafts.failed("drf_1", "why", after(9))
        assert unit.drafts.failed("drf_2", "why", after(9))
        assert unit.drafts.find("drf_1") == draft(1, status=status)
        assert unit.drafts.find("drf_2") == draft(2, status="failed", failure="why", updated_at=after(9))

    await store.write(work)


async def test_a_draft_is_removed_unless_it_was_sent(store: Store) -> None:
    await store.write(two_workspaces)

    def work(unit: Unit) -> None:
        unit.drafts.add(draft(1, status="sent"))
        unit.drafts.add(draft(2, status="scheduled"))
        assert not unit.drafts.remove("drf_1")
        assert unit.drafts.remove("drf_2")
        assert not unit.drafts.remove("drf_2")
        assert not unit.drafts.sent("drf_2", "msg_2", after(9))
        assert unit.drafts.find("drf_1") is not None

    await store.write(work)


async def test_what_a_draft_holds_is_changed_until_it_is_sent(store: Store) -> None:
    await store.write(two_workspaces)

    def work(unit: Unit) -> None:
        unit.drafts.add(draft(1, status="scheduled"))
        unit.drafts.add(draft(2, status="sent"))
        assert unit.drafts.change("drf_1", {"labels": ["a"]}, after(9))
        assert not unit.drafts.change("drf_2", {"labels": ["a"]}, after(9))
        assert not unit.drafts.change("drf_3", {"labels": ["a"]}, after(9))
        changed = draft(1, status="scheduled", content={"labels": ["a"]}, updated_at=after(9))
        assert unit.drafts.find("drf_1") == changed
        assert unit.drafts.find("drf_2") == draft(2, status="sent")

    await store.write(work)
