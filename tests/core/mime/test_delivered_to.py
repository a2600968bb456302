"""Whom pulled mail had been sent to, by what the servers that delivered it wrote."""

import pytest

from letterlock.core.mime.delivered_to import addressed, read_delivered

BODY = b"From: ana@b.example\r\nTo: list@c.example\r\n\r\nhello\r\n"

WRITTEN = {
    "Postfix": b"Return-Path: <ana@b.example>\r\nX-Original-To: bot@agents.example\r\nDelivered-To: all@agents.example\r\n",
    "Exim": b"Return-path: <ana@b.example>\r\nEnvelope-to: bot@agents.example\r\n",
    "Fastmail": b"Return-Path: <ana@b.example>\r\nX-Delivered-To: bot@agents.example\r\n",
    "qmail": b"Return-Path: <ana@b.example>\r\nDelivered-To: bot@agents.example\r\n",
    "Received alone": b"Return-Path: <ana@b.example>\r\nReceived: from x (x [192.0.2.1]) by mx with ESMTP id 1\r\n"
    b" for <bot@agents.example>; Tue, 1 Dec 2026 10:00:00 +0000\r\n",
    "several": b"Return-Path: <ana@b.example>\r\nX-Envelope-To: <bot@agents.example>\r\nX-Envelope-To: two@agents.example\r\n",
}


@pytest.mark.parametrize("server", WRITTEN)
def test_what_each_server_writes_is_understood(server):
    found = read_delivered(WRITTEN[server] + BODY)
    assert found.mail_from == "ana@b.example"
    assert found.recipients[0][0].spec == "bot@agents.example"


def test_what_is_nearest_to_the_envelope_comes_first():
    first, second = read_delivered(WRITTEN["Postfix"] + BODY).recipients
    assert [first[0].spec, second[0].spec] == ["bot@agents.example", "all@agents.example"]


@pytest.mark.parametrize("path", [b"<>", b"<not an address>", b""])
def test_a_null_or_odd_return_path_is_the_null_sender(path):
    assert read_delivered(b"Return-Path: " + path + b"\r\n" + BODY).mail_from == ""


def test_what_stands_below_the_servers_fields_counts_for_nothing_and_odd_ones_are_passed_over():
    raw = b"Delivered-To: (((\r\nDelivered-To: bot@agents.example\r\nno field\r\nX-Original-To: evil@agents.example\r\n\r\n"
    assert [[one.spec for one in found] for found in read_delivered(raw).recipients] == [["bot@agents.example"]]


def test_to_and_cc_are_the_last_resort():
    assert [one.spec for one in addressed(BODY.replace(b"\r\n\r\n", b"\r\nCc: B <b@c.example>\r\n\r\n"))] == [
        "list@c.example",
        "b@c.example",
    ]


def test_many_are_read_up_to_a_bound():
    raw = b"".join(b"Delivered-To: u%d@agents.example\r\n" % n for n in range(5000)) + BODY
    assert len(read_delivered(raw).recipients[0]) == 50
