"""What can be found out of one raw message without the store: its reading, and what DNS says of its sender."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Collection
from dataclasses import dataclass, replace

from letterlock.core.envelope import Envelope
from letterlock.core.mime.message import Message
from letterlock.core.trust.authentication import authenticate
from letterlock.core.trust.filtered import joined
from letterlock.core.trust.question import TEMPERROR, Answer, Missing, Question
from letterlock.core.trust.read import read, read_failed
from letterlock.core.trust.reading import Reading
from letterlock.core.trust.report import Authentication
from letterlock.ports.clock import Clock
from letterlock.ports.dns import Resolver
from letterlock.ports.sandbox import Sandbox, SandboxDied, SandboxFailure
from letterlock.ports.spam_filter import FilterAway, SpamFilter

log = logging.getLogger("letterlock.analyse")

MOST_ROUNDS = 16
HURRIED_SECONDS = 1.0

Known = Callable[[Collection[Question]], Awaitable[dict[Question, Answer]]]
"""Answers that need no DNS, of those asked for."""


async def nothing_known(_: Collection[Question]) -> dict[Question, Answer]:
    """Where every answer is DNS's."""
    return {}


@dataclass(frozen=True, slots=True)
class Judging:
    """`resolver` None: DNS is not asked, authentication is `not_checked`. `dns_seconds` are in all for a message."""

    sandbox: Sandbox
    resolver: Resolver | None
    clock: Clock
    trusted_sealers: tuple[str, ...] = ()
    dns_seconds: float = 5.0
    known: Known = nothing_known
    spam_filter: SpamFilter | None = None

    async def filtered(self, reading: Reading, raw: bytes, envelope: Envelope) -> Reading:
        """The reading with a spam filter's word, where there is one that answers."""
        if self.spam_filter is None:
            return reading
        try:
            found = await self.spam_filter.judge(raw, envelope)
        except FilterAway as error:
            log.warning("the spam filter gave no answer; a message is judged without it", extra={"error": str(error)})
            return reading
        return replace(reading, classification=joined(reading.classification, found))

    async def read(self, raw: bytes) -> Reading:
        """Never fails: what cannot be read, or is too costly to, is named in `message.exceeded`."""
        try:
            try:
                return await self.sandbox.run(read, raw)
            except SandboxDied:  # once more: an innocent message must not lose its text to another's memory
                return await self.sandbox.run(read, raw)
        except SandboxFailure as error:
            log.warning("a message was too costly to read", extra={"error": str(error)})
            return read_failed(raw, "time")

    async def authenticate(
        self, raw: bytes, message: Message, envelope: Envelope, *, hurried: bool = False
    ) -> Authentication:
        """Asks DNS round by round, for so many seconds in all; what stays unanswered is a temporary error.

        `hurried`: not for long, since mail from there was slow before. What DNS says later is asked for again.
        """
        if self.resolver is None:
            return Authentication(from_domain=message.author.domain if message.author else "")
        light = replace(message, attachments=())
        now = self.clock.now()
        loop = asyncio.get_running_loop()
        end = loop.time() + (min(HURRIED_SECONDS, self.dns_seconds) if hurried else self.dns_seconds)
        answers: dict[Question, Answer] = {}
        for _ in range(MOST_ROUNDS):
            try:
                found = await self.sandbox.run(authenticate, raw, light, envelope, answers, now, self.trusted_sealers)
            except SandboxFailure:
                return Authentication(spf="temperror", dkim="temperror", dmarc="temperror")
            if not isinstance(found, Missing):
                return found
            answers |= await self.known(found.questions)
            asked = found.questions - answers.keys()
            left = end - loop.time()
            if left > 0 and asked:
                # Half of what is left: names made to be slow leave time for what the other answers lead to.
                answers |= await self.resolver.resolve(asked, seconds=left / 2)
            answers |= dict.fromkeys(found.questions - answers.keys(), TEMPERROR)
        return Authentication(spf="permerror", dkim="permerror", dmarc="permerror")
