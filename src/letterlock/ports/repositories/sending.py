"""What is to be sent, and what became of what was."""

from collections.abc import Collection, Iterable, Sequence
from datetime import datetime
from typing import Protocol

from letterlock.ports.records import Attempt, Json, OutboxEntry, OutboxState, Page, StoredDraft, Suppression


class Drafts(Protocol):
    def add(self, draft: StoredDraft) -> StoredDraft | None:
        """None when it was added; the one already there with its account, maker and client_id (races included)."""

    def by_client_id(self, account_id: str, created_by: str, client_id: str) -> StoredDraft | None: ...
    def get(self, account_id: str, draft_id: str) -> StoredDraft | None: ...
    def find(self, draft_id: str) -> StoredDraft | None:
        """By id alone, for jobs and links."""

    def list(
        self, workspace_id: str, *, only: Collection[str] | None, limit: int, after: Page | None
    ) -> Sequence[StoredDraft]:
        """Those not sent, newest first by `created_at`; `only` narrows to these account ids."""

    def change(self, draft_id: str, content: Json, at: datetime) -> bool:
        """Replaces what it holds; False when it is gone or was sent."""

    def sent(self, draft_id: str, message_id: str, at: datetime) -> bool:
        """Marks it sent; False when it is gone or was sent before. Of two that race, one wins."""

    def failed(self, draft_id: str, why: str, at: datetime) -> bool:
        """Marks a scheduled draft as failed; False when it is not scheduled any more."""

    def remove(self, draft_id: str) -> bool:
        """Takes a draft that was not sent; False when there is none."""


class Outbox(Protocol):
    def add(self, entries: Iterable[OutboxEntry]) -> None: ...
    def of_message(self, message_id: str) -> Sequence[OutboxEntry]: ...
    def states(self, message_ids: Collection[str]) -> dict[str, set[OutboxState]]:
        """What has become of each of these messages, over its recipients."""

    def update(self, entry: OutboxEntry, attempt: Attempt | None) -> None: ...
    def by_token(self, token: str) -> OutboxEntry | None: ...


class Suppressions(Protocol):
    def add(self, one: Suppression) -> bool:
        """False when the address was suppressed already; then nothing changes."""

    def remove(self, workspace_id: str, address: str) -> bool: ...
    def list(self, workspace_id: str, *, limit: int, after: str) -> Sequence[Suppression]:
        """By address, those after that one."""

    def among(self, workspace_id: str, addresses: Collection[str]) -> Sequence[Suppression]:
        """Those of these addresses that are suppressed."""


class Answers(Protocol):
    """Which answers left, for as long as they count towards the caps that end loops."""

    def add(self, account_id: str, thread_id: str, peers: Collection[str], at: datetime) -> None: ...
    def nth_in_thread(self, account_id: str, thread_id: str, n: int) -> datetime | None:
        """When the n-th newest answer in this thread left; None when there are fewer."""

    def nth_to_peer(self, account_id: str, peer: str, n: int) -> datetime | None: ...
    def remove_before(self, account_id: str, at: datetime) -> None: ...


class Aliases(Protocol):
    """Message-IDs that a relay gave to our messages in place of ours."""

    def add(self, account_id: str, rfc_message_id: str, message_id: str) -> None: ...
    def own(self, account_id: str, rfc_ids: Collection[str]) -> dict[str, str]:
        """Those of the ids that are aliases, each with the Message-ID we gave the message."""
