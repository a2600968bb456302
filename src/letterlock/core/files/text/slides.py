"""PowerPoint presentations (ECMA-376 part 1, section 19): slide by slide, each with its speaker notes.

Left out and counted: hidden slides, hidden shapes, shapes wholly beside the slide, text too small to see.
"""

from collections.abc import Mapping
from typing import Final

from letterlock.core.files.text.package import Package, Visitor
from letterlock.core.files.text.writer import Writer

_SLIDES: Final = 5_000
_OFF: Final = frozenset({"0", "false"})
_SHAPES: Final = frozenset({"sp", "graphicFrame", "pic", "cxnSp", "grpSp"})
_TINY: Final = 200
"""Hundredths of a point."""


def read(content: bytes, writer: Writer) -> None:
    package = Package(content)
    main = package.main("ppt/presentation.xml")
    deck = _Deck()
    package.visit(main, deck)
    targets = {relation.id: relation.target for relation in package.relations(main)}
    for number, identifier in enumerate(deck.slides[:_SLIDES], 1):
        if identifier not in targets:
            continue
        name = targets[identifier]
        slide = _Shapes(writer, deck.size, f"Slide {number}")
        package.visit(name, slide)
        for relation in package.relations(name):
            if relation.kind == "notesSlide":
                package.visit(relation.target, _Shapes(writer, (0, 0), "Notes", hidden=slide.hidden, notes=True))


class _Deck(Visitor):
    """The order of the slides, and their size in EMU."""

    def __init__(self) -> None:
        self.slides: list[str] = []
        self.size = (0, 0)

    def start(self, name: str, attributes: Mapping[str, str]) -> None:
        if name == "sldId":
            self.slides.append(attributes.get("r:id", ""))
        elif name == "sldSz":
            self.size = (_number(attributes.get("cx")), _number(attributes.get("cy")))


class _Shapes(Visitor):
    def __init__(
        self, writer: Writer, size: tuple[int, int], title: str, *, hidden: bool = False, notes: bool = False
    ) -> None:
        self._writer = writer
        self._size = size
        self._title = title
        self._notes = notes
        self.hidden = hidden
        """The whole slide."""
        self._skipping = 0
        self._shapes: list[bool] = []
        """Whether each shape around is out of sight, innermost last."""
        self._groups = 0
        self._offset = (0, 0)
        self._tiny = False
        self._in_text = False
        self._cells = 0

    def start(self, name: str, attributes: Mapping[str, str]) -> None:
        if self._skipping or name == "Fallback":
            self._skipping += 1
        elif name == "sld":
            self.hidden = attributes.get("show") in _OFF
        elif name in _SHAPES:
            self._shapes.append(False)
            self._groups += name == "grpSp"
        elif name == "cNvPr" and self._shapes:
            self._shapes[-1] |= attributes.get("hidden", "0") not in _OFF
        elif name == "ph" and self._notes and self._shapes:
            # A notes page repeats the slide's number and date; only its body is the notes.
            self._shapes[-1] |= attributes.get("type") in ("sldNum", "dt", "ftr", "hdr")
        elif name == "off":
            self._offset = (_number(attributes.get("x")), _number(attributes.get("y")))
        elif name == "ext" and self._shapes and not self._groups and "cx" in attributes:
            self._shapes[-1] |= self._is_beside(_number(attributes["cx"]), _number(attributes.get("cy")))
        else:
            self._content(name, attributes)

    def _content(self, name: str, attributes: Mapping[str, str]) -> None:
        if name == "rPr":
            size = attributes.get("sz", "")
            self._tiny = size.isdigit() and int(size) <= _TINY
        elif name == "r":
            self._tiny = False
        elif name == "t":
            self._in_text = True
        elif name == "br":
            self._put("\n")
        elif name == "tc":
            self._cells += 1

    def end(self, name: str) -> None:
        if self._skipping:
            self._skipping -= 1
        elif name in _SHAPES:
            self._shapes.pop()
            self._groups -= name == "grpSp"
        elif name == "t":
            self._in_text = False
        elif name == "tc":
            self._cells -= 1
            self._put("\t")
        elif name == "tr":
            self._put("\n")
        elif name == "p":
            self._tiny = False
            self._put(" " if self._cells else "\n")

    def data(self, text: str) -> None:
        if self._in_text and not self._skipping:
            self._put(text)

    def _put(self, text: str) -> None:
        if self._notes and any(self._shapes) and not self.hidden:
            return
        if text.strip() and (self.hidden or self._tiny or any(self._shapes)):
            self._writer.hide(text)
            return
        if self._title and text.strip():
            self._writer.write(f"\n{self._title}\n")
            self._title = ""
        if not self._title:
            self._writer.write(text)

    def _is_beside(self, width: int, height: int) -> bool:
        if self._size[0] <= 0 or self._size[1] <= 0:
            return False
        x, y = self._offset
        return x >= self._size[0] or y >= self._size[1] or x + width <= 0 or y + height <= 0


def _number(text: str | None) -> int:
    try:
        return int(text or 0) if len(text or "") <= 20 else 0
    except ValueError:
        return 0
