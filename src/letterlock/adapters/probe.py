"""Looking at services as their clients find them, and at the disk."""

import asyncio
import shutil
import socket
import ssl
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from datetime import UTC
from pathlib import Path
from urllib.parse import urlsplit

from letterlock.adapters.egress import Egress
from letterlock.core.errors import LetterlockError
from letterlock.ports.probe import Certificate, Disk, Service, Setup
from letterlock.ports.pulled import PulledMailbox, PullFailed

SECONDS = 5.0
"""For one service, from connecting to its last word."""
_LINE = 4096
_MOST_LINES = 100
_DEFAULT_PORTS = {"http": 80, "https": 443}


class _Conversation:
    """Lines to and from a service."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader = reader
        self.writer = writer

    async def reply(self) -> list[str]:
        lines: list[str] = []
        while len(lines) < _MOST_LINES:
            line = (await self.reader.readline()).decode("latin-1").strip()
            lines.append("".join(c for c in line if c.isprintable()))
            if line[3:4] != "-":
                break
        return lines

    async def say(self, line: str) -> list[str]:
        self.writer.write(f"{line}\r\n".encode())
        await self.writer.drain()
        return await self.reply()


class MachineProbe:
    """Implements `ports.probe.Probe`."""

    def __init__(
        self,
        setup: Setup,
        egress: Egress,
        *,
        name: str,
        folders: Sequence[Path],
        mailbox: PulledMailbox | None = None,
        sign_in: Callable[[], Awaitable[str]] | None = None,
    ) -> None:
        self._setup = setup
        self._egress = egress
        self._name = name
        self._folders = folders
        self._mailbox = mailbox
        self._sign_in = sign_in

    @property
    def setup(self) -> Setup:
        return self._setup

    async def pulled(self) -> str:
        if self._mailbox is None:
            return ""
        try:
            await self._mailbox.waiting()
        except PullFailed as error:
            return str(error)
        finally:
            await self._mailbox.close()
        return ""

    async def signed_in(self) -> str:
        if self._sign_in is None:
            return ""
        try:
            return await self._sign_in()
        except LetterlockError as error:
            return error.message

    async def mail(self, address: str, *, lmtp: bool = False, tls: bool = False) -> Service:
        async def talk() -> Service:
            context = _any_certificate() if tls else None
            if address.startswith("unix:"):
                streams = await asyncio.open_unix_connection(address.removeprefix("unix:"), limit=_LINE)
            else:
                host, _, port = address.rpartition(":")
                connected = await self._egress.connect_trusted(_reachable(host), int(port), seconds=SECONDS)
                streams = await _open(connected, context, host)
            return await self._greet(_Conversation(*streams), Service(address), lmtp=lmtp)

        return await _bounded(address, talk())

    async def mail_outside(self, address: str, port: int) -> Service:
        async def talk() -> Service:
            connected = await self._egress.connect(address, port, seconds=SECONDS)
            return await self._greet(_Conversation(*await _open(connected, None, "")), Service(address), lmtp=False)

        return await _bounded(address, talk())

    async def _greet(self, talk: _Conversation, service: Service, *, lmtp: bool) -> Service:
        try:
            greeting = (await talk.reply())[-1]
            if not greeting.startswith("220"):
                return replace(service, problem=f"says {greeting[:100] or 'nothing'}")
            offered = await talk.say(f"{'LHLO' if lmtp else 'EHLO'} {self._name}")
            starttls = any(line[4:].upper() == "STARTTLS" for line in offered)
            service = replace(service, greeting=greeting[4:104], starttls=starttls)
            if starttls and (await talk.say("STARTTLS"))[-1].startswith("220"):
                await talk.writer.start_tls(_any_certificate())
                return replace(service, certificate=_certificate(talk.writer))
            return replace(service, certificate=_certificate(talk.writer))
        finally:
            talk.writer.close()

    async def web(self, url: str) -> Service:
        parts = urlsplit(url)
        host, secure = parts.hostname or "", parts.scheme == "https"

        async def talk() -> Service:
            port = parts.port or _DEFAULT_PORTS[parts.scheme]
            connected = await self._egress.connect_trusted(_reachable(host), port, seconds=SECONDS)
            # The names and time of a certificate that is not trusted are shown as well.
            reader, writer = await _open(connected, _any_certificate() if secure else None, host)
            try:
                writer.write(f"GET /healthz HTTP/1.1\r\nHost: {parts.netloc}\r\nConnection: close\r\n\r\n".encode())
                await writer.drain()
                first = (await reader.readline()).decode("latin-1").strip()
                good = first.startswith("HTTP/1.") and first[8:13] == " 200 "
                problem = "" if good else f"says {first[:100] or 'nothing'}"
                return Service(url, problem, certificate=_certificate(writer))
            finally:
                writer.close()

        found = await _bounded(url, talk())
        if found.certificate is None:
            return found
        return replace(
            found, certificate=replace(found.certificate, trusted=await self._is_trusted(parts.port or 443, host))
        )

    async def _is_trusted(self, port: int, host: str) -> bool:
        async def talk() -> Service:
            connected = await self._egress.connect_trusted(_reachable(host), port, seconds=SECONDS)
            _, writer = await _open(connected, ssl.create_default_context(), host)
            writer.close()
            return Service(host)

        return not (await _bounded(host, talk())).problem

    def disks(self) -> Sequence[Disk]:
        found = []
        for folder in self._folders:
            usage = shutil.disk_usage(folder)
            found.append(Disk(str(folder), usage.free, usage.total))
        return found


async def _open(
    connected: socket.socket, context: ssl.SSLContext | None, host: str
) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    name = (host.strip("[]") or "localhost") if context else None
    return await asyncio.open_connection(sock=connected, ssl=context, server_hostname=name, limit=_LINE)


async def _bounded(address: str, talk: Awaitable[Service]) -> Service:
    try:
        async with asyncio.timeout(SECONDS):
            return await talk
    except TimeoutError:
        return Service(address, "does not answer in time")
    except LetterlockError as error:
        return Service(address, error.message)
    except ssl.SSLError as error:
        return Service(address, f"TLS fails: {error.reason or 'no reason given'}")
    except (OSError, ValueError, asyncio.IncompleteReadError) as error:
        return Service(address, getattr(error, "strerror", None) or type(error).__name__)


def _any_certificate() -> ssl.SSLContext:
    """As mail servers have it among themselves: what is shown is looked at, not required to be trusted."""
    context = ssl.create_default_context()
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    return context


def _certificate(writer: asyncio.StreamWriter) -> Certificate | None:
    from cryptography import x509

    connection = writer.get_extra_info("ssl_object")
    shown = connection.getpeercert(binary_form=True) if connection else None
    if not shown:
        return None
    certificate = x509.load_der_x509_certificate(shown)
    try:
        names = certificate.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
        listed = tuple(names.get_values_for_type(x509.DNSName))
    except x509.ExtensionNotFound:
        listed = ()
    self_made = certificate.issuer == certificate.subject
    return Certificate(listed, certificate.not_valid_after_utc.astimezone(UTC), trusted=not self_made)


def _reachable(host: str) -> str:
    """Where to reach what listens on every address."""
    return {"0.0.0.0": "127.0.0.1", "[::]": "::1", "::": "::1"}.get(host, host.strip("[]"))  # noqa: S104
