"""Which Host and Origin headers are ours: a web page elsewhere must not reach the server by rebinding its name."""

from collections.abc import Iterable
from typing import Final
from urllib.parse import urlsplit

from starlette.types import ASGIApp, Receive, Scope, Send

from letterlock.faces.http.problem import problem

_LOOPBACK: Final = ("localhost", "127.0.0.1", "[::1]")
_UNSPECIFIED: Final = ("0.0.0.0", "[::]", "::")  # noqa: S104
_PROBES: Final = frozenset({"/healthz", "/readyz"})
"""Asked by machines under any name; they tell nothing worth rebinding for."""
_FRAMING: Final = frozenset({b"content-length", b"transfer-encoding"})


def allowed_hosts(public_url: str, bound: str, more: Iterable[str] = ()) -> frozenset[str]:
    """Host headers to accept: the public URL's, the bound `host:port`, and the loopback names with that port."""
    host, _, port = bound.rpartition(":")
    names = {urlsplit(public_url).netloc.lower(), *(name.lower() for name in more)}
    names |= {f"{name}:{port}" for name in _LOOPBACK}
    if host not in _UNSPECIFIED:
        names.add(bound.lower())
    return frozenset(names)


def allowed_origins(public_url: str, hosts: Iterable[str]) -> frozenset[str]:
    """Origin headers to accept: the public URL's and plain HTTP on the hosts above."""
    parts = urlsplit(public_url)
    return frozenset({f"{parts.scheme}://{parts.netloc}".lower(), *(f"http://{host}" for host in hosts)})


class HostGuard:
    """Refuses other hosts (421), other origins (403), and bodies that end in two ways (400, RFC 9112 section 6.1)."""

    def __init__(self, app: ASGIApp, hosts: frozenset[str], origins: frozenset[str]) -> None:
        self._app = app
        self._hosts = hosts
        self._origins = origins

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            return await self._app(scope, receive, send)
        if {name for name, _ in scope["headers"]} >= _FRAMING:
            detail = "Content-Length and Transfer-Encoding exclude each other"
            return await problem(400, detail, {"Connection": "close"})(scope, receive, send)
        if scope["path"] in _PROBES:
            return await self._app(scope, receive, send)
        hosts = [value for name, value in scope["headers"] if name == b"host"]
        if len(hosts) != 1 or hosts[0].decode("latin-1").lower() not in self._hosts:
            detail = "This server does not answer under the name in the Host header; set LETTERLOCK_PUBLIC_URL to it"
            return await problem(421, detail)(scope, receive, send)
        for name, value in scope["headers"]:
            if name == b"origin" and value.decode("latin-1").lower() not in self._origins:
                return await problem(403, "Requests from this origin are not accepted")(scope, receive, send)
        return await self._app(scope, receive, send)
