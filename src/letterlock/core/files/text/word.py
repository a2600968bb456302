"""Word documents (ECMA-376 part 1, section 17): paragraphs and tables in order, then notes, comments, heads and feet.

Left out and counted: text marked as hidden, by itself or by its style, white on no colour, or too small to see. Deleted
text of tracked changes and the instructions of fields are no text.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from letterlock.core.files.text.package import Package, Visitor
from letterlock.core.files.text.writer import Writer

_OFF: Final = frozenset({"0", "false", "off", "none"})
_NO_TEXT: Final = frozenset({"Fallback", "delText", "instrText", "delInstrText"})
"""What a reader does not see as text; Fallback says the same once more for old programs."""
_TINY: Final = 4
"""Half points: 2 points and less."""
_WHITE: Final = frozenset({"FFFFFF", "FEFEFE", "FDFDFD"})
_MORE: Final = {
    "footnotes": "Footnotes",
    "endnotes": "Endnotes",
    "comments": "Comments",
    "header": "Header",
    "footer": "Footer",
}
_CHAIN: Final = 20
"""Styles based on styles."""


@dataclass(slots=True)
class Look:
    """What a run or a style says of its text; None where it says nothing."""

    hidden: bool | None = None
    white: bool | None = None
    tiny: bool | None = None
    shaded: bool | None = None
    based_on: str | None = None

    def note(self, name: str, attributes: Mapping[str, str]) -> None:
        value = attributes.get("val", "")
        if name == "vanish":
            self.hidden = value not in _OFF
        elif name == "color":
            self.white = value.upper() in _WHITE
        elif name == "sz":
            self.tiny = value.isdigit() and int(value) <= _TINY
        elif name in ("shd", "highlight"):
            fill = attributes.get("fill", value).upper()
            self.shaded = fill not in ("", "AUTO", "NONE", "CLEAR", "NIL", "WHITE", *_WHITE)


def read(content: bytes, writer: Writer) -> None:
    package = Package(content)
    main = package.main("word/document.xml")
    relations = package.relations(main)
    styles = _Styles()
    for relation in relations:
        if relation.kind == "styles":
            package.visit(relation.target, styles)
    package.visit(main, _Body(writer, styles.looks))
    seen: set[str] = {main}
    for kind, title in _MORE.items():
        for relation in relations:
            if relation.kind == kind and relation.target not in seen:
                seen.add(relation.target)
                package.visit(relation.target, _Body(writer, styles.looks, title))


class _Styles(Visitor):
    def __init__(self) -> None:
        self.looks: dict[str, Look] = {}
        self._look: Look | None = None
        self._in_run = 0

    def start(self, name: str, attributes: Mapping[str, str]) -> None:
        if name == "style":
            self._look = self.looks.setdefault(attributes.get("styleId", ""), Look())
        elif name == "rPr":
            self._in_run += 1
        elif self._look is not None and name == "basedOn":
            self._look.based_on = attributes.get("val")
        elif self._look is not None and (self._in_run or name == "shd"):
            self._look.note(name, attributes)

    def end(self, name: str) -> None:
        if name == "style":
            self._look = None
        elif name == "rPr":
            self._in_run -= 1


class _Body(Visitor):
    def __init__(self, writer: Writer, styles: dict[str, Look], title: str = "") -> None:
        self._writer = writer
        self._styles = styles
        self._title = title
        self._skipping = 0
        self._cells = 0
        self._shades: list[bool] = []
        """Whether the paragraph and the cells around are on a colour, innermost last."""
        self._paragraphs: list[str | None] = []
        """Styles of the paragraphs around (a text box is within one)."""
        self._runs: list[Look] = []
        self._in_look = 0
        self._in_paragraph_look = 0
        self._in_text = False

    def start(self, name: str, attributes: Mapping[str, str]) -> None:
        if self._skipping or name in _NO_TEXT:
            self._skipping += 1
        elif name == "p":
            self._paragraphs.append(None)
            self._shades.append(False)
        elif name == "pPr":
            self._in_paragraph_look += 1
        elif name == "pStyle" and self._paragraphs:
            self._paragraphs[-1] = attributes.get("val")
        elif name == "r":
            self._runs.append(Look())
        elif name == "rPr":
            self._in_look += 1
        elif name == "rStyle" and self._runs:
            self._runs[-1].based_on = attributes.get("val")
        elif name == "tc":
            self._cells += 1
            self._shades.append(False)
        elif name == "shd" and self._shades and not self._in_look:
            look = Look()
            look.note(name, attributes)
            self._shades[-1] = bool(look.shaded)
        elif self._in_look and self._runs and not self._in_paragraph_look:
            self._runs[-1].note(name, attributes)
        else:
            self._content(name)

    def _content(self, name: str) -> None:
        if name == "t":
            self._in_text = True
        elif name in ("tab", "ptab") and self._runs:
            self._put("\t")
        elif name in ("br", "cr") and self._runs:
            self._put("\n")
        elif name == "noBreakHyphen":
            self._put("-")

    def end(self, name: str) -> None:
        if self._skipping:
            self._skipping -= 1
        elif name == "p":
            self._paragraphs.pop()
            self._shades.pop()
            self._put(" " if self._cells else "\n")
        elif name == "pPr":
            self._in_paragraph_look -= 1
        elif name == "r":
            self._runs.pop()
        elif name == "rPr":
            self._in_look -= 1
        elif name == "t":
            self._in_text = False
        elif name == "tc":
            self._cells -= 1
            self._shades.pop()
            self._put("\t")
        elif name == "tr":
            self._put("\n")

    def data(self, text: str) -> None:
        if self._in_text and not self._skipping:
            self._put(text)

    def _put(self, text: str) -> None:
        if text.strip() and self._is_hidden():
            self._writer.hide(text)
            return
        if self._title and text.strip():
            self._writer.write(f"\n{self._title}:\n")
            self._title = ""
        if not self._title:
            self._writer.write(text)

    def _is_hidden(self) -> bool:
        looks: list[Look] = []
        if self._runs:
            looks.append(self._runs[-1])
            looks += self._chain(self._runs[-1].based_on)
        looks += self._chain(self._paragraphs[-1] if self._paragraphs else None)
        if _first([look.hidden for look in looks]) or _first([look.tiny for look in looks]):
            return True
        on_colour = any(self._shades) or any(look.shaded for look in looks)
        return _first([look.white for look in looks]) and not on_colour

    def _chain(self, style: str | None) -> list[Look]:
        """A style and those it is based on, nearest first."""
        found: list[Look] = []
        while style is not None and len(found) < _CHAIN:
            look = self._styles.get(style)
            if look is None:
                break
            found.append(look)
            style = look.based_on
        return found


def _first(values: list[bool | None]) -> bool:
    """What the nearest that says anything says."""
    return next((value for value in values if value is not None), False)
