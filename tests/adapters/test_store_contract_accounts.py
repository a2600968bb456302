"""What every store promises of accounts and addresses."""

import asyncio
from dataclasses import replace

import pytest
from sqlalchemy import create_engine, func, select

from letterlock.adapters.sql.schema import METADATA
from letterlock.ports.records import Attempt, AuditEntry, Contact, ListEntry, Page, Shown
from letterlock.ports.store import AddressTaken, Store, Unit
from support.records import (
    NOW,
    account,
    after,
    attachment,
    draft,
    entry,
    job,
    member,
    message,
    thread,
    two_workspaces,
)


async def test_an_account_is_read_back_as_it_was_added(store: Store) -> None:
    await store.write(two_workspaces)
    whole = account(
        9,
        display_name="Ünï\x00code \ud800",
        client_id="c",
        expires_at=after(3),
        paused_at=NOW,
        quota_bytes=5,
        authserv_ids=("mx.example.net",),
    )
    await store.write(lambda unit: unit.accounts.add(whole))

    found = await store.read(lambda unit: unit.accounts.get("wsp_1", "acc_9"))

    assert found == replace(whole, display_name="Ünïcode ?")


async def test_an_account_is_found_by_address_client_id_and_in_its_workspace_alone(store: Store) -> None:
    await store.write(two_workspaces)
    await store.write(lambda unit: unit.accounts.add(account(4, client_id="job-1")))

    def look(unit: Unit) -> None:
        found = unit.accounts.by_address("agent3@example.org")
        assert found is not None and found.id == "acc_3"
        assert unit.accounts.by_address("nobody@example.org") is None
        assert unit.accounts.get("wsp_1", "acc_3") is None
        assert unit.accounts.in_workspace("wsp_1", "agent3@example.org") is None
        assert unit.accounts.in_workspace("wsp_2", "agent3@example.org") == found
        assert unit.accounts.by_client_id("wsp_1", "job-1") == account(4, client_id="job-1")
        assert unit.accounts.by_client_id("wsp_2", "job-1") is None
        assert list(unit.accounts.all_ids()) == [
            ("wsp_1", "acc_1"),
            ("wsp_1", "acc_2"),
            ("wsp_1", "acc_4"),
            ("wsp_2", "acc_3"),
        ]

    await store.read(look)


async def test_accounts_are_listed_newest_first_in_pages(store: Store) -> None:
    await store.write(two_workspaces)
    await store.write(lambda unit: [unit.accounts.add(account(n, created_at=after(50))) for n in (5, 6, 7)])

    def look(unit: Unit) -> None:
        first = unit.accounts.list("wsp_1", only=None, limit=2, after=None)
        assert [one.id for one in first] == ["acc_7", "acc_6"]
        rest = unit.accounts.list("wsp_1", only=None, limit=9, after=Page(first[-1].created_at, first[-1].id))
        assert [one.id for one in rest] == ["acc_5", "acc_2", "acc_1"]
        only = unit.accounts.list("wsp_1", only={"acc_1", "acc_6", "acc_3"}, limit=9, after=None)
        assert [one.id for one in only] == ["acc_6", "acc_1"]
        assert unit.accounts.list("wsp_1", only=[], limit=9, after=None) == []

    await store.read(look)


async def test_used_bytes_add_up(store: Store) -> None:
    await store.write(two_workspaces)
    await asyncio.gather(*[store.write(lambda unit: unit.accounts.add_used("acc_1", 7)) for _ in range(20)])

    found = await store.read(lambda unit: unit.accounts.get("wsp_1", "acc_1"))

    assert found is not None and found.used_bytes == 140


@pytest.mark.parametrize("workspace", ["wsp_1", "wsp_2"])
async def test_an_address_in_use_is_taken_for_everybody(store: Store, workspace: str) -> None:
    await store.write(two_workspaces)
    other = account(8, workspace_id=workspace, address="agent1@example.org")

    with pytest.raises(AddressTaken):
        await store.write(lambda unit: unit.accounts.add(other))

    assert await store.read(lambda unit: unit.accounts.get(workspace, "acc_8")) is None


async def test_an_address_let_go_is_given_to_its_own_workspace_alone(store: Store) -> None:
    await store.write(two_workspaces)
    await store.write(lambda unit: unit.accounts.remove("acc_1"))
    assert await store.read(lambda unit: unit.accounts.by_address("agent1@example.org")) is None

    with pytest.raises(AddressTaken):
        stranger = account(8, workspace_id="wsp_2", address="agent1@example.org")
        await store.write(lambda unit: unit.accounts.add(stranger))
    await store.write(lambda unit: unit.accounts.add(account(9, address="agent1@example.org")))

    found = await store.read(lambda unit: unit.accounts.by_address("agent1@example.org"))
    assert found is not None and found.id == "acc_9"


async def test_a_connected_mailbox_reserves_no_address(store: Store) -> None:
    await store.write(two_workspaces)
    connected = account(8, provider="imap", address="ana@example.net")
    await store.write(lambda unit: unit.accounts.add(connected))
    await store.write(lambda unit: unit.accounts.add(replace(connected, id="acc_9", workspace_id="wsp_2")))

    def look(unit: Unit) -> None:
        assert unit.accounts.by_address("ana@example.net") is None
        assert unit.accounts.in_workspace("wsp_1", "ana@example.net") == connected

    await store.read(look)
    with pytest.raises(AddressTaken):
        await store.write(lambda unit: unit.accounts.add(replace(connected, id="acc_10")))


async def test_whose_results_an_account_believes_is_told_and_taken_back(store: Store) -> None:
    await store.write(two_workspaces)
    for names in (("mx.example.net", "gate.example.net"), None):
        await store.write(lambda unit, names=names: unit.accounts.set_authserv_ids("acc_1", names, after(9)))
        found = await store.read(lambda unit: unit.accounts.get("wsp_1", "acc_1"))
        assert found == account(1, authserv_ids=names, updated_at=after(9))


async def test_of_twenty_who_want_an_address_one_gets_it(store: Store) -> None:
    await store.write(two_workspaces)

    async def want(number: int) -> bool:
        wanted = account(number, workspace_id=f"wsp_{1 + number % 2}", address="wanted@example.org")
        try:
            await store.write(lambda unit: unit.accounts.add(wanted))
        except AddressTaken:
            return False
        return True

    got = await asyncio.gather(*[want(number) for number in range(100, 120)])

    assert sum(got) == 1


def _everything(unit: Unit, number: int) -> None:
    """A row about the account in every table that has one."""
    own = {"account_id": f"acc_{number}"}
    mail = message(number, **own, search_text="shared words", rfc_message_id=f"{number}@example.net")
    unit.messages.add(mail, [attachment(number, message_id=mail.id)])
    unit.threads.save(thread(number, **own))
    unit.outbox.add([entry(number, message_id=mail.id, **own)])
    attempt = Attempt(f"out_{number}", NOW, "deferred", "mx.example.net", "450 4.2.0 Later", True)
    unit.outbox.update(entry(number, message_id=mail.id, attempts=1, **own), attempt)
    unit.relations.received(own["account_id"], "ana@example.net", authenticated=True, at=NOW)
    unit.habits.seen(own["account_id"], "ana@example.net", {("signer", "example.net")}, NOW)
    unit.contacts.know("wsp_1", "domain", Contact(f"{number}.example", "seen", own["account_id"]), ["key"])
    unit.lists.add(ListEntry("wsp_1", "blocked", "eve.example", "mem_1", NOW, **own))
    unit.provenance.add(Shown("wsp_1", own["account_id"], "cred_1", NOW, "messages.get", ((mail.id, "known"),)))
    unit.jobs.defer(job(number, key=mail.id))
    unit.jobs.defer(job(number + 100, kind="expire", key=own["account_id"]))
    unit.drafts.add(draft(number, **own))
    unit.jobs.defer(job(number + 200, kind="schedule", key=f"drf_{number}"))
    unit.people.add_member(member(number))
    unit.people.set_account_role(own["account_id"], f"mem_{number}", "owner")
    targets = (own["account_id"],)
    unit.audit.add(
        AuditEntry(f"aud_{number}", "wsp_1", NOW, "cred_1", "", "inboxes.create", targets, "allow", (), "ok")
    )


async def test_removing_an_account_takes_every_row_about_it_and_no_other(store: Store, database_url: str) -> None:
    await store.write(two_workspaces)
    await store.write(lambda unit: [_everything(unit, number) for number in (1, 2)])
    before = _rows(database_url)

    await store.write(lambda unit: unit.accounts.remove("acc_1"))

    left = _rows(database_url)
    kept = {"addresses", "audit", "members", "workspaces", "alembic_version"}
    for table in ("accounts", "messages", "message_words", *METADATA.tables):
        if before.get(table) and table not in kept:
            lost = 1 if table == "accounts" else before[table] // 2
            assert left[table] == before[table] - lost, table
    assert {table for table, rows in before.items() if rows >= 2} >= {
        "messages",
        "message_labels",
        "attachments",
        "threads",
        "thread_labels",
        "drafts",
        "outbox",
        "attempts",
        "relations",
        "habits",
        "contacts",
        "list_entries",
        "provenance",
        "jobs",
        "account_roles",
        "message_words",
    }
    assert left["audit"] == 2
    assert left["addresses"] == 3


def _rows(url: str) -> dict[str, int]:
    engine = create_engine(url.replace("postgresql://", "postgresql+psycopg://"))
    with engine.connect() as connection:
        found = {
            name: connection.execute(select(func.count()).select_from(table)).scalar_one()
            for name, table in METADATA.tables.items()
        }
        words = "SELECT count(*) FROM message_words"
        if url.startswith("sqlite"):
            words += " WHERE message_words MATCH 'shared'"
        found["message_words"] = connection.exec_driver_sql(words).scalar_one()
    engine.dispose()
    return found


async def test_the_blobs_named_are_those_of_messages_and_unsent_drafts_of_the_account(store: Store) -> None:
    def add(unit: Unit) -> None:
        two_workspaces(unit)
        unit.messages.add(message(1))
        unit.messages.add(message(2, state="pending"))
        unit.messages.add(message(3, account_id="acc_2"))
        for number in (1, 2, 3):
            unit.drafts.add(draft(number, content_hash=f"{number}" * 64 if number < 3 else None))
        unit.drafts.sent("drf_2", "msg_0001", NOW)

    await store.write(add)
    named = await store.read(lambda unit: unit.accounts.named_blobs("acc_1"))
    assert named == {f"{1:064x}", f"{2:064x}", "1" * 64}
