"""Whether a regular expression can take more than linear time: by the ambiguity of its automaton.

A backtracking matcher needs exponential time just where some state can come back to itself by two ways over the same
word, and polynomial time just where one loop leads to another over a word that both repeat (Weideman and others, 2016;
Weber and Seidl, 1991). The automaton is Glushkov's: a state a position. For the first check every repetition counts as
endless; for the second bounded ones (up to BOUND) count as two copies, since they cost a constant factor, and searching
is a loop over everything in front. A loop in which the match may end costs nothing more, since it never fails there; one
that is possessive gives nothing back. What looks ahead counts as something that may fail.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from re import _constants as sre  # type: ignore[attr-defined]
from re import _parser as parser  # type: ignore[attr-defined]

BOUND = 5_000
COPIES = 8
_REST = "aZ09_ \t\n-.é中\u200b\u0301"


@dataclass
class _Automaton:
    labels: list[frozenset[int]] = field(default_factory=list)
    follow: dict[int, set[int]] = field(default_factory=dict)
    held: set[int] = field(default_factory=set)
    """States of possessive loops."""
    ends: set[int] = field(default_factory=set)
    twice: set[tuple[int, int]] = field(default_factory=set)
    """Steps that there are two ways to take."""
    unsure: set[int] = field(default_factory=set)
    """States behind which something is asked that may fail."""

    def add(self, label: frozenset[int]) -> int:
        self.labels.append(label)
        self.follow[len(self.labels) - 1] = set()
        return len(self.labels) - 1


@dataclass
class _Part:
    empty: bool
    first: set[int]
    last: set[int]


def explodes(pattern: re.Pattern) -> bool:
    """Exponential: two ways from a state to itself over the same word."""
    made, _ = _automaton(pattern, endless_only=False)
    for component in _components(made.follow):
        inside = {state: made.follow[state] & component for state in component}
        if len(component) > 300:
            continue  # a list of words in a loop: what parts them is looked at by `twice`
        pairs: dict[tuple[int, int], set[tuple[int, int]]] = {}
        for one in component:
            for other in component:
                pairs[one, other] = {
                    (a, b) for a in inside[one] for b in inside[other] if made.labels[a] & made.labels[b]
                }
        for found in _components(pairs):
            if any(one == other for one, other in found) and any(one != other for one, other in found):
                return True
        if any(one in component and other in component for one, other in made.twice):
            return True
    return False


def creeps(pattern: re.Pattern, *, anchored: bool = False) -> bool:
    """Polynomial: a loop that leads to another over a word which both repeat; `anchored`: it is never searched with."""
    made, start = _automaton(pattern, endless_only=True)
    if not anchored:
        everything = frozenset().union(*made.labels) if made.labels else frozenset()
        loop = made.add(everything)
        made.follow[loop] = {loop, *start.first}
    loops = _components(made.follow)
    for source in loops:
        for target in loops:
            if source is target or source <= made.held or _ends_each_round(made, target):
                continue
            if _reaches(made, source, target) and _overlap(made, source, target):
                return True
    return False


def _overlap(made: _Automaton, source: frozenset[int], target: frozenset[int]) -> bool:
    """Whether (p, p, q) leads to (p, q, q) for some p of the one loop and q of the other."""
    for p in source:
        for q in target:
            seen = {(p, p, q)}
            waiting = [(p, p, q)]
            while waiting and len(seen) < 20_000:
                a, b, c = waiting.pop()
                for x in made.follow[a] & source:
                    for z in made.follow[c] & target:
                        both = made.labels[x] & made.labels[z]
                        if not both:
                            continue
                        for y in made.follow[b]:
                            state = (x, y, z)
                            if not both & made.labels[y] or state in seen:
                                continue
                            if state == (p, q, q):
                                return True
                            seen.add(state)
                            waiting.append(state)
    return False


def _ends_each_round(made: _Automaton, loop: frozenset[int]) -> bool:
    """Whether the match may end once in each round of the loop: then it goes back one round at most."""
    rest = loop - made.ends
    return not _components({state: made.follow[state] & rest for state in rest})


def _reaches(made: _Automaton, source: frozenset[int], target: frozenset[int]) -> bool:
    seen, waiting = set(source), list(source)
    while waiting:
        for state in made.follow[waiting.pop()]:
            if state not in seen:
                seen.add(state)
                waiting.append(state)
    return not seen.isdisjoint(target)


def _components(graph: dict) -> list[frozenset]:
    """Strongly connected components that hold a cycle (Tarjan, without recursion)."""
    order: dict = {}
    low: dict = {}
    stack: list = []
    on: set = set()
    found: list[frozenset] = []
    for root in list(graph):
        if root in order:
            continue
        work: list[tuple[object, Iterator]] = [(root, iter(graph[root]))]
        order[root] = low[root] = len(order)
        stack.append(root)
        on.add(root)
        while work:
            node, following = work[-1]
            for to in following:
                if to not in order:
                    order[to] = low[to] = len(order)
                    stack.append(to)
                    on.add(to)
                    work.append((to, iter(graph[to])))
                    break
                if to in on:
                    low[node] = min(low[node], order[to])
            else:
                work.pop()
                if work:
                    low[work[-1][0]] = min(low[work[-1][0]], low[node])
                if low[node] == order[node]:
                    members = set()
                    while True:
                        one = stack.pop()
                        on.discard(one)
                        members.add(one)
                        if one == node:
                            break
                    if len(members) > 1 or node in graph[node]:
                        found.append(frozenset(members))
    return found


def _automaton(pattern: re.Pattern, *, endless_only: bool) -> tuple[_Automaton, _Part]:
    source = pattern.pattern if isinstance(pattern.pattern, str) else pattern.pattern.decode("latin-1")
    tree = parser.parse(
        source, pattern.flags & ~(re.UNICODE | re.DEBUG) if isinstance(pattern.pattern, bytes) else pattern.flags
    )
    alphabet = sorted({*map(ord, _REST), *_points(tree)})
    made = _Automaton()
    builder = _Builder(made, alphabet, bool(pattern.flags & re.I), bool(pattern.flags & re.S), endless_only)
    part = builder.sequence(tree)
    made.ends = part.last - made.unsure
    return made, part


def _points(tree) -> set[int]:
    """Characters that the pattern tells apart."""
    found: set[int] = set()
    waiting = [tree]
    while waiting:
        one = waiting.pop()
        if isinstance(one, (list, tuple, parser.SubPattern)):
            waiting += list(one)
        elif isinstance(one, int) and not isinstance(one, sre._NamedIntConstant) and 0 <= one < 0x110000:
            found |= {one, min(one + 1, 0x10FFFF)}
    return found if len(found) < 400 else set(sorted(found)[:: max(1, len(found) // 400)])


@dataclass
class _Builder:
    made: _Automaton
    alphabet: list[int]
    fold: bool
    dotall: bool
    endless_only: bool

    def sequence(self, tree) -> _Part:
        whole = _Part(True, set(), set())
        for item in tree:
            whole = self._join(whole, self._item(item))
            if item[0] in (sre.AT, sre.ASSERT, sre.ASSERT_NOT):
                self.made.unsure |= whole.last
        return whole

    def _join(self, one: _Part, other: _Part) -> _Part:
        for state in one.last:
            self.made.follow[state] |= other.first
        first = one.first | other.first if one.empty else one.first
        last = one.last | other.last if other.empty else other.last
        return _Part(one.empty and other.empty, first, last)

    def _item(self, item) -> _Part:
        kind, value = item
        if kind in (sre.LITERAL, sre.NOT_LITERAL, sre.ANY, sre.IN):
            label = frozenset(char for char in self.alphabet if self._matches(kind, value, char))
            state = self.made.add(label)
            return _Part(False, {state}, {state})
        if kind is sre.SUBPATTERN:
            return self.sequence(value[3])
        if kind is sre.BRANCH:
            parts = [self.sequence(branch) for branch in value[1]]
            return _Part(
                any(part.empty for part in parts),
                set().union(*(part.first for part in parts)),
                set().union(*(part.last for part in parts)),
            )
        if kind is sre.POSSESSIVE_REPEAT:
            return self._possessive(*value)
        if kind in (sre.MAX_REPEAT, sre.MIN_REPEAT):
            return self._repeat(*value)
        if kind is sre.ATOMIC_GROUP:
            return self.sequence(value)
        if kind in (sre.ASSERT, sre.ASSERT_NOT) and value[0] < 0:
            return _Part(True, set(), set())
        if kind in (sre.AT, sre.ASSERT, sre.ASSERT_NOT):
            return _Part(True, set(), set())
        raise NotImplementedError(kind)

    def _possessive(self, least: int, most, tree) -> _Part:
        before = len(self.made.labels)
        if not self.endless_only:  # its body alone can be gone through in several ways
            part = self.sequence(tree)
            return _Part(part.empty or least == 0, part.first, part.last)
        part = self._repeat(least, most, tree)
        self.made.held |= set(range(before, len(self.made.labels)))
        return part

    def _repeat(self, least: int, most, tree) -> _Part:
        endless = most is sre.MAXREPEAT or most > BOUND
        if least == most and int(most) <= COPIES:
            whole = _Part(True, set(), set())
            for _ in range(int(most)):
                whole = self._join(whole, self.sequence(tree))
            return whole
        if self.endless_only and not endless:
            whole = _Part(True, set(), set())
            for copy in range(min(int(most), 2)):
                part = self.sequence(tree)
                if copy >= least:
                    part = _Part(True, part.first, part.last)
                whole = self._join(whole, part)
            return whole
        part = self.sequence(tree)
        if most is sre.MAXREPEAT or most > 1:
            for state in part.last:
                twice = self.made.follow[state] & part.first
                self.made.twice |= {(state, to) for to in twice}
                self.made.follow[state] |= part.first
        return _Part(part.empty or least == 0, part.first, part.last)

    def _matches(self, kind, value, char: int) -> bool:
        if kind is sre.ANY:
            return self.dotall or char != 10
        if not self.fold:
            return self._one(kind, value, char)
        both = {char, *(ord(c) for c in (chr(char).lower(), chr(char).upper()) if len(c) == 1)}
        return any(self._one(kind, value, one) for one in both)

    def _one(self, kind, value, char: int) -> bool:
        if kind is sre.LITERAL:
            return char == value
        if kind is sre.NOT_LITERAL:
            return char != value
        negate = any(op is sre.NEGATE for op, _ in value)
        return any(self._in(op, given, char) for op, given in value if op is not sre.NEGATE) != negate

    def _in(self, op, value, char: int) -> bool:
        if op is sre.LITERAL:
            return char == value
        if op is sre.RANGE:
            return value[0] <= char <= value[1]
        return re.fullmatch(_CATEGORIES[value], chr(char)) is not None


_CATEGORIES = {
    sre.CATEGORY_DIGIT: r"\d",
    sre.CATEGORY_NOT_DIGIT: r"\D",
    sre.CATEGORY_SPACE: r"\s",
    sre.CATEGORY_NOT_SPACE: r"\S",
    sre.CATEGORY_WORD: r"\w",
    sre.CATEGORY_NOT_WORD: r"\W",
}
