"""What a reader sees as Markdown (CommonMark, with GitHub's tables), from the same walk as the text."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from letterlock.core.mime.invisible import marker

MAX_URL: Final = 2_000
_SCHEMES: Final = ("http://", "https://", "mailto:", "tel:")
_EMPHASIS: Final = {"b": "**", "strong": "**", "i": "*", "em": "*"}
_HEADINGS: Final = {f"h{level}": f"{'#' * level} " for level in range(1, 7)}
_SPECIAL: Final = re.compile(r"[\\`*_{}\[\]<>|~]")
_LINE_START: Final = re.compile(r"(#{1,6}(?=\s|\Z)|[-+=](?=[\s=-]|\Z)|\d{1,9}(?=[.)](?:\s|\Z)))")
_UNSAFE_IN_URL: Final = re.compile(r"[\x00-\x20()<>\\\"]")


@dataclass(frozen=True, slots=True, eq=False)
class Begin:
    """Emphasis or a link begins: what stands before and behind it."""

    before: str
    behind: str


@dataclass(frozen=True, slots=True)
class End:
    """What `begun` began ends."""

    begun: Begin


@dataclass(frozen=True, slots=True)
class Cell:
    """The next cell of a row of data."""


Piece = str | int | Begin | End | Cell


def inline(tag: str, attrs: dict[str, str]) -> Begin | None:
    """What an element of a line stands between."""
    if tag in _EMPHASIS:
        return Begin(_EMPHASIS[tag], _EMPHASIS[tag])
    if tag == "a" and attrs.get("href"):
        url = attrs["href"].strip()[:MAX_URL]
        if url.lower().startswith(_SCHEMES):
            return Begin("[", f"]({_UNSAFE_IN_URL.sub(lambda m: f'%{ord(m[0]):02X}', url)})")
    return None


def heading(tag: str) -> str:
    """What a heading's line starts with; "" for what is none."""
    return _HEADINGS.get(tag, "")


@dataclass(slots=True)
class Row:
    """A line as Markdown. `head` is a heading's sign; `cells` are given for a row of data."""

    prefix: str
    head: str
    body: str
    cells: int = 0

    @property
    def plain(self) -> bool:
        """A line of a paragraph, which the next one would run into."""
        return bool(self.body) and not self.head and not self.cells


class Writer:
    """Turns lines into rows; what is open at the end of one goes on in the next."""

    def __init__(self, lengths: Sequence[int]) -> None:
        self._lengths = lengths
        self._open: list[Begin] = []

    def row(self, prefix: str, head: str, pieces: Sequence[Piece]) -> Row:
        """One line."""
        body = _Body(self._open)
        held = 0
        for piece in pieces:
            if isinstance(piece, int):
                held += self._lengths[piece]
            elif isinstance(piece, str):
                body.text(piece, held)
                held = 0 if held and body.placed else held
            elif isinstance(piece, Begin):
                body.begin(piece)
            elif isinstance(piece, End):
                body.end(piece.begun)
            else:
                body.cell()
        if held:
            body.withheld(held)
        self._open = body.finish()
        return Row(prefix, head, body.out.strip(), body.cells)


class _Body:
    def __init__(self, opened: list[Begin]) -> None:
        self.out = ""
        self.cells = 0
        self.placed = False
        self._waiting = list(opened)
        self._begun: list[Begin] = []

    def begin(self, piece: Begin) -> None:
        self._waiting.append(piece)

    def end(self, piece: Begin) -> None:
        if piece in self._waiting:
            self._waiting.remove(piece)
        elif piece in self._begun:
            while self._begun and self._close() is not piece:
                pass

    def text(self, text: str, held: int) -> None:
        """Visible text; a marker for `held` characters goes before it, or behind the word that it goes on with."""
        self.placed = True
        if held:
            space = re.search(r"\s", text) if self.out and not self.out[-1].isspace() else None
            at = space.start() if space else 0
            if self.out and not self.out[-1].isspace() and space is None and not text[:1].isspace():
                self.placed = False
                self._words(text)
                return
            self._words(text[:at])
            self.withheld(held)
            text = text[at:] if text[at : at + 1].isspace() else f" {text[at:]}"
        self._words(text)

    def withheld(self, held: int) -> None:
        space = "" if not self.out or self.out[-1].isspace() else " "
        self.out += space + marker(held)

    def cell(self) -> None:
        if self.cells:
            self._close_all()
            self.out = f"{self.out.rstrip()} | "
        self.cells += 1

    def finish(self) -> list[Begin]:
        """Closes what is open; what goes on in the next line."""
        still = [*self._begun, *self._waiting]
        self._close_all()
        return still

    def _words(self, text: str) -> None:
        if not text.strip():
            self.out += text
            return
        bare = text.lstrip()
        self.out += text[: len(text) - len(bare)]
        for piece in self._waiting:
            self.out += piece.before
            self._begun.append(piece)
        self._waiting = []
        written = _SPECIAL.sub(r"\\\g<0>", bare)
        if not self.out.strip():
            written = _LINE_START.sub(r"\\\1", written, count=1) if _LINE_START.match(written) else written
        self.out += written

    def _close(self) -> Begin:
        piece = self._begun.pop()
        kept = self.out.rstrip()
        self.out = f"{kept}{piece.behind}{self.out[len(kept) :]}"
        return piece

    def _close_all(self) -> None:
        again = list(self._begun)
        while self._begun:
            self._close()
        self._waiting = [*again, *self._waiting]


def join(rows: Sequence[Row]) -> str:
    """The rows as one document."""
    out: list[str] = []
    for number, row in enumerate(rows):
        before = rows[number - 1] if number else None
        after = rows[number + 1] if number + 1 < len(rows) else None
        if row.cells:
            first = before is None or before.cells == 0
            if first and before is not None and before.body:
                out.append(row.prefix.rstrip())
            out.append(f"{row.prefix}| {row.body} |")
            if first:
                out.append(f"{row.prefix}|{'---|' * row.cells}")
            if after is not None and not after.cells and after.body:
                out.append(row.prefix.rstrip())
            continue
        runs_on = row.plain and after is not None and after.plain and not _starts_item(after.prefix)
        out.append(f"{row.prefix}{row.head}{row.body}".rstrip() + ("  " if runs_on else ""))
    return "\n".join(out)


def _starts_item(prefix: str) -> bool:
    """Whether a line begins an entry of a list, which needs no break before it."""
    bare = prefix.replace(">", "").strip()
    return bool(bare)
