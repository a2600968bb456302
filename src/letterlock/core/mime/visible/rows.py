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
    found: dict[int, str] = {}
    for row in rows:
        cells = []
        child = row + 1
        while child < min(tree.end[row], count):
            if styles[child].display == "table-cell" and tree.tag[child] in ("td", "th") and words[child]:
                cells.append(child)
            child = tree.end[child]
        if len(cells) > 1 and all(blocks[cell] <= 1 for cell in cells):
            for place, cell in enumerate(cells):
                found[cell] = " | " if place else ""
    return found


def _is_inner_break(tree: Tree, node: int) -> bool:
    """Whether a br has something after it in its parent."""
    return tree.end[node] < tree.end[tree.parent[node]]
