"""Which rules match an element: an index by id, class and tag, then right to left, within a budget (Selectors 4)."""

from letterlock.core.mime.visible.selector import Compound, Selector, read_selectors
from letterlock.core.mime.visible.sheet import Rule
from letterlock.core.mime.visible.tree import COMMENT, TEXT, Tree

BUDGET = 1_000_000
"""Comparisons of an element with a compound selector, in one document."""

_FORM_FIELDS = frozenset(("input", "button", "select", "textarea", "option", "optgroup", "fieldset"))


_Filed = tuple[int, Selector, frozenset[str]]
"""A rule's number, one of its selectors, and what must stand above an element for it to match."""


class BudgetSpent(Exception):
    """The document's selectors cost more than a reader's patience; what follows is not read."""


class Matcher:
    """The rules of a document, ready to be asked element by element, in document order."""

    def __init__(self, tree: Tree, rules: list[Rule]) -> None:
        self._tree = tree
        self._budget = BUDGET
        self._by_id: dict[str, list[_Filed]] = {}
        self._by_class: dict[str, list[_Filed]] = {}
        self._by_tag: dict[str, list[_Filed]] = {}
        self._others: list[_Filed] = []
        self._ids: dict[int, str] = {}
        self._classes: dict[int, tuple[str, ...]] = {}
        self._children: dict[int, list[int]] = {}
        self._place: dict[int, int] = {}
        self._type_place: dict[int, int] = {}
        self._totals: dict[tuple[int, str], int] = {}
        self._above: dict[str, int] = {}
        self._spoken: dict[str, dict[int, str]] = {}
        self._path: list[tuple[int, tuple[str, ...]]] = []
        for order, rule in enumerate(rules):
            for selector in read_selectors(rule.selector, quirks=tree.quirks):
                self._file(order, selector)

    def _file(self, order: int, selector: Selector) -> None:
        subject = selector.compounds[0]
        if any(compound.never for compound in selector.compounds):
            return
        filed = (order, selector, _needed_above(selector))
        if subject.id is not None:
            self._by_id.setdefault(subject.id, []).append(filed)
        elif subject.classes:
            self._by_class.setdefault(subject.classes[-1], []).append(filed)
        elif subject.tag is not None:
            self._by_tag.setdefault(subject.tag, []).append(filed)
        else:
            self._others.append(filed)

    def match(self, node: int) -> list[tuple[int, int]]:
        """(specificity, rule number) of every rule that matches, once a rule at its highest specificity.

        To be asked in document order. Raises BudgetSpent.
        """
        self._climb(node)
        candidates = list(self._others)
        if self._by_tag:
            candidates += self._by_tag.get(self._tree.tag[node], ())
        if self._by_class:
            for name in self._classes_of(node):
                candidates += self._by_class.get(name, ())
        if self._by_id:
            id_ = self._id_of(node)
            if id_:
                candidates += self._by_id.get(id_, ())
        self._spend(len(candidates) >> 3)
        best: dict[int, int] = {}
        above = self._above
        for order, selector, needed in candidates:
            if not needed <= above.keys():
                continue
            if self._is(selector, node, 0) and selector.specificity >= best.get(order, 0):
                best[order] = selector.specificity
        return sorted((specificity, order) for order, specificity in best.items())

    def _climb(self, node: int) -> None:
        """Keep count of the tags, ids and classes above `node`: most selectors fail on these alone."""
        above, path, parent = self._above, self._path, self._tree.parent[node]
        while path and path[-1][0] != parent and self._tree.end[path[-1][0]] <= node:
            for key in path.pop()[1]:
                above[key] -= 1
                if not above[key]:
                    del above[key]
        if parent >= 0 and (not path or path[-1][0] != parent):
            keys = (self._tree.tag[parent], f"#{self._id_of(parent)}", *(f".{c}" for c in self._classes_of(parent)))
            for key in keys:
                above[key] = above.get(key, 0) + 1
            path.append((parent, keys))

    def _classes_of(self, node: int) -> tuple[str, ...]:
        known = self._classes.get(node)
        if known is None:
            text = self._tree.attrs[node].get("class", "")
            known = tuple(dict.fromkeys((text.lower() if self._tree.quirks else text).split())) if text else ()
            self._classes[node] = known
        return known

    def _id_of(self, node: int) -> str:
        text = self._tree.attrs[node].get("id", "")
        return text.lower() if self._tree.quirks else text

    def _spend(self, steps: int) -> None:
        self._budget -= steps
        if self._budget < 0:
            raise BudgetSpent

    def _is(self, selector: Selector, node: int, at: int) -> bool:
        """Whether `node` is compound number `at` of the selector, and what its combinators lead to fits too."""
        if not self._fits(selector.compounds[at], node):
            return False
        if at == len(selector.combinators):
            return True
        combinator = selector.combinators[at]
        if combinator in "+~":
            siblings = self._siblings(node)
            place = self._place[node]
            first = max(0, place - 1) if combinator == "+" else 0
            return any(self._is(selector, siblings[i], at + 1) for i in range(place - 1, first - 1, -1))
        above = self._tree.parent[node]
        if combinator == ">":
            return above >= 0 and self._is(selector, above, at + 1)
        while above >= 0:
            if self._is(selector, above, at + 1):
                return True
            above = self._tree.parent[above]
        return False

    def _fits(self, compound: Compound, node: int) -> bool:
        self._spend(1)
        if compound.tag is not None and compound.tag != self._tree.tag[node]:
            return False
        if compound.never or self._tree.tag[node] in ("-document", "-doctype"):
            return False
        if compound.id is not None and compound.id != self._id_of(node):
            return False
        if compound.classes:
            classes = self._classes_of(node)
            if not all(name in classes for name in compound.classes):
                return False
        for name, operator, value, folded in compound.attributes:
            if not _attribute_fits(self._tree.attrs[node].get(name), operator, value, folded):
                return False
        return all(self._is_in_state(name, argument, node) for name, argument in compound.pseudos)

    def _is_in_state(self, name: str, argument: object, node: int) -> bool:
        if isinstance(argument, tuple) and name.startswith("nth-"):
            return self._is_nth(name, argument, node)
        if isinstance(argument, tuple):
            if name in ("has", "has>"):
                return self._has(argument, node, direct=name == "has>")
            return any(self._is(selector, node, 0) for selector in argument) == (name == "is")
        if isinstance(argument, str):
            return self._speaks(name, argument, node)
        return self._is_plain(name, node)

    def _speaks(self, name: str, wanted: str, node: int) -> bool:
        """:lang() and :dir(), by the nearest attribute."""
        known = self._spoken.setdefault(name, {-1: "" if name == "lang" else "ltr"})
        climbed: list[int] = []
        while node not in known:
            climbed.append(node)
            found = self._tree.attrs[node].get(name, "").strip().lower()
            if found and (name == "lang" or found in ("ltr", "rtl")):
                known[node] = found
            else:
                node = self._tree.parent[node]
        found = known[node]
        known.update(dict.fromkeys(climbed, found))
        return found == wanted or (name == "lang" and found != "" and (wanted == "*" or found.startswith(f"{wanted}-")))

    def _has(self, selectors: tuple[Selector, ...], node: int, *, direct: bool) -> bool:
        for below in range(node + 1, self._tree.end[node]):
            if self._tree.tag[below] in (TEXT, COMMENT) or (direct and self._tree.parent[below] != node):
                continue
            if any(self._is(selector, below, 0) for selector in selectors):
                return True
        return False

    def _is_plain(self, name: str, node: int) -> bool:  # noqa: PLR0911 (one case a line)
        tag, attrs = self._tree.tag[node], self._tree.attrs[node]
        if name == "root":
            return tag == "html"
        if name == "scope":
            return tag == "html"
        if name in ("link", "any-link"):
            return tag in ("a", "area") and "href" in attrs
        if name == "checked":
            return "checked" in attrs or (tag == "option" and "selected" in attrs)
        if name == "disabled":
            return tag in _FORM_FIELDS and "disabled" in attrs
        if name == "enabled":
            return tag in _FORM_FIELDS and "disabled" not in attrs
        if name == "empty":
            return self._is_empty(node)
        if name == "read-only":
            return tag not in ("input", "textarea") or "readonly" in attrs
        if name == "required":
            return "required" in attrs
        if name in ("optional", "valid", "read-write", "in-range", "default"):
            return tag in ("input", "textarea", "select") and "required" not in attrs
        if name == "defined":
            return True
        place, count = self._place_of(node, of_type=name.endswith("-of-type"))
        if name.startswith("only-"):
            return count == 1
        return place == (0 if name.startswith("first-") else count - 1)

    def _is_empty(self, node: int) -> bool:
        for below in range(node + 1, self._tree.end[node]):
            if self._tree.tag[below] != COMMENT and (self._tree.tag[below] != TEXT or self._tree.text[below]):
                return False
        return True

    def _is_nth(self, name: str, steps: tuple[int, int], node: int) -> bool:
        place, total = self._place_of(node, of_type=name.endswith("-of-type"))
        count = total - place if "last" in name else place + 1
        a, b = steps
        return count == b if a == 0 else (count - b) % a == 0 and (count - b) // a >= 0

    def _place_of(self, node: int, *, of_type: bool) -> tuple[int, int]:
        """Which of its parent's elements (of its own tag) it is, from 0, and how many there are."""
        siblings = self._siblings(node)
        if not of_type:
            return self._place[node], len(siblings)
        above, tag = self._tree.parent[node], self._tree.tag[node]
        if (above, tag) not in self._totals:
            for sibling in siblings:
                kind = (above, self._tree.tag[sibling])
                self._type_place[sibling] = self._totals.get(kind, 0)
                self._totals[kind] = self._type_place[sibling] + 1
        return self._type_place[node], self._totals[above, tag]

    def _siblings(self, node: int) -> list[int]:
        above = self._tree.parent[node]
        known = self._children.get(above)
        if known is None:
            known = []
            child = above + 1
            end = self._tree.end[above] if above >= 0 else len(self._tree.tag)
            while child < end:
                if self._tree.tag[child] not in (TEXT, COMMENT, "-doctype"):
                    self._place[child] = len(known)
                    known.append(child)
                child = self._tree.end[child]
            self._children[above] = known
        return known


def _needed_above(selector: Selector) -> frozenset[str]:
    """A tag, id or class of each compound that must be an ancestor."""
    needed: list[str] = []
    for combinator, compound in zip(selector.combinators, selector.compounds[1:], strict=True):
        if combinator in "+~":
            continue
        if compound.classes:
            needed.append(f".{compound.classes[0]}")
        elif compound.id is not None:
            needed.append(f"#{compound.id}")
        elif compound.tag is not None:
            needed.append(compound.tag)
    return frozenset(needed)


def _attribute_fits(actual: str | None, operator: str, wanted: str, folded: bool) -> bool:  # noqa: PLR0911 (one case a line)
    if actual is None:
        return False
    if folded:
        actual, wanted = actual.lower(), wanted.lower()
    if not operator:
        return True
    if operator == "=":
        return actual == wanted
    if not wanted:
        return False
    if operator == "~=":
        return wanted in actual.split()
    if operator == "|=":
        return actual == wanted or actual.startswith(f"{wanted}-")
    if operator == "^=":
        return actual.startswith(wanted)
    if operator == "$=":
        return actual.endswith(wanted)
    return wanted in actual
