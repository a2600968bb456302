"""The tree a mail search is read into: immutable nodes that a store, a provider or the matcher interprets."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from letterlock.core.trust.report import Level

Field = Literal["any", "subject", "from", "to", "cc", "bcc", "filename"]
"""Where words are looked for; `any` is subject, people, visible text and file names, each by itself."""

Flag = Literal["unread", "read", "flagged"]


@dataclass(frozen=True, slots=True)
class Text:
    """Words that follow one another in a field, as `words` makes them; with `prefix` the last one may go on."""

    words: tuple[str, ...]
    field: Field = "any"
    prefix: bool = False


@dataclass(frozen=True, slots=True)
class Is:
    """`is:unread`, `is:read`, `is:flagged`."""

    flag: Flag


@dataclass(frozen=True, slots=True)
class HasAttachment:
    """`has:attachment`."""


@dataclass(frozen=True, slots=True)
class InFolder:
    """`in:`: a role (inbox, sent, drafts, trash, archive, spam) or a folder's name or path; case is ignored."""

    name: str


@dataclass(frozen=True, slots=True)
class HasLabel:
    """`label:`; case is ignored."""

    name: str


@dataclass(frozen=True, slots=True)
class Since:
    """The message's time is `moment` or later (aware)."""

    moment: datetime


@dataclass(frozen=True, slots=True)
class Before:
    """The message's time is before `moment` (aware)."""

    moment: datetime


@dataclass(frozen=True, slots=True)
class Larger:
    """The message has more than `size` bytes."""

    size: int


@dataclass(frozen=True, slots=True)
class Smaller:
    """The message has less than `size` bytes."""

    size: int


@dataclass(frozen=True, slots=True)
class HasTrust:
    """`trust:`: the level of its trust report."""

    level: Level


@dataclass(frozen=True, slots=True)
class Not:
    node: "Node"


@dataclass(frozen=True, slots=True)
class And:
    """At least two nodes, none of them an And."""

    nodes: tuple["Node", ...]


@dataclass(frozen=True, slots=True)
class Or:
    """At least two nodes, none of them an Or."""

    nodes: tuple["Node", ...]


Node = Text | Is | HasAttachment | InFolder | HasLabel | Since | Before | Larger | Smaller | HasTrust | Not | And | Or


@dataclass(frozen=True, slots=True)
class Problem:
    """Something that was not understood and is searched as words instead: `text` at `position` (characters, from 0)."""

    position: int
    text: str
    reason: str


@dataclass(frozen=True, slots=True)
class Query:
    """A search: its tree, and what in it was not understood, for callers who would rather refuse it."""

    root: Node
    problems: tuple[Problem, ...] = ()

    def nodes(self) -> Iterator[tuple[Node, bool]]:
        """Every node, the root first, each with whether it counts when it does not hold."""
        waiting: list[tuple[Node, bool]] = [(self.root, False)]
        while waiting:
            node, negated = waiting.pop()
            yield node, negated
            if isinstance(node, Not):
                waiting.append((node.node, not negated))
            elif isinstance(node, And | Or):
                waiting.extend((inner, negated) for inner in reversed(node.nodes))

    @property
    def folders(self) -> frozenset[str]:
        """Names that `in:` asks for (not those `-in:` leaves out); without any, trash and spam are not searched."""
        return frozenset(node.name for node, negated in self.nodes() if isinstance(node, InFolder) and not negated)
