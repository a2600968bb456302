"""Encoded words in headers, read in all their broken forms and written correctly (RFC 2047)."""

import binascii
import re
from dataclasses import dataclass

from letterlock.core.mime.charset import codec_of, decode
from letterlock.core.mime.transfer import decode_base64

_LONGEST_CHARSET = 64
_WORD_LENGTH = 64
"""RFC 2047 section 2 allows 75, and lines of 76: this leaves room for the name of the field before the first word."""

_PLAIN_IN_Q = frozenset(b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789!*+-/")
"""What may stand for itself in any place an encoded word is allowed (section 5, rule 3)."""

_WINDOWS_1252_ONLY = frozenset(bytes(range(0x80, 0xA0)).decode("cp1252", "ignore"))
_OPENING = re.compile(r"=\?([^?\s]{1,64})\?([bBqQ])\?")


@dataclass(slots=True)
class _Word:
    start: int
    end: int
    charset: str
    encoding: str
    text: str

    def joins(self, other: "_Word") -> bool:
        return self.charset == other.charset and self.encoding == other.encoding


def decode_words(value: str) -> str:
    """`value` with its encoded words decoded; what is not one stays as it is. May hold any character: clean it."""
    if "=?" not in value:
        return value
    return _join(value, _find_words(value))


def _find_words(value: str) -> list[_Word]:
    """In one pass: the closing mark found for one opening is kept for the next, so that no input is quadratic."""
    words: list[_Word] = []
    end = -1
    start = value.find("=?")
    while start != -1:
        opening = _OPENING.match(value, start)
        if opening is None:
            start = value.find("=?", start + 1)
            continue
        begin = opening.end()
        if end < begin:
            end = value.find("?=", begin)
        if end == -1:
            break
        inner = value.find("=?", begin, end)
        if inner != -1:  # a cut-off word: the next one starts before it was closed
            start = inner
            continue
        charset = opening[1].partition("*")[0].lower()
        words.append(_Word(start, end + 2, charset, opening[2].upper(), value[begin:end]))
        start = value.find("=?", end + 2)
    return words


def _join(value: str, words: list[_Word]) -> str:
    """White space between two encoded words is not shown; neighbours of one charset are decoded as one run of bytes."""
    pieces: list[str] = []
    position = 0
    index = 0
    while index < len(words):
        run = [words[index]]
        while index + 1 < len(words) and _adjacent(value, run[-1], words[index + 1]) and run[0].joins(words[index + 1]):
            index += 1
            run.append(words[index])
        between = value[position : run[0].start]
        if position == 0 or between.strip():
            pieces.append(between)
        pieces.append(_decode_run(run))
        position = run[-1].end
        index += 1
    pieces.append(value[position:])
    return "".join(pieces)


def _adjacent(value: str, left: _Word, right: _Word) -> bool:
    return not value[left.end : right.start].strip()


def _decode_run(run: list[_Word]) -> str:
    charset = run[0].charset
    texts = [_as_bytes(word.text, charset) for word in run]
    if run[0].encoding == "Q":
        data = b"".join(binascii.a2b_qp(text, header=True) for text in texts)
    elif any(len(text.strip()) % 4 for text in texts[:-1]):
        data = decode_base64(b"".join(texts))[0]
    else:
        data = b"".join(decode_base64(text)[0] for text in texts)
    return decode(data, charset)[0]


def _as_bytes(text: str, charset: str) -> bytes:
    """The bytes a word was written in; eight-bit ones, against the rules, are taken for the word's own charset."""
    foreign = not text.isascii() and codec_of(charset) != "utf_8"
    if foreign and all(ord(character) < 256 or character in _WINDOWS_1252_ONLY for character in text):
        return text.encode("cp1252", "replace")  # undoes how a header that is not UTF-8 was read
    return text.encode("utf-8", "replace")


def encode_words(text: str) -> list[str]:
    """`text` as encoded words of at most 64 characters each, UTF-8, never splitting a character (section 5, rule 3)."""
    data = text.encode("utf-8")
    quoted = sum(1 if byte in _PLAIN_IN_Q or byte == 0x20 else 3 for byte in data)
    as_q = quoted <= (len(data) + 2) // 3 * 4
    room = _WORD_LENGTH - len("=?utf-8?q??=")
    words: list[str] = []
    current = ""
    size = 0
    for character in text:
        raw = character.encode("utf-8")
        cost = len(_encode_q(raw)) if as_q else len(raw)
        if size and (size + cost > room if as_q else (size + cost + 2) // 3 * 4 > room):
            words.append(_encode_word(current, as_q))
            current, size = "", 0
        current += character
        size += cost
    if current:
        words.append(_encode_word(current, as_q))
    return words


def _encode_q(data: bytes) -> str:
    return "".join(chr(b) if b in _PLAIN_IN_Q else "_" if b == 0x20 else f"={b:02X}" for b in data)


def _encode_word(text: str, as_q: bool) -> str:
    data = text.encode("utf-8")
    if as_q:
        return f"=?utf-8?q?{_encode_q(data)}?="
    return f"=?utf-8?b?{binascii.b2a_base64(data, newline=False).decode('ascii')}?="
