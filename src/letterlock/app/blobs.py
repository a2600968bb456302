"""Blobs and the rows that name them: a blob is there before its row, and goes some time after no row names it.

What no row names is left where a call is cut short before its commit, or a delivery turns out to be here already. It
is swept once it is a day old; what comes to be stored meanwhile is safe, since storing renews how old a blob is, and
whoever takes so long over its row that the blob may have aged stores it again after the commit, before it answers.
"""

import logging
from collections.abc import Awaitable, Callable
from datetime import datetime, timedelta
from typing import Final, TypeVar

from letterlock.ports import Ports
from letterlock.ports.blobs import BlobKey
from letterlock.ports.records import Job

T = TypeVar("T")
log = logging.getLogger("letterlock.blobs")

SWEEP: Final = "blobs"
"""The key of the one `sweep` job."""
FIRST_SWEEP: Final = timedelta(hours=1)
"""After a start."""
_BETWEEN = timedelta(days=1)
_STALE = timedelta(days=1)
_LONG = timedelta(hours=6)
"""Less than what is stale by far, so that no clock needs to be right to the minute."""


async def stored(ports: Ports, key: BlobKey, content: bytes, write: Callable[[], Awaitable[T]]) -> T:
    """Stores the blob, then commits the row that names it by `write`; the blob is there when this returns."""
    begun = ports.clock.now()
    await ports.blobs.put(key, content)
    result = await write()
    if ports.clock.now() - begun > _LONG:  # as when the machine slept in between
        await ports.blobs.put(key, content)
    return result


class Sweep:
    """Handles the `sweep` job, which is run again and again."""

    def __init__(self, ports: Ports) -> None:
        self._ports = ports

    async def __call__(self, _: Job) -> datetime | None:
        await remove_of_the_gone(self._ports)
        removed = 0
        for workspace_id, account_id in await self._ports.blobs.accounts():
            removed += await self._account(workspace_id, account_id)
        if removed:
            log.info("blobs removed that nothing names", extra={"blobs": removed})
        return self._ports.clock.now() + _BETWEEN

    async def _account(self, workspace_id: str, account_id: str) -> int:
        """In this order: a row too late for `named` is one of a blob put after `before`, or that will be put again."""
        before = self._ports.clock.now() - _STALE
        found = await self._ports.blobs.hashes(workspace_id, account_id)
        named = await self._ports.store.read(lambda unit: unit.accounts.named_blobs(account_id), long=True)
        unnamed = [one for one in found if one not in named]
        return await self._ports.blobs.remove_stale(workspace_id, account_id, unnamed, before) if unnamed else 0


async def remove_of_the_gone(ports: Ports) -> None:
    """Removes the blobs of accounts that are gone (a crash between rows and blobs)."""
    found = await ports.blobs.accounts()  # first: an account made since is no account that is gone
    kept = set(await ports.store.read(lambda unit: unit.accounts.all_ids()))
    for workspace_id, account_id in found:
        if (workspace_id, account_id) not in kept:
            await ports.blobs.remove_account(workspace_id, account_id)
