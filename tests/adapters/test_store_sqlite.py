"""SQLite alone: synced commits that many units share, and what happens when the disk fails."""

import asyncio
import re
import sqlite3
import subprocess
import sys
import threading
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from letterlock.adapters.sql import (
    accounts,
    credentials,
    full_text,
    jobs,
    ledgers,
    messages,
    people,
    removal,
    search,
    threads,
)
from letterlock.adapters.sql.opening import open_store
from letterlock.adapters.sql.sqlite import SqliteStore
from letterlock.adapters.sql.statements import Statement
from letterlock.core.errors import Temporary
from letterlock.core.query import parse_query
from letterlock.ports.records import Page, Workspace
from letterlock.ports.store import Unit
from support.records import NOW, message, two_workspaces


@pytest_asyncio.fixture
async def store(sqlite_url: str) -> AsyncIterator[SqliteStore]:
    opened, _ = open_store(sqlite_url)
    assert isinstance(opened, SqliteStore)
    yield opened
    await opened.close()


def add(number: int, size: int = 1) -> Any:
    return lambda unit: unit.people.add_workspace(Workspace(f"wsp_{number:03}", "x" * size, NOW))


async def behind_a_closed_door(store: SqliteStore, works: list[Any]) -> list[Any]:
    """Queues `works` while the writer is held up, so that they share a commit."""
    door, held = threading.Event(), asyncio.Event()
    loop = asyncio.get_running_loop()

    def hold(unit: Unit) -> None:
        loop.call_soon_threadsafe(held.set)
        assert door.wait(10)

    holding = asyncio.create_task(store.write(hold, long=True))
    await held.wait()
    tasks = [asyncio.create_task(store.write(work)) for work in works]
    await asyncio.sleep(0)
    door.set()
    await asyncio.gather(holding, return_exceptions=True)
    return await asyncio.gather(*tasks, return_exceptions=True)


async def test_what_is_queued_together_is_committed_together(store: SqliteStore) -> None:
    commits: list[str] = []
    store._connection.set_trace_callback(lambda sql: commits.append(sql) if sql == "COMMIT" else None)

    results = await behind_a_closed_door(store, [add(number) for number in range(200)])

    assert results == [None] * 200
    assert len(commits) == store.commits == 1
    assert store.units == 201


async def test_nothing_waits_for_more_to_share_a_commit_with(store: SqliteStore) -> None:
    await store.write(add(1))
    await store.write(add(2))
    assert store.commits == 2


async def test_commits_are_synced_and_foreign_keys_hold(store: SqliteStore) -> None:
    def pragma(name: str) -> Any:
        return store._connection.execute(f"PRAGMA {name}").fetchone()[0]

    assert (pragma("journal_mode"), pragma("synchronous"), pragma("foreign_keys")) == ("wal", 2, 1)


class _BrokenCommit:
    """A connection whose commits fail."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection

    def __getattr__(self, name: str) -> Any:
        return getattr(self._connection, name)

    def execute(self, sql: str) -> Any:
        if sql == "COMMIT":
            error = sqlite3.OperationalError("disk I/O error")
            error.sqlite_errorcode = sqlite3.SQLITE_IOERR
            raise error
        return self._connection.execute(sql)


async def test_a_commit_that_fails_fails_all_that_shared_it(store: SqliteStore) -> None:
    whole = store._connection
    store._connection = _BrokenCommit(whole)  # type: ignore[assignment]

    results = await asyncio.gather(*[store.write(add(number)) for number in range(20)], return_exceptions=True)

    assert [type(one) for one in results] == [Temporary] * 20
    store._connection = whole
    assert await store.read(lambda unit: unit.people.workspaces()) == []
    await store.write(add(1))


async def test_on_a_full_disk_what_was_answered_is_there_and_what_failed_is_not(store: SqliteStore) -> None:
    await store.write(add(900))
    pages = store._connection.execute("PRAGMA page_count").fetchone()[0]
    store._connection.execute(f"PRAGMA max_page_count={pages + 20}")
    works = [add(number, 200_000 if number % 7 == 3 else 10) for number in range(70)]

    results = await behind_a_closed_door(store, works)
    store._connection.execute("PRAGMA max_page_count=1073741823")

    found = {one.id for one in await store.read(lambda unit: unit.people.workspaces())} - {"wsp_900"}
    assert found == {f"wsp_{number:03}" for number, result in enumerate(results) if result is None}
    assert {type(one) for one in results if one is not None} == {Temporary}
    assert sum(isinstance(one, Temporary) for one in results) >= 10


async def test_a_transaction_the_engine_gives_up_fails_those_in_it_and_the_rest_goes_on(store: SqliteStore) -> None:
    def give_up(unit: Unit) -> None:
        store._connection.execute("ROLLBACK")
        raise sqlite3.OperationalError("database or disk is full")

    results = await behind_a_closed_door(store, [add(1), give_up, add(2)])

    assert isinstance(results[0], sqlite3.OperationalError)
    assert isinstance(results[1], sqlite3.OperationalError)
    assert results[2] is None
    assert [one.id for one in await store.read(lambda unit: unit.people.workspaces())] == ["wsp_002"]


async def test_another_process_that_writes_is_waited_for(store: SqliteStore, sqlite_url: str) -> None:
    code = (
        "import sqlite3, sys\n"
        "c = sqlite3.connect(sys.argv[1], isolation_level=None)\n"
        "c.execute('BEGIN IMMEDIATE')\n"
        "c.execute(\"INSERT INTO workspaces VALUES ('wsp_other', 'x', 1)\")\n"
        "print('begun', flush=True)\n"
        "sys.stdin.readline()\n"
        "c.execute('COMMIT')\n"
    )
    path = sqlite_url.removeprefix("sqlite:///")
    other = subprocess.Popen(
        [sys.executable, "-c", code, path], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert other.stdin is not None and other.stdout is not None
    assert await asyncio.to_thread(other.stdout.readline) == "begun\n"

    writing = asyncio.create_task(store.write(add(1)))
    assert await store.read(lambda unit: unit.people.workspaces()) == []
    other.stdin.write("\n")
    other.stdin.close()
    await writing
    other.wait()
    other.stdout.close()

    assert len(await store.read(lambda unit: unit.people.workspaces())) == 2


async def test_the_file_is_its_owners_alone(tmp_path: Path) -> None:
    opened, _ = open_store(f"sqlite:///{tmp_path}/new/letterlock.db")
    await opened.write(two_workspaces)
    modes = {path.name: path.stat().st_mode & 0o777 for path in (tmp_path / "new").iterdir()}
    assert set(modes.values()) == {0o600}
    assert "letterlock.db-wal" in modes
    await opened.close()


MODULES = (messages, threads, jobs, accounts, ledgers, people, credentials, full_text)


def statements() -> dict[str, Statement]:
    found = {
        f"{module.__name__.rpartition('.')[2]}.{name}": value
        for module in MODULES
        for name, value in vars(module).items()
        if isinstance(value, Statement) and "POSTGRESQL" not in name
    }
    return found | {f"removal.{number}": one for number, one in enumerate(removal._STATEMENTS)}


# The few there are of these at any time are read whole.
WHOLE = {"accounts._ALL", "jobs._RELEASE", "people._WORKSPACES", "messages._PENDING"}


async def test_every_statement_finds_its_rows_by_an_index(store: SqliteStore) -> None:
    def plan(statement: Statement) -> list[str]:
        sql = statement.text("sqlite")
        names = dict.fromkeys(re.findall(r":(\w+)", sql), "1")
        return [row[3] for row in store._connection.execute(f"EXPLAIN QUERY PLAN {sql}", names)]

    plans = {name: plan(statement) for name, statement in statements().items()}

    for name, steps in plans.items():
        scans = [step for step in steps if step.startswith("SCAN") and "json_each" not in step]
        assert not scans or name in WHOLE, (name, scans)
    # What a list is ordered by comes from the index too, so that no page costs more than another.
    for name in ("messages._LIST", "messages._LABELLED", "messages._NEXT_TURN", "messages._OF_THREAD"):
        assert not any("TEMP B-TREE" in step for step in plans[name]), (name, plans[name])
    for name in ("threads._LIST", "threads._LABELLED", "accounts._LIST", "jobs._DUE", "ledgers._ENTRIES"):
        assert not any("TEMP B-TREE" in step for step in plans[name]), (name, plans[name])
    assert any("COVERING INDEX" in step for step in plans["messages._TURN_AFTER"])
    assert any("ix_messages_pending" in step for step in plans["messages._PENDING"])


@pytest.mark.parametrize("near", [True, False])
@pytest.mark.parametrize("written", ["", "is:unread -has:attachment", "from:ana OR has:attachment"])
async def test_a_search_scans_no_table_and_sorts_no_more_than_a_window(
    store: SqliteStore, near: bool, written: str
) -> None:
    others = (parse_query(written, NOW).root,) if written else ()
    sql, values = search._sqlite(messages._LISTED, "acc_1", others, near=near)
    given = dict.fromkeys(("before", "limit", "window"), 1) | {"words": "a", "account_id": "acc_1", "hidden": "[]"}
    steps = [row[3] for row in store._connection.execute(f"EXPLAIN QUERY PLAN {sql}", given | values)]
    assert any("message_words VIRTUAL TABLE" in step for step in steps)
    walked = [step for step in steps if step.startswith("SCAN")]
    assert all("message_words" in step or "json_each" in step for step in walked), steps
    assert any("messages USING INTEGER PRIMARY KEY" in step for step in steps), steps
    assert near or not any("TEMP B-TREE" in step for step in steps), steps


async def test_page_after_page_costs_the_same(store: SqliteStore) -> None:
    """Counted in steps of SQLite's machine, which no other load on the computer changes."""
    await store.write(two_workspaces)
    await store.write(lambda unit: [unit.messages.add(message(number)) for number in range(2000)])
    steps = [0]

    def cost(unit: Unit, **more: Any) -> int:
        connection = unit.messages._db.connection  # type: ignore[attr-defined]

        def step() -> None:
            steps[0] += 1

        connection.set_progress_handler(step, 10)
        steps[0] = 0
        assert len(unit.messages.list("acc_1", hidden=[""], limit=20, **more)) == 20
        connection.set_progress_handler(None, 0)
        return steps[0]

    far = Page(message(60).received_at, "msg_0060")
    for labels in ((), ("INBOX",)):
        first = await store.read(lambda unit, labels=labels: cost(unit, labels=labels, after=None))
        last = await store.read(lambda unit, labels=labels: cost(unit, labels=labels, after=far))
        assert abs(first - last) <= first * 0.2 + 2, (labels, first, last)
