"""Looking at the machine and the services the server stands on, for a check of its set-up."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol


@dataclass(frozen=True, slots=True)
class Certificate:
    """What a service shows. `names` are its DNS names; `trusted`: not self-made, and on the web vouched for."""

    names: tuple[str, ...]
    ends_at: datetime
    trusted: bool


@dataclass(frozen=True, slots=True)
class Service:
    """One service as a client finds it. `problem` says why it did not answer, "" when it did."""

    address: str
    problem: str = ""
    greeting: str = ""
    starttls: bool = False
    certificate: Certificate | None = None


@dataclass(frozen=True, slots=True)
class Disk:
    """Bytes free and in all where a folder is."""

    folder: str
    free: int
    size: int


@dataclass(frozen=True, slots=True)
class Setup:
    """What the settings say; None for a service that is off."""

    smtp: str | None
    lmtp: str | None
    http: str
    inbound: bool
    """Mail is taken by HTTP."""
    relays: tuple[str, ...]
    proxies: tuple[str, ...]
    relay: str | None
    """Where outgoing mail goes, `host:port`."""
    relay_tls: bool
    """From the first byte."""
    relay_user: bool = False
    """The relay is signed in to."""
    pull: str | None = None
    """The host of the mailbox that mail is pulled from."""


class Probe(Protocol):
    """Nothing here raises: what is wrong is in the answer."""

    @property
    def setup(self) -> Setup: ...

    async def mail(self, address: str, *, lmtp: bool = False, tls: bool = False) -> Service:
        """The mail service at `host:port` or `unix:/path`, which settings name; with `tls` from the first byte."""
        ...

    async def mail_outside(self, address: str, port: int) -> Service:
        """The mail service at an address that DNS gave."""
        ...

    async def web(self, url: str) -> Service:
        """Whether the server answers at this origin."""
        ...

    async def pulled(self) -> str:
        """What is wrong with the mailbox that mail is pulled from; "" when it can be signed in to."""
        ...

    async def signed_in(self) -> str:
        """What is wrong with the relay up to and with the sign-in; "" when nothing is."""
        ...

    def disks(self) -> Sequence[Disk]:
        """Where the server keeps its data."""
        ...
