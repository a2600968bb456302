"""Which words of a mail a browser really paints: pictures of the page with and without the letters, compared."""

import re
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from letterlock.core.mime.display import without_invisible
from letterlock.core.mime.visible import visible
from support.chromium import Chromium, Failed, Page, chromium

LEAST_CONTRAST = 21
"""Of 255 in any colour channel: less is the same colour to a reader."""
LEAST_SHARE = 0.25
"""Of a word's height and width that must be painted for it to be read."""
LEAST_WIDTH = 5.0
"""Pixels across that are a letter, however long the word."""
LEAST_SIZE = 2.5
"""Pixels of a line's height below which nobody reads."""
TALLEST, WIDEST, TILE = 30_000, 6_000, 4_000
MOST_GROUPS = 8

_SCRIPTS = Path(__file__).parent
_OURS = re.compile(r"\[\d+ characters? hidden from human readers; withheld\]|\[image: [^\]]*\]")
_WORD = re.compile(r"[^\W_]+")
_WHITE = re.compile(r"\s+")
_CONTROLS = re.compile("[\x00-\x08\x0e-\x1f\x7f-\x9f]+")

Rect = tuple[float, float, float, float]


class TooLong(Exception):
    """The page is longer than pictures are taken of."""


@dataclass(frozen=True, slots=True)
class Painted:
    """The words that are painted and those that are not, in order, cut at white space and at the edges of blocks."""

    seen: str
    unseen: str


@dataclass(frozen=True, slots=True)
class Agreement:
    """How a reading agrees with what is painted: words of each kind, and those that were lost or leaked."""

    seen: int
    unseen: int
    lost: tuple[str, ...]
    leaked: tuple[str, ...]

    @property
    def perfect(self) -> bool:
        """At least 99.5 % of what is seen is kept and at most 0.5 % of what is not leaks."""
        return len(self.lost) <= 0.005 * self.seen and len(self.leaked) <= 0.005 * self.unseen


class Painter:
    """A browser with a page for mail, where no script runs and nothing is loaded, and one to compare pictures in."""

    def __init__(self, browser: Chromium) -> None:
        self._browser = browser
        self._begin()

    def _begin(self) -> None:
        self._mail = self._browser.page(scripts=False)
        self._bench = self._browser.page(scripts=True)
        self._bench.show("<!doctype html>")
        self._bench.run((_SCRIPTS / "compared.js").read_text())
        self._look = (_SCRIPTS / "painted.js").read_text()

    def paint(self, html: str) -> Painted:
        """What a reader sees of it. Raises TooLong."""
        page = self._mail
        page.show(html)
        found = page.run(self._look)
        if found["height"] > TALLEST:
            raise TooLong(f"{found['height']} pixels")
        width = min(WIDEST, found["width"])
        rects = [_middles(piece, width, found["height"]) for piece in found["pieces"]]
        marks = {number for number, piece in enumerate(found["pieces"]) if piece["mark"]}
        readable: set[int] = set()
        groups = _apart(rects)
        before = _pictures(page, width, found["height"]) if groups else []
        for group in groups:
            page.run(f"takePaint({group})")
            after = _pictures(page, width, found["height"])
            readable |= self._differing(before, after, group, rects, marks)
        return _told(found["story"], readable, [piece["rects"] for piece in found["pieces"]])

    def _differing(
        self, before: list[str], after: list[str], group: list[int], rects: list[list[Rect]], marks: set[int]
    ) -> set[int]:
        """Those of a group that the two rows of pictures differ by: words by enough of them, marks by anything."""
        found: set[int] = set()
        for tile, (one, other) in enumerate(zip(before, after, strict=True)):
            top = tile * TILE
            asked = [
                (number, rect)
                for number in group
                for rect in rects[number]
                if rect[3] > top and rect[1] < top + TILE and number not in found
            ]
            if not asked or one == other:
                continue
            moved = [(left, up - top, right, down - top) for _, (left, up, right, down) in asked]
            call = f"compared({one!r}, {other!r}, {[list(rect) for rect in moved]}, {LEAST_CONTRAST})"
            for (number, rect), (count, wide, tall) in zip(asked, self._bench.run(call, wait=True), strict=True):
                whole = (rect[3] - rect[1]) / _MIDDLE
                large = tall >= LEAST_SHARE * whole and wide >= min(LEAST_WIDTH, LEAST_SHARE * (rect[2] - rect[0]))
                if large or (count and number in marks):
                    found.add(number)
        return found


_ABOVE, _BELOW = 0.16, 0.14
_MIDDLE = 1 - _ABOVE - _BELOW


def _middles(piece: dict[str, Any], width: int, height: int) -> list[Rect]:
    """The middle of each box of a piece, which lines set close together do not reach into."""
    if piece["masked"]:
        return []
    kept = []
    for left, top, right, bottom in piece["rects"]:
        tall = bottom - top
        if tall < LEAST_SIZE or right - left < 0.5 or right <= 0 or bottom <= 0 or left >= width or top >= height:
            continue
        kept.append((left, top + _ABOVE * tall, right, bottom - _BELOW * tall))
    return kept


def _apart(rects: list[list[Rect]]) -> list[list[int]]:
    """Numbers of pieces in groups within which none lies over another."""
    groups: list[list[int]] = []
    cells: list[dict[tuple[int, int], list[Rect]]] = []
    for number, boxes in enumerate(rects):
        if not boxes:
            continue
        place = next((n for n, grid in enumerate(cells) if not _touches(grid, boxes)), len(cells))
        place = min(place, MOST_GROUPS - 1)
        if place == len(cells):
            cells.append({})
            groups.append([])
        groups[place].append(number)
        for box in boxes:
            for cell in _cells(box):
                cells[place].setdefault(cell, []).append(box)
    return groups


def _cells(box: Rect) -> Iterator[tuple[int, int]]:
    left, top, right, bottom = (int(max(-1_000, min(40_000, side))) // 100 for side in box)
    for across in range(left, right + 1):
        for down in range(top, bottom + 1):
            yield across, down


def _touches(grid: dict[tuple[int, int], list[Rect]], boxes: list[Rect]) -> bool:
    return any(
        one[0] + 1 < other[2] and other[0] + 1 < one[2] and one[1] < other[3] and other[1] < one[3]
        for one in boxes
        for cell in _cells(one)
        for other in grid.get(cell, ())
    )


def _pictures(page: Page, width: int, height: int) -> list[str]:
    return [page.picture(top, width, min(TILE, height - top)) for top in range(0, height, TILE)]


def _told(story: list[list[Any]], readable: set[int], rects: list[list[Rect]]) -> Painted:
    """The words of either kind. What is unseen parts those that are seen where it leaves a gap between them."""
    seen: list[str] = []
    unseen: list[str] = []
    shown = {node for number, _, node in story if number in readable}
    before, between = -1, False
    for number, text, node in story:
        if number in readable:
            if between and before >= 0 and _is_gap(rects[before], rects[number]):
                seen.append(" ")
            seen.append(text)
            unseen.append(" ")
            before, between = number, False
            continue
        unseen.append(text)
        if number >= 0:
            between = True
        elif node < 0 or node in shown:
            seen.append(text)
            before = -1
    return Painted(seen="".join(seen), unseen="".join(unseen))


def _is_gap(before: list[Rect], after: list[Rect]) -> bool:
    """Whether a piece does not stand right behind the other."""
    one, other = before[-1], after[0]
    middle = (other[1] + other[3]) / 2
    apart = min(abs(other[0] - one[2]), abs(one[0] - other[2]))  # to the right of it, or to the left
    return not one[1] < middle < one[3] or apart > 0.2 * (one[3] - one[1])


def words(text: str) -> Counter[str]:
    """The words of a text, without case and invisible characters."""
    return Counter(_WORD.findall(without_invisible(_WHITE.sub(" ", _CONTROLS.sub("", text))).casefold()))


def agreement(painted: Painted, read: str) -> Agreement:
    """How what was read agrees with what is painted, word for word."""
    seen, unseen = words(painted.seen), words(painted.unseen)
    got = words(_OURS.sub(" ", read))
    lost = seen - got
    leaked = (got - seen) & unseen
    return Agreement(seen.total(), unseen.total(), tuple(lost.elements()), tuple(leaked.elements()))


def judged(painter: Painter, html: str) -> Agreement:
    """How our own reading of a mail agrees with the browser's painting of it."""
    return agreement(painter.paint(html), visible(html).text)


@contextmanager
def painter() -> Iterator[Painter]:
    """A running painter. Raises Unavailable where there is no browser."""
    with chromium() as browser:
        yield Painter(browser)


__all__ = ["Agreement", "Failed", "Painted", "Painter", "TooLong", "agreement", "judged", "painter", "words"]
