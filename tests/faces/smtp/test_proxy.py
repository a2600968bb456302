"""PROXY headers of both versions: whole ones are read, whatever else is not believed."""

import socket
import struct

import pytest
from hypothesis import given
from hypothesis import strategies as st

from letterlock.faces.smtp.proxy import MAX_BODY, SIGNATURE, Proxied, read_proxy


def header(command=0x21, family=0x11, body=b"", size=None):
    return SIGNATURE + bytes((command, family)) + struct.pack("!H", len(body) if size is None else size) + body


def ipv4(client="192.0.2.7", more=b""):
    return socket.inet_aton(client) + socket.inet_aton("192.0.2.1") + struct.pack("!HH", 4711, 25) + more


def ipv6(client="2001:db8::7"):
    return socket.inet_pton(socket.AF_INET6, client) * 2 + struct.pack("!HH", 4711, 25)


SSL = b"\x20\x00\x05\x01\x00\x00\x00\x00"
NOOP = b"\x04\x00\x02ab"

READ = {
    "TCP over IPv4": (header(body=ipv4()), "192.0.2.7", False),
    "TCP over IPv6": (header(family=0x21, body=ipv6()), "2001:db8::7", False),
    "TLS to the proxy": (header(body=ipv4(more=NOOP + SSL)), "192.0.2.7", True),
    "entries of other kinds": (header(body=ipv4(more=NOOP * 20)), "192.0.2.7", False),
    "the proxy's own check": (header(command=0x20, family=0x00), None, False),
    "the proxy's own check with an address": (header(command=0x20, body=ipv4()), None, False),
    "an unknown family": (header(family=0x00), None, False),
    "a Unix socket": (header(family=0x31, body=b"/run/x".ljust(216, b"\0")), None, False),
    "a datagram": (header(family=0x12, body=ipv4()), None, False),
    "version 1 over IPv4": (b"PROXY TCP4 192.0.2.7 192.0.2.1 4711 25\r\n", "192.0.2.7", False),
    "version 1 over IPv6": (b"PROXY TCP6 2001:db8::7 2001:db8::1 4711 25\r\n", "2001:db8::7", False),
    "IPv4 in IPv6": (header(family=0x21, body=ipv6("::ffff:192.0.2.7")), "192.0.2.7", False),
    "version 1, IPv4 in IPv6": (b"PROXY TCP6 ::ffff:192.0.2.7 ::1 4711 25\r\n", "192.0.2.7", False),
    "version 1, unknown": (b"PROXY UNKNOWN whatever\r\n", None, False),
}

BAD = {
    "another version": header(command=0x11, body=ipv4()),
    "another command": header(command=0x22, body=ipv4()),
    "another family": header(family=0x41, body=ipv4()),
    "another protocol": header(family=0x13, body=ipv4()),
    "addresses cut short": header(body=ipv4()[:-1]),
    "an entry cut short": header(body=ipv4(more=NOOP[:-1])),
    "half an entry": header(body=ipv4(more=b"\x04\x00")),
    "an empty TLS entry": header(body=ipv4(more=b"\x20\x00\x00")),
    "far too long": header(body=b"", size=MAX_BODY + 1),
    "version 1 with another family": b"PROXY TCP5 192.0.2.7 192.0.2.1 4711 25\r\n",
    "version 1 with the wrong family": b"PROXY TCP6 192.0.2.7 192.0.2.1 4711 25\r\n",
    "version 1 with a name": b"PROXY TCP4 b.example 192.0.2.1 4711 25\r\n",
    "version 1 with a word more": b"PROXY TCP4 192.0.2.7 192.0.2.1 4711 25 x\r\n",
    "version 1 without ports": b"PROXY TCP4 192.0.2.7 192.0.2.1\r\n",
    "version 1 with a port beyond": b"PROXY TCP4 192.0.2.7 192.0.2.1 70000 25\r\n",
    "version 1 without an end": b"PROXY TCP4 " + b"1" * 200,
    "version 1 with a bare line feed": b"PROXY TCP4 192.0.2.7 192.0.2.1 4711 25\n",
    "version 1 of one word": b"PROXY \r\n",
}


@pytest.mark.parametrize("name", READ)
def test_whole_headers_are_read_and_what_follows_is_left(name):
    data, client, tls = READ[name]
    assert read_proxy(data + b"EHLO x\r\n") == Proxied(len(data), client, tls)


@pytest.mark.parametrize("name", READ)
def test_a_header_may_come_byte_by_byte(name):
    data, client, tls = READ[name]
    assert {read_proxy(data[:end]) for end in range(len(data))} == {"more"}
    assert read_proxy(data) == Proxied(len(data), client, tls)


@pytest.mark.parametrize("name", BAD)
def test_malformed_ones_are_told(name):
    assert read_proxy(BAD[name]) == "bad"


@pytest.mark.parametrize(
    "data", [b"EHLO x\r\n", b"XCLIENT ADDR=192.0.2.7\r\n", b"\r\nEHLO", b"PROXYING", b"proxy TCP4"]
)
def test_commands_are_none(data):
    assert read_proxy(data) == "none"


@given(st.binary(max_size=80), st.sampled_from([b"", SIGNATURE, SIGNATURE + b"\x21\x11", b"PROXY ", b"PROXY TCP4 "]))
def test_any_bytes_can_be_read_and_no_header_is_longer_than_what_came(rest, start):
    found = read_proxy(start + rest)
    assert found in ("more", "none", "bad") or found.size <= len(start + rest)
