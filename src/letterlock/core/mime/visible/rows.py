"""Which rows of a table hold data, told from those that lay out a page."""

from letterlock.core.mime.visible.style import Style
from letterlock.core.mime.visible.tree import COMMENT, TEXT, Tree
from letterlock.core.words import word_set

INLINE = word_set("inline inline-block inline-flex inline-grid inline-table contents none ruby ruby-text table-cell")
"""Displays of what stands within a line."""


def find_rows(tree: Tree, styles: list[Style]) -> dict[int, str]:
    """What goes before each cell of a row whose cells all are short runs of text: "" for the first, a bar after it.

    Rows that lay out a page (a cell with blocks of its own, or one cell with text) are not in it.
    """
    count = len(styles)
    blocks = [0] * count
    words = [0] * count
    rows: list[int] = []
    for node in range(count - 1, -1, -1):
        tag, above = tree.tag[node], tree.parent[node]
        if tag == TEXT:
            size = 0 if styles[node].why or not tree.text[node].strip() else 1
            if size and above >= 0:
                words[above] += 1
            continue
        if tag == COMMENT or above < 0:
            continue
        words[above] += words[node] + (tag == "img" and bool(tree.attrs[node].get("alt")))
        display = styles[node].display
        heavy = 9 if tag in ("table", "ul", "ol") else 0 if display in INLINE and tag != "br" else 1
        if tag == "tr":
            rows.append(node)
        if tag != "br" or _is_inner_break(tree, node):
            blocks[above] += (blocks[node] if words[node] or tag == "br" else 0) + (
                heavy if words[node] or tag == "br" else 0
            )
    every = {row: _cells(tree, styles, row) for row in rows}
    light = {row: cells for row, cells in every.items() if cells and all(blocks[cell] <= 1 for cell in cells)}
    whole = {
        (_table_of(tree, row), len(cells))
        for row, cells in light.items()
        if len(cells) > 1 and all(words[cell] for cell in cells)
    }
    found: dict[int, str] = {}
    for row, cells in light.items():
        filled = [cell for cell in cells if words[cell]]
        # Where another row of the table has as many cells and all filled, an empty one keeps its place.
        among_data = bool(filled) and (_table_of(tree, row), len(cells)) in whole
        if len(filled) > 1 or among_data:
            for place, cell in enumerate(cells if among_data else filled):
                found[cell] = " | " if place else ""
    return found


def _cells(tree: Tree, styles: list[Style], row: int) -> list[int]:
    found = []
    child = row + 1
    while child < min(tree.end[row], len(styles)):
        if styles[child].display == "table-cell" and tree.tag[child] in ("td", "th"):
            found.append(child)
        child = tree.end[child]
    return found


def _table_of(tree: Tree, row: int) -> int:
    """The table the row is of; -1 for one of none."""
    above = tree.parent[row]
    while above >= 0 and tree.tag[above] != "table":
        above = tree.parent[above]
    return above


def _is_inner_break(tree: Tree, node: int) -> bool:
    """Whether a br has something after it in its parent."""
    return tree.end[node] < tree.end[tree.parent[node]]
