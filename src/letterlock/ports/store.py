"""The store: units of work over repositories, one a noun.

`Store.read` and `Store.write` run a synchronous function on a snapshot or in a transaction; nothing awaits inside.
A write's function may be run again after a serialisation failure, so it has no effect but through its unit.
"""

from collections.abc import Callable
from typing import Protocol, TypeVar

from letterlock.ports.repositories import (
    Accounts,
    AddressTaken,
    Aliases,
    Answers,
    Audit,
    Buckets,
    Contacts,
    Credentials,
    Domains,
    Drafts,
    Feedbacks,
    Habits,
    Idempotency,
    Jobs,
    Lists,
    Messages,
    Outbox,
    People,
    Provenance,
    Relations,
    Suppressions,
    Threads,
)

T = TypeVar("T")


class Unit(Protocol):
    """One transaction. `announce` wakes those who wait for a topic, after the commit."""

    accounts: Accounts
    messages: Messages
    threads: Threads
    drafts: Drafts
    outbox: Outbox
    credentials: Credentials
    people: People
    relations: Relations
    habits: Habits
    contacts: Contacts
    lists: Lists
    suppressions: Suppressions
    answers: Answers
    aliases: Aliases
    idempotency: Idempotency
    audit: Audit
    provenance: Provenance
    jobs: Jobs
    domains: Domains
    feedback: Feedbacks
    buckets: Buckets

    def announce(self, topic: str) -> None: ...


class Store(Protocol):
    """`long` says that `work` may take more than some milliseconds, so that it must not hold up others."""

    async def read(self, work: Callable[[Unit], T], *, long: bool = False) -> T:
        """Runs `work` on a snapshot; writes in it fail."""
        ...

    async def write(self, work: Callable[[Unit], T], *, long: bool = False) -> T:
        """Runs `work` in a transaction; returns once it is committed and synced. An exception rolls back it alone."""
        ...

    async def check(self) -> None:
        """Really writes and reads; raises when storage does not work."""
        ...

    async def close(self) -> None: ...


__all__ = ["AddressTaken", "Store", "Unit"]
