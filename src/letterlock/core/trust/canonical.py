"""A raw message as signatures see it: header fields, and header and body canonicalisation (RFC 6376 section 3.4)."""

import hashlib
import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

Canonicalization = Literal["simple", "relaxed"]

MAX_HEADER_BYTES = 1 << 20
"""Largest header block that signatures are checked in."""
MAX_FIELDS = 2000

_ENVELOPE_LINE = re.compile(rb">?From (?![ \t]*:)")
"""The separator of an mbox file; `From : eve@example.org` is a field."""
_FIELD = re.compile(rb"([\x21-\x39\x3b-\x7e]+)[ \t]*:")


@dataclass(frozen=True, slots=True)
class Field:
    """One header field: `name` in lower case, `raw` as it stands with its folds, without the final CRLF."""

    name: str
    raw: bytes

    @property
    def value(self) -> bytes:
        """What follows the colon, folds and all."""
        return self.raw.partition(b":")[2]


class UnreadableHeaderError(ValueError):
    """Two readers may see different headers in it, so no signature can vouch for it; the message says why."""


class SignedMessage:
    """The parts of a raw message that signatures cover. Body hashes are made once per canonicalisation.

    Raises UnreadableHeaderError for a header block with lines that are no fields, bare CR or NUL, or beyond the bounds.
    """

    def __init__(self, raw: bytes) -> None:
        if raw.count(b"\n") != raw.count(b"\r\n"):
            raw = raw.replace(b"\r\n", b"\n").replace(b"\n", b"\r\n")
        header, body = _split(raw)
        self.fields = tuple(_fields(header))
        self._body = body
        self._bodies: dict[Canonicalization, tuple[int, bytes]] = {}

    def body_hash(self, canonicalization: Canonicalization) -> tuple[int, bytes]:
        """Length in bytes and SHA-256 of the canonical body."""
        known = self._bodies.get(canonicalization)
        if known is None:
            body = relaxed_body(self._body) if canonicalization == "relaxed" else simple_body(self._body)
            known = self._bodies[canonicalization] = (len(body), hashlib.sha256(body).digest())
        return known

    def named(self, name: str) -> list[Field]:
        """All fields of that lower-case name, in order."""
        return [field for field in self.fields if field.name == name]

    def select(self, names: Iterable[str]) -> list[Field]:
        """The fields an h= list means: of each name from the bottom up, none where there are no more (5.4.2)."""
        stacks: dict[str, list[Field]] = {}
        for field in self.fields:
            stacks.setdefault(field.name, []).append(field)
        return [stacks[name].pop() for name in names if stacks.get(name)]


def _split(raw: bytes) -> tuple[bytes, bytes]:
    if raw.startswith(b"\r\n"):
        return b"", raw[2:]
    end = raw.find(b"\r\n\r\n")
    header, body = (raw, b"") if end < 0 else (raw[:end], raw[end + 4 :])
    if len(header) > MAX_HEADER_BYTES:
        raise UnreadableHeaderError("the header is too large")
    return header.removesuffix(b"\r\n"), body


def _fields(header: bytes) -> Iterable[Field]:
    if not header:
        return
    if b"\0" in header or header.count(b"\r") != header.count(b"\r\n"):
        raise UnreadableHeaderError("the header contains a bare CR or NUL")
    lines = header.split(b"\r\n")
    if _ENVELOPE_LINE.match(lines[0]):
        lines = lines[1:]
    gathered: list[list[bytes]] = []
    for line in lines:
        if line.startswith((b" ", b"\t")) and gathered:
            gathered[-1].append(line)
        else:
            gathered.append([line])
    if len(gathered) > MAX_FIELDS:
        raise UnreadableHeaderError("the header has too many fields")
    for parts in gathered:
        match = _FIELD.match(parts[0])
        if match is None:
            raise UnreadableHeaderError("the header contains a line that is no field")
        yield Field(match[1].decode("ascii").lower(), b"\r\n".join(parts))


def canonical_field(field: Field, canonicalization: Canonicalization) -> bytes:
    """The field as it is hashed, without final CRLF."""
    if canonicalization == "simple":
        return field.raw
    value = _single_spaces(field.value.replace(b"\r\n", b"")).strip(b" ")
    return field.name.encode("ascii") + b":" + value


def without_signature(field: Field) -> Field:
    """The signature field with the value of its b= tag emptied (RFC 6376 section 3.7)."""
    name, colon, value = field.raw.partition(b":")
    specs = value.split(b";")
    for index, spec in enumerate(specs):
        tag, equals, _ = spec.partition(b"=")
        if equals and tag.strip(b" \t\r\n") == b"b":
            specs[index] = tag + equals
    return Field(field.name, name + colon + b";".join(specs))


def simple_body(body: bytes) -> bytes:
    """Section 3.4.3: one CRLF at the end in place of any empty lines; an empty body becomes one CRLF."""
    return _without_final_lines(body) + b"\r\n"


def relaxed_body(body: bytes) -> bytes:
    """Section 3.4.4: runs of white space as one space, none at line ends, no empty lines at the end."""
    body = _single_spaces(body).replace(b" \r\n", b"\r\n")
    if body.endswith(b" "):
        body = body[:-1]
    body = _without_final_lines(body)
    return body + b"\r\n" if body else b""


def _single_spaces(text: bytes) -> bytes:
    """Each run of spaces and tabs as one space. Halving the runs until none is left beats a regular expression."""
    text = text.replace(b"\t", b" ")
    while b"  " in text:
        text = text.replace(b"  ", b" ")
    return text


def _without_final_lines(body: bytes) -> bytes:
    """All CRLFs at the end removed, in time linear in the body."""
    kept = len(body.rstrip(b"\r\n"))
    tail = body[kept:]
    if not tail.endswith(b"\r\n"):
        return body
    start = max(tail.rfind(b"\r\r"), tail.rfind(b"\n\n")) + 1
    if tail[start : start + 1] == b"\n":
        start += 1
    return body[: kept + start]
