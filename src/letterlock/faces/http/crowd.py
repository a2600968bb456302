"""How many HTTP connections may be open, in all and of one client, and how many requests of one behind a proxy."""

import ipaddress
import resource
from collections import Counter
from dataclasses import dataclass
from typing import Final, Protocol

from starlette.types import ASGIApp, Receive, Scope, Send

from letterlock.core.trust.relays import Networks
from letterlock.faces.http.problem import problem

REFUSAL: Final = b"HTTP/1.1 503 Service Unavailable\r\nContent-Length: 0\r\nRetry-After: 5\r\nConnection: close\r\n\r\n"
_ITSELF: Final = frozenset({"127.0.0.1", "::1"})
"""Whoever is on this machine may well be a proxy that speaks for others."""


@dataclass(frozen=True, slots=True)
class Most:
    """Connections at once. A connection is a descriptor, which mail, files and the database need too."""

    connections: int = 4096
    of_client: int = 512

    def within_reach(self) -> "Most":
        """No more than half of the descriptors this process may have."""
        soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
        if soft == resource.RLIM_INFINITY:
            return self
        most = max(16, min(self.connections, soft // 2))
        return Most(most, min(self.of_client, most // 2))


class Open(Protocol):
    """A connection, as far as it is counted. `since`: how long it has been `pausing`, on the loop's clock."""

    since: float

    @property
    def pausing(self) -> bool: ...
    def let_go(self) -> None: ...


class Crowd:
    """Counts connections by client: its address, for IPv6 its /64. Proxies are counted in all alone.

    Where there are too many, the one goes that has paused longest of the client that has most: who opens many and
    says nothing keeps out none but itself.
    """

    def __init__(self, most: Most, proxies: Networks) -> None:
        self.most = most
        self._proxies = proxies
        self._by_client: dict[str, dict[Open, None]] = {}
        """In the order they came, which decides where the clock does not."""
        self._client: dict[Open, str] = {}

    def speaks_for_others(self, address: str) -> bool:
        return address in _ITSELF or address in self._proxies

    def admit(self, connection: Open, address: str) -> bool:
        """Takes it in; False where there is no room."""
        client = client_of(address)
        others = self._by_client.get(client, {})
        if len(others) >= self.most.of_client and not self.speaks_for_others(address) and not self._make_room(others):
            return False
        if len(self._client) >= self.most.connections:
            busiest = max(self._by_client.values(), key=len)
            if not self._make_room(busiest):
                return False
        self._client[connection] = client
        self._by_client.setdefault(client, {})[connection] = None
        return True

    def leave(self, connection: Open) -> None:
        client = self._client.pop(connection, None)
        if client is None:
            return
        others = self._by_client[client]
        del others[connection]
        if not others:
            del self._by_client[client]

    def _make_room(self, connections: dict[Open, None]) -> bool:
        pausing = [one for one in connections if one.pausing]
        if not pausing:
            return False
        longest = min(pausing, key=lambda one: one.since)
        self.leave(longest)
        longest.let_go()
        return True


class BehindProxies:
    """Limits the requests under way of one client of a trusted proxy, by the address the proxy gives for it."""

    def __init__(self, app: ASGIApp, proxies: Networks, most: int) -> None:
        self._app = app
        self._proxies = proxies
        self._most = most
        self._open: Counter[str] = Counter()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        client = self._forwarded(scope) if scope["type"] == "http" else ""
        if not client:
            return await self._app(scope, receive, send)
        if self._open[client] >= self._most:
            detail = "Too many requests of this client are under way"
            return await problem(503, detail, {"Retry-After": "5", "Connection": "close"})(scope, receive, send)
        self._open[client] += 1
        try:
            await self._app(scope, receive, send)
        finally:
            self._open[client] -= 1
            if not self._open[client]:
                del self._open[client]

    def _forwarded(self, scope: Scope) -> str:
        """The last address in X-Forwarded-For that is no proxy's; "" where no trusted proxy tells one."""
        if (scope.get("client") or ("",))[0] not in self._proxies:
            return ""
        told = b",".join(value for name, value in scope["headers"] if name == b"x-forwarded-for")
        for part in reversed(told.decode("latin-1").split(",")):
            address = part.strip().strip("[]")
            if address not in self._proxies:
                return client_of(address)
        return ""


def client_of(address: str) -> str:
    """What a client is counted by; "" for what is no address."""
    try:
        known = ipaddress.ip_address(address)
    except ValueError:
        return ""
    if known.version == 6 and known.ipv4_mapped is None:
        return str(ipaddress.ip_network((known, 64), strict=False))
    return str(known.ipv4_mapped or known) if known.version == 6 else str(known)
