"""What was done, shown, said and asked before."""

from collections.abc import Sequence
from datetime import datetime
from typing import Protocol

from letterlock.ports.records import AuditEntry, Feedback, IdempotencyRecord, Shown


class Idempotency(Protocol):
    def find(self, credential_id: str, operation: str, key: str, now: datetime) -> IdempotencyRecord | None: ...
    def add(self, record: IdempotencyRecord) -> IdempotencyRecord | None:
        """None when it was added; the record already there when one was (races included)."""

    def remove_expired(self, now: datetime) -> int: ...


class Audit(Protocol):
    def add(self, entry: AuditEntry) -> None: ...
    def list(self, workspace_id: str, limit: int) -> Sequence[AuditEntry]: ...


class Provenance(Protocol):
    def add(self, shown: Shown) -> None: ...
    def since(self, account_id: str, at: datetime) -> Sequence[Shown]: ...


class Feedbacks(Protocol):
    def add(self, one: Feedback) -> None: ...
    def list(self, workspace_id: str, limit: int) -> Sequence[Feedback]:
        """Newest first."""

    def oldest(self, workspace_id: str) -> datetime | None: ...
    def remove_until(self, workspace_id: str, until: datetime) -> int: ...


class Buckets(Protocol):
    """Token buckets that outlast a restart and are one for all processes (`core.bucket`)."""

    def full_at(self, name: str) -> datetime | None: ...
    def put(self, name: str, full_at: datetime) -> None: ...
