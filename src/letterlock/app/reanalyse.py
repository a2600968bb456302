"""Judging again what older rules judged: in the background, message by message, however many there are."""

import logging
from datetime import datetime, timedelta

from letterlock.app.analyse import envelope_of
from letterlock.app.judging import Judging
from letterlock.app.messages.received import Received, renew
from letterlock.core.trust.found import authentication_of
from letterlock.core.trust.rules import VERSION
from letterlock.ports import Ports
from letterlock.ports.blobs import BlobKey
from letterlock.ports.records import Job, StoredMessage

log = logging.getLogger("letterlock.reanalyse")

_AT_A_TIME = 100
_LONGEST = timedelta(minutes=10)
"""Then the job makes room for others and comes again at once."""


class Reanalyse:
    """Handles `reanalyse` jobs, one a workspace. What DNS said when a message came stays as it is."""

    def __init__(self, ports: Ports) -> None:
        self._ports = ports
        self._judging = Judging(ports.sandbox, None, ports.clock, spam_filter=ports.spam_filter)

    async def __call__(self, job: Job) -> datetime | None:
        after, until = "", self._ports.clock.now() + _LONGEST
        while ids := await self._next(job.workspace_id, after):
            for message_id in ids:
                await self._again(message_id)
                if self._ports.clock.now() > until:
                    return self._ports.clock.now()
            after = ids[-1]
        return None

    async def _next(self, workspace_id: str, after: str) -> list[str]:
        return await self._ports.store.read(
            lambda unit: list(unit.messages.judged_otherwise(workspace_id, VERSION, after, _AT_A_TIME)), long=True
        )

    async def _again(self, message_id: str) -> None:
        message = await self._ports.store.read(lambda unit: unit.messages.find(message_id))
        if message is None or message.report is None:
            return
        raw = await self._raw(message)
        if raw is None:
            return
        reading = await self._judging.read(raw)
        internal = message.envelope.get("via") == "internal"
        if not internal:
            reading = await self._judging.filtered(reading, raw, envelope_of(message))
        received = Received(message, reading, authentication_of(message.report["authentication"]), internal)
        await self._ports.store.write(lambda unit: renew(unit, self._ports, received))

    async def _raw(self, message: StoredMessage) -> bytes | None:
        try:
            return await self._ports.blobs.get(BlobKey(message.workspace_id, message.account_id, message.content_hash))
        except KeyError:
            log.warning("a message cannot be judged again, its raw source is gone", extra={"key": message.id})
            return None
