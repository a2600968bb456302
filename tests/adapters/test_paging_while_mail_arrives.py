"""Paging is stable: whatever arrives, is analysed late or relabelled meanwhile, nothing comes twice or is passed over."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from itertools import count
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from letterlock.core.query import parse_query
from letterlock.ports.records import Hidden, Page
from letterlock.ports.store import Store, Unit
from support.records import NOW, account, after, analysis, message, thread, two_workspaces

HIDDEN = ("", "", "", "spam")
LABELS = ("WORK", "HOME")
_numbers = count(100)

step = st.one_of(
    st.tuples(st.just("arrives"), st.integers(0, 5), st.integers(0, 3)),
    st.tuples(st.just("is accepted"), st.integers(0, 5), st.integers(0, 3)),
    st.tuples(st.just("is analysed"), st.integers(0, 9), st.integers(0, 3)),
    st.tuples(st.just("is labelled"), st.integers(0, 99), st.integers(0, 3)),
    st.tuples(st.just("turns"), st.integers(1, 4), st.integers(0, 4)),
)

List = Callable[[Unit, str, int, Page | None], Sequence[Any]]


def listed(labels: Sequence[str], hidden: Sequence[Hidden]) -> List:
    return lambda unit, where, limit, page: unit.messages.list(
        where, labels=labels, hidden=hidden, limit=limit, after=page
    )


def searched(written: str) -> List:
    query = parse_query(written, NOW)
    return lambda unit, where, limit, page: unit.messages.search(where, query, hidden=[""], limit=limit, after=page)


def threads(unit: Unit, where: str, limit: int, page: Page | None) -> Sequence[Any]:
    return unit.threads.list(where, labels=(), limit=limit, after=page)


LISTS: tuple[List, ...] = (
    listed((), ("",)),
    listed((), ("", "spam")),
    listed(LABELS, ("", "spam")),
    searched("common"),
    threads,
)


@dataclass
class Walk:
    """Somebody who goes through a list page by page."""

    read: List
    expected: set[str]
    """In the list from the beginning of the walk on."""
    seen: list[str] = field(default_factory=list)
    page: Page | None = None
    done: bool = False

    def turn(self, unit: Unit, where: str, limit: int) -> None:
        rows = self.read(unit, where, limit, self.page)
        self.seen += [row.id for row in rows]
        if len(rows) < limit:
            self.done = True
            return
        last = rows[-1]
        self.page = Page(getattr(last, "received_at", None) or last.last_at, last.id, getattr(last, "place", 0))


class Inbox:
    """An inbox in which things happen while it is read."""

    def __init__(self, store: Store, number: int) -> None:
        self.store = store
        self.id = f"acc_{number}"
        self.number = number
        self.clock = 0
        self.waiting: list[str] = []
        self.ids: list[str] = []

    def whole(self, unit: Unit, read: List) -> set[str]:
        return {row.id for row in read(unit, self.id, 1000, None)}

    def _next(self, behind: int, state: str, kind: int) -> Any:
        """Received a little before or after others, and several at the very same moment."""
        self.clock += 1
        number = self.number * 1000 + self.clock
        labels = frozenset({"INBOX", LABELS[kind % 2]} if kind else {"INBOX"})
        at = after((self.clock - behind) // 2)
        return message(
            number,
            id=f"msg_{number}",
            account_id=self.id,
            state=state,
            received_at=at,
            thread_id=f"thd_{number}",
            labels=labels,
            hidden=HIDDEN[kind] if state == "ready" else "",
            search_text="common words",
        )

    def _thread(self, unit: Unit, mail_id: str, at: datetime) -> None:
        number = mail_id.removeprefix("msg_")
        unit.threads.save(thread(id=f"thd_{number}", account_id=self.id, last_at=at, last_message_id=mail_id))

    def happen(self, unit: Unit, what: str, first: int, kind: int) -> None:
        if what in ("arrives", "is accepted"):
            mail = self._next(first, "ready" if what == "arrives" else "pending", kind)
            unit.messages.add(mail)
            if what == "arrives":
                self._thread(unit, mail.id, mail.received_at)
                self.ids.append(mail.id)
            else:
                self.waiting.append(mail.id)
        elif what == "is analysed" and self.waiting:
            mail_id = self.waiting.pop(first % len(self.waiting))
            pending = unit.messages.find(mail_id)
            assert pending is not None
            labels = frozenset({"INBOX", LABELS[kind % 2]})
            found = analysis(hidden=HIDDEN[kind], labels=labels, search_text="common", thread_id=pending.thread_id)
            unit.messages.analysed(mail_id, found, [])
            self._thread(unit, mail_id, pending.received_at)
            self.ids.append(mail_id)
        elif what == "is labelled" and self.ids:
            mail_id = self.ids[first % len(self.ids)]
            unit.messages.set_labels(mail_id, frozenset({LABELS[kind % 2], "SEEN"}), HIDDEN[kind])  # type: ignore[arg-type]


@settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
@given(
    before=st.lists(st.tuples(st.just("arrives"), st.integers(0, 5), st.integers(0, 3)), max_size=25),
    steps=st.lists(step, max_size=40),
)
async def test_no_page_repeats_or_passes_over_what_stays_in_the_list(
    store: Store, before: list[tuple[str, int, int]], steps: list[tuple[str, int, int]]
) -> None:
    inbox = Inbox(store, next(_numbers))

    def begin(unit: Unit) -> list[Walk]:
        if not unit.people.workspaces():
            two_workspaces(unit)
        unit.accounts.add(account(inbox.number))
        for one in before:
            inbox.happen(unit, *one)
        return [Walk(read, inbox.whole(unit, read)) for read in LISTS]

    walks = await store.write(begin)
    for what, first, second in steps:
        if what == "turns":
            await store.read(lambda unit, w=walks[second], n=first: None if w.done else w.turn(unit, inbox.id, n))
            continue
        await store.write(lambda unit, given=(what, first, second): inbox.happen(unit, *given))
        # Only what is in a list all the time must be found there.
        now = await store.read(lambda unit: [inbox.whole(unit, walk.read) for walk in walks])
        for walk, there in zip(walks, now, strict=True):
            walk.expected &= there | set(walk.seen)

    def finish(unit: Unit) -> None:
        for walk in walks:
            while not walk.done:
                walk.turn(unit, inbox.id, 3)

    await store.read(finish)
    for walk in walks:
        assert len(walk.seen) == len(set(walk.seen))
        assert walk.expected <= set(walk.seen)
