"""Finding messages by what their files say: read in the background, after the message is ready, and added to search."""

import logging
from collections.abc import Sequence
from datetime import datetime, timedelta

from letterlock.app.attachments.withheld import withheld
from letterlock.core.files.shielded import words_masked
from letterlock.core.files.text.kind import declared_kind
from letterlock.core.trust.codes.secrets import from_stored
from letterlock.ports import Ports
from letterlock.ports.blobs import BlobKey
from letterlock.ports.records import Job, StoredAttachment, StoredMessage
from letterlock.ports.sandbox import SandboxDied, SandboxFailure, on_behalf_of
from letterlock.ports.store import Unit

log = logging.getLogger("letterlock.index")

LONGEST = 200_000
"""Characters of all files of one message that search looks at."""
_TRIES = 3
_AGAIN = timedelta(minutes=1)
_SEARCH = "search"


def index_later(
    unit: Unit, ports: Ports, message_id: str, workspace_id: str, files: Sequence[StoredAttachment]
) -> None:
    """Defers the reading of a message's files, if any of them may say something."""
    if any(_says_something(file) for file in files):
        job = Job(ports.ids.new("job"), "index", message_id, workspace_id, ports.clock.now())
        unit.jobs.defer(job)


class IndexFiles:
    """Handles `index` jobs. Run again, it replaces what it added before."""

    def __init__(self, ports: Ports) -> None:
        self._ports = ports

    async def __call__(self, job: Job) -> datetime | None:
        message, places = await self._ports.store.read(lambda unit: _readable(unit, job.key))
        if message is None or not places:
            return None
        try:
            raw = await self._ports.blobs.get(BlobKey(message.workspace_id, message.account_id, message.content_hash))
        except KeyError:
            return None  # its account went meanwhile
        try:
            text = await self._words(raw, places, message)
        except SandboxDied:
            return self._ports.clock.now() + _AGAIN if job.attempts < _TRIES else None
        except SandboxFailure as error:
            log.warning("files were too costly to read for search", extra={"key": job.key, "error": str(error)})
            return None
        if text.strip():
            await self._ports.store.write(lambda unit: _add(unit, job.key, text), long=True)
        return None

    async def _words(self, raw: bytes, places: tuple[int, ...], message: StoredMessage) -> str:
        """One message at a time: arriving mail comes first."""
        asking = on_behalf_of.set(_SEARCH)
        try:
            return await self._ports.sandbox.run(words_masked, raw, places, LONGEST, from_stored(message.secrets))
        finally:
            on_behalf_of.reset(asking)


def _readable(unit: Unit, message_id: str) -> tuple[StoredMessage | None, tuple[int, ...]]:
    """The message and which of its files are read: what is withheld must not be found out by searching for it."""
    message = unit.messages.find(message_id)
    if message is None or message.state != "ready":
        return None, ()
    files = unit.messages.attachments(message_id)
    return message, tuple(f.index for f in files if _says_something(f) and withheld(unit, message, f) is None)


def _add(unit: Unit, message_id: str, text: str) -> None:
    """Unless it was put under quarantine, or its sender on the block list, while it was read."""
    if _readable(unit, message_id)[1]:
        unit.messages.index_files(message_id, text)


def _says_something(file: StoredAttachment) -> bool:
    return declared_kind(file.content_type, file.filename) is not None
