"""Reading a mail search: words, "phrases", -negation, OR, parentheses, prefix* and operators, in one pass, never deep.

`OR` binds tighter than the blank between words, as people know it from web search: `report from:ana OR from:bob` is
`report` and one of the two. What is not understood is searched as words, and said in `Query.problems`.
"""

from dataclasses import dataclass, field
from datetime import datetime
from typing import Final

from letterlock.core.errors import Invalid
from letterlock.core.query.operators import OPERATORS, text_node
from letterlock.core.query.tree import And, Node, Not, Or, Problem, Query, Text

LENGTH_LIMIT: Final = 1000
"""Characters of a search."""
TERMS_LIMIT: Final = 100
DEPTH_LIMIT: Final = 20
"""Open parentheses."""

_QUOTES = {ord(quote): '"' for quote in "“”„‟«»＂"}


@dataclass(slots=True)
class _Group:
    """What stands between two parentheses so far: alternatives within `clauses`, all of which must hold."""

    operator: str | None = None
    negated: bool = False
    clauses: list[list[Node]] = field(default_factory=list)
    alternative: bool = False
    """The next node is another alternative of the last clause."""
    negate: bool = False
    """The next node is negated."""

    def add(self, node: Node) -> None:
        if self.negate:
            node = Not(node)
        self.negate = False
        if self.alternative:
            self.clauses[-1].append(node)
        else:
            self.clauses.append([node])
        self.alternative = False

    def close(self) -> Node | None:
        parts = [_joined(Or, clause) for clause in self.clauses]
        return _joined(And, parts) if parts else None


def _joined(kind: type[And] | type[Or], nodes: list[Node]) -> Node:
    """The nodes joined, those of the same kind opened up, none twice."""
    flat = [inner for node in nodes for inner in (node.nodes if isinstance(node, kind) else (node,))]
    unique = tuple(dict.fromkeys(flat))
    return unique[0] if len(unique) == 1 else kind(unique)


def parse_query(text: str, now: datetime) -> Query:
    """The search that `text` asks for.

    `now` is aware: ages count back from it, and days start in its time zone. Raises Invalid for a search without any
    word or operator, of more than 1,000 characters or 100 terms, or with more than 20 parentheses open at once.
    """
    if len(text) > LENGTH_LIMIT:
        raise Invalid(f"The search has {len(text)} characters; at most {LENGTH_LIMIT} are read", param="q")
    return _Reader(text.translate(_QUOTES), now).read()


class _Reader:
    def __init__(self, text: str, now: datetime) -> None:
        self._text = text
        self._now = now
        self._at = 0
        self._groups = [_Group()]
        self._problems: list[Problem] = []
        self._terms = 0

    def read(self) -> Query:
        while self._at < len(self._text):
            self._step()
        while len(self._groups) > 1:
            self._close()
        root = self._groups[0].close()
        if root is None:
            raise Invalid("The search has no word or operator to look for", param="q")
        return Query(root, tuple(self._problems))

    def _step(self) -> None:
        character = self._text[self._at]
        if character == "(":
            self._open(None)
        elif character == ")":
            self._at += 1
            if len(self._groups) > 1:
                self._close()
        elif character == '"':
            self._quoted(None, self._at)
        elif character == "-" and self._negates():
            self._at += 1
            self._groups[-1].negate = not self._groups[-1].negate
        elif character.isspace():
            self._at += 1
        else:
            self._word()

    def _negates(self) -> bool:
        """A hyphen negates at the start of a term; within one, or doubled, it is punctuation."""
        before = self._text[self._at - 1] if self._at else " "
        after = self._text[self._at + 1 : self._at + 2]
        return (before.isspace() or before == "(") and (after.isalnum() or after in ('"', "("))

    def _open(self, operator: str | None) -> None:
        if len(self._groups) > DEPTH_LIMIT:
            raise Invalid(f"The search has more than {DEPTH_LIMIT} parentheses open at once", param="q")
        outer = self._groups[-1]
        self._at += 1
        self._groups.append(_Group(operator or outer.operator, negated=outer.negate))
        outer.negate = False

    def _close(self) -> None:
        group = self._groups.pop()
        node = group.close()
        outer = self._groups[-1]
        outer.negate = group.negated
        if node is not None:
            outer.add(node)
        outer.negate = False

    def _quoted(self, operator: str | None, start: int) -> None:
        """A phrase, when its closing quote is there; else the quote is punctuation."""
        end = self._text.find('"', self._at + 1)
        if end < 0:
            self._at += 1
            if operator is not None:
                self._term(operator, start)
            return
        value = self._text[self._at + 1 : end]
        self._at = end + 1
        self._apply(operator or self._groups[-1].operator, value, start)

    def _word(self) -> None:
        start = self._at
        while self._at < len(self._text) and not self._text[self._at].isspace() and self._text[self._at] not in '()"':
            self._at += 1
        word = self._text[start : self._at]
        if self._keyword(word):
            return
        name, colon, value = word.partition(":")
        operator = name.lower()
        if not colon or operator not in OPERATORS:
            self._apply(self._groups[-1].operator, word, start)
            return
        after = self._text[self._at : self._at + 1]
        if value or after not in ('"', "("):
            self._apply(operator, value, start)
        elif after == "(":
            self._open(operator)
        else:
            self._quoted(operator, start)

    def _keyword(self, word: str) -> bool:
        """OR joins, NOT negates, AND says what a blank says; in small letters, or out of place, they are words."""
        group = self._groups[-1]
        if word not in ("OR", "AND", "NOT") or not self._term_follows():
            return False
        if word == "NOT":
            group.negate = not group.negate
            return True
        if not group.clauses or group.alternative or group.negate:
            return False
        group.alternative = word == "OR"
        return True

    def _term_follows(self) -> bool:
        rest = self._text[self._at :].split(None, 1)
        return bool(rest) and not rest[0].startswith(")")

    def _apply(self, operator: str | None, value: str, start: int) -> None:
        """Adds what `operator` makes of `value`, or its words when it makes nothing of it."""
        if operator is None:
            self._add(text_node(value))
            return
        read, expected = OPERATORS[operator]
        node = read(value, self._now)
        if node is not None:
            self._add(node)
            return
        written = self._text[start : self._at]
        self._problems.append(Problem(start, written[:100], f"{operator}: expects {expected}"))
        self._add(text_node(f"{operator} {value}" if written.lower().startswith(operator) else value))

    def _term(self, operator: str, start: int) -> None:
        self._apply(operator, "", start)

    def _add(self, node: Node | Text | None) -> None:
        if node is None:
            self._groups[-1].negate = False
            return
        self._terms += 1
        if self._terms > TERMS_LIMIT:
            raise Invalid(f"The search has more than {TERMS_LIMIT} terms", param="q")
        self._groups[-1].add(node)
