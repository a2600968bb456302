"""The cascade: every element's style from style sheets, inline styles and presentational attributes (CSS Cascade 5)."""

from dataclasses import replace

from letterlock.core.mime.visible.block import Declaration
from letterlock.core.mime.visible.carried import read_carried
from letterlock.core.mime.visible.collapsed import CollapsedColumns
from letterlock.core.mime.visible.colour import read_legacy_colour
from letterlock.core.mime.visible.declare import expand, read_declarations
from letterlock.core.mime.visible.match import BudgetSpent, Matcher
from letterlock.core.mime.visible.media import media_applies
from letterlock.core.mime.visible.sheet import Rule, Sheets
from letterlock.core.mime.visible.style import ROOT, Declared, Style, compute
from letterlock.core.mime.visible.tree import COMMENT, TEXT, Tree
from letterlock.core.words import word_set

MAX_CSS = 600_000
"""Characters of style sheets read, all together."""
MAX_INLINE = 20_000

_HINTED = word_set(
    "hidden color bgcolor background text width height size type open nowrap border popover"
    " fill opacity display visibility font-size"
)
_HINTED_TAGS = word_set("dialog svg foreignobject marquee input textarea")
_CUT_AT_EDGES = word_set("svg foreignobject marquee input textarea")
_DRAWN = ("fill", "opacity", "display", "visibility", "font-size")
_BACKGROUND_TAGS = word_set("body table thead tbody tfoot tr td th col colgroup marquee")
_SIZED_TAGS = word_set("table td th img iframe hr input object embed video canvas pre svg foreignobject marquee")
_FONT_SIZES = ("x-small", "small", "medium", "large", "x-large", "xx-large", "xxx-large")
_FALLBACK_HOLDERS = word_set("iframe audio video meter progress noembed noframes rp annotation annotation-xml mphantom")
_SVG_UNSEEN = word_set("title desc defs metadata symbol clippath mask marker pattern style script")


_ANIMATION = ("animation", "animation-name", "animation-fill-mode", "animation-iteration-count")

_CLOSED = Style(hidden="closed details", why="closed details")
_UNDRAWN = Style(hidden="undrawn part of a drawing", why="undrawn part of a drawing")


def style_tree(tree: Tree) -> list[Style]:
    """A style for each node (a text's is its parent's). Shorter than the tree where its rules cost too much to match:
    the rest is not to be read, and `tree.truncated` is set."""
    sheets = Sheets(quirks=tree.quirks)
    for css in _style_texts(tree):
        sheets.add(css)
    tree.truncated = tree.truncated or sheets.full
    styles: list[Style] = []
    try:
        _Cascade(tree, sheets).run(styles)
    except BudgetSpent:
        tree.truncated = True
    return styles


def _style_texts(tree: Tree) -> list[str]:
    texts: list[str] = []
    left = MAX_CSS
    for node, tag in enumerate(tree.tag):
        if tag not in ("style", "link"):
            continue
        attrs = tree.attrs[node]
        if attrs.get("type", "").strip().lower() not in ("", "text/css") or not media_applies(attrs.get("media", "")):
            continue
        if tag == "style":
            css = "".join(tree.text[node + 1 : tree.end[node]])
        elif attrs.get("rel", "").strip().lower() == "stylesheet" and "disabled" not in attrs:
            css = read_carried(attrs.get("href", ""))
        else:
            continue
        if len(css) > left:
            tree.truncated = True
            css = css[:left]
        left -= len(css)
        texts.append(css)
    return texts


class _Cascade:
    def __init__(self, tree: Tree, sheets: Sheets) -> None:
        rules: list[Rule] = sheets.rules
        self._tree = tree
        self._animations = sheets.animations
        self._rules = rules
        self._matcher = Matcher(tree, rules) if rules else None
        self._layered = any(rule.layer != rules[0].layer for rule in rules)
        self._known: dict[tuple[object, ...], Style] = {}
        self._body: Style | None = None
        self._columns = CollapsedColumns(tree)
        self._link_colour: Declared = {}

    def run(self, styles: list[Style]) -> None:
        """Append a style for each node. Raises BudgetSpent."""
        tree = self._tree
        for node, tag in enumerate(tree.tag):
            above = tree.parent[node]
            parent = styles[above] if above >= 0 else ROOT
            if tag in (TEXT, COMMENT) or tag[0] == "-":
                loose = tag == TEXT and above >= 0 and tree.tag[above] == "details" and "open" not in tree.attrs[above]
                undrawn = tag == TEXT and parent.drawing == "shape" and not parent.why
                styles.append(_CLOSED if loose else _UNDRAWN if undrawn else parent)
                continue
            style = self._style(node, tag, parent)
            if tag in ("col", "colgroup"):
                self._columns.add(node, tag, collapsed=style.visibility == "collapse")
            elif tag in ("td", "th") and self._columns.hides(node):
                style = replace(style, hidden="collapsed column", why="collapsed column")
            if tag == "body" and self._body is None:
                self._body = style
                _colour(self._link_colour, "color", tree.attrs[node].get("link"))
            styles.append(style)

    def _style(self, node: int, tag: str, parent: Style) -> Style:
        attrs = self._tree.attrs[node]
        matched = tuple(self._matcher.match(node)) if self._matcher is not None else ()
        inline = attrs.get("style", "")
        hints = tuple((name, attrs[name]) for name in attrs if name in _HINTED) if attrs else ()
        unseen = self._unseen_part(node, tag)
        is_link = tag == "a" and "href" in attrs
        key = (id(parent), tag, matched, inline, hints, unseen, is_link)
        known = self._known.get(key)
        if known is not None:
            return known
        given = _hint(tag, dict(hints), drawn=bool(parent.drawing)) if hints or tag in _HINTED_TAGS else {}
        if is_link:
            given |= self._link_colour
        self._merge(given, matched, inline)
        style = compute(parent, tag, given, is_link=is_link, quirks=self._tree.quirks, body=self._body)
        ended = self._animated(given) if self._animations else None
        if ended is not None and not style.why:
            # An animation may hide what the style sheet shows. What it would show is hidden where none runs.
            style = compute(parent, tag, ended, is_link=is_link, quirks=self._tree.quirks, body=self._body)
        if unseen and not style.hidden:
            style.hidden = style.why = unseen
        self._known[key] = style
        return style

    def _merge(self, given: Declared, matched: tuple[tuple[int, int], ...], inline: str) -> None:
        """Put the author's declarations over `given`, weakest first (CSS Cascade 5, section 6)."""
        ordered = [self._rules[order] for _, order in matched]
        if self._layered:
            ordered.sort(key=lambda rule: rule.layer)
        own: tuple[Declaration, ...] = ()
        if inline:
            own = read_declarations(inline[:MAX_INLINE], quirks=self._tree.quirks)
            self._tree.truncated = self._tree.truncated or len(inline) > MAX_INLINE
        blocks = [rule.declarations for rule in ordered]
        blocks.append(own)
        strong = False
        for block in blocks:
            for name, value, important in block:
                if important:
                    strong = True
                else:
                    given[name] = value
        if not strong:
            return
        if self._layered:  # important declarations win the other way round, but for those of the element itself
            ordered.sort(key=lambda rule: -rule.layer)
            blocks = [*(rule.declarations for rule in ordered), own]
        for block in blocks:
            for name, value, important in block:
                if important:
                    given[name] = value

    def _animated(self, given: Declared) -> Declared | None:
        """The style that an animation ends on and stays at, or shows all along; None where there is none."""
        value = " ".join(given.get(name, "") for name in _ANIMATION)
        if not value.strip():
            return None
        words = frozenset(value.replace(",", " ").split())
        ended: Declared = {}
        for name in sorted(words & self._animations.keys()):
            ends = self._animations[name]
            last = ends.get("to", ())
            if words.isdisjoint(("forwards", "both")):
                last = tuple(one for one in last if one in ends.get("from", ()))
            ended |= {longhand: text for longhand, text, _ in last}
        return {**given, **ended} if ended else None

    def _unseen_part(self, node: int, tag: str) -> str:
        """Why an element is not shown whatever its style: closed details, fallback content, parts of a drawing."""
        above = self._tree.parent[node]
        if above < 0:
            return ""
        holder = self._tree.tag[above]
        if tag in _FALLBACK_HOLDERS:
            return f"inside {tag}"
        if holder == "details" and "open" not in self._tree.attrs[above] and not self._is_first_summary(node, above):
            return "closed details"
        if tag in _SVG_UNSEEN and holder in ("svg", "g") and tag not in ("style", "script"):
            return "undrawn part of a drawing"
        return ""

    def _is_first_summary(self, node: int, details: int) -> bool:
        child = details + 1
        while child < node:
            if self._tree.tag[child] == "summary":
                return False
            child = self._tree.end[child]
        return self._tree.tag[node] == "summary"


def _hint(tag: str, attrs: dict[str, str], *, drawn: bool) -> Declared:  # noqa: PLR0912 (one case a line)
    """What presentational attributes declare (HTML, section 15; SVG 2, section 6.6)."""
    given: Declared = {}
    if drawn:
        for name in _DRAWN:
            given |= dict(expand(name, attrs[name].strip(), quirks=True)) if name in attrs else {}
    if tag in _CUT_AT_EDGES:
        given["overflow-x"] = given["overflow-y"] = "hidden"
    if "hidden" in attrs or "popover" in attrs:
        given["display"] = "none"
    if tag == "dialog" and "open" not in attrs:
        given["display"] = "none"
    if tag == "input" and attrs.get("type", "").strip().lower() == "hidden":
        given["display"] = "none"
    if tag == "font":
        _colour(given, "color", attrs.get("color"))
        size = _font_size(attrs.get("size", ""))
        if size:
            given["font-size"] = size
    if tag == "body":
        _colour(given, "color", attrs.get("text"))
    if tag in _BACKGROUND_TAGS:
        _colour(given, "background-color", attrs.get("bgcolor"))
        if attrs.get("background"):
            given["background-image"] = f"url({attrs['background'][:200].lower()})"
    if tag in _SIZED_TAGS:
        for name in ("width", "height"):
            digits = attrs.get(name, "").strip().lower().removesuffix("px")
            if digits.rstrip("%").replace(".", "", 1).isdigit():
                given[name] = digits if digits.endswith("%") else f"{digits}px"
    if "nowrap" in attrs and tag in ("td", "th"):
        given["white-space"] = "nowrap"
    return given


def _colour(given: Declared, name: str, value: str | None) -> None:
    found = read_legacy_colour(value[:200]) if value else None
    if found is not None:
        given[name] = f"#{int(found[0]):02x}{int(found[1]):02x}{int(found[2]):02x}"


def _font_size(text: str) -> str:
    text = text.strip()
    sign, digits = (text[0], text[1:]) if text[:1] in ("+", "-") else ("", text)
    digits = digits[:1] if digits[:1].isdigit() and len(digits) < 3 else digits[:2]
    if not digits.isascii() or not digits.isdigit():
        return ""
    number = int(digits)
    number = 3 + number if sign == "+" else 3 - number if sign == "-" else number
    return _FONT_SIZES[min(7, max(1, number)) - 1]
