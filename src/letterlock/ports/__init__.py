"""Protocols the app needs; adapters implement them, main puts them together."""

from dataclasses import dataclass

from letterlock.ports.blobs import Blobs
from letterlock.ports.clock import Clock, Ids
from letterlock.ports.dns import Resolver
from letterlock.ports.events import Events
from letterlock.ports.fetch import Fetcher
from letterlock.ports.outbound import Outbound
from letterlock.ports.probe import Probe
from letterlock.ports.sandbox import Sandbox
from letterlock.ports.secrets import Secrets
from letterlock.ports.signing import KeyMaker
from letterlock.ports.spam_filter import SpamFilter
from letterlock.ports.store import Store


@dataclass(frozen=True, slots=True)
class Ports:
    """All the app reaches the world through."""

    store: Store
    blobs: Blobs
    events: Events
    resolver: Resolver | None
    """None: DNS is not asked, authentication is `not_checked`."""
    outbound: Outbound
    sandbox: Sandbox
    secrets: Secrets
    clock: Clock
    ids: Ids
    key_maker: KeyMaker
    fetcher: Fetcher
    probe: Probe
    spam_filter: SpamFilter | None = None
    """None: messages are judged by our own analysis alone."""
