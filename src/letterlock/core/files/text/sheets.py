"""Excel workbooks (ECMA-376 part 1, section 18): sheet by sheet, a line a row, cells apart by tabs.

Left out and counted: hidden sheets, rows and columns, cells whose format shows nothing, white on no colour. Formulas
stand as the values last computed.
"""

from collections.abc import Mapping
from typing import Final

from letterlock.core.files.text.package import Package, Visitor
from letterlock.core.files.text.sheet_looks import Look, Looks, as_date
from letterlock.core.files.text.writer import Writer

_SHEETS: Final = 1_000
_STRINGS: Final = 2_000_000
"""Strings that cells share, and below it their characters together."""
_STRING_CHARACTERS: Final = 20_000_000
_GAP: Final = 20
"""Empty cells in a row that are shown as such."""
_COLUMNS: Final = 16_384


def read(content: bytes, writer: Writer) -> None:
    package = Package(content)
    main = package.main("xl/workbook.xml")
    book = _Book()
    package.visit(main, book)
    relations = package.relations(main)
    strings, looks = _Strings(), Looks()
    for relation in relations:
        if relation.kind == "sharedStrings":
            package.visit(relation.target, strings)
        elif relation.kind == "styles":
            package.visit(relation.target, looks)
    writer.cut = strings.cut
    targets = {relation.id: relation.target for relation in relations}
    for name, identifier, hidden in book.sheets[:_SHEETS]:
        if identifier in targets:
            sheet = _Sheet(writer, strings.found, looks, name, hidden=hidden, from_1904=book.from_1904)
            package.visit(targets[identifier], sheet)


class _Book(Visitor):
    def __init__(self) -> None:
        self.sheets: list[tuple[str, str, bool]] = []
        """Name, relation, whether it is hidden."""
        self.from_1904 = False

    def start(self, name: str, attributes: Mapping[str, str]) -> None:
        if name == "sheet":
            hidden = attributes.get("state", "visible") != "visible"
            self.sheets.append((attributes.get("name", ""), attributes.get("r:id", ""), hidden))
        elif name == "workbookPr":
            self.from_1904 = attributes.get("date1904", "0") not in ("0", "false")


class _Strings(Visitor):
    def __init__(self) -> None:
        self.found: list[str] = []
        self.cut = False
        self._left = _STRING_CHARACTERS
        self._parts: list[str] = []
        self._in_text = False
        self._phonetic = 0

    def start(self, name: str, attributes: Mapping[str, str]) -> None:  # noqa: ARG002 (only their text counts)
        if name == "si":
            self._parts = []
        elif name == "rPh":
            self._phonetic += 1
        elif name == "t":
            self._in_text = self._phonetic == 0

    def end(self, name: str) -> None:
        if name == "si":
            self._keep("".join(self._parts))
        elif name == "rPh":
            self._phonetic -= 1
        elif name == "t":
            self._in_text = False

    def data(self, text: str) -> None:
        if self._in_text:
            self._parts.append(text)

    def _keep(self, text: str) -> None:
        if len(self.found) >= _STRINGS or len(text) > self._left:
            self.cut = True
            return
        self._left -= len(text)
        self.found.append(text)


class _Sheet(Visitor):
    def __init__(
        self, writer: Writer, strings: list[str], looks: Looks, title: str, *, hidden: bool, from_1904: bool
    ) -> None:
        self._writer = writer
        self._strings = strings
        self._looks = looks
        self._title = title
        self._hidden = hidden
        self._from_1904 = from_1904
        self._hidden_columns: list[tuple[int, int]] = []
        self._row_hidden = False
        self._row: list[tuple[int, str]] = []
        self._column = 0
        self._type = ""
        self._look = Look()
        self._parts: list[str] = []
        self._in_value = False

    def start(self, name: str, attributes: Mapping[str, str]) -> None:
        if name == "col" and attributes.get("hidden", "0") not in ("0", "false") and len(self._hidden_columns) < 1_000:
            self._hidden_columns.append((_number(attributes.get("min")), _number(attributes.get("max"))))
        elif name == "row":
            self._row_hidden = attributes.get("hidden", "0") not in ("0", "false")
            self._row, self._column = [], 0
        elif name == "c":
            self._column = _column(attributes.get("r", "")) or self._column + 1
            self._type = attributes.get("t", "n")
            self._look = self._looks.of(attributes.get("s", "0"))
            self._parts = []
        elif name in ("v", "t"):
            self._in_value = True

    def end(self, name: str) -> None:
        if name in ("v", "t"):
            self._in_value = False
        elif name == "c":
            self._cell(self._value("".join(self._parts)))
        elif name == "row":
            self._line()

    def data(self, text: str) -> None:
        if self._in_value:
            self._parts.append(text)

    def _value(self, raw: str) -> str:
        if self._type == "s":
            at = _number(raw)
            return self._strings[at] if raw.strip().isdigit() and at < len(self._strings) else ""
        if self._type == "b":
            return "TRUE" if raw.strip() == "1" else "FALSE"
        if self._type == "n" and self._look.date:
            return as_date(raw.strip(), from_1904=self._from_1904)
        return raw

    def _cell(self, value: str) -> None:
        if not value.strip():
            return
        column_hidden = any(first <= self._column <= last for first, last in self._hidden_columns)
        if self._hidden or self._row_hidden or column_hidden or self._look.hidden:
            self._writer.hide(value)
        elif len(self._row) < _COLUMNS:
            self._row.append((self._column, " ".join(value.split())))

    def _line(self) -> None:
        """The row at its end: nothing for one that has nothing to show."""
        if not self._row:
            return
        if self._title:
            self._writer.write(f"\nSheet: {self._title}\n")
            self._title = ""
        at = 1
        for column, value in self._row:
            self._writer.write("\t" * min(max(column - at, 0), _GAP) + value)
            at = column
        self._writer.write("\n")


def _number(text: str | None) -> int:
    found = (text or "").strip()
    return int(found) if found.isascii() and found.isdigit() and len(found) < 10 else 0


def _column(reference: str) -> int:
    """1 for `A5`, 28 for `AB12`; 0 for what is no reference."""
    found = 0
    for letter in reference[:4]:
        if not "A" <= letter <= "Z":
            break
        found = found * 26 + ord(letter) - 64
    return min(found, _COLUMNS)
