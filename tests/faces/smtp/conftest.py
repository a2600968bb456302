"""A service on a free port and an app that keeps what it accepts."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime

import pytest
import uvloop

from letterlock.core.address import Address
from letterlock.core.envelope import Envelope
from letterlock.faces.smtp import Limits, LmtpServer, SmtpServer, SmtpSettings
from letterlock.ports.inbound import Verdict

ACCEPT = Verdict("accept", "250 2.1.5 OK")
REFUSE = Verdict("refuse", "550 5.1.1 No such inbox")
DEFER = Verdict("defer", "452 4.2.2 Over quota")
WORDS = {"accept": ACCEPT, "refuse": REFUSE, "defer": DEFER}


@dataclass
class Inboxes:
    """Keeps mail in memory. `refuse@…` and `defer@…` fail at RCPT, `late-refuse@…` and `late-defer@…` after DATA."""

    accepted: list[tuple[Envelope, list[str], bytes]] = field(default_factory=list)
    gate: asyncio.Event | None = None
    """When set, accepting waits for it."""
    entered: asyncio.Event = field(default_factory=asyncio.Event)
    broken: bool = False

    async def check_recipient(self, recipient: Address, size: int) -> Verdict:
        return WORDS.get(recipient.local, ACCEPT)

    async def accept(self, envelope: Envelope, recipients: Sequence[Address], raw: bytes) -> list[Verdict]:
        self.entered.set()
        if self.gate is not None:
            await self.gate.wait()
        if self.broken:
            raise RuntimeError(f"cannot store {raw!r}")
        verdicts = [WORDS.get(recipient.local.removeprefix("late-"), ACCEPT) for recipient in recipients]
        kept = [r.spec for r, verdict in zip(recipients, verdicts, strict=True) if verdict.status == "accept"]
        if kept:
            self.accepted.append((envelope, kept, raw))
        return verdicts


class UtcClock:
    def now(self) -> datetime:
        return datetime.now(UTC)


def pytest_asyncio_loop_factories(
    config: pytest.Config, item: pytest.Item
) -> dict[str, Callable[[], asyncio.AbstractEventLoop]]:
    """The server runs on uvloop, whose transports differ from asyncio's."""
    return {"asyncio": asyncio.new_event_loop, "uvloop": uvloop.new_event_loop}


@pytest.fixture
def inboxes() -> Inboxes:
    return Inboxes()


@pytest.fixture
def limits() -> Limits:
    return Limits()


@pytest.fixture
def settings(limits: Limits) -> SmtpSettings:
    return SmtpSettings("mx.example", limits=limits)


@pytest.fixture
async def smtp(inboxes: Inboxes, settings: SmtpSettings) -> AsyncIterator[SmtpServer]:
    server = SmtpServer(inboxes, settings, UtcClock())
    await server.start("127.0.0.1", 0)
    yield server
    await server.stop(0)


@pytest.fixture
async def lmtp(inboxes: Inboxes, settings: SmtpSettings) -> AsyncIterator[LmtpServer]:
    server = LmtpServer(inboxes, settings, UtcClock())
    await server.start("127.0.0.1", 0)
    yield server
    await server.stop(0)


class Client:
    """A raw socket that says exactly what it is told."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader = reader
        self.writer = writer

    def send(self, data: bytes) -> None:
        self.writer.write(data)

    async def reply(self) -> str:
        """One reply, its lines joined by newlines; "" at the end."""
        lines: list[str] = []
        async with asyncio.timeout(10):
            while True:
                line = (await self.reader.readline()).decode()
                lines.append(line.rstrip("\r\n"))
                if line[3:4] != "-":
                    return "\n".join(lines)

    async def say(self, line: str) -> str:
        self.send(line.encode() + b"\r\n")
        return await self.reply()

    async def rest(self) -> str:
        """All until the server closes."""
        async with asyncio.timeout(10):
            return (await self.reader.read()).decode()

    async def close(self) -> None:
        self.writer.close()
        try:
            await self.writer.wait_closed()
        except OSError:
            return


Connect = Callable[..., Awaitable[Client]]


@pytest.fixture
async def connect() -> AsyncIterator[Connect]:
    clients: list[Client] = []

    async def open_client(port: int, source: str = "127.0.0.1") -> Client:
        client = Client(*await asyncio.open_connection("127.0.0.1", port, local_addr=(source, 0)))
        clients.append(client)
        return client

    yield open_client
    for client in clients:
        await client.close()
