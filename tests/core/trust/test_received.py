"""Received fields as servers write them: the address the server saw, never what the client called itself."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from letterlock.core.trust.received import Hop, read_received, received_values, top_fields

FORMS = {
    "Postfix": (
        "from mail.b.example (mail.b.example [192.0.2.7]) (using TLSv1.3 with cipher TLS_AES_256_GCM_SHA384 (256/256"
        " bits) key-exchange X25519) (No client certificate requested) by mx.example.com (Postfix) with ESMTPS id 4X"
        " for <in@x.example>; Mon, 30 Nov 2026 12:00:00 +0000 (UTC)",
        Hop("192.0.2.7", "mail.b.example"),
    ),
    "Postfix, no reverse name, a literal as HELO": (
        "from [198.51.100.9] (unknown [192.0.2.7]) by mx.example.com (Postfix) with ESMTP id 4X; Mon",
        Hop("192.0.2.7", "[198.51.100.9]"),
    ),
    "Postfix, IPv6": (
        "from b.example (b.example [IPv6:2001:db8::7]) by mx.example.com (Postfix) with ESMTPS id 4X; Mon",
        Hop("2001:db8::7", "b.example"),
    ),
    "Postfix, from a program beside it": ("by mx.example.com (Postfix, from userid 1000) id 4X; Mon", Hop()),
    "Postfix, unknown client": ("from b.example (unknown [unknown]) by mx.example.com (Postfix) id 4X; Mon", Hop()),
    "Exim": (
        "from b.example ([192.0.2.7]:4711 helo=ehlo.example) by mx.example.com with esmtps (TLS1.3) (Exim 4.96)"
        " (envelope-from <a@b.example>) id 1n; Mon",
        Hop("192.0.2.7", "ehlo.example"),
    ),
    "Exim, HELO as the reverse name": (
        "from b.example ([192.0.2.7]) by mx.example.com with esmtp (Exim 4.96) id 1n; Mon",
        Hop("192.0.2.7", "b.example"),
    ),
    "Exim, no reverse name": (
        "from [192.0.2.7] (helo=ehlo.example) by mx.example.com with esmtp (Exim 4.96) id 1n; Mon",
        Hop("192.0.2.7", "ehlo.example"),
    ),
    "Exim, a literal as HELO": (
        "from b.example ([192.0.2.7] helo=[198.51.100.9]) by mx.example.com with esmtp (Exim 4.96) id 1n; Mon",
        Hop("192.0.2.7", "[198.51.100.9]"),
    ),
    "Exim, no names at all": (
        "from [192.0.2.7] by mx.example.com (Exim 4.96) with smtp id 1n; Mon",
        Hop("192.0.2.7", "[192.0.2.7]"),
    ),
    "Sendmail": (
        "from ehlo.example (b.example [192.0.2.7] (may be forged)) by mx.example.com (8.17.1/8.17.1) with ESMTPS id x; Mon",
        Hop("192.0.2.7", "ehlo.example"),
    ),
    "Sendmail, with ident": (
        "from ehlo.example (user@b.example [192.0.2.7]) by mx.example.com (8.17.1/8.17.1) with ESMTP id x; Mon",
        Hop("192.0.2.7", "ehlo.example"),
    ),
    "Exchange": (
        "from DB9PR1.eurprd04.prod.outlook.com (2603:10a6:10:1::7) by AM0PR1.eurprd04.prod.outlook.com"
        " (2603:10a6:20b:5::8) with Microsoft SMTP Server (version=TLS1_2, cipher=TLS_X) id 15.20; Mon",
        Hop("2603:10a6:10:1::7", "DB9PR1.eurprd04.prod.outlook.com"),
    ),
    "Exchange, at home": (
        "from b.example (192.0.2.7) by EX01.corp.example (10.1.1.1) with Microsoft SMTP Server id 15.2; Mon",
        Hop("192.0.2.7", "b.example"),
    ),
    "Gmail": (
        "from mail-sor-f41.google.com (mail-sor-f41.google.com. [209.85.220.41]) by mx.google.com with SMTPS id x"
        " for <in@x.example> (Google Transport Security); Mon",
        Hop("209.85.220.41", "mail-sor-f41.google.com"),
    ),
    "Gmail, within": ("by 2002:a05:6102:2a04:b0:4 with SMTP id x; Mon", Hop()),
    "qmail": (
        "from unknown (HELO ehlo.example) (192.0.2.7) by mx.example.com with SMTP; 30 Nov 2026",
        Hop("192.0.2.7", "ehlo.example"),
    ),
    "a mail-routing service": (
        "from mail.b.example (192.0.2.7) by cloudflare-email.net (cloudflare) id QH for <in@x.example>; Mon",
        Hop("192.0.2.7", "mail.b.example"),
    ),
    "a cloud inbound service": (
        "from b.example (mail.b.example [192.0.2.7]) by inbound-smtp.us-east-1.amazonaws.com with SMTP id x for"
        " in@x.example; Mon",
        Hop("192.0.2.7", "b.example"),
    ),
}


@pytest.mark.parametrize("form", FORMS)
def test_each_servers_form_is_read(form):
    value, hop = FORMS[form]
    assert read_received(value) == hop


@pytest.mark.parametrize(
    "value",
    [
        "from [192.0.2.7] by mx.example.com with SMTP id x; Mon",  # its own name alone: nobody says what was seen
        "from 192.0.2.7 by mx.example.com with SMTP id x; Mon",
        "from b.example (b.example [192.0.2.7] [198.51.100.9]) by mx.example.com (Postfix); Mon",
        "from b.example (b.example [192.0.2.7) by mx.example.com (Postfix); Mon",
        "from b.example (b.example [192.0.2.7]) ; Mon",
        "from b.example b.example (x [192.0.2.7]) by mx.example.com; Mon",
        "from b.example (x [999.0.2.7]) by mx.example.com; Mon",
        "from b.example (HELO [192.0.2.7]) by mx.example.com; Mon",
        "from x(198.51.100.9) (192.0.2.7) by mx.example.com with Microsoft SMTP; Mon",
        "from x ([198.51.100.9]) (y [192.0.2.7]) by mx.example.com; Mon",
        "from x (198.51.100.9) by x (192.0.2.7) by mx.example.com; Mon",
        "",
        "(" * 5000,
    ],
)
def test_what_is_not_clear_is_not_known(value):
    assert read_received(value) == Hop()


NAMES = st.text("abc.-[]192:0@=", min_size=1, max_size=40)


@given(NAMES)
def test_what_the_client_calls_itself_never_moves_the_address(name):
    postfix = f"from {name} (unknown [192.0.2.7]) by mx.example.com (Postfix) with ESMTP id 4X; Mon"
    exim = f"from b.example ([192.0.2.7] helo={name}) by mx.example.com with esmtp (Exim 4.96) id 1n; Mon"
    assert read_received(postfix).client_ip == "192.0.2.7"
    assert read_received(exim).client_ip == "192.0.2.7"


@given(
    NAMES | st.text("ab()[]198.5:@= y;", min_size=1, max_size=40) | st.just("x(9.9.9.9)") | st.just("a (9.9.9.9) by b")
)
def test_a_name_written_down_as_it_was_makes_the_address_unknown_at_worst(name):
    for value in (
        f"from {name} (192.0.2.7) by mx.example.com; Mon",
        f"from {name} (c.d [192.0.2.7]) by mx.example.com",
    ):
        assert read_received(value).client_ip in ("192.0.2.7", None)


@given(st.text(max_size=300) | st.text("from by()[] 1.2:;", max_size=300))
def test_anything_can_be_read(value):
    read_received(value)


@given(st.binary(max_size=300), st.integers(0, 5))
def test_any_header_can_be_looked_at(raw, hops):
    assert len(received_values(raw, hops)) <= max(hops, 1)


def test_fields_are_unfolded_and_those_below_left_out():
    raw = b"A: 1\r\nReceived: from a\r\n (x)\r\n\tby b\r\nB: 2\r\nReceived: second\r\nReceived: third\r\n\r\nReceived: no\r\n"
    assert top_fields(raw, 1) == [("a", "1"), ("received", "from a (x) by b")]
    assert received_values(raw, 2) == ["from a (x) by b", "second"]
    assert received_values(raw, 9) == ["from a (x) by b", "second", "third"]
