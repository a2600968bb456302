"""The blob store: raw messages by workspace, account and hash."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol


@dataclass(frozen=True, slots=True)
class BlobKey:
    """Where a blob lives. `sha256` is hex of its bytes."""

    workspace_id: str
    account_id: str
    sha256: str


class Blobs(Protocol):
    async def put(self, key: BlobKey, content: bytes) -> None:
        """Returns once the bytes and their name are synced; again with the same key renews when it was last put."""
        ...

    async def get(self, key: BlobKey) -> bytes:
        """Raises KeyError when it is not there."""
        ...

    async def remove(self, key: BlobKey) -> None:
        """Does nothing when it is not there."""
        ...

    async def remove_account(self, workspace_id: str, account_id: str) -> None:
        """Takes every blob of that account, and no other."""
        ...

    async def hashes(self, workspace_id: str, account_id: str) -> list[str]:
        """Of every blob of that account."""
        ...

    async def remove_stale(self, workspace_id: str, account_id: str, hashes: Collection[str], before: datetime) -> int:
        """Takes those of them last put before that moment; one put at the same time is there afterwards."""
        ...

    async def accounts(self) -> list[tuple[str, str]]:
        """(workspace id, account id) that have blobs, for sweeping."""
        ...

    async def check(self) -> None:
        """Really writes and reads; raises when storage does not work."""
        ...
