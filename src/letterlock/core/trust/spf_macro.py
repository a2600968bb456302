"""SPF macros: parsing and expanding domain-specs (RFC 7208 section 7)."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from urllib.parse import quote

MAX_NAME = 253
"""Longest domain name; an expansion loses labels on the left until it fits (section 7.3)."""

_TOKEN = re.compile(r"%(?:([%_-])|\{([A-Za-z])([0-9]{0,3})([rR]?)([.\-+,/_=]*)\})|([\x21-\x24\x26-\x7e]+)")
_ESCAPES = {"%": "%", "_": " ", "-": "%20"}
_LETTERS = frozenset("slodiphv")
_EXPLANATION_LETTERS = _LETTERS | frozenset("crt")


class SpfSyntaxError(ValueError):
    """The record is malformed; the message says where. The check ends in permerror."""


@dataclass(frozen=True, slots=True)
class Macro:
    """One `%{…}`: `keep` right-hand parts remain (0: all), after reversing when asked, split at `delimiters`."""

    letter: str
    keep: int
    reverse: bool
    delimiters: str
    escape: bool


MacroString = tuple[str | Macro, ...]


def parse_macros(text: str, *, explanation: bool = False) -> MacroString:
    """Literals and macros in order. Raises SpfSyntaxError."""
    parts: list[str | Macro] = []
    position = 0
    while position < len(text):
        match = _TOKEN.match(text, position)
        if match is None:
            raise SpfSyntaxError(f"bad macro or character at {text[position : position + 20]!r}")
        position = match.end()
        escaped, letter, digits, reverse, delimiters, literal = match.groups()
        if literal:
            parts.append(literal)
        elif escaped:
            parts.append(_ESCAPES[escaped])
        else:
            parts.append(_macro(letter, digits, bool(reverse), delimiters, explanation))
    return tuple(parts)


def _macro(letter: str, digits: str, reverse: bool, delimiters: str, explanation: bool) -> Macro:
    if letter.lower() not in (_EXPLANATION_LETTERS if explanation else _LETTERS):
        raise SpfSyntaxError(f"unknown macro letter {letter!r}")
    if digits and int(digits) == 0:
        raise SpfSyntaxError("a macro keeps 0 parts")
    return Macro(letter.lower(), int(digits or 0), reverse, delimiters or ".", letter.isupper())


def expand(parts: MacroString, value: Callable[[str], str]) -> str:
    """The text with macros replaced; `value` gives what a macro letter stands for."""
    return "".join(part if isinstance(part, str) else _transform(part, value(part.letter)) for part in parts)


def _transform(macro: Macro, text: str) -> str:
    pieces = re.split(f"[{re.escape(macro.delimiters)}]", text)
    if macro.reverse:
        pieces.reverse()
    result = ".".join(pieces[-macro.keep :] if macro.keep else pieces)
    return quote(result, safe="-._~") if macro.escape else result


def as_name(text: str) -> str:
    """An expansion as a DNS name: lower case, no final dot, labels dropped on the left until it fits."""
    name = text.lower().removesuffix(".")
    if len(name) <= MAX_NAME:
        return name
    # The end alone is looked at: to drop label by label would take time with the square of what a record can expand to.
    dot = name.find(".", len(name) - MAX_NAME - 1)
    return name[dot + 1 :] if dot >= 0 else name.rpartition(".")[2]
