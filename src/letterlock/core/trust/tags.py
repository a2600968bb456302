"""Tag lists, the syntax of DKIM, ARC and DMARC (RFC 6376 section 3.2)."""

import re

MAX_LENGTH = 65_536
"""Longest list read, in characters; a longer one counts as malformed."""

_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_]*")
_FOLDING = " \t\r\n"
_PRINTABLE = re.compile(r"[\x21-\x7e \t\r\n]*")
_INTERNATIONAL = re.compile(r"[\x21-\x7e\u00a1-\U0010ffff \t\r\n]*")


class MalformedTagsError(ValueError):
    """The list breaks the syntax; the message says how."""


def parse_tags(text: str, *, international: bool = False) -> dict[str, str]:
    """Tags by name, in order, values without surrounding white space; names are case-sensitive.

    Raises MalformedTagsError for empty or duplicate tags, a bad name, or characters outside printable ASCII, to which
    the values of an `international` header field add all others (RFC 8616 section 5).
    """
    if len(text) > MAX_LENGTH:
        raise MalformedTagsError("too long")
    if not (_INTERNATIONAL if international else _PRINTABLE).fullmatch(text):
        raise MalformedTagsError("unprintable characters")
    specs = text.split(";")
    if len(specs) > 1 and not specs[-1].strip(_FOLDING):
        specs.pop()
    tags: dict[str, str] = {}
    for spec in specs:
        name, equals, value = spec.partition("=")
        name = name.strip(_FOLDING)
        if not equals or not _NAME.fullmatch(name):
            raise MalformedTagsError(f"{name[:20]!r} is no tag")
        if name in tags:
            raise MalformedTagsError(f"two {name}= tags")
        tags[name] = value.strip(_FOLDING)
    return tags


def without_space(value: str) -> str:
    """A value such as base64 with the folding white space inside it removed."""
    return value.translate(_DROP_SPACE)


_DROP_SPACE = {ord(character): None for character in _FOLDING}
