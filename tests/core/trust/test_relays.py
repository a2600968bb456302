"""Where mail is from when relays brought it: as far back as the trusted ones say, and not a hop further."""

from datetime import UTC, datetime

import pytest

from letterlock.core.envelope import Envelope
from letterlock.core.trust.relays import Networks, Relays, trace

RELAYS = Relays(["10.0.0.0/8=mx.example.com", "192.0.2.25", "unix", "http=mx.service.example"])
NOW = datetime(2026, 11, 30, tzinfo=UTC)
OUTER = b"Received: from mail.b.example (mail.b.example [198.51.100.7]) by mx2 (Postfix); Mon\r\n"
INNER = b"Received: from mx2 (mx2 [192.0.2.25]) by mx1 (Postfix); Mon\r\n"
FILTER = b"Received: from localhost (localhost [127.0.0.1]) by mx1 (Postfix); Mon\r\n"
FORGED = b"Received: from bank.example (bank.example [203.0.113.1]) by mx1 (Postfix); Mon\r\n"
REST = b"From: a@b.example\r\n\r\nText\r\n"


def traced(raw, peer="10.1.1.1", **more):
    return trace(Envelope("a@b.example", NOW, peer=peer, **more), raw, RELAYS)


def test_the_topmost_received_of_a_trusted_relay_names_the_client():
    found = traced(OUTER + FORGED + REST)
    assert (found.client_ip, found.helo, found.relays) == ("198.51.100.7", "mail.b.example", ("mx.example.com",))


def test_a_relay_behind_a_relay_is_followed_and_what_is_below_is_not():
    found = traced(INNER + OUTER + FORGED + REST)
    assert (found.client_ip, found.relays) == ("198.51.100.7", ("mx.example.com", ""))


def test_a_filter_beside_the_relay_is_the_relay():
    found = traced(FILTER + FILTER + OUTER + REST)
    assert found.client_ip == "198.51.100.7"
    assert found.relays == ("mx.example.com",) * 3


@pytest.mark.parametrize(
    "raw", [REST, INNER + REST, b"Received: by mx1 (Postfix, from userid 0); Mon\r\n" + FORGED + REST]
)
def test_without_a_clear_word_the_client_is_not_known(raw):
    assert traced(raw).client_ip is None


def test_nobody_else_is_believed():
    found = traced(OUTER + REST, peer="198.51.100.99", client_ip="198.51.100.99", helo="x")
    assert (found.client_ip, found.helo, found.relays) == ("198.51.100.99", "x", ())


def test_what_the_relay_tells_goes_before_what_it_writes():
    found = traced(OUTER + REST, client_ip="198.51.100.8", helo="told.example")
    assert (found.client_ip, found.helo, found.relays) == ("198.51.100.8", "told.example", ("mx.example.com",))


def test_a_relay_that_is_told_of_is_followed_by_what_it_wrote():
    found = traced(INNER + OUTER + REST, client_ip="192.0.2.25", helo="mx2")
    assert (found.client_ip, found.relays) == ("198.51.100.7", ("mx.example.com", ""))


@pytest.mark.parametrize(
    ("peer", "name"), [("unix", ""), ("http", "mx.service.example"), ("10.9.9.9", "mx.example.com")]
)
def test_peers_are_networks_the_socket_and_http(peer, name):
    assert RELAYS.authserv_id(peer) == name


@pytest.mark.parametrize("peer", ["", None, "11.0.0.1", "2001:db8::1", "lmtp"])
def test_others_are_no_relays(peer):
    assert RELAYS.authserv_id(peer) is None


@pytest.mark.parametrize("entry", ["mx.example.com", "10.0.0.0/33", "unix=a b", "10.0.0.1=<x>", "10.0.0.1=x:above", ""])
def test_what_is_no_relay_is_refused(entry):
    with pytest.raises(ValueError, match=r"is no"):
        Relays([entry])


def test_networks_hold_addresses_of_their_kind():
    networks = Networks(["10.0.0.0/8", "2001:db8::/32"])
    assert "10.1.2.3" in networks
    assert "2001:db8::1" in networks
    assert "192.0.2.1" not in networks
    assert None not in networks
    assert "unix" not in networks
