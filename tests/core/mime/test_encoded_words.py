"""Encoded words in all their broken forms, and written so that they are read back."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from letterlock.core.mime.encoded_words import decode_words, encode_words
from letterlock.core.mime.headers import decode_value
from letterlock.core.mime.parse import parse


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ("plain", "plain"),
        ("=?utf-8?q?Gr=C3=BC=C3=9Fe?=", "Grüße"),
        ("=?UTF-8?Q?a_b?=", "a b"),
        ("=?utf-8?b?R3LDvMOfZQ==?=", "Grüße"),
        ("=?utf-8?b?R3LDvMOfZQ?=", "Grüße"),  # padding missing
        ("=?utf-8?B?R3LD?= =?utf-8?B?vMOfZQ==?=", "Grüße"),  # a character split over two words
        ("=?utf-8?B?R3LDv?= =?utf-8?B?MOfZQ==?=", "Grüße"),  # base64 cut where no byte ends
        ("=?utf-8?q?Gr=C3?=\t=?utf-8?q?=BC=C3=9Fe?=", "Grüße"),
        ("=?utf-8?q?a?= =?utf-8?q?b?=", "ab"),
        ("=?utf-8?q?a?= =?iso-8859-1?q?=FC?=", "aü"),
        ("=?utf-8?q?a?= b =?utf-8?q?c?=", "a b c"),
        ("x=?utf-8?q?a?=y", "xay"),
        ("=?utf-8?q?a b c?=", "a b c"),  # spaces inside
        ("=?utf-8*de?q?a?=", "a"),  # RFC 2231 language
        ("=?iso-8859-1?q?=80?=", "€"),  # as browsers read it
        ("=?nonsense?q?=C3=BC?=", "ü"),
        ("=?us-ascii?q?=FC?=", "ü"),
        ("=?iso-2022-jp?b?GyRCJDMkcyRLJEEkTxsoQg==?=", "こんにちは"),
        ("=?gb2312?b?xOO6ww==?=", "你好"),
        ("=?x-sjis?b?grGC8Q==?=", "こん"),
        ("=?koi8-r?q?=F0=D2=C9?=", "При"),
        ("=?utf-8?q?a=?=", "a"),
        ("=?utf-8?q??=", ""),
        ("=?utf-8?q?=zz?=", "=zz"),
        ("=?utf-8?x?a?=", "=?utf-8?x?a?="),
        ("=?utf-8?q?cut off", "=?utf-8?q?cut off"),
        ("=?utf-8?q?cut =?utf-8?q?whole?=", "=?utf-8?q?cut whole"),
        ("=?utf-8?q?=3D=3Futf-8=3Fq=3Fx=3F=3D?=", "=?utf-8?q?x?="),  # decoded once, not twice
        ("=?utf-8?q?Grüße?=", "Grüße"),
        ("=?=?utf-8?q?a?=", "=?a"),
        ("?=", "?="),
    ],
)
def test_encoded_words_are_decoded(value, text):
    assert decode_words(value) == text


def test_raw_bytes_inside_an_encoded_word_are_read_in_its_charset():
    assert parse(b"Subject: =?koi8-r?q?\xf0=D2\xc9?=\n\n").subject == "При"
    assert parse(b"Subject: =?iso-8859-1?q?Fr\xf6sche?=\n\n").subject == "Frösche"
    assert parse("Subject: =?utf-8?q?Frösche?=\n\n".encode()).subject == "Frösche"


def test_line_breaks_and_nul_hidden_in_encoded_words_do_not_survive_reading():
    assert decode_words("=?utf-8?q?a=0D=0AB?=") == "a\r\nB"
    assert decode_value("=?utf-8?q?a=0D=0ABcc:_x=00y?=") == "a Bcc: xy"


@settings(max_examples=150, deadline=None)
@given(st.text(st.characters(exclude_categories=["Cs"]), max_size=200))
def test_encoded_text_is_read_back_and_each_word_is_short_ascii(text):
    words = encode_words(text)
    assert all(len(word) <= 75 and word.isascii() and " " not in word for word in words)
    assert decode_words(" ".join(words)) == text
    for word in words:  # each stands alone, as no character is split
        assert "\ufffd" not in decode_words(word) or "\ufffd" in text


@settings(max_examples=100, deadline=None)
@given(st.lists(st.sampled_from(["=?", "?=", "utf-8", "?q?", "?b?", "=", "?", " ", "é", "=C3", "x"]), max_size=30))
def test_any_soup_of_pieces_is_decoded_without_raising(pieces):
    decode_words("".join(pieces))
