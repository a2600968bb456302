"""RTF of Outlook's bodies: unpacked, read as text, or turned back into the HTML it was made of."""

import struct

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from letterlock.core.mime.compressed_rtf import decompress
from letterlock.core.mime.rtf import read_rtf

EXAMPLE = bytes.fromhex(
    "2d0000002b0000004c5a4675f1c5c7a703000a007263706731323542320af32068656c090020627705b06c647d0a800fa0"
)
"""[MS-OXRTFCP] section 4.1: its own example."""


def _text(body):
    return read_rtf(rb"{\rtf1\ansi\ansicpg1252\deff0" + body + b"}", 10_000).text


def test_the_example_of_the_specification_is_unpacked():
    assert decompress(EXAMPLE, 1_000) == (b"{\\rtf1\\ansi\\ansicpg1252\\pard hello world}\r\n", True)


def test_a_run_that_reaches_what_it_writes_repeats_itself():
    """[MS-OXRTFCP] section 4.2."""
    packed = bytes.fromhex("1a0000001c0000004c5a4675e2d44b51410004205758595a0d6e7d010eb0")
    assert decompress(packed, 1_000) == (b"{\\rtf1 WXYZWXYZWXYZWXYZWXYZ}", True)


def test_what_is_too_long_is_cut_and_said():
    data = b"{\\rtf1 " + b"a" * 500
    packed = struct.pack("<II4sI", len(data) + 12, len(data), b"MELA", 0) + data
    assert decompress(packed, 100) == (data[:100], False)


@pytest.mark.parametrize(
    ("body", "text"),
    [
        (rb" one\par two\tab three", "one\ntwo\tthree"),
        (rb" caf\'e9 \u8364? \u-10179?\u-8694? \{x\}\\", "café € 😊 {x}\\"),
        (rb"{\fonttbl{\f1\fcharset204 Arial;}}\f1 \'cf\'f0\'e8", "При"),
        (rb"{\fonttbl{\f1\fcharset128 M;}}\f1 \'93\'fa\'96\'7b", "日本"),
        (rb"{\*\generator Riched;}{\stylesheet x}{\info{\title y}}shown{\pict\bin3 }}}", "shown"),
        (rb" seen {\v hidden} end", "seen  end"),
        (rb"{\colortbl;\red255\green255\blue255;\red0\green0\blue0;} a{\cf1 white}{\cf2 black}", " ablack"),
        (rb" a{\fs1 tiny}b", "ab"),
    ],
)
def test_rtf_is_read_as_the_text_a_reader_sees(body, text):
    assert _text(body) == text


def test_html_comes_back_out_of_the_rtf_it_was_put_in():
    rtf = (
        rb"{\rtf1\ansi\ansicpg1252\fromhtml1 \deff0{\fonttbl{\f0\fswiss Arial;}}"
        rb"{\*\htmltag19 <html>}{\*\htmltag50 <body>}{\*\htmltag64 <p>}"
        rb"\htmlrtf {\b\htmlrtf0 Caf\'e9 \htmlrtf }\htmlrtf0 {\*\htmltag84 &lt;}\htmlrtf <\htmlrtf0 b"
        rb"{\*\mhtmltag64 <q>}{\*\htmltag72 </p>}{\*\htmltag58 </body>}}"
    )
    read = read_rtf(rtf, 10_000)
    assert (read.html, read.text) == ("<html><body><p>Café &lt;b</p></body>", None)


def test_deep_groups_do_not_recurse():
    assert _text(b"{" * 100_000 + b" deep" + b"}" * 100_000) is not None


@settings(max_examples=200, deadline=None)
@given(
    st.lists(
        st.sampled_from(
            [
                b"{",
                b"}",
                b"\\",
                b"\\'",
                b"\\u8364?",
                b"\\bin9",
                b"\\*",
                b"\\htmltag",
                b" x",
                b"\\f1",
                b"\\fonttbl",
                b"\\uc3",
                b"\xff",
                b"\\colortbl;",
            ]
        ),
        max_size=60,
    )
)
def test_any_pieces_of_rtf_are_read(pieces):
    for head in (b"{\\rtf1", b"{\\rtf1\\fromhtml1"):
        read_rtf(head + b"".join(pieces), 1_000)


@settings(max_examples=100, deadline=None)
@given(st.binary(max_size=200), st.integers(0, 10_000))
def test_any_bytes_are_unpacked(data, size):
    found, _ = decompress(struct.pack("<II4sI", len(data) + 12, size, b"LZFu", 0) + data, 5_000)
    assert len(found) <= min(size, 5_000)
