"""The PROXY protocol: what a trusted proxy says of the client, before anything else (versions 1 and 2, as HAProxy's).

Its first bytes are no SMTP command (version 2 has a NUL among them), so a proxy that sends none is told from one that
does by what it sends first.
"""

from dataclasses import dataclass
from ipaddress import IPv4Address, IPv6Address, ip_address
from typing import Literal

SIGNATURE = b"\r\n\r\n\0\r\nQUIT\n"
_V1 = b"PROXY "
_V1_BOUND = 107
"""Bytes of a version 1 line, with its CRLF, at most."""
MAX_BODY = 4096
"""Bytes of addresses and TLVs in a version 2 header that are taken; some are sent by cloud proxies."""
_ADDRESSES = {0x1: (4, 12), 0x2: (16, 36), 0x3: (0, 216)}
"""By address family: bytes of the client's address, and of all of the address block."""
_SSL = 0x20
_CLIENT_SSL = 0x01


@dataclass(frozen=True, slots=True)
class Proxied:
    """A whole header of `size` bytes. `client_ip` is None for the proxy's own checks and for what has no address."""

    size: int
    client_ip: str | None = None
    tls: bool = False


def read_proxy(buffer: bytes | bytearray) -> Proxied | Literal["more", "none", "bad"]:
    """The header at the start of `buffer`; "more" while it may be one, "none" when it is not, "bad" when malformed."""
    if buffer.startswith(_V1):
        return _read_v1(bytes(buffer[:_V1_BOUND]))
    if not buffer.startswith(SIGNATURE):
        start = bytes(buffer[: len(SIGNATURE)])
        return "more" if SIGNATURE.startswith(start) or _V1.startswith(start) else "none"
    return _read_v2(bytes(buffer[: 16 + MAX_BODY]))


def _read_v1(data: bytes) -> Proxied | Literal["more", "bad"]:
    end = data.find(b"\r\n")
    if end < 0:
        return "bad" if len(data) >= _V1_BOUND or b"\n" in data else "more"
    words = data[:end].decode("latin-1").split(" ")
    if words[1] == "UNKNOWN":
        return Proxied(end + 2)
    if len(words) != 6 or not _is_port(words[4]) or not _is_port(words[5]):
        return "bad"
    version = {"TCP4": 4, "TCP6": 6}.get(words[1])
    try:
        client, server = ip_address(words[2]), ip_address(words[3])
    except ValueError:
        return "bad"
    if client.version != version or server.version != version:
        return "bad"
    return Proxied(end + 2, _plain(client))


def _plain(client: IPv4Address | IPv6Address) -> str:
    """A proxy that listens for both families has IPv4 clients in IPv6 addresses."""
    return str((client.ipv4_mapped if isinstance(client, IPv6Address) else None) or client)


def _is_port(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) <= 5 and int(text) <= 65535


def _read_v2(data: bytes) -> Proxied | Literal["more", "bad"]:
    if len(data) < 16:
        return "more"
    size = int.from_bytes(data[14:16], "big")
    if data[12] >> 4 != 2 or data[12] & 0xF > 1 or data[13] >> 4 > 3 or data[13] & 0xF > 2 or size > MAX_BODY:
        return "bad"
    if len(data) < 16 + size:
        return "more"
    family, protocol = data[13] >> 4, data[13] & 0xF
    if data[12] & 0xF == 0 or family not in _ADDRESSES:
        return Proxied(16 + size)
    address, block = _ADDRESSES[family]
    body = data[16 : 16 + size]
    tls = _tls(body[block:])
    if len(body) < block or tls is None:
        return "bad"
    return Proxied(16 + size, _plain(ip_address(body[:address])) if address and protocol == 1 else None, tls)


def _tls(entries: bytes) -> bool | None:
    """Whether the client spoke TLS to the proxy, by the proxy's TLVs; None when they are malformed."""
    tls = False
    while entries:
        if len(entries) < 3:
            return None
        kind, size = entries[0], int.from_bytes(entries[1:3], "big")
        value, entries = entries[3 : 3 + size], entries[3 + size :]
        if len(value) < size:
            return None
        if kind == _SSL:
            if len(value) < 5:
                return None
            tls = bool(value[0] & _CLIENT_SSL)
    return tls
