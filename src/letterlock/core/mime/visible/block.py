"""A declaration block's text cut into names and values, whatever they mean (CSS Syntax 3)."""

import re
from collections.abc import Iterator

Declaration = tuple[str, str, bool]
"""Property and value, both lower case, and whether it is important."""

MAX_BLOCK = 20_000
"""Characters of one declaration block that are read."""
MAX_VALUE = 2_000
MAX_BRACKETS = 100
"""Brackets in a block that only the whole tokenizer can read: it goes as deep as they nest."""

_PLAIN = re.compile(
    r"""(?:[^;"'(){}\[\]\\/]++|"[^"\\\n]*+"|'[^'\\\n]*+'|\((?:[^()"'\\{}\[\]]++|"[^"\\\n]*+"|'[^'\\\n]*+'"""
    r"""|\([^()"'\\{}\[\]]*+\))*+\)|/(?!\*))++"""
)
_DATA = re.compile(r"data:[^)\"'\s]*+", re.I)
_COMMENT = re.compile(r"/\*(?:[^*]++|\*(?!/))*+(?:\*/|\Z)")
_IMPORTANT = re.compile(r"(?<!\s)\s*+!\s*+important\Z", re.I)


def split_block(block: str) -> Iterator[Declaration]:
    """The declarations as they stand, comments and escapes resolved; at most MAX_BLOCK characters are to be given."""
    if "/*" in block:
        block = _COMMENT.sub("", block)
    position = 0
    length = len(block)
    while position < length:
        match = _PLAIN.match(block, position)
        if match is None:
            if block[position] == ";":
                position += 1
                continue
            yield from _split_slowly(block[position:])
            return
        position = match.end()
        if position < length and block[position] != ";":
            yield from _split_slowly(block[match.start() :])
            return
        name, colon, value = match[0].partition(":")
        if colon:
            found = _clean(name, value)
            if found:
                yield found


def _clean(name: str, value: str) -> Declaration | None:
    name = name.strip()
    if not name.startswith("--"):
        name = name.lower()
    value = value.strip()
    mark = _IMPORTANT.search(value) if "!" in value else None
    if mark:
        value = value[: mark.start()]
    value = _short(value)
    return (name, value, mark is not None) if len(value) <= MAX_VALUE else None


def _short(value: str) -> str:
    """White space collapsed and pictures carried in the value itself left out, so that neither uses up its bound."""
    if len(value) > 200 and "data:" in value:
        value = _DATA.sub("data:", value)
    return " ".join(value.split())


def _split_slowly(block: str) -> Iterator[Declaration]:
    """Escapes, broken quotes and stray brackets: by the whole CSS tokenizer."""
    import tinycss2

    if sum(map(block.count, "([{")) > MAX_BRACKETS:
        return
    for node in tinycss2.parse_blocks_contents(block[:MAX_BLOCK], skip_comments=True, skip_whitespace=True):
        if node.type == "declaration":
            value = _short("".join(_serialise(token) for token in node.value))
            if len(value) <= MAX_VALUE:
                name = node.name if node.name.startswith("--") else node.lower_name
                yield (name, value, bool(node.important))


def _serialise(token: object) -> str:
    """An identifier with its escapes resolved (`n\\6fne` is none); anything else as written."""
    kind = getattr(token, "type", "")
    if kind == "ident":
        return str(getattr(token, "value", ""))
    if kind == "dimension":
        return f"{getattr(token, 'representation', '')}{getattr(token, 'unit', '')}"
    if kind == "function":
        inner = "".join(_serialise(t) for t in getattr(token, "arguments", ()))
        return f"{getattr(token, 'name', '')}({inner})"
    serialise = getattr(token, "serialize", None)
    return str(serialise()) if serialise else ""
