"""Columns of a table that are collapsed: the cells in them are not shown (CSS 2.2, section 17.5.5)."""

from letterlock.core.mime.visible.tree import Tree

MAX_SPAN = 1_000
MAX_COLLAPSED = 50
"""Columns of one table, or groups of them, that are remembered as collapsed."""


class CollapsedColumns:
    """Is told of columns as they come; says of cells, which come after them, whether they lie in a collapsed one."""

    def __init__(self, tree: Tree) -> None:
        self._tree = tree
        self._widths: dict[int, int] = {}
        self._collapsed: dict[int, list[range]] = {}
        """By table."""
        self._next: dict[int, int] = {}
        """By row: the column of its next cell."""

    def add(self, node: int, tag: str, *, collapsed: bool) -> None:
        """A col, or a colgroup without cols of its own."""
        if tag == "colgroup" and "col" in self._tree.tag[node + 1 : self._tree.end[node]]:
            return
        table = self._table(node)
        start = self._widths.get(table, 0)
        self._widths[table] = start + self._span(node, "span")
        if collapsed and len(self._collapsed.get(table, ())) < MAX_COLLAPSED:
            self._collapsed.setdefault(table, []).append(range(start, self._widths[table]))

    def hides(self, cell: int) -> bool:
        """Whether a cell lies in a collapsed column. To be asked of all cells of a row in order."""
        if not self._collapsed:
            return False
        row = self._tree.parent[cell]
        start = self._next.get(row, 0)
        self._next[row] = start + self._span(cell, "colspan")
        columns = self._collapsed.get(self._table(cell), ())
        return any(start in column for column in columns)

    def _span(self, node: int, name: str) -> int:
        text = self._tree.attrs[node].get(name, "").strip()
        return min(MAX_SPAN, max(1, int(text))) if text.isascii() and text.isdigit() and len(text) < 6 else 1

    def _table(self, node: int) -> int:
        for _ in range(4):  # cell, row, group of rows, table
            node = self._tree.parent[node]
            if node < 0 or self._tree.tag[node] == "table":
                break
        return node
