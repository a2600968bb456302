"""Messages of an account and the threads they form."""

from collections.abc import Collection, Sequence
from datetime import datetime
from typing import Protocol

from letterlock.core.query import Query
from letterlock.ports.records import (
    Analysis,
    Attempt,
    Hidden,
    Json,
    Listed,
    Page,
    StoredAttachment,
    StoredMessage,
    Thread,
)


class Messages(Protocol):
    def add(self, message: StoredMessage, attachments: Sequence[StoredAttachment] = ()) -> None: ...
    def duplicate_of(self, account_id: str, identity: str) -> str | None:
        """Id of an inbound message of this account with the same `identity`."""

    def get(self, account_id: str, message_id: str) -> StoredMessage | None: ...
    def find(self, message_id: str) -> StoredMessage | None:
        """By id alone, for jobs."""

    def analysed(self, message_id: str, analysis: Analysis, attachments: Sequence[StoredAttachment]) -> bool:
        """Makes a pending message ready; False when it was not pending any more."""

    def withdraw(self, message_id: str) -> None:
        """Takes away a pending message that turned out to be here already; a ready one stays."""

    def renewed(self, message_id: str, analysis: Analysis, files: Sequence[StoredAttachment]) -> None:
        """Replaces a ready message's report, view, item, level, report labels, hiding, and the words it is found by.

        Other labels stay. Files are matched by `index`: those known keep their ids. What they say is to be added anew.
        """

    def judged_otherwise(self, workspace_id: str, version: str, after: str, limit: int) -> Sequence[str]:
        """Ready inbound messages whose report names another `rules_version`, by id, those behind `after`."""

    def attachments(self, message_id: str) -> Sequence[StoredAttachment]: ...
    def list(
        self,
        account_id: str,
        *,
        labels: Collection[str],
        hidden: Collection[Hidden],
        limit: int,
        after: Page | None,
    ) -> Sequence[Listed]:
        """Ready messages, newest first, carrying any of `labels` (all when empty), of these hiding classes."""

    def hidden_counts(self, account_id: str) -> dict[str, int]: ...
    def search(
        self, account_id: str, query: Query, *, hidden: Collection[Hidden], limit: int, after: Page | None
    ) -> Sequence[Listed]:
        """Ready messages that `query` asks for, of these hiding classes, the newest in the store first."""

    def of_thread(self, account_id: str, thread_id: str, limit: int) -> Sequence[StoredMessage]:
        """The newest `limit` ready messages of the thread, oldest first, whole."""

    def listed_of_thread(self, account_id: str, thread_id: str, limit: int) -> Sequence[StoredMessage]:
        """The same without `view`, `report` and `envelope`."""

    def turn(self, account_id: str) -> int:
        """How many inbound messages have become ready: the turn of the last that did."""

    def turn_of(self, account_id: str, received_at: datetime) -> int | None:
        """The turn of the inbound message received at exactly that moment; None when there is none."""

    def next_turn(self, account_id: str, turn: int) -> StoredMessage | None:
        """The first inbound message to become ready after that turn that is not hidden."""

    def first_after(self, account_id: str, after: datetime) -> StoredMessage | None:
        """Of the ready inbound messages received after that moment that are not hidden, the first to become so."""

    def by_rfc_ids(self, account_id: str, rfc_ids: Collection[str]) -> Sequence[StoredMessage]:
        """Ready messages and outbound ones with one of these Message-IDs (without view and report)."""

    def index_files(self, message_id: str, text: str) -> None:
        """Has search find the message by `text`, what its files say, in place of what was given before."""

    def set_labels(self, message_id: str, labels: frozenset[str], hidden: Hidden) -> None: ...
    def set_secrets(self, message_id: str, secrets: Json) -> None: ...
    def pending(self, limit: int) -> Sequence[str]: ...
    def pending_count(self, account_id: str, most: int) -> int:
        """How many of the account's messages are still to be analysed; `most` where there are more."""

    def history(self, message_id: str) -> Sequence[Attempt]: ...


class Threads(Protocol):
    def get(self, account_id: str, thread_id: str) -> Thread | None: ...
    def save(self, thread: Thread) -> None:
        """Adds it or replaces it."""

    def list(self, account_id: str, *, labels: Collection[str], limit: int, after: Page | None) -> Sequence[Thread]:
        """Newest first by `last_at`; hidden ones only when `labels` asks for one of their labels."""

    def recent_by_subject(self, account_id: str, subject: str, since: datetime) -> Sequence[Thread]:
        """Threads whose bare subject (no Re:, case folded) is this, newest first, at most 10."""
