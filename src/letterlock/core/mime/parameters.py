"""Content-Type and Content-Disposition values with their parameters (RFC 2045 section 5.1, RFC 2183, RFC 2231)."""

import re
from dataclasses import dataclass, field
from urllib.parse import unquote_to_bytes

from letterlock.core.mime.charset import decode, guess
from letterlock.core.mime.encoded_words import decode_words

_VALUE = re.compile(r"[^;\s(]*")
_NAME = re.compile(r"[\s;]*([^\s=;\"()<>,@:\\/\[\]?]{1,100}?)\s*=\s*")
_QUOTED = re.compile(r'"((?:[^"\\]|\\.)*+)"?', re.DOTALL)
_ESCAPED = re.compile(r'\\(["\\])')
_SECTION = re.compile(r"(.+?)\*(\d{1,3})?(\*)?\Z")
_COMMENT = re.compile(r"\([^()]*\)")

_MOST = 100
_NAMES_OF_FILES = ("filename", "name")
_CASELESS = ("charset", "format", "delsp", "type", "protocol", "micalg")


@dataclass(slots=True)
class Parameters:
    """The value before the first semicolon, lower case, and its parameters by lower-case name, decoded."""

    value: str = ""
    parameters: dict[str, str] = field(default_factory=dict)
    defects: set[str] = field(default_factory=set)


def parse_parameters(text: str) -> Parameters:
    """Reads the unfolded value of a header; never raises. Of a parameter given twice the first counts.

    Programs disagree about that, so two different values, or more parameters than are read, are a
    `conflicting-parameter`. A file name beside its encoded form (RFC 6266 section 4.3) is none.
    """
    text = _COMMENT.sub(" ", text) if text.lstrip().startswith("(") else text
    start = len(text) - len(text.lstrip())
    head = _VALUE.match(text, start)
    value = head[0].lower() if head else ""
    result = Parameters(value)
    if "=" not in text:
        return result
    plain: dict[str, str] = {}
    sections: dict[str, dict[int, tuple[str, bool]]] = {}
    for name, raw in _pairs(text, head.end() if head else start, result.defects):
        section = _SECTION.match(name)
        if section is None:
            if name in plain:
                result.defects |= _repeated(name, plain[name], raw)
            plain.setdefault(name, raw)
            continue
        number = int(section[2]) if section[2] else 0
        extended = bool(section[3]) or section[2] is None
        pieces = sections.setdefault(section[1], {})
        if number in pieces:
            result.defects |= _repeated(section[1], pieces[number][0], raw)
        pieces.setdefault(number, (raw, extended))
    result.parameters = {name: _plain(name, raw) for name, raw in plain.items()}
    for name, pieces in sections.items():
        value = _assemble(pieces, result.defects)
        if name in plain and name not in _NAMES_OF_FILES:
            result.defects |= _repeated(name, plain[name], value)
        result.parameters[name] = value
    return result


def _repeated(name: str, one: str, other: str) -> set[str]:
    """The defects of a parameter that is given twice."""
    same = one == other or (name in _CASELESS and one.lower() == other.lower())
    return {"duplicate-parameter"} if same else {"duplicate-parameter", "conflicting-parameter"}


def _pairs(text: str, position: int, defects: set[str]) -> list[tuple[str, str]]:
    pairs: list[tuple[str, str]] = []
    while position < len(text) and len(pairs) < _MOST:
        match = _NAME.match(text, position)
        if match is None:
            position = text.find(";", position + 1)
            if position == -1:
                break
            continue
        name = match[1].lower()
        start = match.end()
        if text.startswith('"', start):
            quoted = _QUOTED.match(text, start)
            assert quoted is not None  # it starts with the quote
            if not quoted[0].endswith('"') or len(quoted[0]) == 1:
                defects.add("unclosed-quote")
            value, end = _ESCAPED.sub(r"\1", quoted[1]), quoted.end()
        else:
            end = text.find(";", start)
            end = len(text) if end == -1 else end
            value = text[start:end].strip()
            if not name.startswith(_NAMES_OF_FILES):
                # A parenthesis begins a comment, save in boundaries, where programs forget the quotes.
                value = re.split(r"\s" if name == "boundary" else r"[\s(]", value, maxsplit=1)[0]
        pairs.append((name, value))
        position = end
    if len(pairs) == _MOST and "=" in text[position:]:
        defects.add("conflicting-parameter")
    return pairs


def _plain(name: str, raw: str) -> str:
    """Encoded words have no place in parameters (RFC 2047 section 5), yet many write file names so."""
    return decode_words(raw) if name in _NAMES_OF_FILES else raw


def _assemble(pieces: dict[int, tuple[str, bool]], defects: set[str]) -> str:
    """RFC 2231 sections 3 and 4: pieces in order up to the first gap; the charset stands in the first."""
    charset: str | None = None
    data: list[bytes] = []
    text: list[str] = []
    number = 0 if 0 in pieces else 1
    first = True
    while number in pieces:
        raw, extended = pieces[number]
        if extended and first and raw.count("'") >= 2:
            charset, _, raw = raw.split("'", 2)
        elif extended and first:
            defects.add("bad-parameter")
        data.append(unquote_to_bytes(raw) if extended else raw.encode("utf-8", "replace"))
        text.append(raw)
        number += 1
        first = False
    if len(data) != len(pieces):
        defects.add("bad-parameter")
    joined = "".join(text)
    if charset is None and "=?" in joined:
        return decode_words(joined)
    return decode(b"".join(data), charset)[0] if charset else guess(b"".join(data))


def content_type(text: str | None, default: str = "text/plain") -> Parameters:
    """A Content-Type whose value is always `type/subtype`; what is none is named `bad-content-type`."""
    if text is None:
        return Parameters(default)
    result = parse_parameters(text)
    if re.fullmatch(r"[a-z0-9!#$&^_.+-]{1,127}/[a-z0-9!#$&^_.+-]{1,127}", result.value):
        return result
    result.defects.add("bad-content-type")
    result.value = "text/html" if result.value in ("html", "text/html,") else "text/plain"
    return result
