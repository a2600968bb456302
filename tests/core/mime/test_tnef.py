"""Outlook's winmail.dat: its files are the mail's files, its body is read where the mail has none."""

import struct
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from letterlock.core.mime.limits import DEFAULT
from letterlock.core.mime.parse import parse
from letterlock.core.mime.tnef import read_tnef
from support import tnef
from support.mail import compose

RTF = rb"{\rtf1\ansi\ansicpg1252 Guten Tag, K\'f6nig!\par Bis bald}"


def _mail(stream, text="see the files"):
    return compose("a@b.example", "c@d.example", text=text, files=[("winmail.dat", "application/ms-tnef", stream)])


def _rtf(data):
    return struct.pack("<II4sI", len(data) + 12, len(data), b"MELA", 0) + data


def names(message):
    return [(file.filename, file.content_type, file.size) for file in message.attachments]


def test_files_are_attachments_of_the_mail_after_the_container():
    stream = tnef.tnef(
        tnef.file("Übersicht des Jahres.xlsx", b"PK\x03\x04abc", tnef.unicode_value(0x370E, "application/x-xls")),
        tnef.file("notes.txt", b"hello"),
    )
    message = parse(_mail(stream))
    assert names(message) == [
        ("winmail.dat", "application/ms-tnef", len(stream)),
        ("Übersicht des Jahres.xlsx", "application/x-xls", 7),
        ("notes.txt", "application/octet-stream", 5),
    ]
    assert message.attachments[0].kind == "Outlook container"
    assert [file.content for file in message.attachments[1:]] == [b"PK\x03\x04abc", b"hello"]
    assert message.text == "see the files\n"


def test_a_container_is_known_by_its_content_whatever_it_is_called():
    stream = tnef.tnef(tnef.file("run.exe", b"MZ"))
    raw = compose("a@b.example", "c@d.example", files=[("picture.png", "image/png", stream), ("b.txt", "a/b", b"b")])
    assert [file.filename for file in parse(raw).attachments] == ["picture.png", "b.txt", "run.exe"]


@pytest.mark.parametrize(
    ("values", "text", "html"),
    [
        ((tnef.unicode_value(0x1000, "Hällo\r\nBob"),), "Hällo\nBob", None),
        ((tnef.string_value(0x1000, "Привет".encode("cp1251")),), "Привет", None),
        ((tnef.integer_value(0x3FDE, 65001), tnef.binary_value(0x1013, "<p>ü".encode())), None, "<p>ü"),
        ((tnef.binary_value(0x1009, _rtf(RTF)),), "Guten Tag, König!\nBis bald", None),
        ((tnef.named_value("x"), tnef.unicode_value(0x1000, "after a named one")), "after a named one", None),
    ],
)
def test_the_body_is_read_where_the_mail_has_none(values, text, html):
    message = parse(_mail(tnef.tnef(values=values, codepage=1251), text=""))
    assert ((message.text or "").strip() or None, message.html) == (text, html)


def test_a_body_of_the_mail_itself_goes_before():
    message = parse(_mail(tnef.tnef(values=(tnef.unicode_value(0x1000, "other words"),))))
    assert (message.text, message.html) == ("see the files\n", None)


def test_an_attached_message_becomes_one_that_can_be_read():
    inner = tnef.tnef(
        tnef.file("plan.pdf", b"%PDF-1.4"),
        values=(
            tnef.unicode_value(0x0037, "Plan für Mai"),
            tnef.unicode_value(0x1000, "See you"),
            tnef.unicode_value(0x0C1A, "Jörg"),
            tnef.unicode_value(0x5D01, "joerg@b.example"),
        ),
    )
    message = parse(_mail(tnef.tnef(tnef.message_file("Plan", inner))))
    attached = message.attachments[1]
    assert (attached.filename, attached.content_type) == ("Plan für Mai.eml", "message/rfc822")
    read = parse(attached.content)
    assert (read.subject, read.text, [a.filename for a in read.attachments]) == (
        "Plan für Mai",
        "See you",
        ["plan.pdf"],
    )
    assert [(a.name, a.spec) for a in read.from_] == [("Jörg", "joerg@b.example")]


def test_no_header_is_smuggled_into_a_message_written_anew():
    values = (tnef.unicode_value(0x0C1A, "A\r\nX-Evil: 1"), tnef.unicode_value(0x0037, "s\r\n\r\nbody"))
    raw = parse(_mail(tnef.tnef(tnef.message_file("m", tnef.tnef(values=values))))).attachments[1].content
    read = parse(raw)
    assert [name for name, _ in read.headers] == ["MIME-Version", "From", "Subject", "Content-Type"]
    assert read.text is None


def test_a_cut_off_container_gives_what_came_and_says_so():
    stream = tnef.tnef(tnef.file("a.txt", b"first"), tnef.file("b.txt", b"second" * 50))
    message = parse(_mail(stream[:-200]))
    assert "bad-tnef" in message.defects
    assert [file.filename for file in message.attachments][:2] == ["winmail.dat", "a.txt"]


def test_files_of_a_container_count_against_the_bound():
    stream = tnef.tnef(*(tnef.file(f"{n}.txt", b"x") for n in range(700)))
    message = parse(_mail(stream))
    assert len(message.attachments) == 500
    assert "bad-tnef" in message.defects


def test_packed_text_of_all_containers_is_bounded_together():
    rtf = _rtf(b"{\\rtf1\\ansi " + b"a" * 900 + b"}")
    text = tnef.tnef(values=(tnef.binary_value(0x1009, rtf),))
    stream = tnef.tnef(*(tnef.message_file(f"{n}", text) for n in range(5)))
    message = parse(_mail(stream), replace(DEFAULT, text=2_000))
    files = [file for file in message.attachments if file.content_type == "message/rfc822"]
    sizes = [len((parse(file.content).text or "").strip()) for file in files]
    assert (sizes[:2], sizes[3:]) == ([900, 900], [0, 0])
    assert sum(sizes) <= 2_000


@settings(max_examples=150, deadline=None)
@given(st.data())
def test_any_damage_to_a_container_is_survived(data):
    inner = tnef.tnef(values=(tnef.unicode_value(0x1000, "x"),))
    whole = tnef.tnef(
        tnef.file("a.txt", b"abc"),
        tnef.message_file("m", inner),
        values=(tnef.named_value("k"), tnef.binary_value(0x1009, _rtf(RTF)), tnef.unicode_value(0x0037, "s")),
    )
    stream = bytearray(whole)
    for _ in range(data.draw(st.integers(0, 6))):
        stream[data.draw(st.integers(6, len(stream) - 1))] = data.draw(st.integers(0, 255))
    parse(_mail(bytes(stream[: data.draw(st.integers(4, len(stream)))])))


@settings(max_examples=100, deadline=None)
@given(st.binary(max_size=400))
def test_any_bytes_are_read_as_a_container(data):
    read_tnef(b"\x78\x9f\x3e\x22\x00\x00" + data, 10, 1000)
