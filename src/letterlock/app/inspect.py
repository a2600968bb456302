"""The trust report of raw mail that is in no inbox: no store is asked, and DNS only where a name server is given."""

from dataclasses import dataclass
from typing import Any

from letterlock.app.judging import Judging
from letterlock.core.envelope import Envelope
from letterlock.core.trust.inspection import inspected, inspected_html
from letterlock.core.trust.report import Authentication

_AS_MAIL = b"Content-Type: text/html; charset=utf-8\r\nContent-Transfer-Encoding: 8bit\r\n\r\n"


@dataclass(frozen=True, slots=True)
class Handover:
    """What is known of how the mail came: the client's address, its greeting and the envelope's sender."""

    client_ip: str | None = None
    helo: str = ""
    mail_from: str = ""


@dataclass(frozen=True, slots=True)
class Inspect:
    """Inspects one message after the other, or many at once."""

    judging: Judging

    async def mail(self, raw: bytes, handover: Handover) -> dict[str, Any]:
        """The report of a raw message."""
        reading = await self.judging.read(raw)
        now = self.judging.clock.now()
        if self.judging.resolver is None:
            author = reading.message.author
            return inspected(reading, Authentication(from_domain=author.domain if author else ""), now)
        envelope = Envelope(handover.mail_from, now, handover.client_ip, handover.helo)
        return inspected(reading, await self.judging.authenticate(raw, reading.message, envelope), now)

    async def html(self, raw: bytes) -> dict[str, Any]:
        """The report of HTML alone, in UTF-8 unless it says otherwise itself."""
        return inspected_html(await self.judging.read(_AS_MAIL + raw), self.judging.clock.now())
