"""`POST /v0/inbound/raw`: mail handed over by HTTP, by whoever knows the secret; its answers are SMTP's.

Several services (mail-routing workers, cloud inbound services, a mail server's pipe) can post but not speak SMTP to us.
"""

import asyncio
import hashlib
import logging
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from letterlock.core.address import Address
from letterlock.core.envelope import Envelope
from letterlock.core.errors import Invalid, Temporary
from letterlock.core.fault import fault_of
from letterlock.core.trust.received import received_fields
from letterlock.faces.http.problem import problem
from letterlock.faces.rest.envelope import PostedEnvelope, read_envelope, read_posted_recipient, read_sender
from letterlock.faces.rest.signature import DIGEST, ENVELOPE, SIGNATURE, check
from letterlock.faces.smtp import reply
from letterlock.faces.smtp.command import CommandError
from letterlock.faces.smtp.settings import Count, Limits, no_count
from letterlock.ports.clock import Clock
from letterlock.ports.inbound import Acceptor, Verdict

log = logging.getLogger("letterlock.inbound")

PATH = "/v0/inbound/raw"
_RETRY = {"Retry-After": "60"}
_CLOSE = {"Connection": "close"}
_OVER_QUOTA = "452 4.2.2"
_NO_INBOX = "550 5.1.1"
_AGAIN = Verdict("defer", reply.TRY_AGAIN)


class _Refused(Exception):
    """The whole message is refused; `line` is what SMTP says to it."""

    def __init__(self, status: int, line: str) -> None:
        super().__init__(line)
        self.status = status
        self.line = line

    def response(self, recipients: Sequence[str]) -> Response:
        refused = [{"recipient": text, "status": "refused", "reply": self.line} for text in recipients]
        return problem(self.status, self.line, _CLOSE, recipients=refused)


@dataclass(slots=True)
class Inbound:
    """Takes posted mail. Without `secrets` it takes none."""

    acceptor: Acceptor
    clock: Clock
    secrets: Sequence[str]
    hostname: str
    limits: Limits
    count: Count = no_count
    _held: int = 0

    def routes(self) -> list[Route]:
        return [Route(PATH, self.post, methods=["POST"])]

    async def post(self, request: Request) -> Response:
        """Signature first, from the headers alone; only then is a body read. Raises domain errors."""
        if not self.secrets:
            return problem(503, "Mail is not taken by HTTP here: LETTERLOCK_INBOUND_SECRET is not set", _CLOSE)
        if request.headers.get("content-type", "").partition(";")[0].strip().lower() != "message/rfc822":
            return problem(415, "The content type is message/rfc822: the raw message, as it came", _CLOSE)
        check(request.headers, self.secrets, self.clock.now())
        posted = read_envelope(request.headers[ENVELOPE])
        try:
            sender, smtputf8 = read_sender(posted.mail_from)
            raw = await self._body(request)
        except _Refused as refusal:
            return refusal.response(posted.recipients)
        except CommandError as error:
            return _Refused(422, error.line).response(posted.recipients)
        except ClientDisconnect:
            return Response(status_code=400)
        envelope = Envelope(
            mail_from=sender,
            received_at=self.clock.now(),
            client_ip=posted.client_ip,
            helo=posted.helo,
            via="http",
            tls=posted.tls,
            smtputf8=smtputf8,
            peer="http",
            handover=hashlib.sha256(f"{PATH} {posted.id or request.headers[SIGNATURE]}".encode()).hexdigest(),
        )
        return await self._accept(envelope, posted, raw)

    async def _body(self, request: Request) -> bytes:
        """The message, line ends as SMTP has them. Raises _Refused, Invalid and Temporary."""
        largest = self.limits.message_bytes
        announced = request.headers.get("content-length", "0")
        if not (announced.isascii() and announced.isdigit()) or len(announced) > 20 or int(announced) > largest:
            raise _Refused(413, reply.TOO_LARGE)
        body, digest, held = bytearray(), hashlib.sha256(), 0
        try:
            async for chunk in request.stream():
                if len(body) + len(chunk) > largest:
                    raise _Refused(413, reply.TOO_LARGE)
                if self._held + len(chunk) > self.limits.memory_bytes:
                    raise Temporary("Too many large messages at the moment", retry_after=60)
                self._held += len(chunk)
                held += len(chunk)
                body += chunk
                digest.update(chunk)
        finally:
            self._held -= held
        if digest.hexdigest() != request.headers[DIGEST]:
            raise Invalid(f"The body is not the one that was signed: {DIGEST} does not fit")
        return self._checked(bytes(body))

    def _checked(self, raw: bytes) -> bytes:
        if raw.count(b"\n") != raw.count(b"\r\n"):  # as programs have it that read mail from a pipe
            raw = raw.replace(b"\r\n", b"\n").replace(b"\n", b"\r\n")
        if not raw:
            raise _Refused(422, "554 5.6.0 There is no message in the body")
        if b"\0" in raw or raw.count(b"\r") != raw.count(b"\r\n"):
            raise _Refused(422, reply.CONTENT_OCTETS)
        if received_fields(raw) > self.limits.received_fields:
            raise _Refused(422, reply.LOOP)
        return raw

    async def _accept(self, envelope: Envelope, posted: PostedEnvelope, raw: bytes) -> Response:
        verdicts: dict[str, Verdict] = {}
        known: dict[str, Address] = {}
        for text in posted.recipients:
            try:
                known[text] = read_posted_recipient(text, self.hostname)
            except CommandError as error:
                verdicts[text] = Verdict("refuse", error.line)
        unique: dict[str, Address] = {}
        for address in known.values():
            unique.setdefault(address.key, address)
        began = time.monotonic()
        answered = await self._ask(envelope, list(unique.values()), raw) if unique else []
        by_key = dict(zip(unique, answered, strict=True))
        verdicts |= {text: by_key[address.key] for text, address in known.items()}
        self._note(envelope, len(raw), list(verdicts.values()), time.monotonic() - began)
        return _answer({text: verdicts[text] for text in posted.recipients})

    async def _ask(self, envelope: Envelope, recipients: Sequence[Address], raw: bytes) -> Sequence[Verdict]:
        try:
            async with asyncio.timeout(self.limits.accept_seconds):
                return await self.acceptor.accept(envelope, recipients, raw)
        except Exception as error:
            log.error("message not stored", extra={"fault": fault_of(error)})
            return [_AGAIN] * len(recipients)

    def _note(self, envelope: Envelope, size: int, verdicts: Sequence[Verdict], seconds: float) -> None:
        by_status = Counter(verdict.status for verdict in verdicts)
        self.count("http_messages", 1)
        self.count("http_message_bytes", size)
        for status, amount in by_status.items():
            self.count(f"http_recipients_{status}", amount)
        about = {f"recipients_{status}": amount for status, amount in by_status.items()}
        log.info(
            "message received",
            extra={
                "via": "http",
                "client_ip": envelope.client_ip,
                "from_domain": envelope.mail_from.rpartition("@")[2],
                "size": size,
                "tls": envelope.tls,
                "seconds": round(seconds, 4),
                **about,
            },
        )


_STATUS: dict[str, str] = {"accept": "accepted", "defer": "deferred", "refuse": "refused"}


def _answer(verdicts: dict[str, Verdict]) -> Response:
    """One answer of many verdicts, as SMTP's: to be sent again when any was deferred, since nothing is stored twice."""
    recipients = [
        {"recipient": text, "status": _STATUS[verdict.status], "reply": reply.verdict_reply(verdict)}
        for text, verdict in verdicts.items()
    ]
    deferred = [verdict for verdict in verdicts.values() if verdict.status == "defer"]
    if deferred:
        full = all(verdict.reply.startswith(_OVER_QUOTA) for verdict in deferred)
        detail = "Not stored for every recipient yet; post it again later: it is stored once"
        return problem(507 if full else 503, detail, _RETRY, recipients=recipients)
    if any(verdict.status == "accept" for verdict in verdicts.values()):
        return JSONResponse({"status": "accepted", "recipients": recipients})
    missing = all(verdict.reply.startswith(_NO_INBOX) for verdict in verdicts.values())
    detail = "No such inbox here" if missing else "Refused for every recipient"
    return problem(404 if missing else 422, detail, recipients=recipients)
