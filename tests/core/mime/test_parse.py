"""A message read as a mail program shows it."""

from datetime import UTC, datetime

import pytest

from letterlock.core.address import Address
from letterlock.core.mime.parse import parse


def mail(text):
    """A message written with bare newlines; CRLF as on the wire."""
    return text.strip("\n").replace("\n", "\r\n").encode("utf-8", "surrogateescape")


def test_the_usual_fields_are_read():
    message = parse(
        mail(
            """
Received: from a.example by b.example; Mon, 30 Nov 2026 10:00:01 +0000
From: =?utf-8?q?J=C3=B6rg?= <joerg@example.org>
Sender: office@example.org
Reply-To: <replies@example.org>
To: "Lee, Ann" <ann@example.net>,
 bob@example.net
Cc: Team: eve@example.net;
Subject: =?utf-8?q?Gr=C3=BC=C3=9Fe?=
 and more
Date: Mon, 30 Nov 2026 10:00:00 +0000
Message-ID: <one@example.org>
In-Reply-To: <zero@example.net>
References: <root@example.net>
 <zero@example.net>

Hello
"""
        )
    )
    assert message.from_ == (Address("joerg", "example.org", "Jörg"),)
    assert [a.spec for a in message.sender + message.reply_to] == ["office@example.org", "replies@example.org"]
    assert message.to == (Address("ann", "example.net", "Lee, Ann"), Address("bob", "example.net"))
    assert message.cc == (Address("eve", "example.net"),)
    assert message.subject == "Grüße and more"
    assert message.date == datetime(2026, 11, 30, 10, tzinfo=UTC)
    assert message.message_id == "one@example.org"
    assert (message.in_reply_to, message.references) == (
        ("zero@example.net",),
        ("root@example.net", "zero@example.net"),
    )
    assert (message.text, message.html, message.attachments) == ("Hello", None, ())
    assert (message.defects, message.exceeded, message.from_fields) == ((), (), 1)
    assert message.header("received") == "from a.example by b.example; Mon, 30 Nov 2026 10:00:01 +0000"


@pytest.mark.parametrize(
    "value",
    [
        "ceo@bank.example@x, eve@evil.example",
        "<ceo@bank.example> <x@y.example>, eve@evil.example",
        "eve@evil.example, <>",
        "eve@evil.example, @bank.example",
        "The Bank: eve@evil.example;",
        "undisclosed:;, eve@evil.example",
        "eve@evil.example, ceo@[192.0.2.1]",
        "eve@evil.example, ceo@bank.example (",
        "eve@evil.example, ceo@bank.example",
        "",
    ],
)
def test_a_from_field_that_can_be_read_in_several_ways_names_no_author(value):
    assert parse(f"From: {value}\r\n\r\n".encode()).author is None


@pytest.mark.parametrize(
    "value", ["eve@evil.example", "Eve <eve@evil.example>", "eve@evil.example (Eve)", "Eve@work <eve@evil.example>,"]
)
def test_one_clear_from_address_is_the_author(value):
    author = parse(f"From: {value}\r\n\r\n".encode()).author
    assert author is not None
    assert author.spec == "eve@evil.example"


@pytest.mark.parametrize("first", [b"From : x@evil.example\r\n", b"From \t: x@evil.example\r\n"])
def test_a_from_field_with_a_space_before_its_colon_is_no_separator_of_an_mbox(first):
    message = parse(first + b"From: a@example.org\r\n\r\nhi\r\n")
    assert (message.from_fields, message.author) == (2, None)
    assert parse(b"From x@evil.example Tue Dec  1\r\nFrom: a@example.org\r\n\r\nhi\r\n").from_fields == 1


@pytest.mark.parametrize(
    "raw",
    [
        b" From: x@evil.example\r\nFrom: a@example.org\r\n\r\nhi\r\n",
        b"\tFROM : x@evil.example\r\nFrom: a@example.org\r\n\r\nhi\r\n",
        b"From: a@example.org\r\nFrom\r\n : x@evil.example\r\n\r\nhi\r\n",
    ],
)
def test_a_from_field_in_a_broken_line_is_named(raw):
    assert "hidden-from" in parse(raw).defects


def test_several_from_fields_are_counted_and_all_their_addresses_kept():
    message = parse(b"From: a@example.org\nFrom: b@example.org\nSubject: 1\nSubject: 2\n\n")
    assert (message.from_fields, [a.spec for a in message.from_]) == (2, ["a@example.org", "b@example.org"])
    assert message.subject == "1"
    assert {"duplicate-from", "duplicate-subject"} <= set(message.defects)
    assert parse(b"Subject: x\n\n").from_fields == 0


@pytest.mark.parametrize(
    ("head", "name", "value"),
    [
        (b"Subject : spaced", "subject", "spaced"),
        (b"SUBJECT:none", "subject", "none"),
        (b"Subject:\n folded", "subject", "folded"),
        (b"Subject: a\n\tb", "subject", "a b"),
        (b"Subject: \xc3\xbc", "subject", "ü"),
        (b"Subject: \xfc", "subject", "ü"),
        (b"Subject: a\x00b", "subject", "ab"),
        (b"Subject: a\rBcc: x", "subject", "a Bcc: x"),
        (b"Subject: a\x0bb\x85", "subject", "a b\u2026"),
        (b"From mbox@example.org Mon Nov 30\nSubject: x", "subject", "x"),
        (b"X: 1\nX: 2", "x", "1"),
    ],
)
def test_header_fields_are_read_in_their_odd_forms(head, name, value):
    assert parse(head + b"\n\nbody").header(name) == value
    assert parse(head.replace(b"\n", b"\r\n") + b"\r\n\r\nbody").header(name) == value


@pytest.mark.parametrize("end", [b"\n", b"\r\n", b"\r", b"\r\r\n"])
def test_any_one_kind_of_line_end_is_read(end):
    message = parse(end.join([b"From: a@example.org", b"Subject: x", b" y", b"", b"one", b"two", b""]))
    assert (message.subject, message.text) == ("x y", "one\ntwo\n")


def test_a_line_that_is_no_header_ends_the_header():
    message = parse(b"Subject: x\nthis is text\nFrom: evil@example.org\n\nmore")
    assert (message.from_, message.text) == ((), "this is text\nFrom: evil@example.org\n\nmore")
    assert "missing-header-end" in message.defects


ALTERNATIVE = """
From: a@example.org
Content-Type: multipart/alternative; boundary=b

--b
Content-Type: text/plain; charset=utf-8

plain
--b
Content-Type: text/html; charset=utf-8

<p>rich</p>
--b--
epilogue
"""


def test_of_alternatives_the_best_of_each_kind_is_the_body():
    message = parse(mail(ALTERNATIVE))
    assert (message.text, message.html, message.attachments) == ("plain", "<p>rich</p>", ())
    assert message.text_complete


def test_a_later_alternative_of_the_same_kind_replaces_the_earlier():
    message = parse(mail(ALTERNATIVE.replace("--b--", "--b\nContent-Type: text/html\n\n<p>richer</p>\n--b--")))
    assert (message.text, message.html) == ("plain", "<p>richer</p>")


def test_parts_within_one_alternative_belong_together():
    message = parse(
        mail(
            """
Content-Type: multipart/alternative; boundary=a

--a
Content-Type: multipart/mixed; boundary=m

--m

one
--m

two
--m--
--a
Content-Type: multipart/related; boundary=r

--r
Content-Type: text/html

<img src=cid:i>
--r
Content-Type: image/png
Content-ID: <i>
Content-Transfer-Encoding: base64

aW1n
--r--
--a--
"""
        )
    )
    assert (message.text, message.html) == ("one\ntwo", "<img src=cid:i>")
    assert [(a.content_id, a.disposition, a.content) for a in message.attachments] == [("i", "inline", b"img")]


def test_inline_texts_of_a_mixed_are_joined_and_put_into_the_html_too():
    footer = "--m\nContent-Type: text/plain\n\n<footer>\n--m--"
    inner = ALTERNATIVE.strip().partition("\n")[2].replace("epilogue", "")
    message = parse(mail(f"Content-Type: multipart/mixed; boundary=m\n\n--m\n{inner}\n{footer}"))
    assert message.text == "plain\n<footer>"
    assert message.html == '<p>rich</p>\n<div style="white-space:pre-wrap">&lt;footer&gt;</div>'
    assert message.text_complete


def test_html_that_has_no_text_form_makes_the_text_incomplete():
    message = parse(
        mail("Content-Type: multipart/mixed; boundary=m\n\n--m\n\nhi\n--m\nContent-Type: text/html\n\n<b>x</b>\n--m--")
    )
    assert (message.text, message.text_complete) == ("hi", False)
    assert "hi" in message.html and "<b>x</b>" in message.html


@pytest.mark.parametrize(
    ("head", "is_file"),
    [
        ("Content-Type: text/plain", False),
        ("Content-Type: text/plain\nContent-Disposition: inline", False),
        ("Content-Type: text/plain\nContent-Disposition: attachment", True),
        ("Content-Type: text/plain; name=a.txt", True),
        ("Content-Type: text/plain\nContent-Disposition: inline; filename=a.txt", True),
        ("Content-Type: text/csv", True),
        ("Content-Type: text/calendar; method=REQUEST", True),
        ("Content-Type: message/rfc822", True),
        ("Content-Type: message/delivery-status", True),
        ("Content-Type: application/pdf", True),
        ("Content-Disposition: attachment; filename=a.txt", True),
    ],
)
def test_a_later_part_is_body_or_file(head, is_file):
    message = parse(mail(f"Content-Type: multipart/mixed; boundary=m\n\n--m\n\nfirst\n--m\n{head}\n\nsecond\n--m--"))
    assert (message.text, len(message.attachments)) == (("first", 1) if is_file else ("first\nsecond", 0))


def test_a_whole_message_can_be_a_file_or_a_named_text():
    file = parse(mail("Content-Type: application/pdf; name=a.pdf\nContent-Transfer-Encoding: base64\n\naGk="))
    assert (file.text, file.attachments[0].filename, file.attachments[0].content) == (None, "a.pdf", b"hi")
    assert parse(mail("Content-Type: text/plain; name=a.txt\n\nhi")).text == "hi"
    attached = parse(mail("Content-Disposition: attachment\n\nhi"))
    assert (attached.text, attached.attachments[0].content) == (None, b"hi")


def test_an_attached_message_is_one_file_whatever_is_in_it():
    message = parse(
        mail(
            """
Content-Type: multipart/mixed; boundary=m

--m

see below
--m
Content-Type: message/rfc822

From: inner@example.org
Content-Type: multipart/mixed; boundary=x

--x
Content-Type: text/html

<p>inner</p>
--x--
--m--
"""
        )
    )
    assert (message.text, message.html, message.from_) == ("see below", None, ())
    assert [a.content_type for a in message.attachments] == ["message/rfc822"]
    assert message.attachments[0].content.endswith(b"--x--")


def test_the_parts_of_a_digest_are_messages():
    message = parse(mail("Content-Type: multipart/digest; boundary=d\n\n--d\n\nFrom: a@b.org\n\nhi\n--d--"))
    assert [a.content_type for a in message.attachments] == ["message/rfc822"]


@pytest.mark.parametrize(
    ("raw", "text", "defect"),
    [
        ("Content-Type: multipart/mixed\n\n--b\n\nhi\n--b--", "--b\n\nhi\n--b--", "missing-boundary"),
        ("Content-Type: multipart/mixed; boundary=x\n\nhi", "hi", "boundary-not-found"),
        ("Content-Type: multipart/mixed; boundary=x\n\n--x\n\nhi", "hi", "unterminated-multipart"),
        ("Content-Type: multipart/mixed; boundary=x\n\n--x\n--x--", "", None),
        ("Content-Type: multipart/mixed; boundary=x\n\n--x \t\n\nhi\n--x-- \n", "hi", None),
        (
            "Content-Type: multipart/mixed; boundary=x\n\n--x\n\nhi\n--xy\n--x y\nx--x\n--x--",
            "hi\n--xy\n--x y\nx--x",
            None,
        ),
        ("Content-Type: multipart/mixed; boundary=x\n\nX\n--x\n\nhi\n--x--\n--x\n\nafter", "hi", None),
        ("Content-Type: multipart/mixed; boundary=x\n\n--x\nContent-Type: text/plain\n--x\n\nhi\n--x--", "\nhi", None),
        (
            "Content-Type: multipart/mixed; boundary=x\nContent-Type: text/plain\n\n--x\n\nhi\n--x--",
            "hi",
            "duplicate-content-type",
        ),
    ],
)
def test_boundaries_are_found_where_they_are_and_nothing_is_lost_where_not(raw, text, defect):
    message = parse(mail("From: a@example.org\n" + raw))
    assert message.text == text
    assert message.defects == ((defect,) if defect else ())


def test_nested_boundaries_that_begin_alike_are_told_apart_and_outer_ones_end_inner_parts():
    raw = """
Content-Type: multipart/mixed; boundary=ab

--ab
Content-Type: multipart/mixed; boundary=a

--a

one
--ab

two
--a

not a part any more
--ab--
"""
    assert parse(mail(raw)).text == "one\ntwo\n--a\n\nnot a part any more"


@pytest.mark.parametrize(
    ("head", "body", "text"),
    [
        ("Content-Type: text/plain; charset=iso-8859-1", b"\x80\xfc", "€ü"),
        ("Content-Type: text/plain", b"\xfc", "ü"),
        ("Content-Type: text/plain", "ü".encode(), "ü"),
        ("Content-Type: text/plain; charset=utf-16", b"\xff\xfeh\x00i\x00", "hi"),
        ("Content-Type: text/plain; charset=utf-8", b"\xef\xbb\xbfhi", "hi"),
        ("Content-Type: text/plain", b"a\x00b", "ab"),
        ("Content-Type: text/plain", b"a\rb", "a\nb"),
        ("Content-Transfer-Encoding: quoted-printable", b"=C3=BC=\n!", "ü!"),
        ("Content-Transfer-Encoding: BASE64 (sic)", b"w7w=", "ü"),
        ('Content-Transfer-Encoding: "base64"', b"w7w=", "ü"),
        ("Content-Transfer-Encoding: 8-bit", "ü".encode(), "ü"),
        ("Content-Transfer-Encoding: nonsense", b"x", "x"),
        ("Content-Type: text/plain; format=flowed", b"a \nb", "a b"),
        ("Content-Type: text/plain; format=flowed; delsp=yes", b"a \nb", "ab"),
        ("Content-Type: nonsense", b"x", "x"),
    ],
)
def test_text_is_decoded(head, body, text):
    assert parse(head.encode() + b"\n\n" + body).text == text


def test_html_may_name_its_charset_itself_but_never_utf_7():
    head = b"Content-Type: text/html\n\n"
    assert "ж" in parse(head + b"<meta charset='koi8-r'>\xd6").html
    assert "ж" in parse(head + b'<meta http-equiv=x content="text/html; charset=koi8-r">\xd6').html
    assert "ж" in parse(head + "<meta charset='koi8-r'>ж".encode()).html
    assert "<script>" not in parse(b"Content-Type: text/html; charset=utf-7\n\n+ADw-script+AD4-").html


def test_files_written_into_the_text_with_uuencode_are_attachments():
    message = parse(b"\nsee\nbegin 644 a.txt\n#:&DA\n`\nend\nbye\n")
    assert message.text == "see\nbye\n"
    assert [(a.filename, a.content) for a in message.attachments] == [("a.txt", b"hi!")]


@pytest.mark.parametrize(
    ("declared", "shown", "defect"),
    [
        ('filename="a.pdf"', "a.pdf", None),
        ('filename="../../etc/passwd"', "passwd", "path-in-filename"),
        ('filename="C:\\\\temp\\\\a.exe"', "a.exe", "path-in-filename"),
        ("filename*=utf-8''in%E2%80%AEfdp.exe", "infdp.exe", "invisible-in-filename"),
        ("filename*=utf-8''a%0D%0Ab.pdf", "a b.pdf", None),
        ('filename=".."', None, None),
        ('filename="/"', None, "path-in-filename"),
        ('filename=""', None, None),
    ],
)
def test_file_names_are_cleaned_for_display_and_tricks_named(declared, shown, defect):
    message = parse(
        mail(f"From: a@b.org\nContent-Type: application/x\nContent-Disposition: attachment; {declared}\n\nx")
    )
    assert message.attachments[0].filename == shown
    assert message.defects == ((defect,) if defect else ())


@pytest.mark.parametrize(
    ("head", "message_id", "references"),
    [
        ("Message-ID: <a@b>\nReferences: <x@y><z@w>", "a@b", ("x@y", "z@w")),
        ("Message-ID: a@b", "a@b", ()),
        ("Message-ID: <a b@c>", "ab@c", ()),
        ("Message-ID: <>", None, ()),
        ("Message-ID: no at sign", None, ()),
        ("References: x@y z@w x@y", None, ("x@y", "z@w")),
        ('References: "old" <x@y>, <z@w>', None, ("x@y", "z@w")),
        ("References: nothing here", None, ()),
    ],
)
def test_ids_are_read_tolerantly(head, message_id, references):
    message = parse(mail(head + "\n\n"))
    assert (message.message_id, message.references) == (message_id, references)
