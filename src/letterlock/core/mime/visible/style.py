"""One element's computed style: what its declarations and its parent's style make of it, and whether that hides it."""

from dataclasses import dataclass, field, fields

from letterlock.core.mime.visible.colour import BLACK, WHITE, Rgba, alike, blended, over
from letterlock.core.mime.visible.declare import GLOBAL_KEYWORDS, expand, read_number
from letterlock.core.mime.visible.hide import reason_to_hide
from letterlock.core.mime.visible.length import read_length
from letterlock.core.mime.visible.paint import FAINT, is_shaded, paint
from letterlock.core.words import word_set

Declared = dict[str, str]

TINY = 2.0
"""Font size in pixels up to which nobody reads."""
LEAST_RELATIVE = 6.0
"""Pixels below which browsers draw no letters whose size no length in pixels stands behind."""
UNLOADED = "text in the colour of its background while the picture behind it is not loaded"
MAX_VARIABLE = 2_000

_INHERITED = word_set(
    "visibility color font-size line-height text-indent white-space letter-spacing list-style-type text-"
    " transform text-shadow -webkit-text-fill-color -webkit-text-security"
)
_SIZES = {
    "xx-small": 9.0,
    "x-small": 10.0,
    "small": 13.0,
    "medium": 16.0,
    "large": 18.0,
    "x-large": 24.0,
    "xx-large": 32.0,
    "xxx-large": 48.0,
}
_TAG_SIZES = {
    "h1": "2em",
    "h2": "1.5em",
    "h3": "1.17em",
    "h5": "0.83em",
    "h6": "0.67em",
    "small": "smaller",
    "sub": "smaller",
    "sup": "smaller",
    "big": "larger",
    "button": "13.333px",
    "input": "13.333px",
    "select": "13.333px",
    "textarea": "13.333px",
}
_DISPLAYS = {
    **dict.fromkeys(
        word_set(
            "html body div p h1 h2 h3 h4 h5 h6 ul ol dl dt dd menu dir pre listing xmp plaintext blockquote center"
            " form fieldset legend address article aside footer header hgroup main nav section search figure figcaption"
            " hr details summary dialog optgroup option frameset frame"
        ),
        "block",
    ),
    **dict.fromkeys(
        word_set(
            "head title style script meta link base template area datalist param rp source track noframes noembed"
            " colgroup col"
        ),
        "none",
    ),
    "li": "list-item",
    "table": "table",
    "caption": "table-caption",
    "thead": "table-header-group",
    "tbody": "table-row-group",
    "tfoot": "table-footer-group",
    "tr": "table-row",
    "td": "table-cell",
    "th": "table-cell",
    **dict.fromkeys(word_set("button input select textarea img meter progress svg marquee"), "inline-block"),
    "foreignobject": "block",
}
_PRE = frozenset(("pre", "listing", "xmp", "plaintext"))


@dataclass(slots=True, eq=False)
class Style:
    """What decides how an element's text is seen. `hidden` holds for the whole subtree, the rest for its own text.

    `backdrop` is the colour painted behind, None where it is a picture. `why` says why the element's own text
    cannot be seen, "" where it can.
    """

    display: str = "block"
    hidden: str = ""
    why: str = ""
    visibility: str = "visible"
    font_size: float = 16.0
    """As specified; `drawn_size` is what it comes to."""
    drawn_size: float = 16.0
    absolute: bool = False
    """A length that is not relative stands behind the font size."""
    colour: Rgba = BLACK
    fill: Rgba | None = None
    shadow: str = "none"
    """text-shadow, which may show letters that have no colour of their own."""
    blend: str = "normal"
    backdrop: Rgba | None = WHITE
    pictured: bool = False
    """A picture lies on the backdrop where pictures are loaded."""
    block_backdrop: Rgba | None = WHITE
    """Behind a block in it, which the background of an inline box does not lie behind."""
    opacity: float = 1.0
    white_space: str = "normal"
    indent: float = 0.0
    first_line: float = 0.0
    """The indent of the block this text is in."""
    spacing: float = 0.0
    line_height: float | None = None
    clipped: str = ""
    """Why the content is cut away, which an absolutely placed descendant may escape."""
    clip_holds_placed: bool = False
    list_style: str = ""
    transform: str = "none"
    masked: str = "none"
    """-webkit-text-security: what stands for each letter."""
    drawing: str = ""
    """Inside of svg: `shape` where text is not drawn, `text` where it is."""
    declared: Declared = field(default_factory=dict)
    variables: dict[str, str] = field(default_factory=dict)


ROOT = Style()
_UNSTYLED = word_set(
    "b strong i em u s strike span font abbr code tt kbd samp cite var center div p section article main header footer"
    " nav aside blockquote tbody thead tfoot tr td th li dd dt dl address figure br"
)
"""Elements that no style of the browser's own sets apart but for `display`."""
_OWN = word_set("display why backdrop first_line drawing declared variables")
_PASSED_ON = tuple(one.name for one in fields(Style) if one.name not in _OWN)


def compute(parent: Style, tag: str, given: Declared, *, is_link: bool, quirks: bool, body: Style | None) -> Style:
    """The style of a `tag` element with the winning declarations `given`. Pure: the same arguments, the same style."""
    if not given and tag in _UNSTYLED and not parent.drawing:
        return _bare(parent, tag)
    variables = parent.variables
    if any(name.startswith("--") for name in given):
        own = {name: value for name, value in given.items() if name.startswith("--")}
        variables = {**variables, **own}
    declared = _resolve(given, parent, variables)
    style = Style(declared=declared, variables=variables)
    resets = quirks and tag == "table"
    style.display = _display(tag, declared, parent)
    size = declared.get("font-size") or ("100%" if _inherits(given, "font-size") else None)
    _size(style, parent, tag, size, quirks, resets)
    style.visibility = declared.get("visibility", parent.visibility)
    style.drawing = _drawing(tag, parent)
    keeps = _inherits(given, "color")
    painted = {**declared, "color": "currentcolor"} if keeps else declared
    paint(style, parent, tag, painted, is_link, body if resets and not keeps else None)
    space = "pre" if tag in _PRE else "normal" if resets else parent.white_space
    style.white_space = declared.get("white-space", parent.white_space if _inherits(given, "white-space") else space)
    style.list_style = declared.get(
        "list-style-type", "decimal" if tag == "ol" else "disc" if tag == "ul" else parent.list_style
    )
    style.masked = declared.get("-webkit-text-security", parent.masked)
    style.transform = declared.get("text-transform", parent.transform)
    em = style.drawn_size
    if "text-indent" in declared:
        style.indent = read_length(declared["text-indent"].split()[0], em, 800, quirks) or 0.0
    else:
        style.indent = 0.0 if tag == "table" and not _inherits(given, "text-indent") else parent.indent
    style.first_line = parent.first_line if style.display in ("inline", "contents") else style.indent
    spacing = declared.get("letter-spacing")
    style.spacing = (read_length(spacing, em, em) or 0.0) if spacing is not None else parent.spacing
    style.line_height = _line_height(declared.get("line-height"), em, None if resets else parent.line_height)
    if tag == "html" or (tag == "body" and parent.declared.get("overflow-x", "visible") == "visible"):
        # What they do with overflow, the window does (CSS Overflow 3, section 3.3).
        declared = {name: value for name, value in declared.items() if name not in ("overflow-x", "overflow-y")}
    _hide(style, parent, declared)
    return style


def _bare(parent: Style, tag: str) -> Style:
    """The style of an element that declares nothing: what `compute` makes of it, sooner."""
    style = Style(display=_display(tag, {}, parent), variables=parent.variables)
    for name in _PASSED_ON:
        setattr(style, name, getattr(parent, name))
    inline = style.display in ("inline", "contents")
    style.backdrop = parent.backdrop if inline else parent.block_backdrop
    style.first_line = parent.first_line if inline else parent.indent
    same = style.backdrop == parent.backdrop and style.first_line == parent.first_line
    style.why = parent.why if same else style.hidden or style.clipped or _why_unseen(style)
    return style


def _inherits(given: Declared, name: str) -> bool:
    return given.get(name) in ("inherit", "unset")


def _hide(style: Style, parent: Style, declared: Declared) -> None:
    style.clipped, style.clip_holds_placed = parent.clipped, parent.clip_holds_placed
    placed = declared.get("position", "static")
    if placed in ("absolute", "fixed") and style.clipped and not style.clip_holds_placed:
        style.clipped = ""
    whole, clip = reason_to_hide(style.display, style.drawn_size, style.line_height, declared)
    if clip and not style.clipped:
        style.clipped, style.clip_holds_placed = clip, placed != "static"
    if style.display == "none":
        whole = "display:none"
    elif style.opacity < FAINT:
        whole = whole or "opacity"
    style.hidden = parent.hidden or whole
    style.why = style.hidden or style.clipped or _why_unseen(style)


def _why_unseen(style: Style) -> str:  # noqa: PLR0911 (one case a line)
    if style.visibility != "visible":
        return f"visibility:{style.visibility}"
    if style.drawn_size <= TINY:
        return "font-size near 0"
    if style.first_line <= -300:
        return "text-indent off the page"
    if style.spacing <= -0.7 * style.drawn_size:
        return "letter-spacing folds the text"
    if style.masked != "none":
        return "letters masked by dots"
    ink = style.fill if style.fill is not None else style.colour
    under = style.backdrop
    if ink[3] < FAINT:
        return "" if under is not None and is_shaded(style, under) else "transparent text"
    if under is None:
        return ""
    ink = blended(ink, under, style.blend)
    seen = over((ink[0], ink[1], ink[2], ink[3] * style.opacity), under)
    if not alike(seen, under) or is_shaded(style, under):
        return ""
    return UNLOADED if style.pictured else "text in the colour of its background"


def _resolve(given: Declared, parent: Style, variables: dict[str, str]) -> Declared:
    """Variables put in, and inherit, initial, unset and revert turned into values or absence."""
    if not any("var(" in value or value in GLOBAL_KEYWORDS for value in given.values()):
        return given
    declared: Declared = {}
    for name, value in given.items():
        if name.startswith("--"):
            continue
        if "var(" in value:
            text = substitute(value, variables)
            if text is None:
                continue
            source, colon, rest = text.partition(":")
            for longhand, final in expand(source, rest) if colon else expand(name, text):
                if longhand == name and final not in GLOBAL_KEYWORDS:
                    declared[name] = final
            continue
        if value not in GLOBAL_KEYWORDS:
            declared[name] = value
        elif value == "inherit" or (value == "unset" and name in _INHERITED):
            if name not in _INHERITED:
                above = parent.display if name == "display" else parent.declared.get(name)
                if above is not None:
                    declared[name] = above
        elif value in ("initial", "unset") and name in _INITIAL:
            declared[name] = _INITIAL[name]
    return declared


_INITIAL = {
    "display": "inline",
    "visibility": "visible",
    "color": "#000000",
    "font-size": "medium",
    "text-indent": "0",
    "white-space": "normal",
    "letter-spacing": "normal",
    "line-height": "normal",
    "list-style-type": "disc",
    "text-transform": "none",
    "background-color": "transparent",
}


def substitute(value: str, variables: dict[str, str]) -> str | None:
    """`value` with each var() replaced, at most a few times over; None where one is missing or it grows too long."""
    for _ in range(8):
        start = value.find("var(")
        if start < 0:
            return value.lower()
        end, depth = start + 4, 1
        while end < len(value) and depth:
            depth += {"(": 1, ")": -1}.get(value[end], 0)
            end += 1
        name, comma, fallback = value[start + 4 : end - 1].partition(",")
        name = name.strip()
        found = variables.get(name)
        if found is None:
            found = next((text for key, text in variables.items() if key.lower() == name.lower()), None)
        if found is None:
            if not comma:
                return None
            found = fallback.strip()
        value = value[:start] + found + value[end:]
        if len(value) > MAX_VARIABLE:
            return None
    return None


def _drawing(tag: str, parent: Style) -> str:
    if tag == "svg":
        return "shape"
    if not parent.drawing or tag == "foreignobject":
        return ""
    return "text" if tag == "text" or parent.drawing == "text" else "shape"


_MADE_BLOCKS = word_set(
    "inline table-cell table-row table-row-group table-header-group table-footer-group table-caption"
)
"""What becomes a block where it is taken out of the line or table (CSS Display 3, section 2.7)."""


def _display(tag: str, declared: Declared, parent: Style) -> str:
    display = declared.get("display") or _DISPLAYS.get(tag, "inline")
    if " " in display:
        parts = display.split()
        display = next((p for p in parts if p in ("none", "flex", "grid", "table", "list-item")), parts[0])
    if display in _MADE_BLOCKS and (
        declared.get("position") in ("absolute", "fixed")
        or declared.get("float", "none") != "none"
        or parent.display in ("flex", "grid", "inline-flex", "inline-grid")
    ):
        return "block"
    return display


def _size(style: Style, parent: Style, tag: str, value: str | None, quirks: bool, resets: bool) -> None:
    """The font size, with the least that browsers draw (unless it is nothing)."""
    size = style.font_size = _font_size(parent, tag, value, quirks, resets)
    if value is None:
        style.absolute = parent.absolute and not resets
    else:
        relative = value.endswith(("em", "ex", "ch", "%", "smaller", "larger")) and not value.endswith("rem")
        style.absolute = parent.absolute if relative else value not in _SIZES
    style.drawn_size = LEAST_RELATIVE if 0 < size < LEAST_RELATIVE and not style.absolute else size


def _font_size(parent: Style, tag: str, value: str | None, quirks: bool, resets: bool) -> float:
    before = parent.font_size
    if value is None:
        if resets:
            return 16.0
        value = _TAG_SIZES.get(tag)
        if value is None:
            return before
    if value in _SIZES:
        return _SIZES[value]
    if value in ("smaller", "larger"):
        return before * (1.2 if value == "larger" else 1 / 1.2)
    size = read_length(value, before, before, quirks)
    return before if size is None else max(0.0, size)


def _line_height(value: str | None, em: float, inherited: float | None) -> float | None:
    if value is None:
        return inherited
    if value == "normal":
        return None
    number = read_number(value)
    if number is not None:
        return number * em
    return read_length(value, em, em)
