"""The mail search syntax: text in, tree out."""

from letterlock.core.query.match import Document, matches
from letterlock.core.query.parse import parse_query
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
    Problem,
    Query,
    Since,
    Smaller,
    Text,
)
from letterlock.core.query.words import index_text, words

__all__ = [
    "And",
    "Before",
    "Document",
    "Field",
    "HasAttachment",
    "HasLabel",
    "HasTrust",
    "InFolder",
    "Is",
    "Larger",
    "Node",
    "Not",
    "Or",
    "Problem",
    "Query",
    "Since",
    "Smaller",
    "Text",
    "index_text",
    "matches",
    "parse_query",
    "words",
]
