"""Analysing accepted mail: read it in the worker, ask DNS, judge, and only then make it ready (promise 2).

A crash anywhere before the last transaction leaves the message pending, and its job is taken up at the next start.
"""

import asyncio
import logging
from collections.abc import Collection
from dataclasses import replace
from datetime import datetime, timedelta

from letterlock.app.messages.received import Received, deliver, renew
from letterlock.app.settings import AppSettings
from letterlock.core.envelope import Envelope
from letterlock.core.mime.message import Message
from letterlock.core.trust.authentication import authenticate
from letterlock.core.trust.question import TEMPERROR, Answer, Missing, Question
from letterlock.core.trust.read import read, read_failed
from letterlock.core.trust.reading import Reading
from letterlock.core.trust.report import Authentication
from letterlock.ports import Ports
from letterlock.ports.blobs import BlobKey
from letterlock.ports.records import Job, StoredMessage
from letterlock.ports.sandbox import SandboxDied, SandboxFailure
from letterlock.ports.store import Unit

log = logging.getLogger("letterlock.analyse")

MOST_ROUNDS = 16
RENEW_AFTER = tuple(timedelta(minutes=minutes) for minutes in (10, 60, 360, 1440))
"""When to ask again where DNS was away."""


class Analyse:
    """Handles `analyse` jobs (a new message) and `renew` jobs (DNS was away the first time)."""

    def __init__(self, ports: Ports, settings: AppSettings) -> None:
        self._ports = ports
        self._settings = settings

    async def analyse(self, job: Job) -> datetime | None:
        message = await self._ports.store.read(lambda unit: unit.messages.find(job.key))
        if message is None or message.state != "pending":
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
        reading = await self._read(raw)
        if envelope.via == "internal":
            author = reading.message.author
            authentication = Authentication(from_domain=author.domain if author else "")
        else:
            authentication = await self._authenticate(raw, reading.message, envelope)
        return Received(message, reading, authentication, internal=envelope.via == "internal")

    async def _read(self, raw: bytes) -> Reading:
        try:
            try:
                return await self._ports.sandbox.run(read, raw)
            except SandboxDied:  # once more: an innocent message must not lose its text to another's memory
                return await self._ports.sandbox.run(read, raw)
        except SandboxFailure as error:
            log.warning("a message was too costly to read", extra={"error": str(error)})
            return read_failed(raw, "time")

    async def _authenticate(self, raw: bytes, message: Message, envelope: Envelope) -> Authentication:
        """Asks DNS round by round, for so many seconds in all; what stays unanswered is a temporary error."""
        if self._ports.resolver is None:
            return Authentication()
        light = replace(message, attachments=())
        sealers = self._settings.trusted_sealers
        now = self._ports.clock.now()
        loop = asyncio.get_running_loop()
        end = loop.time() + self._settings.dns_seconds
        answers: dict[Question, Answer] = {}
        for _ in range(MOST_ROUNDS):
            try:
                found = await self._ports.sandbox.run(authenticate, raw, light, envelope, answers, now, sealers)
            except SandboxFailure:
                return Authentication(spf="temperror", dkim="temperror", dmarc="temperror")
            if not isinstance(found, Missing):
                return found
            answers |= await self._own_keys(found.questions)
            asked = found.questions - answers.keys()
            left = end - loop.time()
            if left > 0 and asked:
                # Half of what is left: names made to be slow leave time for what the other answers lead to.
                answers |= await self._ports.resolver.resolve(asked, seconds=left / 2)
            answers |= dict.fromkeys(found.questions - answers.keys(), TEMPERROR)
        return Authentication(spf="permerror", dkim="permerror", dmarc="permerror")

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
    )
