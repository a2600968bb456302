"""A large inbox, made through the store: mail whose words are as frequent as those of a language."""

import bisect
import itertools
import random
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

from letterlock.ports.records import Account, StoredMessage, Thread, Workspace
from letterlock.ports.store import Store, Unit

WORDS = 30_000
"""How many there are, the n-th about 1/n as frequent as the first (Zipf)."""
ACCOUNT = "acc_bench"
SUBJECT = 6
IN_THREAD = 4
"""Messages of a conversation."""
BEGAN = datetime(2026, 1, 1, tzinfo=UTC)
GAP = timedelta(seconds=97)
_BATCH = 500
_SYLLABLES = [a + b for a in "bdfghklmnprstvz" for b in ("a", "e", "i", "o", "u", "ar", "en", "is", "on")]


def vocabulary() -> list[str]:
    """Words of one to three syllables, the shorter ones more frequent."""
    longer = itertools.chain.from_iterable(itertools.product(_SYLLABLES, repeat=count) for count in (1, 2, 3))
    return ["".join(syllables) for syllables in itertools.islice(longer, WORDS)]


class Writer:
    """Writes text word by word."""

    def __init__(self, seed: int) -> None:
        self._chance = random.Random(seed)
        self._words = vocabulary()
        self._weights = list(itertools.accumulate(1 / rank for rank in range(1, WORDS + 1)))

    def text(self, count: int) -> str:
        top = self._weights[-1]
        chance = self._chance.random
        return " ".join(self._words[bisect.bisect_right(self._weights, chance() * top)] for _ in range(count))

    def mail(self, number: int) -> StoredMessage:
        """One ready message of 40 to 200 words; one of ten is hidden as spam."""
        at = BEGAN + GAP * number
        person = f"Person{number % 211} Name{number % 17} <person{number % 211}@example{number % 23}.com>"
        subject, text = self.text(SUBJECT), self.text(self._chance.randint(40, 200))
        spam = number % 10 == 9
        trust = "suspicious" if spam else "known"
        return StoredMessage(
            id=f"msg_{number:026}",
            workspace_id="wsp_bench",
            account_id=ACCOUNT,
            direction="inbound",
            state="ready",
            received_at=at,
            content_hash="0" * 64,
            size=8000 + number % 9000,
            envelope={},
            thread_id=thread_id(number),
            timestamp=at,
            subject=subject,
            from_address=f"person{number % 211}@example{number % 23}.com",
            labels=frozenset({"SPAM" if spam else "INBOX"} | ({"UNREAD"} if number % 3 else set())),
            hidden="spam" if spam else "",
            trust_level=trust,
            item={
                "timestamp": at.isoformat(),
                "received_at": at.isoformat(),
                "direction": "inbound",
                "from": person,
                "to": ["agent@example.org"],
                "cc": [],
                "subject": subject,
                "preview": text[:200],
                "attachment_count": 0,
                "size": 8000,
                "trust_level": trust,
            },
            view={"text": text},
            report={"level": trust, "labels": []},
            search_text=text,
            search_people=f"from {person}\nto agent@example.org",
        )


def thread_id(number: int) -> str:
    return f"thd_{number // IN_THREAD:026}"


async def begin(store: Store) -> None:
    """The workspace and the account, without mail."""

    def work(unit: Unit) -> None:
        unit.people.add_workspace(Workspace("wsp_bench", "bench", BEGAN))
        unit.accounts.add(Account(ACCOUNT, "wsp_bench", "hosted", "agent@example.org", None, "system", BEGAN, BEGAN))

    await store.write(work)


async def grow(store: Store, writer: Writer, start: int, end: int) -> None:
    """Adds the messages numbered from `start` to before `end`."""
    for numbers in _batches(start, end):
        await store.write(lambda unit, numbers=numbers: _add(unit, writer, numbers))


def _batches(start: int, end: int) -> Iterator[range]:
    for first in range(start, end, _BATCH):
        yield range(first, min(first + _BATCH, end))


def _add(unit: Unit, writer: Writer, numbers: range) -> None:
    for number in numbers:
        mail = writer.mail(number)
        unit.messages.add(mail)
        if number % IN_THREAD == IN_THREAD - 1:
            unit.threads.save(_thread(mail))


def _thread(last: StoredMessage) -> Thread:
    return Thread(
        id=last.thread_id or "",
        workspace_id=last.workspace_id,
        account_id=last.account_id,
        subject=last.subject,
        created_at=last.received_at,
        updated_at=last.received_at,
        last_at=last.received_at,
        last_message_id=last.id,
        message_count=IN_THREAD,
        senders=(last.from_address,),
        recipients=("agent@example.org",),
        labels=frozenset({"INBOX"}),
    )
