"""How the cells of a workbook look (ECMA-376 part 1, section 18.8): which numbers are dates, which text is unseen."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from letterlock.core.files.text.package import Visitor

_DATES: Final = frozenset({*range(14, 23), *range(27, 37), *range(45, 48), *range(50, 59)})
"""Number formats of dates and times that need no code."""
_QUOTED: Final = re.compile(r'"[^"]{0,300}"|\\.|_.|\*.|\[[^\]]{0,100}\]')
_DATE_LETTERS: Final = re.compile(r"[dmyhs]", re.IGNORECASE)
_WHITE: Final = frozenset({"FFFFFFFF", "00FFFFFF"})
_STYLES: Final = 70_000
_EPOCH: Final = datetime(1899, 12, 30)  # noqa: DTZ001 (dates of a workbook have no zone)
_EPOCH_1904: Final = datetime(1904, 1, 1)  # noqa: DTZ001
_LAST: Final = 2_958_466
"""The day after 9999-12-31 in Excel's count."""


@dataclass(slots=True)
class Look:
    date: bool = False
    hidden: bool = False


class Looks(Visitor):
    """Reads the part `styles`; `of` gives the look of a cell's style."""

    def __init__(self) -> None:
        self._codes: dict[str, str] = {}
        self._white: list[bool] = []
        self._filled: list[bool] = []
        self._looks: list[Look] = []
        self._within = ""

    def of(self, style: str) -> Look:
        at = int(style) if style.isascii() and style.isdigit() and len(style) < 8 else 0
        return self._looks[at] if at < len(self._looks) else Look()

    def start(self, name: str, attributes: Mapping[str, str]) -> None:
        if name in ("numFmts", "fonts", "fills", "cellXfs", "dxfs", "cellStyleXfs"):
            self._within = name
        elif name == "numFmt" and self._within == "numFmts":
            self._codes[attributes.get("numFmtId", "")] = attributes.get("formatCode", "")[:500]
        elif name == "font" and self._within == "fonts":
            self._white.append(False)
        elif name == "color" and self._within == "fonts" and self._white:
            # The first colour of a theme is that of the sheet's own background.
            self._white[-1] = attributes.get("rgb", "").upper() in _WHITE or attributes.get("theme") == "0"
        elif name == "fill" and self._within == "fills":
            self._filled.append(False)
        elif name == "patternFill" and self._within == "fills" and self._filled:
            self._filled[-1] = attributes.get("patternType", "none") not in ("none", "")
        elif name == "gradientFill" and self._within == "fills" and self._filled:
            self._filled[-1] = True
        elif name == "fgColor" and self._within == "fills" and self._filled:
            white = attributes.get("rgb", "").upper() in _WHITE or attributes.get("theme") == "0"
            self._filled[-1] = self._filled[-1] and not (white and "tint" not in attributes)
        elif name == "xf" and self._within == "cellXfs" and len(self._looks) < _STYLES:
            self._looks.append(self._look(attributes))

    def end(self, name: str) -> None:
        if name == self._within:
            self._within = ""

    def _look(self, attributes: Mapping[str, str]) -> Look:
        number = attributes.get("numFmtId", "0")
        code = self._codes.get(number)
        white = _at(self._white, attributes.get("fontId")) and not _at(self._filled, attributes.get("fillId"))
        if code is None:
            return Look(date=number.isascii() and number.isdigit() and int(number[:9]) in _DATES, hidden=white)
        bare = _QUOTED.sub("", code)
        return Look(date=bool(_DATE_LETTERS.search(bare)), hidden=white or code.strip() == ";;;")


def as_date(number: str, *, from_1904: bool) -> str:
    """A workbook's number as the date, time or both it stands for; as it is where it stands for none."""
    try:
        days = float(number)
    except ValueError:
        return number
    if not 0 <= days < _LAST:
        return number
    moment = (_EPOCH_1904 if from_1904 else _EPOCH) + timedelta(seconds=round(days * 86_400))
    if days < 1:
        return moment.strftime("%H:%M:%S")
    return moment.date().isoformat() if days == int(days) else moment.isoformat(sep=" ")


def _at(values: list[bool], place: str | None) -> bool:
    at = int(place) if place is not None and place.isascii() and place.isdigit() and len(place) < 8 else -1
    return 0 <= at < len(values) and values[at]
