"""Office documents as packages (ECMA-376 part 2): parts of a zip archive, read as XML without building a tree.

What a part unpacks to is counted as it is read, for the whole package; entities and document types, which no Office
program writes, are refused, and so is nesting beyond all use.
"""

import io
import posixpath
import zipfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Final
from xml.parsers import expat

from letterlock.core.errors import Conflict
from letterlock.core.files.text.writer import EncryptedError

UNPACKED: Final = 100 * 2**20
"""Bytes that the parts read of one package unpack to at most."""
DEEPEST: Final = 200
ENTRIES: Final = 20_000
_CHUNK: Final = 64 * 1024
_RELATIONS: Final = 10_000


class Visitor:
    """What is told of a part: elements and attributes by their local names, since two namespaces mean the same.

    The attributes that name relations begin with `r:`, for an `id` of another kind may stand beside.
    """

    def start(self, name: str, attributes: Mapping[str, str]) -> None:
        """An element begins."""

    def end(self, name: str) -> None:
        """An element ends."""

    def data(self, text: str) -> None:
        """Character data; one text may come in pieces."""


@dataclass(frozen=True, slots=True)
class Relation:
    """One target of a part: a part of the package by its full name."""

    id: str
    kind: str
    """The last word of its type: `worksheet`, `slide`, `styles`, …"""
    target: str


class Package:
    """Raises EncryptedError where a password is needed, and zipfile's own errors where the archive is broken."""

    def __init__(self, content: bytes) -> None:
        self._archive = zipfile.ZipFile(io.BytesIO(content))
        self._entries: dict[str, zipfile.ZipInfo] = {}
        for entry in self._archive.infolist()[:ENTRIES]:
            self._entries.setdefault(entry.filename.lstrip("/").lower(), entry)
        self._left = UNPACKED

    def has(self, name: str) -> bool:
        return name.lower() in self._entries

    def names(self, start: str) -> list[str]:
        """Parts whose names begin so."""
        return [name for name in self._entries if name.startswith(start.lower())]

    def visit(self, name: str, visitor: Visitor) -> None:
        """Tells `visitor` the whole part; nothing where there is none. Raises Conflict beyond the bounds."""
        if self.has(name):
            _parse(self._chunks(name), visitor)

    def relations(self, name: str) -> list[Relation]:
        """What the part refers to within the package."""
        folder, base = posixpath.split(name)
        found = _Relations(folder)
        self.visit(posixpath.join(folder, "_rels", f"{base}.rels"), found)
        return found.relations

    def main(self, default: str) -> str:
        """The part the package is about."""
        found = [one.target for one in self.relations("") if one.kind == "officeDocument"]
        return found[0] if found and self.has(found[0]) else default

    def _chunks(self, name: str) -> Iterator[bytes]:
        entry = self._entries[name.lower()]
        if entry.flag_bits & 1:
            raise EncryptedError
        with self._archive.open(entry) as file:
            while chunk := file.read(_CHUNK):
                self._left -= len(chunk)
                if self._left < 0:
                    raise Conflict(
                        f"This document unpacks to more than {UNPACKED // 2**20} MB, so its text is not read",
                        param="form",
                    )
                yield chunk


class _Relations(Visitor):
    def __init__(self, folder: str) -> None:
        self._folder = folder
        self.relations: list[Relation] = []

    def start(self, name: str, attributes: Mapping[str, str]) -> None:
        if name != "Relationship" or attributes.get("TargetMode") == "External" or len(self.relations) >= _RELATIONS:
            return
        target = attributes.get("Target", "")
        whole = target.lstrip("/") if target.startswith("/") else posixpath.join(self._folder, target)
        kind = attributes.get("Type", "").rpartition("/")[2]
        self.relations.append(Relation(attributes.get("Id", ""), kind, posixpath.normpath(whole)))


def _parse(chunks: Iterator[bytes], visitor: Visitor) -> None:
    parser = expat.ParserCreate(namespace_separator=" ")
    depth = 0

    def start(name: str, attributes: Mapping[str, str]) -> None:
        nonlocal depth
        depth += 1
        if depth > DEEPEST:
            raise Conflict("This document is nested too deep, so its text is not read", param="form")
        visitor.start(_local(name), {_attribute(key): value for key, value in attributes.items()})

    def end(name: str) -> None:
        nonlocal depth
        depth -= 1
        visitor.end(_local(name))

    def refuse(*_: object) -> None:
        raise Conflict(
            "This document declares entities, as no Office program does, so its text is not read", param="form"
        )

    parser.StartElementHandler = start
    parser.EndElementHandler = end
    parser.CharacterDataHandler = visitor.data
    parser.StartDoctypeDeclHandler = refuse
    parser.EntityDeclHandler = refuse
    parser.buffer_text = True
    for chunk in chunks:
        parser.Parse(chunk, False)
    parser.Parse(b"", True)


@lru_cache(maxsize=2048)
def _local(name: str) -> str:
    return name.rpartition(" ")[2]


@lru_cache(maxsize=2048)
def _attribute(name: str) -> str:
    space, _, local = name.rpartition(" ")
    return f"r:{local}" if space.endswith("/relationships") else local
