"""Writing that hides what it says from a filter, made plain: encodings, look-alike letters, split words, Morse.

Each way is tried only where its marks are seen, on a bounded part of the text, once; what comes out must read as words.
"""

import base64
import binascii
import re
import unicodedata
from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Final
from urllib.parse import unquote_to_bytes

LOOKED_AT: Final = 60_000
"""Characters of a text that are searched."""
MOST: Final = 12
"""Stretches that are decoded in one way."""
LONGEST: Final = 6_000
"""Characters of one stretch."""

_BASE64 = re.compile(r"[A-Za-z0-9+/_-]{24,8000}={0,2}")
_BASE32 = re.compile(r"(?<![A-Za-z0-9])[A-Z2-7]{32,8000}={0,6}")
_HEX = re.compile(
    r"(?<![0-9A-Za-z])(?:\\x|0x|%)?[0-9A-Fa-f]{2}(?:[ :,]?(?:\\x|0x|%)?[0-9A-Fa-f]{2}){11,4000}(?![0-9A-Za-z])"
)
_PERCENT = re.compile(r"(?:%[0-9A-Fa-f]{2}[\w .,'-]{0,3}){8,3000}")
_BINARY = re.compile(r"(?:[01]{8}[ ,]?){8,3000}")
_CODES = re.compile(r"(?:&#x?[0-9a-fA-F]{2,6};){8,2000}")
_DECIMAL = re.compile(r"(?<!\d)(?:\d{2,3}[ ,;]{1,2}){11,2000}\d{2,3}(?!\d)")
_MORSE = re.compile(r"(?:[.\-·•–—_−]{1,6}[ /|\n]{1,3}){8,3000}[.\-·•–—_−]{0,6}")
_SPLIT = re.compile(r"(?<![^\W\d_])(?:[^\W\d_][ .\-_*|/·\u00a0]{1,2}){5,2000}[^\W\d_](?![^\W\d_])")
_LEET_WORD = re.compile(r"[a-z@$!|]{0,12}[0134579@$][a-z0134579@$!|]{1,16}", re.I)
_LEET_MARK = re.compile(r"[a-z][0134579@$][a-z]", re.I)
_MARKED = re.compile(r"[\u0300-\u036f\u0483-\u0489\u20d0-\u20ff]")
_MIXED = re.compile(r"[a-z][\u0370-\u052f]|[\u0370-\u052f][a-z]", re.I)
_ALIKE = str.maketrans(
    "авсԁеһіјкӏмпорԛѕтуѵԝхгцьАВСЕНІЈКМОРЅТУХΑΒΕΖΗΙΚΜΝΟΡΤΥΧαικνορτυχεηɡıʟɴʀᴀᴄᴅᴇᴍᴏᴘᴛᴜᴠᴡʏ",
    "abcdehijklmnopqstyvwxrubABCEHIJKMOPSTYXABEZHIKMNOPTYXaikvoptuxengilnracdemoptuvwy",
)
"""Letters of other alphabets, and small capitals, by the Latin ones they look like."""
_URL = re.compile(r"(?:https?://|www\.)[^\s<>\"']{1,2000}")
_LEET = str.maketrans("01345789@$!|", "oieastbgasil")
_WORDY = re.compile(r"[^\W\d_]{2,20}")
_LETTERS: Final = {
    code: letter
    for letter, code in zip(
        "abcdefghijklmnopqrstuvwxyz0123456789",
        [
            ".-",
            "-...",
            "-.-.",
            "-..",
            ".",
            "..-.",
            "--.",
            "....",
            "..",
            ".---",
            "-.-",
            ".-..",
            "--",
            "-.",
            "---",
            ".--.",
            "--.-",
            ".-.",
            "...",
            "-",
            "..-",
            "...-",
            ".--",
            "-..-",
            "-.--",
            "--..",
            "-----",
            ".----",
            "..---",
            "...--",
            "....-",
            ".....",
            "-....",
            "--...",
            "---..",
            "----.",
        ],
        strict=True,
    )
}
_DOTS = str.maketrans("·•–—_−", "..----")
_ROT13 = str.maketrans(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz", "NOPQRSTUVWXYZABCDEFGHIJKLMnopqrstuvwxyzabcdefghijklm"
)
_COMMON: Final = frozenset(
    [
        "the",
        "and",
        "you",
        "your",
        "this",
        "that",
        "with",
        "all",
        "from",
        "for",
        "not",
        "are",
        "will",
        "have",
        "send",
        "email",
        "mail",
        "please",
        "instructions",
        "previous",
        "ignore",
        "forward",
        "user",
        "assistant",
        "system",
        "to",
        "of",
        "in",
        "is",
        "it",
        "do",
        "message",
        "messages",
        "instruction",
        "inbox",
        "mailbox",
        "password",
        "account",
        "reply",
        "answer",
        "write",
        "text",
        "tell",
        "ask",
        "read",
        "open",
        "delete",
        "before",
        "after",
        "first",
        "then",
        "now",
        "only",
        "every",
        "any",
        "word",
        "words",
        "say",
        "rules",
        "new",
        "here",
        "there",
        "they",
        "them",
        "what",
        "when",
        "where",
        "which",
        "who",
        "about",
        "into",
        "over",
        "than",
        "can",
        "could",
        "must",
        "should",
        "would",
    ]
)
_COMMON_ROT13: Final = frozenset(word.translate(_ROT13) for word in _COMMON)
_COMMON_REVERSED: Final = frozenset(word[::-1] for word in _COMMON if word[::-1] not in _COMMON and len(word) > 3)
_FEW: Final = 3
"""So many common words in another alphabet make a text one of it."""


def decoded(text: str) -> list[tuple[str, str]]:
    """(way, plain text) of what is hidden in a text, each way once."""
    text = text[:LOOKED_AT]
    if "://" in text or "www." in text:
        text = _URL.sub(" ", text)
    found: list[tuple[str, str]] = []
    for name, way in _WAYS.items():
        plain = "\n".join(way(text))[:LONGEST]
        if plain:
            found.append((name, plain))
    return found


def _stretches(pattern: re.Pattern[str], decode: Callable[[str], bytes], text: str) -> Iterator[str]:
    for number, match in enumerate(pattern.finditer(text)):
        if number >= MOST:
            return
        try:
            plain = decode(match[0][:LONGEST]).decode("utf-8")
        except (ValueError, binascii.Error, UnicodeDecodeError):
            continue
        if _reads(plain):
            yield plain


def _reads(text: str) -> bool:
    """Whether it is words rather than chance: mostly letters and spaces, several words, hardly a control character."""
    if len(text) < 10 or not all(c.isprintable() or c in "\n\t\r" for c in text):
        return False
    letters = sum(c.isalpha() or c.isspace() for c in text)
    return letters >= 0.75 * len(text) and (len(_WORDY.findall(text)) >= 3 or not text.isascii())


def _base64(text: str) -> Iterator[str]:
    def decode(run: str) -> bytes:
        run = run.rstrip("=").replace("-", "+").replace("_", "/")
        run = run[: len(run) - (len(run) % 4 == 1)]
        return base64.b64decode(run + "=" * (-len(run) % 4), validate=True)

    return _stretches(_BASE64, decode, text)


def _base32(text: str) -> Iterator[str]:
    def decode(run: str) -> bytes:
        run = run.rstrip("=")
        return base64.b32decode(run + "=" * (-len(run) % 8))

    return _stretches(_BASE32, decode, text)


def _hex(text: str) -> Iterator[str]:
    return _stretches(_HEX, lambda run: bytes.fromhex(re.sub(r"\\x|0x|[%:,\s]", "", run)), text)


def _percent(text: str) -> Iterator[str]:
    return _stretches(_PERCENT, unquote_to_bytes, text)


def _binary(text: str) -> Iterator[str]:
    return _stretches(_BINARY, lambda run: bytes(int(byte, 2) for byte in re.findall(r"[01]{8}", run)), text)


def _character_codes(text: str) -> Iterator[str]:
    def references(run: str) -> bytes:
        codes = re.findall(r"&#(x?)([0-9a-fA-F]{2,6});", run)
        return "".join(chr(int(code, 16 if is_hex else 10)) for is_hex, code in codes).encode("utf-8", "replace")

    def decimal(run: str) -> bytes:
        return bytes(int(code) for code in re.findall(r"\d{2,3}", run))

    yield from _stretches(_CODES, references, text)
    yield from _stretches(_DECIMAL, decimal, text)


def _morse(text: str) -> Iterator[str]:
    if not ("." in text or "·" in text or "•" in text):
        return
    for number, match in enumerate(_MORSE.finditer(text)):
        if number >= MOST:
            return
        words = re.split(r" {2,3}|\s?[/|]\s?|\n", match[0][:LONGEST].translate(_DOTS))
        plain = " ".join("".join(_LETTERS.get(code, "") for code in word.split()) for word in words)
        if sum(c.isalpha() for c in plain) >= 8:
            yield plain


def _split(text: str) -> Iterator[str]:
    for number, match in enumerate(_SPLIT.finditer(text)):
        if number >= MOST:
            return
        run = match[0]
        marks = re.sub(r"[^\W\d_]", "", run)
        if " " in marks and len(set(marks)) > 1:
            plain = (
                re.sub(r"[.\-_*|/·]", "", run)
                if marks.count(" ") * 2 < len(marks)
                else re.sub(r"(?<=\w) (?=\w)", "", run)
            )
        else:
            plain = re.sub(r"  +", "\u0000", run) if "  " in run else run
            plain = re.sub(r"[ .\-_*|/·\u00a0]", "", plain).replace("\u0000", " ")
        if len(plain) >= 6:
            yield plain


def _leet(text: str) -> Iterator[str]:
    head = text[:20_000]
    if not _LEET_MARK.search(head):
        return
    words = {word.lower().translate(_LEET) for word in _LEET_WORD.findall(head)}
    if len(words & _COMMON) >= 2:
        yield _LEET_WORD.sub(lambda match: match[0].lower().translate(_LEET), head)


def _rot13(text: str) -> Iterator[str]:
    yield from _foreign(text, _COMMON_ROT13, lambda line: line.translate(_ROT13))


def _reversed(text: str) -> Iterator[str]:
    yield from _foreign(text, _COMMON_REVERSED, lambda line: line[::-1])


@lru_cache(maxsize=2)
def _words(text: str) -> frozenset[str]:
    return frozenset(_WORDY.findall(text.lower()))


def _foreign(text: str, common: frozenset[str], turn: Callable[[str], str]) -> Iterator[str]:
    if common.isdisjoint(_words(text)):
        return
    for line in text.split("\n", 2_000)[:2_000]:
        words = _WORDY.findall(line[:LONGEST].lower())
        if sum(word in common for word in words) >= _FEW and sum(word in _COMMON for word in words) < _FEW:
            yield turn(line[:LONGEST])


def _alike(text: str) -> Iterator[str]:
    """Letters of other alphabets among Latin ones, letters with marks upon each of them."""
    if text.isascii():
        return
    plain = text[:20_000]
    if len(_MARKED.findall(plain)) >= 12:
        plain = "".join(c for c in unicodedata.normalize("NFD", plain) if not unicodedata.combining(c))
    if len(_MIXED.findall(plain)) >= _FEW:
        plain = plain.translate(_ALIKE)
    if plain != text[:20_000]:
        yield plain


_WAYS: Final[dict[str, Callable[[str], Iterator[str]]]] = {
    "base64": _base64,
    "base32": _base32,
    "hexadecimal": _hex,
    "percent": _percent,
    "binary": _binary,
    "character codes": _character_codes,
    "Morse": _morse,
    "split words": _split,
    "leetspeak": _leet,
    "ROT13": _rot13,
    "reversed": _reversed,
    "look-alike letters": _alike,
}
