"""A command beside the running server opens and closes the same SQLite file: nothing committed before or after is lost."""

import asyncio
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path

from letterlock.adapters.sql.opening import open_store
from letterlock.ports.records import Job

NOW = datetime(2026, 11, 30, 12, tzinfo=UTC)

BESIDE = """
import asyncio, sys
from letterlock.adapters.sql.opening import open_store
async def main():
    store, events = open_store(sys.argv[1])
    await store.check()
    await store.close()
    await events.close()
asyncio.run(main())
"""


def beside(url: str) -> None:
    subprocess.run([sys.executable, "-c", BESIDE, url], check=True, timeout=60)


async def test_what_another_process_closes_is_not_taken_away_from_us(sqlite_url):
    store, events = open_store(sqlite_url)
    log = Path(sqlite_url.removeprefix("sqlite:///") + "-wal")
    await asyncio.gather(*(store.read(lambda unit: unit.jobs.next_due(["analyse"])) for _ in range(20)))
    await store.write(lambda unit: unit.jobs.defer(Job("job_1", "analyse", "msg_1", "org_1", NOW)))
    ours = log.stat().st_ino
    await asyncio.to_thread(beside, sqlite_url)
    assert log.stat().st_ino == ours, "the log we write to is the one others read"
    await store.write(lambda unit: unit.jobs.defer(Job("job_2", "deliver", "msg_2", "org_1", NOW)))
    other, others = open_store(sqlite_url)
    assert await other.read(lambda unit: unit.jobs.next_due(["deliver"])) == NOW
    for opened in (other, others, store, events):
        await opened.close()
