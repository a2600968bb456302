"""The one place outgoing connections go through: private addresses are refused at connect time.

Hosts named in settings are trusted. Hosts named by members, agents, mail or DNS are looked up, every address is
checked, and the connection is made to the checked address itself, so that a second look-up cannot lead elsewhere.
"""

import asyncio
import socket
from collections.abc import Iterable, Sequence
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network

from letterlock.core.errors import Invalid, Temporary
from letterlock.core.trust.question import Question
from letterlock.ports.dns import Resolver

Ip = IPv4Address | IPv6Address
Network = IPv4Network | IPv6Network

_CLOSED_4 = tuple(
    IPv4Network(text)
    for text in (
        "0.0.0.0/8",  # this network
        "10.0.0.0/8",
        "100.64.0.0/10",  # carrier-grade NAT
        "127.0.0.0/8",
        "168.63.129.16/32",  # a cloud's machine services, on a public address
        "169.254.0.0/16",  # link-local, where clouds keep machine credentials
        "172.16.0.0/12",
        "192.0.0.0/24",
        "192.0.2.0/24",  # documentation
        "192.31.196.0/24",
        "192.52.193.0/24",
        "192.88.99.0/24",  # 6to4 relays
        "192.168.0.0/16",
        "192.175.48.0/24",
        "198.18.0.0/15",  # benchmarks
        "198.51.100.0/24",
        "203.0.113.0/24",
        "224.0.0.0/4",  # multicast
        "240.0.0.0/4",  # reserved, broadcast
    )
)
_OPEN_6 = IPv6Network("2000::/3")
"""The only part of IPv6 given out for public use."""
_CLOSED_6 = tuple(
    IPv6Network(text)
    for text in (
        "2001::/23",  # protocol assignments, among them Teredo
        "2001:db8::/32",  # documentation
        "3fff::/20",
        "2620:4f:8000::/48",
    )
)
_EMBEDDING = (
    (IPv6Network("::ffff:0:0/96"), 0),  # IPv4-mapped
    (IPv6Network("64:ff9b::/96"), 0),  # NAT64
    (IPv6Network("2002::/16"), 80),  # 6to4
)
"""Networks whose addresses lead to an IPv4 address, and how far to shift them to find it."""


def is_public(address: Ip) -> bool:
    """May a stranger name this address? For an IPv6 address that leads to an IPv4 one, that one decides."""
    if isinstance(address, IPv4Address):
        return not any(address in network for network in _CLOSED_4)
    inner = embedded(address)
    if inner is not None:
        return is_public(inner)
    return address in _OPEN_6 and not any(address in network for network in _CLOSED_6)


def embedded(address: Ip) -> IPv4Address | None:
    """The IPv4 address an IPv6 address leads to, if it does."""
    if isinstance(address, IPv4Address):
        return None
    for network, shift in _EMBEDDING:
        if address in network:
            return IPv4Address((int(address) >> shift) & 0xFFFFFFFF)
    return None


class Egress:
    """`allow_private` names networks, addresses and hosts (`mail.internal`) that anyone may name although private.

    Raises Invalid when an entry is none of these.
    """

    def __init__(self, allow_private: Iterable[str] = ()) -> None:
        self._networks: list[Network] = []
        self._hosts: set[str] = set()
        for entry in allow_private:
            self._allow(entry.strip())

    def _allow(self, entry: str) -> None:
        try:
            self._networks.append(ip_network(entry, strict=False))
        except ValueError:
            host = normal_host(entry)
            if not host or "/" in host or host.replace(".", "").isdigit():
                raise Invalid(f"'{entry}' is neither a network, an address nor a host name") from None
            self._hosts.add(host)

    def check(self, address: str | Ip, host: str = "") -> Ip:
        """The address when it may be connected to for someone who named `host`. Raises Invalid when it may not."""
        try:
            found = ip_address(address) if isinstance(address, str) else address
        except ValueError:
            raise Invalid(f"'{address}' is not an IP address") from None
        if is_public(found) or self._allowed(found, host):
            return found
        named = f"{host} ({found})" if host and normal_host(host) != str(found) else str(found)
        raise Invalid(f"{named} is a private or reserved address; LETTERLOCK_ALLOW_PRIVATE can allow it")

    def _allowed(self, address: Ip, host: str) -> bool:
        if normal_host(host) in self._hosts:
            return True
        inner = embedded(address)
        return any(one in network for network in self._networks for one in (address, inner) if one is not None)

    async def resolve_public(self, host: str, resolver: Resolver, *, seconds: float) -> list[Ip]:
        """Every address of `host` that may be connected to, IPv6 and IPv4 as DNS gave them.

        Raises Invalid when there is none, or none that may be; Temporary when DNS gave no answer.
        """
        name = normal_host(host)
        try:
            return [self.check(ip_address(name.strip("[]")), host)]
        except ValueError:
            pass
        questions = [Question("AAAA", name), Question("A", name)]
        answers = await resolver.resolve(questions, seconds=seconds)
        found = [ip_address(value) for question in questions for value in answers[question].values]
        allowed = [address for address in found if self._may(address, host)]
        if allowed:
            return allowed
        if found:
            self.check(found[0], host)
        if any(answers[question].status == "temperror" for question in questions):
            raise Temporary(f"DNS gave no answer for {name}; try again later")
        raise Invalid(f"{name} has no address")

    def _may(self, address: Ip, host: str) -> bool:
        try:
            self.check(address, host)
        except Invalid:
            return False
        return True

    async def connect(self, address: str | Ip, port: int, *, host: str = "", seconds: float) -> socket.socket:
        """A non-blocking socket connected to exactly this address, checked. Raises Invalid, or OSError."""
        return await _connect(self.check(address, host), port, seconds)

    async def connect_trusted(self, host: str, port: int, *, seconds: float) -> socket.socket:
        """The same to a host named in settings, looked up by the system and not checked. Raises OSError."""
        loop = asyncio.get_running_loop()
        async with asyncio.timeout(seconds):
            found = await loop.getaddrinfo(host, port, type=socket.SOCK_STREAM)
        addresses: Sequence[Ip] = [ip_address(str(info[4][0]).partition("%")[0]) for info in found]
        error: OSError = OSError(f"{host} has no address")
        for address in dict.fromkeys(addresses):
            try:
                return await _connect(address, port, seconds)
            except OSError as failure:
                error = failure
        raise error


async def _connect(address: Ip, port: int, seconds: float) -> socket.socket:
    family = socket.AF_INET if address.version == 4 else socket.AF_INET6
    connection = socket.socket(family, socket.SOCK_STREAM)
    try:
        connection.setblocking(False)
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        async with asyncio.timeout(seconds):
            await asyncio.get_running_loop().sock_connect(connection, (str(address), port))
    except BaseException:
        connection.close()
        raise
    return connection


def normal_host(host: str) -> str:
    """Lower case, without a final dot."""
    return host.strip().lower().removesuffix(".")
