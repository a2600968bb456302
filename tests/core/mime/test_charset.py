"""Charset labels as mail programs read them."""

import encodings.aliases

import pytest

from letterlock.core.mime.charset import codec_of, decode


@pytest.mark.parametrize(
    ("data", "label", "text", "defect"),
    [
        (b"\x80\x93", "iso-8859-1", "€“", None),
        (b"\x80", "latin1", "€", None),
        (b"\x81", "windows-1252", "\x81", None),
        (b"\xfd", "iso-8859-9", "ı", None),
        (b"\x82\xb1", "x-sjis", "こ", None),
        (b"\x82\xb1", "Shift_JIS", "こ", None),
        (b"\x81\x30\x81\x30", "gb2312", "\x80", None),
        (b"\xc4\xe3", "GBK", "你", None),
        (b"\xb0\xa1", "ks_c_5601-1987", "가", None),
        (b"\xa4\xa4", "big5", "中", None),
        (b"\xd0\x9f", "unicode-1-1-utf-8", "П", None),
        ("é".encode(), "utf8", "é", None),
        ("é".encode(), '"utf-8"', "é", None),
        (b"\xff", "utf-8", "\ufffd", "bad-charset"),
        ("é".encode(), "us-ascii", "é", None),
        (b"\xe9", None, "é", None),
        ("é".encode(), None, "é", None),
        ("é".encode(), "no-such-charset", "é", "unknown-charset"),
        (b"\xe9", "no-such-charset", "é", "unknown-charset"),
        (b"A\x00", "utf-16le", "A", None),
        (b"\x00A", "utf-16", "A", None),
        (b"A\x00", "utf-16", "A", None),
        (b"\xfe\xff\x00A", "utf-16", "A", None),
        (b"A", "utf-16", "\ufffd", "bad-charset"),
        (b"+AOk-", "utf-7", "é", None),
        (b"\xe0\xe1", "iso-8859-8-i", "אב", None),
        (b"\xcf", "x-mac-cyrillic", "ѕ", None),
    ],
)
def test_bytes_are_read_as_browsers_and_mail_programs_read_them(data, label, text, defect):
    assert decode(data, label) == (text, defect)


def test_utf_7_is_not_read_in_html():
    assert decode(b"+ADw-script+AD4-", "utf-7", html=True) == ("+ADw-script+AD4-", "unknown-charset")


@pytest.mark.parametrize("label", ["zlib", "rot13", "hex", "base64", "uu", "bz2", "punycode", "idna", "unicode_escape"])
def test_codecs_that_are_no_charset_are_unknown(label):
    assert decode(b"abc", label) == ("abc", "unknown-charset")


def test_every_text_codec_of_the_standard_library_is_known():
    for label, codec in encodings.aliases.aliases.items():
        if codec_of(label) is None:
            assert codec.endswith("_codec") or codec in ("rot_13", "mbcs"), label


def test_any_label_reads_any_bytes():
    for codec in {codec_of(label) for label in encodings.aliases.aliases} - {None, "detect"}:
        text, _ = decode(bytes(range(256)), codec)
        assert isinstance(text, str)
