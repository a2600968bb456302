"""The SMTP and LMTP services: listening, what all connections share, and a clean stop."""

import asyncio
import contextlib
import ipaddress
import logging
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from letterlock.core.envelope import Envelope
from letterlock.faces.smtp import reply
from letterlock.faces.smtp.connection import Connection
from letterlock.faces.smtp.room import stillest, to_drop
from letterlock.faces.smtp.settings import Count, SmtpSettings, no_count
from letterlock.faces.smtp.steps import Deliver
from letterlock.ports.clock import Clock
from letterlock.ports.inbound import Acceptor, Verdict

log = logging.getLogger("letterlock.smtp")

_BACKLOG = 256


class MailServer:
    """What SMTP and LMTP have in common."""

    lmtp = False

    def __init__(self, acceptor: Acceptor, settings: SmtpSettings, clock: Clock, count: Count = no_count) -> None:
        self.acceptor = acceptor
        self.settings = settings
        self.clock = clock
        self.stopped = False
        self._count = count
        self._connections: set[Connection] = set()
        self._by_client: Counter[str] = Counter()
        self._held = 0
        self._empty = asyncio.Event()
        self._empty.set()
        self._listeners: list[asyncio.Server] = []

    async def start(self, host: str, port: int) -> None:
        """Listens on one more address; port 0 takes a free one, see `ports`. Raises OSError when it is taken."""
        loop = asyncio.get_running_loop()
        self._listeners.append(await loop.create_server(lambda: Connection(self), host, port, backlog=_BACKLOG))

    async def start_unix(self, path: Path, mode: int = 0o660) -> None:
        """Listens on a Unix socket, replacing a stale one."""
        loop = asyncio.get_running_loop()
        self._listeners.append(await loop.create_unix_server(lambda: Connection(self), str(path), backlog=_BACKLOG))
        await asyncio.to_thread(path.chmod, mode)

    @property
    def ports(self) -> list[int]:
        """The TCP ports it listens on."""
        names = [socket.getsockname() for listener in self._listeners for socket in listener.sockets]
        return [name[1] for name in names if isinstance(name, tuple)]

    async def stop(self, grace_seconds: float) -> None:
        """Stops listening, ends idle connections with 421, gives transactions `grace_seconds`, then ends the rest."""
        self.stopped = True
        for listener in self._listeners:
            listener.close()
        for connection in list(self._connections):
            connection.stop()
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(grace_seconds):
                await self._empty.wait()
        tasks = [connection.task for connection in self._connections if connection.task is not None]
        for connection in list(self._connections):
            connection.abort()
        await asyncio.gather(*tasks, return_exceptions=True)

    def admit(self, connection: Connection) -> bool:
        """Takes the connection in, or counts it anew once it is known who its client is; False for too many."""
        new = connection not in self._connections
        self.leave(connection)
        limits = self.settings.limits
        client = _client(connection)
        many = client and self._by_client[client] >= limits.connections_per_client
        if self.stopped or many or not self._has_place():
            self.count("connections_refused", 1)
            log.warning("connection refused", extra={"client_ip": connection.client_ip})
            return False
        self.count("connections", int(new))
        self._connections.add(connection)
        connection.counted_as = client
        self._by_client[client] += 1
        self._empty.clear()
        return True

    def _has_place(self) -> bool:
        if len(self._connections) < self.settings.limits.connections:
            return True
        other = stillest(self._connections)
        if other is None or other.still_for() < self.settings.limits.still_seconds:
            return False
        self.leave(other)
        other.drop(reply.MADE_WAY)
        return True

    def leave(self, connection: Connection) -> None:
        """The connection is over."""
        if connection not in self._connections:
            return
        self._connections.remove(connection)
        client = connection.counted_as
        self._by_client[client] -= 1
        if not self._by_client[client]:
            del self._by_client[client]
        if not self._connections:
            self._empty.set()

    def hold(self, connection: Connection, more: int) -> bool:
        """May messages being received take `more` bytes of memory? Negative to give back."""
        while more > 0 and self._held + more > self.settings.limits.memory_bytes:
            other = to_drop(self._connections, connection, more)
            if other is None:
                return False
            self.count("messages_dropped", 1)
            log.warning("message dropped to make room", extra={"client_ip": other.client_ip, "held": other.held})
            other.drop(reply.MADE_ROOM)
        self._held += more
        return True

    def count(self, name: str, amount: int) -> None:
        """Counts `smtp_<name>` or `lmtp_<name>`."""
        self._count(f"{'lmtp' if self.lmtp else 'smtp'}_{name}", amount)

    def note(self, step: Deliver, envelope: Envelope, verdicts: Sequence[Verdict], seconds: float) -> None:
        """Counts and logs what became of a message."""
        by_status = Counter(verdict.status for verdict in verdicts)
        for status, amount in by_status.items():
            self.count(f"recipients_{status}", amount)
        self.count("messages", 1)
        self.count("message_bytes", len(step.raw))
        log.info(
            "message received",
            extra={
                "via": envelope.via,
                "client_ip": envelope.client_ip,
                "from_domain": step.mail_from.rpartition("@")[2],
                "size": len(step.raw),
                "tls": envelope.tls,
                "seconds": round(seconds, 4),
                **{f"recipients_{status}": amount for status, amount in by_status.items()},
            },
        )


class SmtpServer(MailServer):
    """SMTP (RFC 5321): mail for our inboxes from anywhere, no relaying."""


class LmtpServer(MailServer):
    """LMTP (RFC 2033): mail handed over by a local mail server, one reply for each recipient."""

    lmtp = True


def _client(connection: Connection) -> str:
    """What connections are counted by: the address, for IPv6 its /64; "" for who speaks for others, who is not."""
    if connection.client_ip is None:
        return ""
    address = ipaddress.ip_address(connection.client_ip)
    if address.version == 6:
        return str(ipaddress.ip_network((address, 64), strict=False))
    return connection.client_ip
