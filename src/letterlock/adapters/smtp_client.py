"""Handing one message to one mail server, over one connection (RFC 5321 section 4.5.4, client side)."""

import asyncio
import contextlib
import re
import ssl
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from socket import socket
from typing import cast

from aiosmtplib import SMTP, SMTPException, SMTPHeloError, SMTPResponse, SMTPResponseException
from aiosmtplib.protocol import SMTPProtocol

from letterlock.ports.outbound import Outcome, Status

_REPLY_CHARACTERS = 500
_BLOCK = 64 * 1024
_PATH = re.compile(r"[^\x00-\x20\x7f<>]+@[^\x00-\x20\x7f<>@]+")
_NOT_PRINTABLE = re.compile(r"[^\x20-\x7e\xa0-\U0010ffff]+")


@dataclass(frozen=True, slots=True)
class Patience:
    """Seconds to wait (RFC 5321 section 4.5.3.2)."""

    connect: float = 30
    command: float = 300
    block: float = 180
    reply: float = 600
    """After the final dot."""
    whole: float = 600
    """From the connection to the final dot, so that a server that answers slowly forever does not hold us."""
    quit: float = 5


@dataclass(frozen=True, slots=True)
class Peer:
    """A mail server and how to speak with it.

    `open` gives a connected socket. Without `verified`, TLS is used when it works, against passive listeners; with it,
    a connection whose certificate does not hold is not used. A password is sent only where `password_ok`, or over TLS.
    """

    host: str
    open: Callable[[], Awaitable[socket]]
    context: Callable[[], ssl.SSLContext]
    implicit_tls: bool = False
    verified: bool = False
    username: str = ""
    password: str = field(default="", repr=False)
    password_ok: bool = False


class Letter:
    """A message ready to be sent: its bytes as composed, and what a server must be able to do to take it."""

    def __init__(self, raw: bytes, mail_from: str) -> None:
        self.raw = raw
        self.mail_from = mail_from
        self.eight_bit = not raw.isascii()
        head = raw if not self.eight_bit else raw[: max(0, raw.find(b"\r\n\r\n"))] or raw
        self._utf8 = not head.isascii() or not mail_from.isascii()

    def problem(self, recipients: Sequence[str]) -> str:
        """Why no server may be given this, or ""."""
        raw = self.raw
        if not raw.count(b"\r\n") == raw.count(b"\r") == raw.count(b"\n") or b"\0" in raw:
            return "554 5.6.0 The message has bare CR, bare LF or NUL in it"
        if self.mail_from and not _PATH.fullmatch(self.mail_from):
            return "553 5.1.7 Malformed sender address"
        if not all(_PATH.fullmatch(recipient) for recipient in recipients):
            return "553 5.1.3 Malformed recipient address"
        return ""

    def lacking(self, client: SMTP, recipients: Sequence[str]) -> str:
        """Why this server cannot take it, or ""."""
        if self.needs_utf8(recipients) and not client.supports_extension("smtputf8"):
            return "554 5.6.7 The server does not take internationalised addresses or headers"
        if self.eight_bit and not client.supports_extension("8bitmime"):
            return "554 5.6.3 The server does not take 8-bit mail"
        return ""

    def needs_utf8(self, recipients: Sequence[str]) -> bool:
        return self._utf8 or not all(recipient.isascii() for recipient in recipients)

    def parameters(self, client: SMTP, recipients: Sequence[str]) -> list[bytes]:
        """What follows MAIL FROM."""
        found = []
        if client.supports_extension("size"):
            found.append(b"SIZE=%d" % len(self.raw))
        if self.eight_bit:
            found.append(b"BODY=8BITMIME")
        if self.needs_utf8(recipients):
            found.append(b"SMTPUTF8")
        return found

    def on_the_wire(self) -> bytes:
        """With transparency dots (RFC 5321 section 4.5.2) and a final line end, without the final dot."""
        stuffed = self.raw.replace(b"\r\n.", b"\r\n..")
        if stuffed.startswith(b"."):
            stuffed = b"." + stuffed
        return stuffed if stuffed.endswith(b"\r\n") else stuffed + b"\r\n"


class _TlsError(Exception):
    """STARTTLS was accepted and then came to nothing."""


async def hand_over(
    peer: Peer, letter: Letter, recipients: Sequence[str], name: str, patience: Patience
) -> list[Outcome]:
    """One outcome a recipient, in order; `name` is ours. Never raises for what the network or the peer does."""
    try:
        return await _Delivery(peer, letter, recipients, name, patience).run(starttls=not peer.implicit_tls)
    except _TlsError as error:
        if peer.verified:
            reply = f"454 4.7.0 TLS with {peer.host} failed: {error}"[:_REPLY_CHARACTERS]
            return [Outcome(recipient, "deferred", reply, peer.host) for recipient in recipients]
    return await _Delivery(peer, letter, recipients, name, patience).run(starttls=False)


async def sign_in(peer: Peer, name: str, patience: Patience) -> str:
    """Tries EHLO, STARTTLS and AUTH, then QUIT; what is wrong on the way to a first message, "" when nothing is."""
    nothing = Letter(b"", "")
    try:
        return await _Delivery(peer, nothing, (), name, patience).sign_in(starttls=not peer.implicit_tls)
    except _TlsError as error:
        if peer.verified:
            return f"TLS fails: {error}"[:_REPLY_CHARACTERS]
    return await _Delivery(peer, nothing, (), name, patience).sign_in(starttls=False)


class _Delivery:
    def __init__(self, peer: Peer, letter: Letter, recipients: Sequence[str], name: str, patience: Patience) -> None:
        self._peer = peer
        self._letter = letter
        self._recipients = recipients
        self._name = name
        self._patience = patience
        self._outcomes: dict[str, Outcome] = {}
        self._tls = peer.implicit_tls
        self._handed_over = False
        self._bound = asyncio.timeout(None)

    def _client(self) -> SMTP:
        return SMTP(
            hostname=self._peer.host,
            local_hostname=self._name,
            use_tls=self._peer.implicit_tls,
            start_tls=False,
            tls_context=self._peer.context() if self._peer.implicit_tls else None,
            timeout=self._patience.command,
        )

    async def sign_in(self, *, starttls: bool) -> str:
        client = self._client()
        try:
            async with asyncio.timeout(self._patience.whole):
                await client.connect(sock=await self._peer.open())
                problem = await self._prepare(client, starttls=starttls)
            await _leave(client, self._patience.quit)
        except (SMTPException, OSError) as error:
            _abort(client)
            return _said(error)
        finally:
            client.close()
        return problem

    async def run(self, *, starttls: bool) -> list[Outcome]:
        client = self._client()
        try:
            async with asyncio.timeout(self._patience.whole) as self._bound:
                await client.connect(sock=await self._peer.open())
                lacking = await self._prepare(client, starttls=starttls)
                lacking = lacking or self._letter.lacking(client, self._recipients)
                if lacking:
                    self._settle_rest(_failure(int(lacking[:3])), lacking)
                else:
                    await self._transact(client)
            await _leave(client, self._patience.quit)
        except (SMTPException, OSError) as error:
            self._broken(error)
            _abort(client)
        finally:
            client.close()
        return [self._outcomes[recipient] for recipient in self._recipients]

    async def _prepare(self, client: SMTP, *, starttls: bool) -> str:
        """EHLO, STARTTLS and AUTH; a reply of ours when the server will not do."""
        await _hello(client)
        if starttls and client.supports_extension("starttls"):
            await self._secure(client)
            await _hello(client)
        peer = self._peer
        if not peer.username:
            return ""
        if not self._tls and not peer.password_ok:
            return f"454 4.7.0 {peer.host} offers no TLS, so the password is not sent"
        await client.login(peer.username, peer.password)
        return ""

    async def _secure(self, client: SMTP) -> None:
        try:
            await client.starttls(tls_context=self._peer.context(), server_hostname=self._peer.host)
        except (SMTPException, OSError) as error:
            _abort(client)
            raise _TlsError(_words(error)) from error
        self._tls = True

    async def _transact(self, client: SMTP) -> None:
        letter, recipients = self._letter, self._recipients
        sender = b"FROM:<" + letter.mail_from.encode() + b">"
        reply = await client.execute_command(b"MAIL", sender, *letter.parameters(client, recipients))
        if reply.code != 250:
            self._settle_rest(_failure(reply.code), _line(reply))
            return
        for recipient in recipients:
            reply = await client.execute_command(b"RCPT", b"TO:<" + recipient.encode() + b">")
            if reply.code not in {250, 251}:
                self._settle(recipient, _failure(reply.code), _line(reply))
        if len(self._outcomes) == len(set(recipients)):
            return
        reply = await client.execute_command(b"DATA")
        if reply.code != 354:
            self._settle_rest(_failure(reply.code), _line(reply))
            return
        reply = await self._content(client)
        delivered = self._handed_over and 200 <= reply.code < 300
        self._settle_rest("delivered" if delivered else _failure(reply.code), _line(reply))

    async def _content(self, client: SMTP) -> SMTPResponse:
        """Sends the message; listens all the while, since a server may refuse before the end."""
        protocol = client.protocol
        if protocol is None or protocol.transport is None:
            raise ConnectionError("connection lost")
        cast(asyncio.WriteTransport, protocol.transport).set_write_buffer_limits(high=1, low=0)
        answer = asyncio.ensure_future(protocol.read_response())
        # Until it has begun to read, aiosmtplib throws away what the server says; uvloop may read before tasks run.
        await asyncio.sleep(0)
        try:
            with contextlib.suppress(OSError):  # then the answer says what happened
                await self._send(protocol, answer)
            if not self._handed_over and not answer.done():
                raise ConnectionError("connection lost while the message was sent")
            async with asyncio.timeout(self._patience.reply):
                return await answer
        finally:
            answer.cancel()

    async def _send(self, protocol: SMTPProtocol, answer: "asyncio.Future[SMTPResponse]") -> None:
        content = self._letter.on_the_wire()
        for at in range(0, len(content), _BLOCK):
            if answer.done():
                return
            protocol.write(content[at : at + _BLOCK])
            async with asyncio.timeout(self._patience.block):
                await protocol._drain_helper()  # so that the final dot is not sent while much before it is not
        if not answer.done():
            protocol.write(b".\r\n")
            self._handed_over = True
            self._bound.reschedule(None)

    def _settle(self, recipient: str, status: Status, reply: str) -> None:
        self._outcomes[recipient] = Outcome(recipient, status, reply, self._peer.host, self._tls)

    def _settle_rest(self, status: Status, reply: str) -> None:
        for recipient in self._recipients:
            if recipient not in self._outcomes:
                self._settle(recipient, status, reply)

    def _broken(self, error: Exception) -> None:
        """The conversation ended early. What is refused before MAIL is about this server, not about the mail."""
        if self._handed_over:
            self._settle_rest("unknown", "451 4.4.2 Connection lost after the message was handed over")
        elif isinstance(error, SMTPResponseException) and error.code > 0:
            self._settle_rest("deferred", _said(error))
        else:
            self._settle_rest("deferred", f"451 4.4.2 {self._peer.host}: {_words(error)}"[:_REPLY_CHARACTERS])


async def _hello(client: SMTP) -> None:
    try:
        await client.ehlo()
    except SMTPHeloError:
        await client.helo()


async def _leave(client: SMTP, seconds: float) -> None:
    with contextlib.suppress(SMTPException, OSError):
        await client.quit(timeout=seconds)


def _abort(client: SMTP) -> None:
    transport = client.transport
    if isinstance(transport, asyncio.WriteTransport):
        transport.abort()


def _failure(code: int) -> Status:
    return "refused" if 500 <= code < 600 else "deferred"


def _line(reply: SMTPResponse) -> str:
    """The server's reply in one printable line of at most 500 characters."""
    text = _NOT_PRINTABLE.sub(" ", reply.message.encode("utf-8", "surrogateescape").decode("utf-8", "replace"))
    return f"{reply.code} {text}".strip()[:_REPLY_CHARACTERS]


def _said(error: Exception) -> str:
    """What the server said when it ended the conversation, else what went wrong."""
    if isinstance(error, SMTPResponseException) and error.code > 0:
        return _line(SMTPResponse(error.code, error.message))
    return _words(error)[:_REPLY_CHARACTERS]


def _words(error: BaseException) -> str:
    text = getattr(error, "message", "") or str(error) or ("timed out" if isinstance(error, TimeoutError) else "lost")
    return _NOT_PRINTABLE.sub(" ", str(text))
