"""What may be connected to, and that nothing else is."""

import asyncio
from ipaddress import ip_address

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from letterlock.adapters.egress import Egress, embedded, is_public
from letterlock.core.errors import Invalid, Temporary
from letterlock.core.trust.question import Answer

PUBLIC = [
    "1.1.1.1", "8.8.8.8", "100.63.255.255", "100.128.0.0", "172.15.255.255", "172.32.0.0", "192.167.1.1", "223.255.255.254",
    "2001:4860:4860::8888", "2a00:1450::1", "2606:4700::1111",
    "::ffff:8.8.8.8", "64:ff9b::808:808", "2002:808:808::1",
]  # fmt: skip
PRIVATE = [
    "0.0.0.0", "0.1.2.3", "10.0.0.1", "10.255.255.255", "100.64.0.1", "100.100.100.200", "127.0.0.1", "127.255.255.254",
    "168.63.129.16", "169.254.169.254", "169.254.0.1", "172.16.0.1", "172.31.255.255", "192.0.0.1", "192.0.0.192",
    "192.0.2.1", "192.88.99.1", "192.168.0.1", "198.18.0.1", "198.19.255.255", "198.51.100.7", "203.0.113.9", "224.0.0.1",
    "239.255.255.255", "240.0.0.1", "255.255.255.255",
    "::", "::1", "::7f00:1", "::ffff:127.0.0.1", "::ffff:10.0.0.1", "::ffff:169.254.169.254", "::ffff:0:7f00:1",
    "64:ff9b::7f00:1", "64:ff9b::a00:1", "64:ff9b:1::1", "64:ff9b:1::808:808", "2002:7f00:1::1", "2002:a00:1::",
    "2002:c0a8:1::1", "2001::1", "2001:0:4136:e378:8000:63bf:3fff:fdd2", "2001:db8::1", "3fff::1", "100::1",
    "fc00::1", "fd00:ec2::254", "fe80::1", "febf::1", "fec0::1", "ff02::1", "ff0e::1", "5f00::1", "4000::1",
]  # fmt: skip


@pytest.mark.parametrize("address", PUBLIC)
def test_public_addresses_may_be_named_by_anyone(address):
    assert Egress().check(address) == ip_address(address)


@pytest.mark.parametrize("address", PRIVATE)
def test_private_and_reserved_addresses_may_not(address):
    with pytest.raises(Invalid, match="LETTERLOCK_ALLOW_PRIVATE"):
        Egress().check(address, "host.example")


@given(st.ip_addresses(v=4))
@settings(max_examples=200)
def test_an_address_inside_another_is_judged_like_itself(address):
    number = int(address)
    for wrapped in (0xFFFF << 32 | number, 0x64FF9B << 96 | number, 0x2002 << 112 | number << 80):
        assert is_public(ip_address(wrapped.to_bytes(16, "big"))) == is_public(address)


@given(st.ip_addresses())
@settings(max_examples=200)
def test_what_the_standard_library_calls_private_is_never_public(address):
    closed = address.is_loopback or address.is_private or address.is_link_local or address.is_multicast
    if (closed or address.is_reserved) and embedded(address) is None:
        assert not is_public(address)


@pytest.mark.parametrize(
    ("entry", "address", "host", "allowed"),
    [
        ("10.0.0.0/8", "10.1.2.3", "x", True),
        ("10.0.0.0/8", "11.0.0.1", "x", True),  # public anyway
        ("10.0.0.0/8", "192.168.0.1", "x", False),
        ("10.0.0.1", "10.0.0.1", "", True),
        ("10.0.0.1", "10.0.0.2", "", False),
        ("127.0.0.1/8", "::ffff:127.0.0.1", "", True),
        ("::1", "::1", "", True),
        ("::1", "127.0.0.1", "", False),
        ("Mail.Internal.", "10.0.0.1", "mail.internal", True),
        ("mail.internal", "10.0.0.1", "mail.internal.", True),
        ("mail.internal", "10.0.0.1", "other.internal", False),
        ("mail.internal", "10.0.0.1", "", False),
    ],
)
def test_private_ones_may_be_allowed_by_network_address_or_host(entry, address, host, allowed):
    egress = Egress([entry])
    if allowed:
        assert egress.check(address, host) == ip_address(address)
    else:
        with pytest.raises(Invalid):
            egress.check(address, host)


@pytest.mark.parametrize("entry", ["", " ", "10.0.0.0/33", "300.1.1.1", "a/b", "127.1"])
def test_entries_that_are_nothing_are_refused(entry):
    with pytest.raises(Invalid):
        Egress([entry])


class Zone:
    def __init__(self, **answers: Answer) -> None:
        self.answers = answers

    async def resolve(self, questions, *, seconds):
        return {question: self.answers.get(question.type, Answer("nodata")) for question in questions}


def ok(*values):
    return Answer("ok", values)


async def test_only_the_addresses_of_a_host_that_may_be_used_are_given():
    zone = Zone(A=ok("10.0.0.1", "8.8.8.8"), AAAA=ok("::1", "2a00::1"))
    assert [str(ip) for ip in await Egress().resolve_public("x.example", zone, seconds=1)] == ["2a00::1", "8.8.8.8"]


@pytest.mark.parametrize(
    ("zone", "error"),
    [
        (Zone(A=ok("10.0.0.1")), Invalid),
        (Zone(A=ok("::ffff:10.0.0.1")), Invalid),
        (Zone(), Invalid),
        (Zone(A=Answer("temperror")), Temporary),
        (Zone(A=Answer("nxdomain"), AAAA=Answer("temperror")), Temporary),
    ],
)
async def test_a_host_without_a_usable_address_is_an_error(zone, error):
    with pytest.raises(error):
        await Egress().resolve_public("x.example", zone, seconds=1)


@pytest.mark.parametrize("host", ["127.0.0.1", "[::1]", "::ffff:7f00:1", "169.254.169.254"])
async def test_addresses_named_as_hosts_are_checked_without_dns(host):
    with pytest.raises(Invalid):
        await Egress().resolve_public(host, Zone(A=ok("8.8.8.8")), seconds=1)


@pytest.mark.parametrize("host", ["2130706433", "0x7f000001", "127.1", "0177.0.0.1"])
async def test_other_spellings_of_addresses_are_names_like_any_and_never_reach_the_system(host):
    assert [str(ip) for ip in await Egress().resolve_public(host, Zone(A=ok("8.8.8.8")), seconds=1)] == ["8.8.8.8"]


async def test_connecting_checks_again():
    server = await asyncio.start_server(lambda reader, writer: writer.close(), "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    with pytest.raises(Invalid):
        await Egress().connect("127.0.0.1", port, host="x.example", seconds=5)
    allowed = await Egress(["127.0.0.1"]).connect("127.0.0.1", port, host="x.example", seconds=5)
    assert allowed.getpeername() == ("127.0.0.1", port)
    assert not allowed.getblocking()
    allowed.close()
    trusted = await Egress().connect_trusted("localhost", port, seconds=5)
    assert trusted.getpeername()[1] == port
    trusted.close()
    server.close()
    await server.wait_closed()
    with pytest.raises(OSError, match="onnect"):
        await Egress().connect_trusted("127.0.0.1", port, seconds=5)
