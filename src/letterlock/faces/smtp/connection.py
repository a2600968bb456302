"""One connection: a session on a socket, with its time-outs, its backpressure and its questions to the app."""

import asyncio
import ipaddress
import logging
import time
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any, TypeVar, cast

from letterlock.core.envelope import Envelope
from letterlock.core.fault import fault_of
from letterlock.faces.smtp import reply
from letterlock.faces.smtp.proxy import Proxied, read_proxy
from letterlock.faces.smtp.session import Session
from letterlock.faces.smtp.steps import Check, Close, Deliver, Meet, Say, StartTls, Step
from letterlock.ports.inbound import Verdict

if TYPE_CHECKING:
    from letterlock.faces.smtp.server import MailServer

T = TypeVar("T")

log = logging.getLogger("letterlock.smtp")

_PENDING = 64 * 1024
"""Bytes a client may send ahead while it is not read."""

_LINGER = 3.0
"""Seconds a client has to take the last reply, so that what it still sends does not reset the connection before."""

_AGAIN = Verdict("defer", reply.TRY_AGAIN)


class Connection(asyncio.Protocol):
    """Runs one session; what the app is asked runs as a task, at most one at a time."""

    def __init__(self, server: "MailServer") -> None:
        self._server = server
        self._limits = server.settings.limits
        self._loop = asyncio.get_running_loop()
        self.session = Session(server.settings, lmtp=server.lmtp, reserve=self._reserve)
        self.client_ip: str | None = None
        """Who connected where that is the client itself; None where it speaks for others, or is not known."""
        self.counted_as = ""
        self._peer = ""
        self._tells = False
        self._before_proxy: bytearray | None = None
        """What came of a PROXY header that may yet come; None when none may, or it is over."""
        self.task: asyncio.Task[None] | None = None
        self._admitted = False
        self.held = 0
        self.moved_at = self._loop.time()
        self._transport: asyncio.Transport | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._data_ends = 0.0
        self._blocked = False
        self._eof = False
        self._out = bytearray()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)
        peer = client_ip(transport.get_extra_info("peername"))
        self._meet(peer or ("unix" if self._server.lmtp else ""))
        if peer in self._server.settings.proxies:
            self._before_proxy = bytearray()
        self._admitted = self._server.admit(self)
        if self._admitted:
            self.session.greet()
        else:
            self.session.end(reply.TOO_MANY_CONNECTIONS)
        self._advance()

    def _meet(self, peer: str) -> None:
        """Takes note of who is on the other side: the client, or one who may tell for whom it speaks."""
        settings = self._server.settings
        self._peer = peer
        self._tells = self.session.trusted = settings.may_tell(peer)
        self.session.hands_on = self._tells and not settings.is_relay(peer)
        self.client_ip = peer if peer and not (self._server.lmtp or self._tells) else None

    def _after_proxy(self, buffer: bytearray, data: bytes) -> bytes:
        """What follows the PROXY header, once it is whole or plain that there is none."""
        buffer += data
        found = read_proxy(buffer)
        if found == "more":
            return b""
        self._before_proxy = None
        if found == "bad":
            self.session.end(reply.BAD_PROXY)
            return b""
        if not isinstance(found, Proxied):
            return bytes(buffer)
        self._meet(found.client_ip or "")
        self.session.tls = self.session.tls or found.tls
        self._admit_again()
        return bytes(buffer[found.size :])

    def _meet_behind_proxy(self, address: str | None) -> None:
        """As `_meet`, where the proxy speaks SMTP; it stays the session's business who may tell what."""
        tells = address is not None and self._server.settings.may_tell(address)
        if tells:
            self._peer = address or ""
        self.client_ip = None if tells or self._server.lmtp else address
        self._admit_again()

    def _admit_again(self) -> None:
        """Now that it is known who the client is."""
        if not self._server.admit(self):
            self._admitted = False
            self.session.end(reply.TOO_MANY_CONNECTIONS)

    def data_received(self, data: bytes) -> None:
        self.moved_at = self._loop.time()
        if self._before_proxy is not None:
            data = self._after_proxy(self._before_proxy, data)
        self.session.receive(data)
        self._advance()
        held_up = self.task is not None or self._blocked
        if held_up and self.session.waiting > _PENDING and self._transport is not None:
            self._transport.pause_reading()

    def eof_received(self) -> bool:
        self._eof = True
        self._advance()
        return not self.session.tls and self.task is not None  # what is being stored is still answered

    def pause_writing(self) -> None:
        self._blocked = True

    def resume_writing(self) -> None:
        self._blocked = False
        self._go_on()

    def connection_lost(self, _error: Exception | None) -> None:
        self._transport = None
        self._disarm()
        if self.task is None:
            self._leave()

    def stop(self) -> None:
        """Ends the connection now, or after the transaction that is under way."""
        self.session.stopping = True
        if self.session.closed and self._transport is not None:
            self._transport.close()
        self._advance()

    def abort(self) -> None:
        """Ends the connection at once."""
        if self.task is not None:
            self.task.cancel()
        self._cut()

    @property
    def droppable(self) -> bool:
        return self.session.in_data and not self.served

    def still_for(self) -> float:
        """Seconds since anything came."""
        return self._loop.time() - self.moved_at

    @property
    def served(self) -> bool:
        return self.task is not None

    def drop(self, line: str) -> None:
        """Ends it, so that there is room for others."""
        self.session.end(line)
        self._advance()

    def _cut(self) -> None:
        if self._transport is not None:
            self._transport.abort()

    def _advance(self) -> None:
        """Takes steps until the client or the app has to say something. Bytes that lead to no step buy no time."""
        moved = False
        while self.task is None and not self._blocked:
            step = self.session.step()
            if step is None:
                break
            moved = True
            self._take(step)
        self._flush()
        if self._transport is None or self.task is not None:
            self._disarm()
            return
        if self._eof:
            self._transport.close()
        if moved or self._timer is None or self.session.in_data:
            self._arm()

    def _take(self, step: Step) -> None:
        match step:
            case Say(line):
                self._out += line
            case Check():
                self._ask(self._check(step))
            case Deliver():
                self._ask(self._deliver(step))
            case Meet(address):
                self._meet_behind_proxy(address)
            case StartTls():
                if self._transport is not None:
                    self._transport.pause_reading()
                self._flush()
                self._ask(self._secure())
            case Close():
                self._flush()
                self._linger()

    def _flush(self) -> None:
        if self._out and self._transport is not None and not self._transport.is_closing():
            self._transport.write(bytes(self._out))
        self._out.clear()

    def _linger(self) -> None:
        transport = self._transport
        if transport is None or transport.is_closing():
            return
        if transport.can_write_eof() and self._admitted and not self._server.stopped:
            transport.write_eof()
        else:
            transport.close()

    def _ask(self, question: Awaitable[None]) -> None:
        self.task = self._loop.create_task(self._answer(question))

    async def _answer(self, question: Awaitable[None]) -> None:
        try:
            await question
        except Exception as error:
            log.error("connection failed", extra={"fault": fault_of(error)})
            self._cut()
        finally:
            self.task = None
            if self._transport is None:
                self._leave()
        self._go_on()

    def _go_on(self) -> None:
        if self._transport is None:
            return
        if self.task is None and not self._blocked and not self._transport.is_closing():
            self._transport.resume_reading()
        self._advance()

    async def _check(self, step: Check) -> None:
        asked = self._server.acceptor.check_recipient
        verdict = await self._bounded("recipient not checked", lambda: asked(step.recipient, step.size))
        self.session.checked(verdict or _AGAIN)

    async def _deliver(self, step: Deliver) -> None:
        told = self.session.told
        envelope = Envelope(
            mail_from=step.mail_from,
            received_at=self._server.clock.now(),
            client_ip=told.address if told.named else self.client_ip,
            helo=self.session.client_helo,
            via="lmtp" if self._server.lmtp else "smtp",
            tls=self.session.tls,
            smtputf8=step.smtputf8,
            peer=self._peer if self._tells else "",
        )
        began = time.monotonic()
        accept = self._server.acceptor.accept
        verdicts = await self._bounded("message not stored", lambda: accept(envelope, step.recipients, step.raw))
        if verdicts is None or len(verdicts) != len(step.recipients):
            verdicts = [_AGAIN] * len(step.recipients)
        self._server.note(step, envelope, verdicts, time.monotonic() - began)
        self.session.delivered(verdicts)

    async def _bounded(self, failure: str, ask: Callable[[], Awaitable[T]]) -> T | None:
        """What the app answers, or None when it fails or is too slow, which is logged."""
        try:
            async with asyncio.timeout(self._limits.accept_seconds):
                return await ask()
        except Exception as error:
            log.error(failure, extra={"fault": fault_of(error)})
            return None

    async def _secure(self) -> None:
        context, plain = self._server.settings.tls, self._transport
        if context is None or plain is None:
            return
        try:
            secure: Any = await self._loop.start_tls(
                plain, self, context, server_side=True, ssl_handshake_timeout=self._limits.handshake_seconds
            )
        except OSError as error:
            log.info("TLS handshake failed", extra={"client_ip": self.client_ip, "fault": type(error).__name__})
            plain.abort()
            self._transport = None
            return
        self._transport = secure
        self.session.secured()

    def _arm(self) -> None:
        self._disarm()
        limits = self._limits
        seconds = limits.command_seconds
        if self.session.closed:
            seconds = _LINGER
        elif self.session.in_data:
            now = self._loop.time()
            self._data_ends = self._data_ends or now + limits.data_total_seconds
            seconds = min(limits.data_idle_seconds, self._data_ends - now)
        self._timer = self._loop.call_later(seconds, self._expire)

    def _disarm(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if not self.session.in_data:
            self._data_ends = 0.0

    def _expire(self) -> None:
        self._timer = None
        if self.session.closed or self._blocked:
            self.abort()
            return
        self._server.count("timeouts", 1)
        self.session.end(reply.TOO_SLOW)
        self._advance()

    def _reserve(self, held: int) -> bool:
        if not self._server.hold(self, held - self.held):
            return False
        self.held = held
        return True

    def _leave(self) -> None:
        self._reserve(0)
        self._server.leave(self)


def client_ip(peer: Any) -> str | None:
    """The client's address from a socket's peer name, IPv4 unwrapped from IPv6; None when it has none."""
    if not isinstance(peer, tuple) or not peer:
        return None
    try:
        address = ipaddress.ip_address(str(peer[0]).partition("%")[0])
    except ValueError:
        return None
    if isinstance(address, ipaddress.IPv6Address) and address.ipv4_mapped is not None:
        return str(address.ipv4_mapped)
    return str(address)
