"""Who writes to an account, and what is known of them."""

from collections.abc import Collection, Sequence
from datetime import datetime
from typing import Protocol

from letterlock.ports.records import (
    Contact,
    ContactKind,
    ContactSource,
    Habit,
    HabitKind,
    ListEntry,
    ListKind,
    Relation,
)


class Relations(Protocol):
    def get(self, account_id: str, address: str) -> Relation: ...
    def received(self, account_id: str, address: str, *, authenticated: bool, at: datetime) -> None: ...
    def wrote(self, account_id: str, address: str, *, person: bool, at: datetime) -> None: ...
    def complained(self, account_id: str, address: str, change: int) -> None:
        """Counts a complaint more (1) or takes one back (-1); never below none."""


class Habits(Protocol):
    """How authenticated mail of an address usually comes to an account."""

    def of(self, account_id: str, address: str, limit: int) -> Sequence[Habit]:
        """The most usual first."""

    def seen(self, account_id: str, address: str, traits: Collection[tuple[HabitKind, str]], at: datetime) -> None: ...


class Contacts(Protocol):
    """Whom a workspace has to do with, found by keys (`core.trust.lookalike` and `names`)."""

    def know(self, workspace_id: str, kind: ContactKind, contact: Contact, keys: Collection[str]) -> None: ...
    def known(self, workspace_id: str, kind: ContactKind, value: str) -> frozenset[ContactSource]:
        """By what the value is known; empty when it is not."""

    def found(self, workspace_id: str, kind: ContactKind, keys: Collection[str], limit: int) -> Sequence[Contact]: ...
    def unlist(self, workspace_id: str, value: str) -> None:
        """Forgets that the value was known by a list."""


class Lists(Protocol):
    def add(self, entry: ListEntry) -> None: ...
    def remove(self, workspace_id: str, kind: ListKind, entry: str, account_id: str = "") -> bool: ...
    def entries(self, workspace_id: str) -> Sequence[ListEntry]: ...
    def matching(self, workspace_id: str, account_id: str, candidates: Collection[str]) -> Sequence[ListEntry]:
        """Entries equal to one of `candidates` (the address and its domain with all parent domains)."""
