"""What a search means, said as a test of one document: stores and providers must agree with it."""

from dataclasses import dataclass
from datetime import datetime

from letterlock.core.query.tree import (
    And,
    Before,
    Field,
    HasAttachment,
    HasLabel,
    HasTrust,
    InFolder,
    Is,
    Larger,
    Node,
    Not,
    Or,
    Query,
    Since,
    Smaller,
    Text,
)
from letterlock.core.query.words import words
from letterlock.core.trust.report import Level


@dataclass(frozen=True, slots=True)
class Document:
    """What a search can look at in one message. People are written as `Name local@domain`, one string each."""

    timestamp: datetime
    """Aware."""
    text: str = ""
    subject: str = ""
    from_: tuple[str, ...] = ()
    to: tuple[str, ...] = ()
    cc: tuple[str, ...] = ()
    bcc: tuple[str, ...] = ()
    filenames: tuple[str, ...] = ()
    labels: frozenset[str] = frozenset()
    """As stored; UNREAD and FLAGGED are what `is:` looks at."""
    folders: frozenset[str] = frozenset()
    """Role, name and path of every folder it is in."""
    size: int = 0
    level: Level | None = None
    """None without a trust report."""


def matches(query: Query, document: Document) -> bool:
    """Whether `document` is among what `query` asks for."""
    return _holds(query.root, document)


def _holds(node: Node, document: Document) -> bool:  # noqa: PLR0911, PLR0912 (one case a kind of node)
    """By recursion, as deep as the parser lets a tree be."""
    match node:
        case And(nodes):
            return all(_holds(inner, document) for inner in nodes)
        case Or(nodes):
            return any(_holds(inner, document) for inner in nodes)
        case Not(inner):
            return not _holds(inner, document)
        case Text():
            return any(_follow(words(place), node) for place in _places(node.field, document))
        case Is("unread"):
            return "UNREAD" in document.labels
        case Is("read"):
            return "UNREAD" not in document.labels
        case Is():
            return "FLAGGED" in document.labels
        case HasLabel(name):
            return name in {label.casefold() for label in document.labels}
        case InFolder(name):
            return name in {folder.casefold() for folder in document.folders}
        case HasAttachment():
            return bool(document.filenames)
        case Since(moment):
            return document.timestamp >= moment
        case Before(moment):
            return document.timestamp < moment
        case Larger(size):
            return document.size > size
        case Smaller(size):
            return document.size < size
        case HasTrust(level):
            return document.level == level


def _places(field: Field, document: Document) -> tuple[str, ...]:
    people = {"from": document.from_, "to": document.to, "cc": document.cc, "bcc": document.bcc}
    if field in people:
        return people[field]
    if field == "subject":
        return (document.subject,)
    if field == "filename":
        return document.filenames
    everyone = (person for group in people.values() for person in group)
    return (document.subject, document.text, *everyone, *document.filenames)


def _follow(there: list[str], text: Text) -> bool:
    """Whether the words stand in `there` one after another."""
    wanted, count = text.words, len(text.words)
    for start in range(len(there) - count + 1):
        if tuple(there[start : start + count - 1]) != wanted[:-1]:
            continue
        last = there[start + count - 1]
        if last == wanted[-1] or (text.prefix and last.startswith(wanted[-1])):
            return True
    return False
