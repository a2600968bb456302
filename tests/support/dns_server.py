"""A real DNS server for tests: UDP and TCP on one port, answering from a dictionary.

The zone maps a name to its records by type, or to a misbehaviour:

    {
        "example.com": {"MX": ["10 mail.example.com"], "TXT": ["v=spf1 mx -all"]},
        "mail.example.com": {"A": ["127.0.0.1"]},
        "www.example.com": {"CNAME": "example.com"},
        "broken.example": "SERVFAIL",        # or REFUSED, NXDOMAIN, TIMEOUT (no reply), GARBAGE (bytes that are no DNS)
        "slow.example": {"TXT": "TIMEOUT"},  # the same, for one type only
        "long.example": "TRUNCATE",          # over UDP only the truncation bit; combine as {"TRUNCATE": True, "TXT": …}
        "*.wild.example": {"A": ["127.0.0.2"]},
    }

A value may stand for a list of one. TXT text is cut into strings of 255 bytes. Names above a name of the zone exist
without records; every other name is NXDOMAIN. In a test:

    with DnsServer({...}) as server:
        resolver = DnsResolver([server.address])
        server.zone["new.example"] = {...}   # may be changed at any time
        server.queries                       # what was asked, as (name, type, "udp" or "tcp")

By hand: python tests/support/dns_server.py --port 5353 --zone FILE.json
"""

import argparse
import contextlib
import json
import socket
import struct
import threading
from pathlib import Path
from typing import Any

import dns.flags
import dns.message
import dns.name
import dns.rcode
import dns.rdata
import dns.rdataclass
import dns.rdatatype
import dns.rrset

Zone = dict[str, Any]
RCODES = ("SERVFAIL", "REFUSED", "NXDOMAIN")


class DnsServer:
    """Serves `zone` on `host` and `port` (0: any free one) until closed. `ttl` is in seconds; 0 forbids caching."""

    def __init__(self, zone: Zone, *, host: str = "127.0.0.1", port: int = 0, ttl: int = 0) -> None:
        self.zone = zone
        self.ttl = ttl
        self.queries: list[tuple[str, str, str]] = []
        self._udp, self._tcp = _bind(host, port)
        self.host, self.port = self._udp.getsockname()[:2]
        self._closed = threading.Event()
        self._threads = [threading.Thread(target=loop, daemon=True) for loop in (self._serve_udp, self._serve_tcp)]
        for thread in self._threads:
            thread.start()

    @property
    def address(self) -> str:
        """`127.0.0.1:port`, as a resolver and LETTERLOCK_NAMESERVERS take it."""
        return f"{self.host}:{self.port}"

    def __enter__(self) -> "DnsServer":
        return self

    def __exit__(self, *_error: object) -> None:
        self.close()

    def close(self) -> None:
        self._closed.set()
        for opened in (self._udp, self._tcp):
            with contextlib.suppress(OSError):
                opened.shutdown(socket.SHUT_RDWR)
            opened.close()
        for thread in self._threads:
            thread.join(timeout=5)

    def _serve_udp(self) -> None:
        self._udp.settimeout(0.2)
        while not self._closed.is_set():
            try:
                wire, client = self._udp.recvfrom(65535)
            except TimeoutError:
                continue
            except OSError:
                return
            reply = self.reply(wire, "udp")
            if reply is not None:
                try:
                    self._udp.sendto(reply, client)
                except OSError:
                    return

    def _serve_tcp(self) -> None:
        while not self._closed.is_set():
            try:
                connection, _ = self._tcp.accept()
            except OSError:
                return
            threading.Thread(target=self._serve_connection, args=(connection,), daemon=True).start()

    def _serve_connection(self, connection: socket.socket) -> None:
        connection.settimeout(10)
        with connection:
            try:
                while (head := _exactly(connection, 2)) is not None:
                    wire = _exactly(connection, struct.unpack("!H", head)[0])
                    reply = self.reply(wire, "tcp") if wire else None
                    if reply is None:
                        return
                    connection.sendall(struct.pack("!H", len(reply)) + reply)
            except OSError:
                return

    def reply(self, wire: bytes, transport: str) -> bytes | None:
        """The reply to one query in wire format; None for none."""
        try:
            query = dns.message.from_wire(wire)
        except Exception:
            return None
        if not query.question:
            return None
        question = query.question[0]
        name = _text(question.name)
        kind = dns.rdatatype.to_text(question.rdtype)
        self.queries.append((name, kind, transport))
        return self._answer(query, question.name, name, kind, transport)

    def _answer(
        self, query: dns.message.Message, asked: dns.name.Name, name: str, kind: str, transport: str
    ) -> bytes | None:
        response = dns.message.make_response(query)
        response.flags |= dns.flags.AA | dns.flags.RA
        records = self._records(name)
        while isinstance(records, dict) and "CNAME" in records and kind != "CNAME" and len(response.answer) < 10:
            target = dns.name.from_text(str(records["CNAME"]))
            response.answer.append(dns.rrset.from_text(asked, self.ttl, "IN", "CNAME", target.to_text()))
            asked, records = target, self._records(_text(target))
        values = records.get(kind) if isinstance(records, dict) else None
        truncate = records == "TRUNCATE" or (isinstance(records, dict) and "TRUNCATE" in records)
        behaviour = records if isinstance(records, str) else values
        if behaviour == "TIMEOUT":
            return None
        if behaviour == "GARBAGE":
            return query.to_wire()[:2] + b"\xff" * 30
        if behaviour in RCODES:
            response.set_rcode(dns.rcode.from_text(behaviour))
        elif truncate and transport == "udp":
            response.flags |= dns.flags.TC
        elif values is not None:
            response.answer.append(self._rrset(asked, kind, values))
        else:
            self._deny(response, exists=records is not None)
        return response.to_wire(max_size=65535) if transport == "tcp" else _fit(response, max(query.payload, 512))

    def _deny(self, response: dns.message.Message, *, exists: bool) -> None:
        if not exists:
            response.set_rcode(dns.rcode.NXDOMAIN)
        soa = f"ns.test. root.test. 1 3600 600 86400 {self.ttl}"
        response.authority.append(dns.rrset.from_text(dns.name.root, self.ttl, "IN", "SOA", soa))

    def _records(self, name: str) -> Any:
        """What the zone says of a name: records, a misbehaviour, {} for a name that only exists, None for none."""
        zone = {key.lower().rstrip("."): value for key, value in list(self.zone.items())}
        if name in zone:
            return zone[name]
        if any(key.endswith("." + name) for key in zone):
            return {}
        labels = name.split(".")
        for index in range(1, len(labels)):
            parent = ".".join(labels[index:])
            if "*." + parent in zone:
                return zone["*." + parent]
            if parent in zone:
                return None
        return None

    def _rrset(self, owner: dns.name.Name, kind: str, values: Any) -> dns.rrset.RRset:
        rrset = dns.rrset.RRset(owner, dns.rdataclass.IN, dns.rdatatype.from_text(kind))
        rrset.update_ttl(self.ttl)
        for value in values if isinstance(values, list | tuple) else [values]:
            rrset.add(_rdata(kind, value), self.ttl)
        return rrset


def _text(name: dns.name.Name) -> str:
    """The labels as they are, without the escapes of zone files."""
    return b".".join(name.labels[:-1]).decode("latin-1").lower()


def _rdata(kind: str, value: Any) -> dns.rdata.Rdata:
    if kind != "TXT":
        return dns.rdata.from_text("IN", kind, str(value), origin=dns.name.root, relativize=False)
    data = value if isinstance(value, bytes) else str(value).encode("utf-8")
    pieces = [data[start : start + 255] for start in range(0, len(data), 255)] or [b""]
    wire = b"".join(bytes([len(piece)]) + piece for piece in pieces)
    return dns.rdata.from_wire("IN", "TXT", wire, 0, len(wire))


def _fit(response: dns.message.Message, size: int) -> bytes:
    """The response for UDP; empty with the truncation bit where it does not fit."""
    wire = response.to_wire(max_size=65535)
    if len(wire) <= size:
        return wire
    response.answer.clear()
    response.authority.clear()
    response.flags |= dns.flags.TC
    return response.to_wire()


def _bind(host: str, port: int) -> tuple[socket.socket, socket.socket]:
    """UDP and TCP on the same port."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    for attempt in range(20):
        tcp = socket.socket(family, socket.SOCK_STREAM)
        tcp.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        udp = socket.socket(family, socket.SOCK_DGRAM)
        try:
            tcp.bind((host, port))
            udp.bind((host, tcp.getsockname()[1]))
            tcp.listen(50)
            return udp, tcp
        except OSError:
            tcp.close()
            udp.close()
            if port or attempt == 19:
                raise
    raise AssertionError("unreachable")


def _exactly(connection: socket.socket, size: int) -> bytes | None:
    data = b""
    while len(data) < size:
        piece = connection.recv(size - len(data))
        if not piece:
            return None
        data += piece
    return data


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--host", default="127.0.0.1")
    parser.add_argument("--port", type=int, default=5353)
    parser.add_argument("--ttl", type=int, default=0)
    parser.add_argument("--zone", type=Path, required=True, help="a JSON file")
    options = parser.parse_args()
    server = DnsServer(json.loads(options.zone.read_text()), host=options.host, port=options.port, ttl=options.ttl)
    print(f"DNS on {server.address}", flush=True)
    try:
        threading.Event().wait()
    except KeyboardInterrupt:
        server.close()


if __name__ == "__main__":
    main()
