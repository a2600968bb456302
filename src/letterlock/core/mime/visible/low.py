"""Boxes of fixed height that cut off what overflows them: which lines stand below their edge (CSS Overflow 3)."""

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass

from letterlock.core.mime.visible.style import Style
from letterlock.core.mime.visible.tree import COMMENT
from letterlock.core.words import word_set

LEAST_SEEN = 0.3
"""Share of a line's height that must be inside its box for it to be read."""
COLUMNS = word_set("table-cell flex inline-flex grid inline-grid")


@dataclass(slots=True)
class Low:
    """A box `height` pixels high. `depth` is how far down, in pixels, line number `line` stands; margins and the
    wrapping of lines are left out and lines taken as set solid, so that the true depth is no less."""

    height: float
    line: int
    depth: float = 0.0
    tallest: float = 0.0

    def cuts(self, number: int, style: Style) -> bool:
        """Whether text of that style on line `number` stands below the edge. To be asked of all text in order."""
        if number > self.line:
            self.depth += self.tallest
            self.line, self.tallest = number, 0.0
        height = style.line_height if style.line_height is not None else style.drawn_size
        self.tallest = max(self.tallest, height)
        return self.depth + LEAST_SEEN * height >= self.height


class Columns:
    """Where things stand beside each other, so that how deep their lines are cannot be told."""

    def __init__(self, tags: Sequence[str], styles: Sequence[Style]) -> None:
        self._nodes = [node for node, style in enumerate(styles) if tags[node] > COMMENT and _is_column(style)]

    def within(self, first: int, end: int) -> bool:
        """Whether there is one among the nodes from `first` to before `end`."""
        place = bisect_left(self._nodes, first)
        return place < len(self._nodes) and self._nodes[place] < end


def _is_column(style: Style) -> bool:
    declared = style.declared
    return (
        style.display in COLUMNS
        or declared.get("float", "none") != "none"
        or declared.get("position") in ("absolute", "fixed")
    )
