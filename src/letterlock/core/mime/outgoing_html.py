"""HTML a credential wrote, without anything a mail program would load, run or submit by itself."""

import re

from letterlock.core.errors import Invalid
from letterlock.core.mime.outgoing_css import safe_declarations, safe_sheet

_TAGS = frozenset(
    [
        *(
            "a",
            "abbr",
            "acronym",
            "address",
            "article",
            "aside",
            "b",
            "bdi",
            "bdo",
            "big",
            "blockquote",
            "br",
            "caption",
        ),
        *(
            "center",
            "cite",
            "code",
            "col",
            "colgroup",
            "dd",
            "del",
            "details",
            "dfn",
            "div",
            "dl",
            "dt",
            "em",
            "figure",
        ),
        *("figcaption", "font", "footer", "h1", "h2", "h3", "h4", "h5", "h6", "header", "hr", "i", "img", "ins", "kbd"),
        *(
            "li",
            "main",
            "mark",
            "menu",
            "nav",
            "ol",
            "p",
            "pre",
            "q",
            "rp",
            "rt",
            "ruby",
            "s",
            "samp",
            "section",
            "small",
        ),
        *("span", "strike", "strong", "sub", "summary", "sup", "table", "tbody", "td", "tfoot", "th", "thead", "time"),
        *("tr", "tt", "u", "ul", "var", "wbr"),
    ]
)
_EMPTIED = frozenset(
    [
        *(
            "script",
            "style",
            "svg",
            "math",
            "iframe",
            "object",
            "embed",
            "applet",
            "video",
            "audio",
            "template",
            "title",
        ),
        *("noscript", "noembed", "noframes", "frameset", "select", "textarea", "canvas", "map", "head"),
    ]
)
"""Dropped with what is in them; any other unknown tag is dropped and its text stays."""

_EVERYWHERE = frozenset(
    [
        *(
            "style",
            "class",
            "id",
            "title",
            "dir",
            "lang",
            "align",
            "valign",
            "width",
            "height",
            "bgcolor",
            "color",
            "role",
        ),
        *("border", "cellpadding", "cellspacing", "hspace", "vspace", "nowrap", "aria-label", "aria-hidden"),
    ]
)
_OWN = {
    "a": {"href", "name", "target"},
    "img": {"src", "alt"},
    "font": {"face", "size"},
    "td": {"colspan", "rowspan", "headers", "scope", "abbr"},
    "th": {"colspan", "rowspan", "headers", "scope", "abbr"},
    "col": {"span"},
    "colgroup": {"span"},
    "table": {"summary", "frame", "rules"},
    "ol": {"start", "type", "reversed"},
    "ul": {"type"},
    "li": {"value", "type"},
    "hr": {"size", "noshade"},
    "time": {"datetime"},
    "details": {"open"},
}
_ATTRIBUTES = {"*": set(_EVERYWHERE), **_OWN}

_LINK_SCHEMES = ("http:", "https:", "mailto:", "tel:", "#")
_IMAGE_SCHEMES = ("cid:", "data:image/png;", "data:image/jpeg;", "data:image/gif;", "data:image/webp;")
_TAG = re.compile(r"<(/?)([a-zA-Z][a-zA-Z0-9]{0,15})")
_CLOSED_BY_THEMSELVES = frozenset(
    ["area", "base", "br", "col", "embed", "hr", "img", "input", "li", "link", "meta", "p", "param", "source", "wbr"]
)
_FORMATTING = frozenset(
    ["a", "b", "big", "code", "em", "font", "i", "nobr", "s", "small", "strike", "strong", "tt", "u"]
)
_DEEPEST = 500
_MOST_REPEATED = 2_000_000
_PIECE = re.compile(r"&|<(?![a-zA-Z/!?])")
"""What ends a piece of text that is no tag."""
_MOST_PIECES = 15_000_000_000
"""Times characters: tree builders go over a text anew with each of its pieces."""
_IGNORED_IN_URLS = re.compile(r"[\x00-\x20\x7f]")


def without_remote_loads(html: str) -> str:
    """A fragment with ordinary formatting, links (http, https, mailto, tel) and `cid:` or embedded images.

    Style sheets and style attributes keep what loads nothing. The result may be put through again unchanged. Raises
    Invalid for HTML that unfolds into far more than it is.
    """
    import nh3

    _refuse_bombs(html)
    body = nh3.clean(
        html,
        tags=set(_TAGS),
        clean_content_tags=set(_EMPTIED),
        attributes=_ATTRIBUTES,
        attribute_filter=_attribute,
        url_schemes={"http", "https", "mailto", "tel", "cid", "data"},
        url_relative=lambda url: url if url.startswith("#") else None,
        link_rel=None,
    )
    sheets = filter(None, map(safe_sheet, _style_sheets(html)))
    style = "".join(f"<style>{sheet}</style>" for sheet in sheets)
    return style + body


def _refuse_bombs(html: str) -> None:
    """Tree builders take quadratic time over deep nesting and over text in many pieces, and repeat unclosed formatting
    in each block after it.
    """
    if sum(1 for _ in _PIECE.finditer(html)) * len(html) > _MOST_PIECES:
        raise Invalid("the HTML has too many entities for its length; send less at once", param="html")
    depth = formatting = deepest = most_formatting = tags = 0
    for match in _TAG.finditer(html):
        name = match[2].lower()
        tags += 1
        if name in _CLOSED_BY_THEMSELVES:
            continue
        step = -1 if match[1] else 1
        depth = max(0, depth + step)
        deepest = max(deepest, depth)
        if name in _FORMATTING:
            formatting = max(0, formatting + step)
            most_formatting = max(most_formatting, formatting)
    if deepest > _DEEPEST or most_formatting * tags > _MOST_REPEATED:
        raise Invalid("the HTML nests its elements too deeply; close what is opened", param="html")


def _style_sheets(html: str) -> list[str]:
    """The contents of the style elements a browser would find: not those inside comments or other raw text."""
    if "<style" not in html.lower():
        return []
    from selectolax.lexbor import LexborHTMLParser

    return [node.text(deep=True) for node in LexborHTMLParser(html).css("style")]


def _attribute(tag: str, name: str, value: str) -> str | None:
    if name == "style":
        return safe_declarations(value) or None
    if name not in ("href", "src"):
        return value
    wanted = _IMAGE_SCHEMES if tag == "img" else _LINK_SCHEMES
    return value if _IGNORED_IN_URLS.sub("", value).lower().startswith(wanted) else None
