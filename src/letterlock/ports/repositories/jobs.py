"""Work that is due."""

from collections.abc import Collection, Sequence
from datetime import datetime
from typing import Protocol

from letterlock.ports.records import Job, JobKind


class Jobs(Protocol):
    def defer(self, job: Job) -> None: ...
    def claim(self, kinds: Collection[JobKind], now: datetime, *, limit: int, lease_until: datetime) -> Sequence[Job]:
        """Due jobs nobody holds a lease on, oldest first, leased to the caller (`attempts` counted up)."""

    def finish(self, job_id: str) -> None: ...
    def retry(self, job_id: str, run_at: datetime) -> None:
        """Releases the lease; due again at `run_at`."""

    def extend(self, job_ids: Collection[str], lease_until: datetime) -> None:
        """Holds on to leases the caller still works under; ids already finished are passed over."""

    def release_all(self) -> int:
        """Drops every lease: for a single process at its start, when whoever held them is dead."""

    def next_due(self, kinds: Collection[JobKind]) -> datetime | None:
        """When the next job nobody holds falls due, or a lease runs out."""
