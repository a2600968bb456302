"""XCLIENT and XFORWARD: as Postfix sends them, from trusted peers alone, and nothing malformed."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from letterlock.faces.smtp.command import CommandError
from letterlock.faces.smtp.told import XCLIENT, XFORWARD, Told, read_attributes, read_xtext


@pytest.mark.parametrize(
    ("line", "told"),
    [
        (
            "NAME=b.example ADDR=192.0.2.7 PORT=4711 PROTO=ESMTP HELO=ehlo.example",
            Told(True, "192.0.2.7", "ehlo.example"),
        ),
        ("ADDR=IPV6:2001:db8::7", Told(True, "2001:db8::7")),
        ("addr=ipv6:2001:DB8::7", Told(True, "2001:db8::7")),
        ("ADDR=2001:db8::7", Told(True, "2001:db8::7")),
        ("ADDR=IPV6:::ffff:192.0.2.7", Told(True, "192.0.2.7")),
        ("NAME=[UNAVAILABLE] ADDR=[UNAVAILABLE]", Told(True, None)),
        ("NAME=[TEMPUNAVAIL] ADDR=192.0.2.7 HELO=[UNAVAILABLE]", Told(True, "192.0.2.7")),
        ("LOGIN=a+2Bb+40c.example DESTADDR=192.0.2.1 DESTPORT=25", Told()),
        ("HELO=a+3Db", Told(helo="a=b")),
    ],
)
def test_what_is_told_is_kept(line, told):
    assert Told().after(read_attributes(line, XCLIENT)) == told


def test_a_second_command_adds_to_the_first():
    first = Told().after(read_attributes("ADDR=192.0.2.7 NAME=b.example", XFORWARD))
    assert first.after(read_attributes("HELO=b.example SOURCE=REMOTE IDENT=4X", XFORWARD)) == Told(
        True, "192.0.2.7", "b.example"
    )


@pytest.mark.parametrize(
    "line",
    [
        "",
        "ADDR",
        "ADDR=",
        "ADDR=b.example",
        "ADDR=192.0.2.7 ADDR=192.0.2.8",
        "ADDR=[192.0.2.7]",
        "ADDR=IPV6:fe80::1%eth0",
        "PORT=70000",
        "PORT=x",
        "PROTO=HTTP",
        "HELO=a+20b",
        "HELO=a+0D+0Ab",
        "HELO=a+2",
        "HELO=a+zz",
        "HELO=ä",
        "HELO=" + "a" * 256,
        "DESTADDR=x",
        "OTHER=1",
        "SOURCE=LOCAL",
    ],
)
def test_malformed_attributes_are_refused(line):
    with pytest.raises(CommandError, match=r"^501 5\.5\.4"):
        Told().after(read_attributes(line, XCLIENT))


def encode(text):
    return "".join(c if 33 <= ord(c) <= 126 and c not in "+=" else f"+{ord(c):02X}" for c in text)


@given(st.text(st.characters(max_codepoint=126), max_size=60))
def test_xtext_comes_back(text):
    assert read_xtext(encode(text)) == text


@given(st.text(max_size=120) | st.text("ADRHELOP=+2.[]: ", max_size=80))
def test_any_line_is_read_or_refused(line):
    for names in (XCLIENT, XFORWARD):
        try:
            told = Told().after(read_attributes(line, names))
        except CommandError as error:
            assert error.line.startswith("501 ")
        else:
            assert told.helo.isprintable()
