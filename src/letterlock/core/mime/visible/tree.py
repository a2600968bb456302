"""A bounded, flat copy of an HTML document's tree, in document order, so that everything after it is a plain loop."""

import re
from dataclasses import dataclass, field

from selectolax.lexbor import LexborHTMLParser, LexborNode

from letterlock.core.words import word_set

MAX_HTML = 2_000_000
"""Characters of HTML read."""
MAX_NODES = 120_000
MAX_DEPTH = 1_000
"""Open elements; a browser flattens deeper nesting, and tree building costs depth × elements."""
MAX_FORMATTING = 150
"""Open formatting elements, which the parser opens again in every new block."""

MAX_ATTRIBUTES = 1_000

TEXT = ""
COMMENT = "!"

_TAG = re.compile(r"<(/?)([a-zA-Z][a-zA-Z0-9]*)")
_LONG = re.compile(r"<[a-zA-Z][^\s/<>]*+(?=([^<]{4000}))")
_ATTRIBUTE = re.compile(r"""[\s/]*+[^\s/>][^\s/>=]*+(?:\s*+=\s*+(?:"[^"]*+"|'[^']*+'|[^\s>"'][^\s>]*+)?+)?+""")
_VOID = word_set("area base br col embed hr img input link meta param source track wbr")
_CLOSED_BY_NEXT = word_set("p li dt dd td th tr option thead tbody tfoot")
_FORMATTING = word_set("a b big code em font i nobr s small strike strong tt u")
_UNPARSED = word_set("iframe noembed noframes")
"""Their content is not parsed by a browser, and not shown either."""
_QUIRKS_PUBLIC = re.compile(
    r'public\s+["\'](?:-//w3c//dtd html (?:3|4\.0 (?:transitional|frameset))|-//ietf//|-//w3o//|html"|-//netscape)',
    re.I,
)
_HTML4_LOOSE = re.compile(r'public\s+["\']-//w3c//dtd html 4\.01 (?:transitional|frameset)//[^"\']*["\']\s*>', re.I)


@dataclass(slots=True)
class Tree:
    """Parallel arrays over the nodes. `tag` is lower case, or TEXT or COMMENT; `end` is one past the subtree."""

    tag: list[str] = field(default_factory=list)
    attrs: list[dict[str, str]] = field(default_factory=list)
    text: list[str] = field(default_factory=list)
    parent: list[int] = field(default_factory=list)
    end: list[int] = field(default_factory=list)
    quirks: bool = True
    truncated: bool = False


_NO_ATTRS: dict[str, str] = {}


def read_tree(html: str) -> Tree:
    """Parse HTML as a browser without scripts does; what lies beyond the bounds is left out and `truncated` says so."""
    kept = _cut(html)
    root = LexborHTMLParser(kept).root
    tree = Tree(truncated=len(kept) < len(html))
    if root is None:
        return tree
    document = root.parent
    tree.quirks = _is_quirks(kept)
    _copy(document if document is not None else root, tree)
    return tree


def _copy(top: LexborNode, tree: Tree) -> None:
    tags, attrs, texts, parents, ends = tree.tag, tree.attrs, tree.text, tree.parent, tree.end
    open_: list[int] = []
    node: LexborNode | None = top.child
    while node is not None:
        if len(tags) >= MAX_NODES:
            tree.truncated = True
            break
        name = node.tag or ""
        index = len(tags)
        parents.append(open_[-1] if open_ else -1)
        ends.append(index + 1)
        if name == "-text":
            tags.append(TEXT)
            attrs.append(_NO_ATTRS)
            raw = bool(open_) and tags[open_[-1]] in _UNPARSED
            texts.append(_words_of(node.text_content or "") if raw else node.text_content or "")
        elif name == "-comment":
            tags.append(COMMENT)
            attrs.append(_NO_ATTRS)
            texts.append(node.comment_content or "")
        else:
            tags.append(name.lower())
            found = node.attributes
            attrs.append({key: value or "" for key, value in found.items()} if found else _NO_ATTRS)
            texts.append(_words_of(_inside(node.html or "")) if name == "template" else "")
            below = node.child
            if below is not None:
                open_.append(index)
                node = below
                continue
        after = node.next
        while after is None and open_:
            ends[open_.pop()] = len(tags)
            up = node.parent
            if up is None:
                break
            node = up
            after = node.next
        node = after
    for index in open_:
        ends[index] = len(tags)


def _inside(html: str) -> str:
    """What stands between the tags of a template, whose content the parser keeps apart."""
    return html[html.find(">") + 1 : html.rfind("</")]


def _words_of(markup: str) -> str:
    """What markup that is never shown would say if it were."""
    if "<" not in markup:
        return markup
    inner = LexborHTMLParser(_cut(markup))
    inner.strip_tags(["script", "style"])
    return inner.body.text(separator=" ") if inner.body is not None else ""


def _is_quirks(html: str) -> bool:
    """Whether a browser lays this out in quirks mode: no document type, or one of the old ones."""
    start = html[:2000].lstrip("\ufeff \t\r\n\f")
    while start.startswith("<!--"):
        start = start.partition("-->")[2].lstrip()
    if start[:9].lower() != "<!doctype":
        return True
    doctype = start[: start.find(">") + 1]
    return bool(_QUIRKS_PUBLIC.search(doctype) or _HTML4_LOOSE.search(doctype))


def _cut(html: str) -> str:
    """The part of `html` whose nesting and size the parser can take without going slow."""
    html = _cut_crowded(html[:MAX_HTML])
    if html.count("<") <= MAX_FORMATTING:
        return html
    depth = formatting = 0
    for match in _TAG.finditer(html):
        name = match[2].lower()
        if name in _VOID or name in _CLOSED_BY_NEXT:
            continue
        step = -1 if match[1] else 1
        depth = max(0, depth + step)
        if name in _FORMATTING:
            formatting = max(0, formatting + step)
        if depth > MAX_DEPTH or formatting > MAX_FORMATTING:
            return html[: match.start()]
    return html


def _cut_crowded(html: str) -> str:
    """The part before the first tag with more attributes than the parser can compare with each other in good time."""
    for match in _LONG.finditer(html):
        count, position = 0, match.start(1)
        while (attribute := _ATTRIBUTE.match(html, position)) is not None:
            count, position = count + 1, attribute.end()
            if count > MAX_ATTRIBUTES:
                return html[: match.start()]
    return html
