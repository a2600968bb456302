"""Mail of a mailbox elsewhere that catches all mail of a domain, handed to the inboxes it was sent to."""

import logging
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from letterlock.core.address import Address
from letterlock.core.envelope import Envelope
from letterlock.core.mime.delivered_to import addressed, read_delivered
from letterlock.core.trust.received import received_fields
from letterlock.ports.clock import Clock
from letterlock.ports.inbound import Acceptor
from letterlock.ports.pulled import Filing, PulledMailbox, Waiting
from letterlock.ports.sandbox import Sandbox, SandboxFailure

log = logging.getLogger("letterlock.pull")

LARGEST: Final = 25 * 2**20
"""Bytes of a message, as over SMTP."""
MOST_HOPS: Final = 100
"""Received fields from which on a message goes round in circles (RFC 5321 section 6.3)."""


@dataclass(frozen=True, slots=True)
class Pull:
    """Empties the mailbox, round by round."""

    mailbox: PulledMailbox
    acceptor: Acceptor
    sandbox: Sandbox
    clock: Clock

    async def round(self) -> int:
        """Deals with all that waits; how many are left to be tried again. Raises PullFailed."""
        left = 0
        for one in await self.mailbox.waiting():
            filing = await self._deal_with(one)
            if filing is None:
                left += 1
                continue
            await self.mailbox.file(one.uid, filing)
            log.info("message pulled", extra={"filed": filing, "size": one.size})
        return left

    async def _deal_with(self, one: Waiting) -> Filing | None:
        if one.size > LARGEST:
            return "Unknown"
        found = await self.mailbox.fetch(one.uid)
        if found is None:
            return None
        raw = found if found.count(b"\n") == found.count(b"\r\n") else _with_crlf(found)
        if not raw or b"\0" in raw or received_fields(raw) > MOST_HOPS:
            return "Unknown"
        return await self._deliver(one, raw)

    async def _deliver(self, one: Waiting, raw: bytes) -> Filing | None:
        delivered = read_delivered(raw)
        recipients = await self._known(delivered.recipients, len(raw))
        if not recipients:
            recipients = await self._known([await self._addressed(raw)], len(raw))
        if not recipients:
            return "Unknown"
        envelope = Envelope(delivered.mail_from, self.clock.now(), via="imap", peer="imap", handover=one.handover)
        statuses = {verdict.status for verdict in await self.acceptor.accept(envelope, recipients, raw)}
        if "defer" in statuses:
            return None
        return "Delivered" if "accept" in statuses else "Unknown"

    async def _known(self, lists: Sequence[Sequence[Address]], size: int) -> list[Address]:
        """Of the first list that names any, the addresses that are inboxes here, full ones too."""
        for addresses in lists:
            verdicts = [(address, await self.acceptor.check_recipient(address, size)) for address in addresses]
            found = [address for address, verdict in verdicts if verdict.status != "refuse"]
            if found:
                return found
        return []

    async def _addressed(self, raw: bytes) -> Sequence[Address]:
        try:
            return await self.sandbox.run(addressed, raw)
        except SandboxFailure:
            return ()


def _with_crlf(raw: bytes) -> bytes:
    return b"\r\n".join(_lines(raw))


def _lines(raw: bytes) -> Iterator[bytes]:
    return (line.removesuffix(b"\r") for line in raw.split(b"\n"))
