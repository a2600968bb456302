"""Relays and proxies whose word is taken for where mail comes from, as settings name them."""

import re
from collections.abc import Iterable
from dataclasses import replace
from ipaddress import IPv4Network, IPv6Network, ip_address, ip_network

from letterlock.core.envelope import Envelope
from letterlock.core.trust.received import Hop, read_received, received_values

MAX_HOPS = 10
"""Trusted relays one message can have come through."""
PEERS = ("unix", "http", "imap")
"""What stands for a network: whoever connects to the Unix socket for LMTP, signs what it posts over HTTP, or keeps the
mailbox that is pulled."""

_ITSELF = ("127.0.0.1", "::1")
BELOW = ":below"
"""After an authserv-id: what the relay adds stands below its own Received field, as with OpenDKIM."""
_NAME = re.compile(rf"[a-z0-9._-]{{1,253}}(?:{BELOW})?")

Network = IPv4Network | IPv6Network


class Networks:
    """Addresses by network. Raises ValueError for an entry that is none."""

    def __init__(self, entries: Iterable[str] = ()) -> None:
        self._networks = tuple(_network(entry) for entry in entries)

    def __contains__(self, address: str | None) -> bool:
        return any(_within(address, network) for network in self._networks)


class Relays:
    """Entries are `network`, `unix`, `http` or `imap`, each also as `network=authserv-id`, or with `:below` behind it.

    Raises ValueError for others.
    """

    def __init__(self, entries: Iterable[str] = ()) -> None:
        self._networks: list[tuple[Network, str]] = []
        self._peers: dict[str, str] = {}
        for entry in entries:
            place, _, name = entry.partition("=")
            if name and not _NAME.fullmatch(name):
                raise ValueError(f"{name!r} is no authserv-id; it is a name such as mx.example.com")
            if place in PEERS:
                self._peers[place] = name
            else:
                self._networks.append((_network(place), name))

    def authserv_id(self, peer: str | None) -> str | None:
        """What a trusted relay marks its Authentication-Results with, "" when that is not set; None for all others.

        `peer` is an address, `unix`, `http` or `imap`.
        """
        if peer in self._peers:
            return self._peers[peer]
        return next((name for network, name in self._networks if _within(peer, network)), None)


def trace(envelope: Envelope, raw: bytes, relays: Relays) -> Envelope:
    """The envelope with the client that the relays it came through had it from, and their authserv-ids.

    The relay that handed it over wrote the topmost Received; where that names another trusted relay, that one wrote
    the next, and so on. Nothing below the first hop that is not trusted is believed.
    """
    name = relays.authserv_id(envelope.peer)
    if name is None:
        return envelope
    names = [name]
    told = Hop(envelope.client_ip, envelope.helo) if envelope.client_ip else None
    hops = [read_received(value) for value in received_values(raw, MAX_HOPS)]
    if told is not None:
        hops[:1] = [told]
    for hop in hops:
        # The relay itself: a filter beside it handed the message back.
        known = names[-1] if hop.client_ip in _ITSELF else relays.authserv_id(hop.client_ip)
        if known is None:
            return replace(envelope, client_ip=hop.client_ip, helo=hop.helo, relays=tuple(names))
        names.append(known)
    return replace(envelope, client_ip=None, helo="", relays=tuple(names))


def _network(text: str) -> Network:
    try:
        return ip_network(text, strict=False)
    except ValueError:
        raise ValueError(f"{text!r} is no network; write 10.0.0.0/8, or an address") from None


def _within(address: str | None, network: Network) -> bool:
    try:
        return ip_address(address or "") in network
    except ValueError:
        return False
