"""Searching and turning pages in a large inbox, compared with the bare full-text query on the same file."""

import asyncio
import random
import sqlite3
import statistics
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from itertools import accumulate
from pathlib import Path

from letterlock.adapters.sql.opening import open_store
from letterlock.adapters.sql.schema import FULL_TEXT
from letterlock.core.query import parse_query
from letterlock.ports.records import Account, Page, StoredMessage, Thread, Workspace
from letterlock.ports.store import Store, Unit

SIZES = (1_000, 10_000, 100_000)
SHOWN = 20
QUERIES = 60
REPEATS = 5
_WORDS = 30_000
_UNIT = 1_000
_START = datetime(2026, 1, 1, tzinfo=UTC)
_NAMES = ("ana", "ben", "cleo", "dan", "eva", "finn", "gus", "hana")


@dataclass(frozen=True, slots=True)
class Searched:
    """Medians over the queries, in microseconds, and of each query's ratios."""

    messages: int
    ours: float
    ranked: float
    """The bare query as it is usually written: the best 20 by FTS5's own rank."""
    newest: float
    """The bare query for the newest 20."""
    ratio: float
    newest_ratio: float


@dataclass(frozen=True, slots=True)
class Turned:
    """Microseconds of the first page and of one behind nine tenths of the list, and their ratio."""

    about: str
    first: float
    far: float

    @property
    def ratio(self) -> float:
        return self.far / self.first


@dataclass(frozen=True, slots=True)
class Result:
    searched: tuple[Searched, ...]
    turned: tuple[Turned, ...]


def measure(sizes: Sequence[int] = SIZES) -> Result:
    """One inbox that grows from each size to the next."""
    return asyncio.run(_measure(sizes))


async def _measure(sizes: Sequence[int]) -> Result:
    with tempfile.TemporaryDirectory(prefix="letterlock-bench-") as folder:
        path = Path(folder) / "letterlock.sqlite"
        store, events = open_store(f"sqlite:///{path}")
        mails = _mails(sizes[-1])
        await store.write(_an_inbox)
        searched, there = [], 0
        for size in sizes:
            await _grow(store, mails, size - there)
            there = size
            searched.append(await _searches(store, path, size))
        turned = await _pages(store, sizes[-1])
        await events.close()
        await store.close()
    return Result(tuple(searched), tuple(turned))


def _an_inbox(unit: Unit) -> None:
    unit.people.add_workspace(Workspace("wsp_1", "bench", _START))
    unit.accounts.add(Account("acc_1", "wsp_1", "hosted", "agent@bench.example", None, "system", _START, _START))


def _mails(count: int) -> Iterator[StoredMessage]:
    """Mail of 60 to 300 words whose frequencies follow Zipf's law, as those of a language do."""
    chance = random.Random(7)
    weights = list(accumulate(1 / rank for rank in range(1, _WORDS + 1)))
    words = [f"w{number:x}" for number in range(_WORDS)]
    for number in range(count):
        text = " ".join(chance.choices(words, cum_weights=weights, k=chance.randint(60, 300)))
        at = _START + timedelta(seconds=number)
        sender = f"{chance.choice(_NAMES)}@shop{number % 500}.example"
        yield StoredMessage(
            id=f"msg_{number:09}",
            workspace_id="wsp_1",
            account_id="acc_1",
            direction="inbound",
            state="ready",
            received_at=at,
            content_hash=f"{number:064x}",
            size=len(text),
            envelope={"mail_from": sender, "rcpt_to": "agent@bench.example", "via": "smtp"},
            identity=f"{number:064x}",
            rfc_message_id=f"{number}@shop.example",
            thread_id=f"thd_{number:09}",
            timestamp=at,
            subject=text[:60],
            from_address=sender,
            labels=frozenset({"INBOX", "UNREAD"}),
            trust_level="known",
            item={
                "timestamp": at.isoformat(),
                "received_at": at.isoformat(),
                "direction": "inbound",
                "from": sender,
                "to": ["agent@bench.example"],
                "cc": [],
                "subject": text[:60],
                "preview": text[:200],
                "attachment_count": 0,
                "size": len(text),
                "trust_level": "known",
            },
            view={"text": text, "text_source": "trust.content.text"},
            report={"level": "known", "content": {"text": text}},
            search_text=text,
            search_people=f"from {sender}\nto agent@bench.example",
        )


async def _grow(store: Store, mails: Iterator[StoredMessage], count: int) -> None:
    for start in range(0, count, _UNIT):
        some = [next(mails) for _ in range(min(_UNIT, count - start))]

        def add(unit: Unit, some: list[StoredMessage] = some) -> None:
            for mail in some:
                unit.messages.add(mail)
                unit.threads.save(_thread(mail))

        await store.write(add, long=True)


def _thread(mail: StoredMessage) -> Thread:
    assert mail.thread_id is not None
    at = mail.received_at
    return Thread(
        id=mail.thread_id,
        workspace_id=mail.workspace_id,
        account_id=mail.account_id,
        subject=mail.subject,
        created_at=at,
        updated_at=at,
        last_at=at,
        last_message_id=mail.id,
        message_count=1,
        senders=(mail.from_address,),
        recipients=("agent@bench.example",),
        labels=mail.labels,
    )


def _asked() -> list[str]:
    """One word and two, from those in nearly every message to those in one of some thousands."""
    chance = random.Random(11)
    ranks = [int(_WORDS ** chance.random()) for _ in range(QUERIES)]
    return [f"w{rank:x}" if at % 2 else f"w{rank:x} w{chance.randint(0, 40):x}" for at, rank in enumerate(ranks)]


async def _searches(store: Store, path: Path, size: int) -> Searched:
    asked = _asked()
    ours, ranked, newest = [], [], []
    with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as bare:
        for q in asked:
            query = parse_query(q, _START)
            match = " AND ".join(f'"{word}"' for word in q.split())

            def search(unit: Unit, query: object = query) -> None:
                unit.messages.search("acc_1", query, hidden=("",), limit=SHOWN, after=None)  # type: ignore[arg-type]

            ours.append(await store.read(lambda unit, search=search: _quickest(lambda: search(unit))))  # type: ignore[misc]
            ranked.append(_quickest(lambda match=match: _bare(bare, match, "rank")))  # type: ignore[misc]
            newest.append(_quickest(lambda match=match: _bare(bare, match, "rowid DESC")))  # type: ignore[misc]
    return Searched(
        size,
        statistics.median(ours),
        statistics.median(ranked),
        statistics.median(newest),
        statistics.median(own / base for own, base in zip(ours, ranked, strict=True)),
        statistics.median(own / base for own, base in zip(ours, newest, strict=True)),
    )


def _bare(connection: sqlite3.Connection, match: str, order: str) -> None:
    sql = f"SELECT rowid FROM {FULL_TEXT} WHERE {FULL_TEXT} MATCH ? ORDER BY {order} LIMIT {SHOWN}"
    connection.execute(sql, (match,)).fetchall()


def _quickest(work: Callable[[], None]) -> float:
    """Microseconds of the quickest of some runs."""
    taken = []
    for _ in range(REPEATS):
        began = time.perf_counter()
        work()
        taken.append((time.perf_counter() - began) * 1e6)
    return min(taken)


async def _pages(store: Store, size: int) -> list[Turned]:
    """Pages of 20: the first, and the one behind nine tenths of the list."""
    number = size // 10
    far = Page(_START + timedelta(seconds=number), f"msg_{number:09}", number)
    common = parse_query("w0", _START)

    def listed(unit: Unit, after: Page | None) -> None:
        unit.messages.list("acc_1", labels=(), hidden=("",), limit=SHOWN, after=after)

    def labelled(unit: Unit, after: Page | None) -> None:
        unit.messages.list("acc_1", labels=("UNREAD",), hidden=("",), limit=SHOWN, after=after)

    def threads(unit: Unit, after: Page | None) -> None:
        at = None if after is None else Page(after.at, f"thd_{number:09}")
        unit.threads.list("acc_1", labels=(), limit=SHOWN, after=at)

    def found(unit: Unit, after: Page | None) -> None:
        unit.messages.search("acc_1", common, hidden=("",), limit=SHOWN, after=after)

    turned = []
    for about, work in (
        ("`list_messages`", listed),
        ("`list_messages` by label", labelled),
        ("`list_threads`", threads),
        ("`search_messages` of a frequent word", found),
    ):
        times = [
            await store.read(lambda unit, work=work, after=after: _quickest(lambda: work(unit, after)))  # type: ignore[misc]
            for after in (None, far)
        ]
        turned.append(Turned(about, times[0], times[1]))
    return turned
