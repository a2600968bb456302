"""Delivering mail by SMTP: through the relay, or to the hosts that take the recipients' mail (RFC 5321 section 5)."""

import asyncio
import ssl
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from functools import cached_property, partial

from letterlock.adapters.egress import Egress, Ip
from letterlock.adapters.mail_hosts import NoHosts, mail_hosts
from letterlock.adapters.relay import RelayConfig
from letterlock.adapters.smtp_client import Letter, Patience, Peer, hand_over, sign_in
from letterlock.core.errors import Invalid, Temporary
from letterlock.ports.dns import Resolver
from letterlock.ports.outbound import Outcome, Status

_SMTP = 25


@dataclass(frozen=True, slots=True)
class Bounds:
    """How much one destination is asked to bear."""

    connections: int = 5
    """At a time to one domain, or to the relay."""
    wait_seconds: float = 60
    """For one of them to become free; then the delivery is put off."""
    addresses: int = 6
    """Addresses of mail hosts tried in one delivery."""
    trying_seconds: float = 300
    """After this no further address is begun with."""
    dns_seconds: float = 10
    port: int = _SMTP
    patience: Patience = field(default_factory=Patience)


class SmtpOutbound:
    """Implements `ports.outbound.Outbound`. `helo_name` is what we call ourselves."""

    def __init__(
        self,
        relay: RelayConfig | None,
        resolver: Resolver,
        egress: Egress,
        helo_name: str,
        bounds: Bounds | None = None,
    ) -> None:
        self._relay = relay
        self._resolver = resolver
        self._egress = egress
        self._name = helo_name
        self._bounds = bounds or Bounds()
        self._busy: dict[str, tuple[asyncio.Semaphore, int]] = {}

    async def deliver(self, raw: bytes, *, mail_from: str, recipients: Sequence[str]) -> list[Outcome]:
        """See the port. `mail_from` "" is the null sender, for bounces."""
        letter = Letter(raw, mail_from)
        problem = letter.problem(recipients)
        if problem:
            return _same(recipients, "refused", problem)
        domain = recipients[0].rpartition("@")[2].lower() if recipients else ""
        try:
            async with self._turn(self._relay.host if self._relay else domain):
                if self._relay is not None:
                    return await self._through(self._relay, letter, recipients)
                return await self._direct(domain, letter, recipients)
        except _BusyError:
            return _same(recipients, "deferred", f"451 4.4.5 Too many deliveries to {domain} at the moment")

    async def _through(self, relay: RelayConfig, letter: Letter, recipients: Sequence[str]) -> list[Outcome]:
        return await hand_over(self._relay_peer(relay), letter, recipients, self._name, self._bounds.patience)

    async def sign_in(self) -> str:
        """What is wrong with the relay up to and with the sign-in; "" when nothing is, or there is none."""
        relay = self._relay
        return await sign_in(self._relay_peer(relay), self._name, self._bounds.patience) if relay else ""

    def _relay_peer(self, relay: RelayConfig) -> Peer:
        seconds = self._bounds.patience.connect
        return Peer(
            host=relay.host,
            open=partial(self._egress.connect_trusted, relay.host, relay.port, seconds=seconds),
            context=lambda: self._unverified if relay.loopback else self._verified,
            implicit_tls=relay.implicit_tls,
            verified=not relay.loopback,
            username=relay.username,
            password=relay.password,
            password_ok=relay.loopback,
        )

    async def _direct(self, domain: str, letter: Letter, recipients: Sequence[str]) -> list[Outcome]:
        bounds = self._bounds
        hosts = await mail_hosts(domain, self._resolver, own_name=self._name, seconds=bounds.dns_seconds)
        if isinstance(hosts, NoHosts):
            return _same(recipients, hosts.status, hosts.reply)
        outcomes = {one.recipient: one for one in _same(recipients, "refused", f"550 5.4.4 {domain} has no mail host")}
        left = list(recipients)
        tried = 0
        loop = asyncio.get_running_loop()
        enough = loop.time() + bounds.trying_seconds
        for host in hosts:
            addresses, failure = await self._addresses(host, left)
            if failure:
                outcomes |= {one.recipient: one for one in failure if _says_more(one, outcomes[one.recipient])}
            for address in addresses[: bounds.addresses - tried]:
                tried += 1
                results = await hand_over(self._peer(host, address), letter, left, self._name, bounds.patience)
                outcomes |= {one.recipient: one for one in results}
                left = [one.recipient for one in results if one.status == "deferred"]
                if not left or loop.time() > enough:
                    break
            if not left or tried >= bounds.addresses or loop.time() > enough:
                break
        return [outcomes[recipient] for recipient in recipients]

    async def _addresses(self, host: str, recipients: Sequence[str]) -> tuple[list[Ip], list[Outcome]]:
        """Where `host` may be reached, or outcomes that say why it may not."""
        try:
            found = await self._egress.resolve_public(host, self._resolver, seconds=self._bounds.dns_seconds)
        except Temporary:
            return [], _same(recipients, "deferred", f"451 4.4.3 DNS gave no answer for {host}", host)
        except Invalid as error:
            return [], _same(recipients, "refused", f"550 5.4.4 {error.message}", host)
        return found, []

    def _peer(self, host: str, address: Ip) -> Peer:
        bounds = self._bounds
        connect = partial(self._egress.connect, address, bounds.port, host=host, seconds=bounds.patience.connect)
        return Peer(host=host, open=connect, context=lambda: self._unverified)

    @asynccontextmanager
    async def _turn(self, destination: str) -> AsyncIterator[None]:
        semaphore, users = self._busy.get(destination, (asyncio.Semaphore(self._bounds.connections), 0))
        self._busy[destination] = semaphore, users + 1
        try:
            try:
                async with asyncio.timeout(self._bounds.wait_seconds):
                    await semaphore.acquire()
            except TimeoutError:
                raise _BusyError from None
            try:
                yield
            finally:
                semaphore.release()
        finally:
            users = self._busy[destination][1] - 1
            if users:
                self._busy[destination] = semaphore, users
            else:
                del self._busy[destination]

    @cached_property
    def _verified(self) -> ssl.SSLContext:
        return ssl.create_default_context()

    @cached_property
    def _unverified(self) -> ssl.SSLContext:
        """For mail hosts: their names come from DNS, so that a certificate would prove nothing (RFC 7435)."""
        context = ssl.create_default_context()
        context.check_hostname = False
        context.verify_mode = ssl.CERT_NONE
        return context


class _BusyError(Exception):
    """No connection became free in time."""


def _same(recipients: Sequence[str], status: Status, reply: str, host: str = "") -> list[Outcome]:
    return [Outcome(recipient, status, reply[:500], host) for recipient in recipients]


def _says_more(new: Outcome, old: Outcome) -> bool:
    """A host that cannot be looked up now may yet take the mail; one that answered has said more than DNS."""
    return not (old.status == "deferred" and (new.status == "refused" or old.host))
