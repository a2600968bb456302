"""PostgreSQL alone: what is run again, what must not be, and what wakes other processes."""

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import psycopg
import pytest
import pytest_asyncio

from letterlock.adapters.sql import jobs, messages, threads
from letterlock.adapters.sql.opening import open_store
from letterlock.adapters.sql.postgres import PostgresStore
from letterlock.core.errors import Temporary
from letterlock.ports.events import message_topic
from letterlock.ports.records import Workspace
from letterlock.ports.store import Unit
from support.records import NOW, message, two_workspaces

pytestmark = pytest.mark.servers


@pytest_asyncio.fixture
async def store(postgres_url: str) -> AsyncIterator[PostgresStore]:
    opened, events = open_store(postgres_url)
    assert isinstance(opened, PostgresStore)
    yield opened
    await opened.close()
    await events.close()


def connection_of(unit: Unit) -> "psycopg.Connection[Any]":
    found: psycopg.Connection[Any] = unit.messages._db.connection  # type: ignore[attr-defined]
    return found


def add(unit: Unit) -> None:
    unit.people.add_workspace(Workspace("wsp_1", "x", NOW))


async def test_a_commit_is_synced_whatever_the_servers_default(postgres_url: str) -> None:
    with psycopg.connect(postgres_url, autocommit=True) as connection:
        name = connection.info.dbname
        connection.execute(f'ALTER DATABASE "{name}" SET synchronous_commit = off')
    opened, _ = open_store(postgres_url)
    setting = await opened.write(lambda unit: connection_of(unit).execute("SHOW synchronous_commit").fetchone())
    assert setting == ("on",)
    await opened.close()


async def test_a_unit_whose_connection_is_lost_before_the_commit_is_run_again(store: PostgresStore) -> None:
    runs = 0

    def work(unit: Unit) -> None:
        nonlocal runs
        runs += 1
        add(unit)
        if runs == 1:
            connection_of(unit).execute("SELECT pg_terminate_backend(pg_backend_pid())")

    await store.write(work)

    assert runs == 2
    assert len(await store.read(lambda unit: unit.people.workspaces())) == 1


async def test_a_unit_whose_connection_is_lost_at_the_commit_is_not_run_again(store: PostgresStore) -> None:
    runs = 0

    def work(unit: Unit) -> None:
        nonlocal runs
        runs += 1
        add(unit)
        connection_of(unit).close()

    with pytest.raises(Temporary, match="may or may not"):
        await store.write(work)

    assert runs == 1
    await store.check()


async def test_connections_lost_while_idle_are_made_anew(store: PostgresStore, postgres_url: str) -> None:
    await asyncio.gather(*[store.read(lambda unit: unit.people.workspaces()) for _ in range(30)])
    with psycopg.connect(postgres_url, autocommit=True) as connection:
        connection.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
            "WHERE datname = current_database() AND pid <> pg_backend_pid()"
        )
    await asyncio.gather(*[store.write(lambda unit: unit.announce("x")) for _ in range(30)])
    await store.check()


async def test_a_database_that_is_away_is_temporary(postgres_url: str) -> None:
    opened, events = open_store(postgres_url)
    gone = PostgresStore(postgres_url.rpartition("/")[0] + "/none", events)  # type: ignore[arg-type]
    with pytest.raises(Temporary, match="cannot be reached"):
        await gone.read(lambda unit: unit.people.workspaces())
    await gone.close()
    await opened.close()


async def test_a_commit_in_one_process_wakes_waiters_of_another(store: PostgresStore, postgres_url: str) -> None:
    other, events = open_store(postgres_url)
    await store.write(two_workspaces)
    async with events.listen(message_topic("acc_1")) as waiter:
        await waiter.wait(0)

        def fail(unit: Unit) -> None:
            unit.announce(message_topic("acc_1"))
            raise LookupError

        def deliver(unit: Unit) -> None:
            unit.messages.add(message())
            unit.announce(message_topic("acc_1"))

        with pytest.raises(LookupError):
            await store.write(fail)
        await store.write(deliver)
        assert await waiter.wait(10)
        assert await other.read(lambda unit: unit.messages.find("msg_0001")) == message()
        assert not await waiter.wait(0)
    await other.close()
    await events.close()


async def test_lists_and_due_jobs_are_found_by_their_indexes(store: PostgresStore) -> None:
    def plan(unit: Unit, sql: str, **params: Any) -> str:
        rows = connection_of(unit).execute("EXPLAIN " + sql, params).fetchall()  # type: ignore[call-overload]
        return "\n".join(row[0] for row in rows)

    def look(unit: Unit) -> None:
        page = {"account_id": "acc_1", "after_at": 2**62, "after_id": "", "limit": 20}
        for statement, index, more in (
            (messages._LIST, "ix_messages_listed", {"hidden": ""}),
            (messages._LABELLED, "ix_message_labels_listed", {"hidden": "", "label": "INBOX"}),
            (messages._TURN_AFTER, "ix_messages_listed", {"received_at": 1}),
            (messages._NEXT_TURN, "ix_messages_turn", {"turn": 1}),
            (messages._BY_RFC_IDS, "ix_messages_rfc_id", {"ids": ["a"]}),
            (threads._LIST, "ix_threads_listed", {}),
            (jobs._DUE, "ix_jobs_due", {"kind": "deliver", "now": 1}),
        ):
            found = plan(unit, statement.text("postgresql"), **page, **more)  # type: ignore[arg-type]
            assert index in found, found
            assert "Seq Scan" not in found
        for statement in (messages._LIST, messages._LABELLED, threads._LIST):
            found = plan(unit, statement.text("postgresql"), **page, hidden="", label="INBOX")
            assert "Sort" not in found, found

    await store.write(look)
