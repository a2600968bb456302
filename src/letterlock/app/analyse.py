"""Analysing accepted mail: read it in the worker, ask DNS, judge, and only then make it ready (promise 2).

A crash anywhere before the last transaction leaves the message pending, and its job is taken up at the next start.
"""

import time
from collections.abc import Collection
from datetime import datetime, timedelta

from letterlock.app import copies
from letterlock.app.fairness import Fairness
from letterlock.app.judging import Judging
from letterlock.app.messages.received import Received, deliver, renew
from letterlock.app.settings import AppSettings
from letterlock.core.envelope import Envelope
from letterlock.core.trust.question import Answer, Question
from letterlock.core.trust.report import Authentication
from letterlock.ports import Ports
from letterlock.ports.blobs import BlobKey
from letterlock.ports.records import Job, StoredMessage
from letterlock.ports.store import Unit

RENEW_AFTER = tuple(timedelta(minutes=minutes) for minutes in (10, 60, 360, 1440))
"""When to ask again where DNS was away."""
_LONGEST_TURN = 30
"""Seconds after which a message of a slow source asks again for its turn, at most."""
_COPY_AGAIN, _COPY_TRIES = timedelta(seconds=2), 30
"""How soon, and how often, a copy from elsewhere looks whether the one that came first is judged."""


class Analyse:
    """Handles `analyse` jobs (a new message) and `renew` jobs (DNS was away the first time)."""

    def __init__(self, ports: Ports, settings: AppSettings) -> None:
        self._ports = ports
        self._fair = Fairness(time.monotonic)
        self._judging = Judging(
            ports.sandbox,
            ports.resolver,
            ports.clock,
            settings.trusted_sealers,
            settings.dns_seconds,
            known=self._own_keys,
            spam_filter=ports.spam_filter,
        )

    async def analyse(self, job: Job) -> datetime | None:
        message, verdict = await self._ports.store.read(lambda unit: _pending(unit, job.key))
        if message is None:
            return None
        if verdict == "later" and job.attempts < _COPY_TRIES:
            return self._ports.clock.now() + _COPY_AGAIN
        if not self._fair.may_begin(message):
            return self._ports.clock.now() + timedelta(seconds=min(job.attempts, _LONGEST_TURN))
        if verdict == "drop":
            await self._ports.store.write(lambda unit: unit.messages.withdraw(job.key))
            return None
        received = await self._judge(message)
        later = self._ports.clock.now() + RENEW_AFTER[0] if received.authentication.pending else None
        await self._ports.store.write(lambda unit: deliver(unit, self._ports, received, later))
        return None

    async def renew(self, job: Job) -> datetime | None:
        message = await self._ports.store.read(lambda unit: unit.messages.find(job.key))
        if message is None or message.state != "ready":
            return None
        received = await self._judge(message)
        await self._ports.store.write(lambda unit: renew(unit, self._ports, received))
        if not received.authentication.pending or job.attempts >= len(RENEW_AFTER):
            return None
        return self._ports.clock.now() + RENEW_AFTER[job.attempts]

    async def _judge(self, message: StoredMessage) -> Received:
        raw = await self._ports.blobs.get(BlobKey(message.workspace_id, message.account_id, message.content_hash))
        envelope = envelope_of(message)
        with self._fair.reading(message):
            reading = await self._judging.read(raw)
        if envelope.via == "internal":
            author = reading.message.author
            authentication = Authentication(from_domain=author.domain if author else "")
        else:
            reading = await self._judging.filtered(reading, raw, envelope)
            with self._fair.reading(message) as slow:
                authentication = await self._judging.authenticate(raw, reading.message, envelope, hurried=slow)
        return Received(message, reading, authentication, internal=envelope.via == "internal")

    async def _own_keys(self, questions: Collection[Question]) -> dict[Question, Answer]:
        """Our own DKIM keys are known without asking DNS, so that our signature counts before it is published."""
        wanted = [q for q in questions if q.type == "TXT" and "._domainkey." in q.name]
        if not wanted:
            return {}

        def find(unit: Unit) -> dict[Question, Answer]:
            answers = {}
            for question in wanted:
                selector, _, domain = question.name.partition("._domainkey.")
                for key in unit.domains.keys(domain):
                    if key.selector == selector:
                        answers[question] = Answer("ok", (key.public_record,))
            return answers

        return await self._ports.store.read(find)


def _pending(unit: Unit, message_id: str) -> tuple[StoredMessage | None, str]:
    message = unit.messages.find(message_id)
    if message is None or message.state != "pending":
        return None, ""
    return message, copies.verdict(unit, message)


def envelope_of(message: StoredMessage) -> Envelope:
    """The SMTP envelope as it was at acceptance."""
    row = message.envelope
    return Envelope(
        mail_from=str(row.get("mail_from", "")),
        received_at=message.received_at,
        client_ip=row.get("client_ip"),
        helo=str(row.get("helo", "")),
        via=str(row.get("via", "smtp")),
        tls=bool(row.get("tls")),
        smtputf8=bool(row.get("smtputf8")),
        relays=tuple(row.get("relays", ())),
        believed=tuple(row.get("believed", ())),
    )
