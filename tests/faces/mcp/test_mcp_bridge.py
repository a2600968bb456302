"""What the stdio bridge tells the server of the client behind it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from letterlock.faces.mcp.bridge import _named


@pytest.mark.parametrize(
    ("told", "name"),
    [
        ({"name": "claude-code", "version": "2.1"}, "claude-code 2.1 (letterlock-bridge)"),
        ({"name": "claude-code"}, "claude-code (letterlock-bridge)"),
        ({"name": "x\r\nAuthorization: y", "version": "é1"}, "xAuthorization: y 1 (letterlock-bridge)"),
        ({"name": 5, "version": None}, "letterlock-bridge"),
        ({}, "letterlock-bridge"),
        (None, "letterlock-bridge"),
        ("name", "letterlock-bridge"),
    ],
)
def test_a_clients_name_stands_before_the_bridges(told, name):
    assert _named({"method": "initialize", "params": {"clientInfo": told}}) == name
    assert _named({"method": "initialize", "params": told}) == "letterlock-bridge"


@given(st.text(max_size=300), st.text(max_size=300))
def test_whatever_it_is_a_header_can_hold_it(name, version):
    found = _named({"params": {"clientInfo": {"name": name, "version": version}}})
    assert found.isascii() and found.isprintable() and len(found) <= 100 and found == found.strip()
