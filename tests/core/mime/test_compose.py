"""What is composed is correct, safe, seven-bit mail that is read back as it was meant, by us and by Python's parser."""

import email
import email.policy
from dataclasses import replace
from datetime import UTC, datetime

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from letterlock.core.address import Address
from letterlock.core.errors import Invalid
from letterlock.core.mime.compose import Outgoing, OutgoingFile, compose, needs_smtputf8
from letterlock.core.mime.display import clean_line, has_controls
from letterlock.core.mime.parse import parse

ANN = Address("ann", "example.org", "Ann Lee")
BOB = Address("bob", "example.net", "Böb")
PLAIN = Outgoing(
    from_=ANN,
    to=(BOB,),
    subject="Hello",
    message_id="one@example.org",
    date=datetime(2026, 11, 30, tzinfo=UTC),
    text="hi\n",
)
PDF = OutgoingFile("a.pdf", "application/pdf", b"%PDF \x00\xff")
IMAGE = OutgoingFile("i.png", "image/png", b"png", "inline", "i1")


def check_wire(raw):
    """True of every message whatever is in it."""
    assert raw.isascii()
    assert raw.endswith(b"\r\n")
    assert raw.count(b"\n") == raw.count(b"\r\n") == raw.count(b"\r")
    assert max(len(line) for line in raw.split(b"\r\n")) <= 998
    head = raw.partition(b"\r\n\r\n")[0]
    assert all(line.strip() for line in head.split(b"\r\n"))
    assert b"\nbcc:" not in b"\n" + head.lower()
    return raw


def test_a_plain_message_is_as_small_as_can_be():
    assert compose(PLAIN).decode() == (
        "From: Ann Lee <ann@example.org>\r\n"
        "To: =?utf-8?q?B=C3=B6b?= <bob@example.net>\r\n"
        "Subject: Hello\r\n"
        "Date: Mon, 30 Nov 2026 00:00:00 +0000\r\n"
        "Message-ID: <one@example.org>\r\n"
        "MIME-Version: 1.0\r\n"
        'Content-Type: text/plain; charset="us-ascii"\r\n'
        "Content-Transfer-Encoding: 7bit\r\n"
        "\r\n"
        "hi\r\n"
    )


def test_everything_at_once_is_read_back():
    outgoing = replace(
        PLAIN,
        cc=(Address("c", "example.org", "C, D"),),
        bcc=(Address("secret", "example.org"),),
        reply_to=(Address("replies", "example.org"),),
        subject="Grüße — " * 20,
        text="Grüße\nFrom me\n.\n-- \nAnn\n",
        html='<p>Grüße <img src="cid:i1"></p>',
        attachments=(PDF, IMAGE, OutgoingFile("übersicht " * 9 + ".txt", "text/plain; charset=utf-8", "ü".encode())),
        in_reply_to="zero@example.net",
        references=("root@example.net", "zero@example.net"),
        auto_submitted=True,
        headers=(("X-Note", "ä note"),),
    )
    raw = check_wire(compose(outgoing))
    assert b"secret" not in raw
    assert raw == compose(outgoing)
    message = parse(raw)
    assert (message.defects, message.exceeded) == ((), ())
    assert (message.from_, message.to, message.cc, message.bcc) == ((ANN,), (BOB,), outgoing.cc, ())
    assert message.reply_to == outgoing.reply_to
    assert message.subject == outgoing.subject.strip()
    assert (message.text, message.html) == (outgoing.text, outgoing.html)
    assert [(a.filename, a.content_type, a.disposition, a.content_id) for a in message.attachments] == [
        ("i.png", "image/png", "inline", "i1"),
        ("a.pdf", "application/pdf", "attachment", None),
        (clean_line("übersicht " * 9 + ".txt"), "text/plain", "attachment", None),
    ]
    assert [a.content for a in message.attachments] == [b"png", PDF.content, "ü".encode()]
    assert (message.message_id, message.in_reply_to) == ("one@example.org", ("zero@example.net",))
    assert message.references == outgoing.references
    assert (message.header("auto-submitted"), message.header("x-note")) == ("auto-replied", "ä note")


def test_pythons_own_parser_reads_it_the_same():
    outgoing = replace(PLAIN, subject="Grüße " * 30, html="<p>ü</p>", text="ü" * 500, attachments=(PDF, IMAGE))
    read = email.message_from_bytes(compose(outgoing), policy=email.policy.default)
    assert read["subject"] == outgoing.subject.strip()
    assert read["to"].addresses[0].display_name == "Böb"
    assert read.get_content_type() == "multipart/mixed"
    assert read.get_body(("html",)).get_content() == "<p>ü</p>"
    assert read.get_body(("plain",)).get_content() == "ü" * 500
    assert [part.get_filename() for part in read.iter_attachments()] == ["a.pdf"]


@pytest.mark.parametrize(
    ("changes", "kinds"),
    [
        ({}, ["text/plain"]),
        ({"text": None, "html": "<p>"}, ["text/html"]),
        ({"html": "<p>"}, ["multipart/alternative", "text/plain", "text/html"]),
        ({"attachments": (PDF,)}, ["multipart/mixed", "text/plain", "application/pdf"]),
        ({"text": None, "attachments": (PDF,)}, ["multipart/mixed", "application/pdf"]),
        ({"attachments": (IMAGE,)}, ["multipart/mixed", "text/plain", "image/png"]),
        ({"text": None, "html": "<p>", "attachments": (IMAGE,)}, ["multipart/related", "text/html", "image/png"]),
        (
            {"html": "<p>", "attachments": (IMAGE, PDF)},
            [
                *(
                    "multipart/mixed",
                    "multipart/alternative",
                    "text/plain",
                    "multipart/related",
                    "text/html",
                    "image/png",
                ),
                "application/pdf",
            ],
        ),
    ],
)
def test_each_level_is_there_only_where_it_is_needed(changes, kinds):
    read = email.message_from_bytes(compose(replace(PLAIN, **changes)), policy=email.policy.default)
    assert [part.get_content_type() for part in read.walk()] == kinds


BREAKS = ["\r\nBcc: eve@evil.example", "\n", "\r", "\x00", "\x0b", "\x85", "\u2028", "\ud800"]
HIDDEN = ["=?utf-8?q?=0D=0ABcc:_eve=40evil.example?=", "=?utf-8?b?DQpCY2M6?=", "=?utf-8?q?=00?="]


@pytest.mark.parametrize("bad", BREAKS + HIDDEN)
@pytest.mark.parametrize(
    "place",
    [
        lambda bad: {"subject": f"a{bad}b"},
        lambda bad: {"from_": Address("ann", "example.org", f"a{bad}b")},
        lambda bad: {"to": (Address("ann", "example.org", f"a{bad}b"),)},
        lambda bad: {"to": (Address(f"a{bad}b", "example.org"),)},
        lambda bad: {"cc": (Address("ann", f"exa{bad}mple.org"),)},
        lambda bad: {"reply_to": (Address("ann", "example.org", f"a{bad}b"),)},
        lambda bad: {"message_id": f"a{bad}@b"} if "=?" not in bad else {"subject": bad},
        lambda bad: {"in_reply_to": f"a{bad}@b"} if "=?" not in bad else {"subject": bad},
        lambda bad: {"references": ("x@y", f"a{bad}@b")} if "=?" not in bad else {"subject": bad},
        lambda bad: {"headers": (("X-Note", f"a{bad}b"),)},
        lambda bad: {"headers": ((f"X-{bad}", "b"),)},
        lambda bad: {"attachments": (replace(PDF, filename=f"a{bad}b"),)},
        lambda bad: {"attachments": (replace(PDF, content_type=f"application/pdf; x=a{bad}b"),)},
        lambda bad: {"attachments": (replace(IMAGE, content_id=f"a{bad}b"),)} if "=?" not in bad else {"subject": bad},
        lambda bad: {"attachments": (replace(PDF, disposition=f"inline{bad}"),)},
    ],
)
def test_nothing_that_could_break_a_line_gets_into_any_header(place, bad):
    with pytest.raises(Invalid) as refusal:
        compose(replace(PLAIN, **place(bad)))
    assert not has_controls(refusal.value.message)


@pytest.mark.parametrize(
    "changes",
    [
        {"date": datetime(2026, 1, 1)},  # noqa: DTZ001
        {"text": "\ud800"},
        {"message_id": ""},
        {"message_id": "a b@c"},
        {"message_id": "a>@c"},
        {"message_id": "a" * 1_000},
        {"headers": (("Bcc", "x@y.org"),)},
        {"headers": (("bcc", "x@y.org"),)},
        {"headers": (("From", "x@y.org"),)},
        {"headers": (("Content-Type", "text/html"),)},
        {"headers": (("Received", "x"),)},
        {"headers": (("DKIM-Signature", "x"),)},
        {"headers": (("Resent-To", "x"),)},
        {"headers": (("X Note", "x"),)},
        {"headers": (("X-Note:", "x"),)},
        {"headers": (("", "x"),)},
        {"attachments": (replace(PDF, content_type="pdf"),)},
        {"attachments": (replace(PDF, content_type="multipart/mixed"),)},
        {"attachments": (replace(PDF, disposition="form-data"),)},
    ],
)
def test_what_is_not_what_it_must_be_is_refused(changes):
    with pytest.raises(Invalid):
        compose(replace(PLAIN, **changes))


def test_a_subject_that_looks_encoded_is_shown_as_it_was_written():
    raw = check_wire(compose(replace(PLAIN, subject="=?utf-8?q?hello?=")))
    assert parse(raw).subject == "=?utf-8?q?hello?="


@pytest.mark.parametrize("subject", ["", " ", "a" * 500, "a  b", "word " * 100, "x" * 76 + " y", "é" * 300])
def test_long_and_odd_subjects_survive_folding(subject):
    raw = check_wire(compose(replace(PLAIN, subject=subject)))
    assert parse(raw).subject == subject.strip()
    assert max(len(line) for line in raw.split(b"\r\n")) <= 78


def test_only_the_middle_of_very_long_references_is_left_out():
    references = tuple(f"{n:0100d}@example.org" for n in range(500))
    read = parse(check_wire(compose(replace(PLAIN, references=references)))).references
    assert read[0] == references[0]
    assert read[1:] == references[-len(read) + 1 :]
    assert 20 < len(read) < 100


def test_a_non_ascii_local_part_is_the_one_reason_for_utf_8_headers():
    outgoing = replace(PLAIN, to=(Address("jörg", "example.org", "Jörg"),))
    assert needs_smtputf8(outgoing)
    assert "To: =?utf-8?b?SsO2cmc=?= <jörg@example.org>\r\n".encode() in compose(outgoing)
    assert not needs_smtputf8(PLAIN)
    assert needs_smtputf8(replace(PLAIN, bcc=outgoing.to))


def test_an_attached_message_is_carried_unchanged_or_as_plain_bytes():
    seven_bit = OutgoingFile("m.eml", "message/rfc822", b"From: a@b.org\r\n\r\nhi\r\n")
    eight_bit = replace(seven_bit, content="From: a@b.org\r\n\r\nü\r\n".encode())
    message = parse(check_wire(compose(replace(PLAIN, attachments=(seven_bit, eight_bit)))))
    assert [a.content_type for a in message.attachments] == ["message/rfc822", "application/octet-stream"]
    assert [a.content for a in message.attachments] == [seven_bit.content, eight_bit.content]


def test_a_part_that_holds_the_boundary_gets_another():
    outgoing = replace(PLAIN, html="<p>")
    boundary = parse(compose(outgoing)).header("content-type").partition('"')[2].strip('"')
    # The same seed and digest would choose the same boundary again, so the text is given as its own seven-bit part.
    again = replace(outgoing, text=f"hi\n--{boundary}\n")
    message = parse(check_wire(compose(again)))
    assert (message.text, message.html) == (again.text, "<p>")


def test_boundaries_avoid_what_the_parts_hold():
    from letterlock.core.mime.compose import _free_boundary

    first = _free_boundary("digest", 0, [b""])
    assert _free_boundary("digest", 0, [first.encode()]) != first


TEXT = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\x00\r\ufeff"), max_size=200)
LINE = st.text(st.characters(exclude_categories=["Cs"]), max_size=120).map(clean_line)


@settings(max_examples=150, deadline=None)
@given(
    LINE, LINE, LINE, st.none() | TEXT, st.none() | TEXT, st.lists(st.tuples(LINE, st.binary(max_size=200)), max_size=3)
)
def test_what_is_composed_is_read_back(subject, name, value, text, html, files):
    outgoing = replace(
        PLAIN,
        subject=subject,
        to=(Address("bob", "example.net", name), ANN),
        text=text,
        html=html,
        headers=(("X-Note", value),),
        attachments=tuple(OutgoingFile(name or None, "application/x", content) for name, content in files),
    )
    message = parse(check_wire(compose(outgoing)))
    assert message.subject == subject
    assert message.to == outgoing.to
    assert message.header("x-note") == value
    wanted = "" if text is None and html is None and not files else text
    assert (message.text or "").rstrip("\n") == (wanted or "").rstrip("\n")
    assert (message.html or "").rstrip("\n") == (html or "").rstrip("\n")
    assert [a.content for a in message.attachments] == [content for _, content in files]
    plain_names = [name for name, _ in files if not set(name) & set("/\\") and name.strip(". ")]
    assert [a.filename for a in message.attachments if a.filename in plain_names] == plain_names
