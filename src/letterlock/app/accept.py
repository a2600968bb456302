"""Accepting mail: from the wire to committed and synced, and nothing more; analysing comes after.

A verdict of `accept` means the raw message is in the blob store and its row in the database, both synced (promise 1).
"""

import hashlib
import logging
from collections.abc import Sequence
from dataclasses import dataclass, replace

from letterlock.app import blobs, copies
from letterlock.app.views import iso
from letterlock.core.address import Address
from letterlock.core.envelope import Envelope
from letterlock.core.mime.identity import identity
from letterlock.core.trust.relays import Relays, trace
from letterlock.ports import Ports
from letterlock.ports.blobs import BlobKey
from letterlock.ports.inbound import Verdict
from letterlock.ports.records import Account, Job, StoredMessage
from letterlock.ports.store import Unit

log = logging.getLogger("letterlock.accept")

_ACCEPTED = Verdict("accept", "250 2.0.0 Accepted")
_RECIPIENT = Verdict("accept", "250 2.1.5 Recipient OK")
_NO_INBOX = Verdict("refuse", "550 5.1.1 No such inbox here")
_FULL = Verdict("defer", "452 4.2.2 The inbox is over its quota")
_TROUBLE = Verdict("defer", "451 4.3.0 The message could not be stored; try again later")

_CROWD = 4
"""Messages being stored at once from which on taking mail in comes before everything that can wait."""


@dataclass(frozen=True, slots=True)
class _Delivery:
    """One message for one account, before anything is written."""

    account: Account
    message: StoredMessage

    @property
    def key(self) -> BlobKey:
        return BlobKey(self.account.workspace_id, self.account.id, self.message.content_hash)


class Accept:
    """Implements `ports.inbound.Acceptor`."""

    def __init__(self, ports: Ports, *, quota: int, relays: Relays | None = None) -> None:
        self._ports = ports
        self._quota = quota
        self._relays = relays or Relays()
        self._storing = 0

    @property
    def crowded(self) -> bool:
        """Whether mail comes in faster than it is stored, so that what can wait should."""
        return self._storing >= _CROWD

    async def check_recipient(self, recipient: Address, size: int) -> Verdict:
        account = await self._ports.store.read(lambda unit: receiving(unit, recipient))
        return self._judge(account, size)

    def _judge(self, account: Account | None, size: int) -> Verdict:
        if account is None or account.over(self._ports.clock.now()):
            return _NO_INBOX
        if account.used_bytes + size > (account.quota_bytes or self._quota):
            return _FULL
        return _RECIPIENT

    async def accept(self, envelope: Envelope, recipients: Sequence[Address], raw: bytes) -> list[Verdict]:
        accounts = await self._ports.store.read(lambda unit: [receiving(unit, to) for to in recipients])
        if envelope.peer:
            envelope = trace(envelope, raw, self._relays)
        digest, same = hashlib.sha256(raw).hexdigest(), identity(raw) or envelope.handover or None
        verdicts: list[Verdict] = []
        done: dict[str, Verdict] = {}
        for recipient, account in zip(recipients, accounts, strict=True):
            verdict = self._judge(account, len(raw))
            if verdict.status == "accept" and account is not None:
                if account.id not in done:
                    message = self._row(account, envelope, recipient, digest, same, len(raw))
                    done[account.id] = await self._store(_Delivery(account, message), raw)
                verdict = done[account.id]
            verdicts.append(verdict)
        return verdicts

    def _row(
        self, account: Account, envelope: Envelope, to: Address, digest: str, same: str | None, size: int
    ) -> StoredMessage:
        return StoredMessage(
            id=self._ports.ids.new("msg"),
            workspace_id=account.workspace_id,
            account_id=account.id,
            direction="inbound",
            state="pending",
            received_at=self._ports.clock.now(),
            content_hash=digest,
            size=size,
            envelope={
                "mail_from": envelope.mail_from,
                "rcpt_to": to.spec,
                "received_at": iso(envelope.received_at),
                "client_ip": envelope.client_ip,
                "helo": envelope.helo,
                "via": envelope.via,
                "tls": envelope.tls,
                "smtputf8": envelope.smtputf8,
                **({"relays": list(envelope.relays)} if envelope.relays else {}),
                **({"believed": list(account.authserv_ids)} if envelope.relays and account.authserv_ids else {}),
            },
            identity=same,
        )

    async def _store(self, delivery: _Delivery, raw: bytes) -> Verdict:
        """The blob first, then the row that names it. Whatever goes wrong, the sender keeps the message."""
        self._storing += 1
        try:
            job = Job(
                self._ports.ids.new("job"), "analyse", delivery.message.id, delivery.account.workspace_id,
                delivery.message.received_at,
            )  # fmt: skip
            add = self._ports.store.write
            gone = await blobs.stored(
                self._ports, delivery.key, raw, lambda: add(lambda unit: _add(unit, delivery, job))
            )
        except Exception as error:
            log.warning("could not store a message", extra={"error": type(error).__name__})
            return _TROUBLE
        finally:
            self._storing -= 1
        if gone:
            # The inbox went between the two writes: its blobs were taken before ours came, so ours goes too.
            await self._ports.blobs.remove_account(delivery.account.workspace_id, delivery.account.id)
            return _NO_INBOX
        return _ACCEPTED


def receiving(unit: Unit, recipient: Address) -> Account | None:
    """The account that mail for this address goes to; `name+tag@` goes to `name@` unless it is an inbox itself."""
    exact = unit.accounts.by_address(recipient.key)
    if exact is not None:
        return exact
    name, plus, _ = recipient.key.rpartition("@")[0].partition("+")
    return unit.accounts.by_address(f"{name}@{recipient.domain}") if plus and name else None


def _earlier(unit: Unit, message: StoredMessage, identity: str) -> StoredMessage | None:
    found = unit.messages.duplicate_of(message.account_id, identity)
    return unit.messages.find(found) if found else None


def _may_be_forgery_of(earlier: StoredMessage, message: StoredMessage) -> bool:
    """Whether an earlier copy came from elsewhere and failed authentication, or may yet: it may not stand for this."""
    elsewhere = earlier.envelope.get("client_ip") != message.envelope.get("client_ip")
    return elsewhere and not copies.stands_for_others(earlier)


def _add(unit: Unit, delivery: _Delivery, job: Job) -> bool:
    """Adds the message unless it is there already; True when the account is gone."""
    account, message = delivery.account, delivery.message
    if unit.accounts.get(account.workspace_id, account.id) is None:
        return True
    if message.identity is not None:
        earlier = _earlier(unit, message, message.identity)
        if earlier is not None and _may_be_forgery_of(earlier, message):
            apart = copies.apart(message)
            message = replace(message, identity=apart)
            earlier = _earlier(unit, message, apart)
        if earlier is not None:
            return False
    unit.messages.add(message)
    unit.accounts.add_used(account.id, message.size)
    unit.jobs.defer(job)
    return False
