"""The trust report of raw mail that is in no inbox: no store is asked, and DNS only where a name server is given."""

from dataclasses import dataclass
from typing import Any

from letterlock.app.judging import Judging
from letterlock.core.envelope import Envelope
from letterlock.core.mime.markdown_body import markdown_body
from letterlock.core.trust.inspection import inspected, inspected_html
from letterlock.ports.sandbox import SandboxFailure

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
    markdown: bool = False
    """The whole text as Markdown too."""

    async def mail(self, raw: bytes, handover: Handover) -> dict[str, Any]:
        """The report of a raw message."""
        reading = await self.judging.read(raw)
        now = self.judging.clock.now()
        envelope = Envelope(handover.mail_from, now, handover.client_ip, handover.helo)
        authentication = await self.judging.authenticate(raw, reading.message, envelope)
        return inspected(reading, authentication, now) | await self._as_markdown(raw)

    async def html(self, raw: bytes) -> dict[str, Any]:
        """The report of HTML alone, in UTF-8 unless it says otherwise itself."""
        reading = await self.judging.read(_AS_MAIL + raw)
        return inspected_html(reading, self.judging.clock.now()) | await self._as_markdown(_AS_MAIL + raw)

    async def _as_markdown(self, raw: bytes) -> dict[str, Any]:
        if not self.markdown:
            return {}
        try:
            return {"markdown": await self.judging.sandbox.run(markdown_body, raw)}
        except SandboxFailure:
            return {"markdown": ""}
