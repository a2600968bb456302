"""Delivering sent mail: each recipient tried until it is handed on, refused, or five days have passed.

An attempt is written down before it is made, so that one cut short by a crash is known to have an unknown outcome and
is retried under the same Message-ID, as RFC 5321 section 4.5.4.1 asks (promise 3).
"""

import asyncio
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta

from letterlock.app.accept import Accept
from letterlock.app.bounce import bounce
from letterlock.app.bounces.return_path import new_token, return_path
from letterlock.app.settings import AppSettings
from letterlock.app.suppressions.automatic import suppress
from letterlock.core.address import parse_address
from letterlock.core.envelope import Envelope
from letterlock.core.mime.display import clean_line
from letterlock.core.mime.hard_bounce import is_hard, status_of
from letterlock.core.mime.relay_ids import relay_ids
from letterlock.ports import Ports
from letterlock.ports.blobs import BlobKey
from letterlock.ports.outbound import Outcome
from letterlock.ports.records import Attempt, Job, OutboxEntry, StoredMessage
from letterlock.ports.store import Unit

DELAYS = tuple(timedelta(minutes=minutes) for minutes in (1, 5, 15, 30, 60, 120, 240, 360))
"""Between attempts; the last one repeats."""

_CUT_SHORT = "The server stopped during this attempt, so the message may have arrived; trying again"


class Deliver:
    """Handles `deliver` jobs: one job a message."""

    def __init__(self, ports: Ports, settings: AppSettings, accept: Accept) -> None:
        self._ports = ports
        self._settings = settings
        self._accept = accept

    async def __call__(self, job: Job) -> datetime | None:
        now = self._ports.clock.now()
        message, due = await self._ports.store.write(lambda unit: self._begin(unit, job.key, now))
        if message is None:
            return None
        if due:
            raw = await self._ports.blobs.get(BlobKey(message.workspace_id, message.account_id, message.content_hash))
            groups: dict[str, list[OutboxEntry]] = defaultdict(list)
            for entry in due:
                groups[entry.recipient.rpartition("@")[2]].append(entry)
            await asyncio.gather(*(self._deliver(message, raw, domain, entries) for domain, entries in groups.items()))
        return await self._ports.store.read(lambda unit: _next(unit.outbox.of_message(job.key)))

    def _begin(self, unit: Unit, message_id: str, now: datetime) -> tuple[StoredMessage | None, list[OutboxEntry]]:
        """Marks what is due as being tried; what was being tried when we died has an unknown outcome."""
        message = unit.messages.find(message_id)
        if message is None:
            return None, []
        due = []
        for entry in unit.outbox.of_message(message_id):
            if entry.state == "sending":
                cut_short = replace(entry, attempts=entry.attempts + 1, last_reply=_CUT_SHORT)
                unit.outbox.update(cut_short, Attempt(entry.id, now, "unknown", "", _CUT_SHORT))
                due.append(cut_short)
            elif entry.state == "queued" and entry.next_attempt_at <= now:
                token = entry.token or new_token(self._ports.ids.token())
                trying = replace(entry, state="sending", token=token)
                unit.outbox.update(trying, None)
                due.append(trying)
        return message, due

    async def _deliver(self, message: StoredMessage, raw: bytes, domain: str, entries: Sequence[OutboxEntry]) -> None:
        mail_from = str(message.envelope["mail_from"])
        hosted = await self._ports.store.read(lambda unit: unit.domains.get(domain))
        recipients = [entry.recipient for entry in entries]
        if hosted is not None:
            outcomes = await self._hand_over(mail_from, recipients, raw)
        else:
            # One envelope a recipient, since each has a sender of its own for what comes back.
            found = await asyncio.gather(*(self._send(mail_from, entry, raw) for entry in entries))
            outcomes = [outcome for one in found for outcome in one]
        await self._record(message, raw, entries, outcomes)

    async def _send(self, mail_from: str, entry: OutboxEntry, raw: bytes) -> Sequence[Outcome]:
        return await self._ports.outbound.deliver(
            raw, mail_from=return_path(mail_from, entry.token), recipients=[entry.recipient]
        )

    async def _hand_over(self, mail_from: str, recipients: Sequence[str], raw: bytes) -> list[Outcome]:
        """Mail to our own inboxes does not go out and come back: it is accepted here and now."""
        envelope = Envelope(mail_from=mail_from, received_at=self._ports.clock.now(), via="internal")
        verdicts = await self._accept.accept(envelope, [parse_address(to) for to in recipients], raw)
        status = {"accept": "delivered", "defer": "deferred", "refuse": "refused"}
        return [
            Outcome(to, status[verdict.status], verdict.reply, "here")  # type: ignore[arg-type]
            for to, verdict in zip(recipients, verdicts, strict=True)
        ]

    async def _record(
        self, message: StoredMessage, raw: bytes, entries: Sequence[OutboxEntry], outcomes: Sequence[Outcome]
    ) -> None:
        now = self._ports.clock.now()
        by_recipient = {outcome.recipient: _readable(outcome) for outcome in outcomes}
        results = [(entry, by_recipient[entry.recipient]) for entry in entries]
        updated = [(self._after(entry, outcome, now), outcome) for entry, outcome in results]

        def write(unit: Unit) -> None:
            known = {entry.id: entry for entry in unit.outbox.of_message(message.id)}
            for entry, outcome in updated:
                unit.outbox.update(_with_reports(entry, known.get(entry.id)), _attempt(entry, outcome, now))
                if _says_gone(outcome):
                    suppress(unit, self._ports, entry, "bounce", outcome.reply, now)
                for alias in relay_ids(outcome.reply, outcome.host) if self._through_relay(outcome) else ():
                    if alias != message.rfc_message_id:
                        unit.aliases.add(message.account_id, alias, message.id)

        failed = [(entry, outcome) for entry, outcome in updated if entry.state == "failed"]
        if failed:
            # Before the failure is recorded: a crash between the two repeats the bounce, which is stored once.
            await bounce(self._accept, message, raw, failed, now)
        await self._ports.store.write(write)

    def _through_relay(self, outcome: Outcome) -> bool:
        """Whether our own relay said it: others do not get to name our messages."""
        return outcome.status == "delivered" and bool(self._settings.relay) and outcome.host == self._settings.relay

    def _after(self, entry: OutboxEntry, outcome: Outcome, now: datetime) -> OutboxEntry:
        tried = replace(entry, attempts=entry.attempts + 1, last_reply=outcome.reply[:500])
        if outcome.status == "delivered":
            return replace(tried, state="sent")
        if outcome.status == "refused":
            return replace(tried, state="failed")
        following = now + DELAYS[min(entry.attempts, len(DELAYS) - 1)]
        if following - entry.created_at > self._settings.give_up_after:
            return replace(tried, state="failed", last_reply=f"Gave up after 5 days. {outcome.reply}"[:500])
        return replace(tried, state="queued", next_attempt_at=following)


def _says_gone(outcome: Outcome) -> bool:
    """Whether a server said that there is no such address.

    What DNS says is found anew at each attempt: an hour in which it lies would else end mail to everybody.
    """
    return outcome.status == "refused" and bool(outcome.host) and is_hard(status_of(outcome.reply), outcome.reply)


def _readable(outcome: Outcome) -> Outcome:
    """Its words are another server's, and agents are shown them: what a person would not see goes."""
    return replace(outcome, reply=clean_line(outcome.reply), host=clean_line(outcome.host))


def _with_reports(entry: OutboxEntry, known: OutboxEntry | None) -> OutboxEntry:
    """What was reported while the attempt ended says more than the attempt: a bounce may be faster than its 250."""
    if known is None or known.state not in ("failed", "delayed"):
        return entry
    return replace(entry, state=known.state, last_reply=known.last_reply)


def _attempt(entry: OutboxEntry, outcome: Outcome, now: datetime) -> Attempt:
    return Attempt(entry.id, now, outcome.status, outcome.host[:255], outcome.reply[:500], outcome.tls)


def _next(entries: Sequence[OutboxEntry]) -> datetime | None:
    return min((entry.next_attempt_at for entry in entries if entry.state in ("queued", "sending")), default=None)
