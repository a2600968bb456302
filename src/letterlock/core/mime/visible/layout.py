"""From styled tree to lines: blocks on lines of their own, lists with bullets, cells apart, links and images named."""

import re
from dataclasses import dataclass, field

from letterlock.core.mime.visible.hide import low_box
from letterlock.core.mime.visible.length import WIDTH, read_length
from letterlock.core.mime.visible.lines import TAKE_ROOM, Lines
from letterlock.core.mime.visible.low import COLUMNS, Columns, Low
from letterlock.core.mime.visible.markdown import Begin, heading, inline
from letterlock.core.mime.visible.marked import MAX_PARTS, Role, role_of
from letterlock.core.mime.visible.rows import INLINE, find_rows
from letterlock.core.mime.visible.style import Style
from letterlock.core.mime.visible.tree import COMMENT, TEXT, Tree
from letterlock.core.words import word_set

MAX_LINKS = 1_000
MAX_ALT = 250
"""Characters of an image's description that stand in for the image; a longer one is a text nobody is shown."""
MAX_ASIDES = 100
"""Comments and attributes told apart."""
TRACKER = 3.0
MAX_FORMATTING = 4

_MARGINS = word_set("p ul ol dl blockquote pre h1 h2 h3 h4 h5 h6 figure hr listing xmp menu dir fieldset")
_SHOWN_VALUES = frozenset(("", "text", "search", "email", "url", "tel", "number", "submit", "button", "reset"))
_SKIPPED = word_set("script style head title")
_SIDES = ("width", "height", "max-width", "max-height")
_NUMBER = re.compile(r"-?\d{0,40}(?:\.\d{1,40})?(?:[eE][-+]?\d{1,3})?")


@dataclass(slots=True)
class Layout:
    """What came out: lines, links, asides (text of comments and attributes), and the line ranges of known parts."""

    lines: Lines
    links: list[tuple[str, str]] = field(default_factory=list)
    asides: list[tuple[str, str]] = field(default_factory=list)
    """(why it is unseen, text)."""
    parts: list[tuple[Role, int, int]] = field(default_factory=list)
    """(what a program marked, first line, the line after the last)."""
    truncated: bool = False


@dataclass(slots=True)
class _Open:
    """An element whose end is still to come."""

    node: int
    end: int
    prefix: str | None = None
    listener: list[str] | None = None
    margin: int = -1
    role: Role | None = None
    first: int = 0
    listing: bool = False
    low: bool = False
    """It is the box that `_Walk.low` tells of."""
    sign: Begin | None = None


class _Walk:
    def __init__(self, tree: Tree, styles: list[Style], *, marking: bool) -> None:
        self.tree = tree
        self.styles = styles
        self.result = Layout(Lines(marking=marking))
        self.lines = self.result.lines
        self.open: list[_Open] = []
        self.counters: list[int] = []
        self.rows = find_rows(tree, styles)
        self.low: Low | None = None
        self.columns: Columns | None = None

    def run(self) -> Layout:
        tree, lines, styles = self.tree, self.lines, self.styles
        node, count = 0, len(styles)
        open_ = self.open
        while node < count and not lines.full:
            while open_ and open_[-1].end <= node:
                self._leave(open_.pop())
            tag = tree.tag[node]
            if tag == TEXT:
                style = styles[node]
                if style.why and not (style.why in TAKE_ROOM and tree.text[node].isspace()):
                    lines.hide(tree.text[node], style.why, label=self._in_link(node))
                elif (
                    self.low is not None
                    and tree.text[node].strip()
                    and self.low.cuts(lines.number - lines.in_line, style)
                ):
                    lines.hide(tree.text[node], "below the edge of its box")
                else:
                    text = tree.text[node]
                    lines.text(text.upper() if style.transform == "uppercase" else text, style.white_space)
                node += 1
            elif tag == COMMENT:
                self._aside("comment", tree.text[node])
                node += 1
            elif tag[0] == "-":
                node += 1
            else:
                node = self._enter(node, tag, styles[node])
        while open_:
            self._leave(open_.pop())
        self.result.truncated = lines.full or count < len(tree.tag)
        return self.result

    def _in_link(self, node: int) -> bool:
        """Whether a link holds a text, but for what formats it."""
        for _ in range(MAX_FORMATTING):
            node = self.tree.parent[node]
            if node < 0 or self.tree.tag[node] == "a":
                return node >= 0 and "href" in self.tree.attrs[node]
        return False

    def _begin_low(self, opened: _Open, style: Style) -> None:
        """Cells, columns and floats stand beside each other, so how deep their lines are is not told."""
        if self.low is None and "overflow-y" in style.declared:
            height = low_box(style.display, style.drawn_size, style.declared)
            if (
                height is not None
                and style.display not in COLUMNS
                and not self._columns().within(opened.node + 1, opened.end)
            ):
                self.low = Low(height, self.lines.number)
                opened.low = True

    def _columns(self) -> Columns:
        if self.columns is None:
            self.columns = Columns(self.tree.tag, self.styles)
        return self.columns

    def _enter(self, node: int, tag: str, style: Style) -> int:
        """Begin an element; gives the node to go on with."""
        tree = self.tree
        if tag in _SKIPPED:
            self._skipped(node, tag)
            return tree.end[node]
        attrs = tree.attrs[node]
        if style.why and not (tag == "img" and _shows_pictures(style)):
            self._enter_hidden(node, tag, attrs, style)
            return node + 1
        if attrs:
            self._attribute_asides(attrs)
        after = self._replaced(node, tag, attrs, style)
        if after:
            return after
        self._begin(node, tag, attrs, style)
        return node + 1

    def _enter_hidden(self, node: int, tag: str, attrs: dict[str, str], style: Style) -> None:
        if tag == "template":
            self._aside("template", _without_tags(self.tree.text[node]))
        elif tag == "br" or style.display not in ("inline", "contents"):
            self.lines.hidden_break()
        if tag == "area":  # never drawn itself: a part of its picture that leads somewhere
            self._link(attrs.get("href"), attrs.get("alt", "")[:MAX_ALT])
        if tag == "a" and "href" in attrs:
            self.lines.hidden_link = min(self.lines.hidden_link, self.lines.size)
        if tag == "img" and attrs.get("alt"):
            self.lines.hide(f" {attrs['alt']} ", style.why)
        # What turns visible again inside (visibility, font size, colour) still stands on lines of its own.
        if not style.hidden and style.display not in INLINE:
            self._begin(node, tag, {}, style)

    def _begin(self, node: int, tag: str, attrs: dict[str, str], style: Style) -> None:
        opened = _Open(node, self.tree.end[node])
        lines = self.lines
        row = self.rows.get(node)
        if row is not None:
            lines.separate(row)
        elif style.display not in INLINE:
            opened.margin = 1 if tag in _MARGINS else 0
            if tag in ("ul", "ol") and self.counters:
                opened.margin = 0
            lines.break_line(opened.margin)
        elif style.display == "table-cell":
            opened.margin = 0
            lines.break_line()
        if tag in ("ul", "ol", "menu", "dir"):
            opened.listing = True
            self.counters.append(_integer(attrs.get("start", ""), 1) - 1)
        elif style.display == "list-item" and self.counters:
            self._bullet(opened, attrs, style)
        self._begin_low(opened, style)
        if lines.marking:
            self._sign(opened, tag, attrs)
        if attrs:
            self._marks(opened, tag, attrs)
        if tag == "a" and attrs.get("href"):
            opened.listener = []
            lines.listeners.append(opened.listener)
        elif tag == "form":
            self._link(attrs.get("action"), "")
        self.open.append(opened)

    def _link(self, target: str | None, text: str) -> None:
        if target and len(self.result.links) < MAX_LINKS:
            self.result.links.append((target, text))

    def _sign(self, opened: _Open, tag: str, attrs: dict[str, str]) -> None:
        """What the element is in Markdown."""
        if sign := heading(tag):
            self.lines.heading(sign)
        opened.sign = inline(tag, attrs)
        if opened.sign is not None:
            self.lines.begin(opened.sign)

    def _bullet(self, opened: _Open, attrs: dict[str, str], style: Style) -> None:
        self.counters[-1] = _integer(attrs.get("value", ""), self.counters[-1] + 1)
        if style.list_style == "none":
            return
        numbered = style.list_style not in ("disc", "circle", "square", "")
        mark = f"{self.counters[-1]}. " if numbered else "- "
        opened.prefix = self.lines.prefix
        self.lines.first_prefix = f"{self.lines.prefix}{mark}"
        self.lines.prefix = f"{self.lines.prefix}  "

    def _marks(self, opened: _Open, tag: str, attrs: dict[str, str]) -> None:
        """Parts mail programs label: quotes, the history below a reply, signatures."""
        role = role_of(tag, attrs)
        if role is None:
            return
        if role == "quote":
            opened.prefix = self.lines.prefix
            self.lines.prefix = f"{self.lines.prefix}> "
        elif len(self.result.parts) < MAX_PARTS:
            opened.role, opened.first = role, self.lines.number

    def _leave(self, opened: _Open) -> None:
        lines = self.lines
        if opened.sign is not None:
            lines.end(opened.sign)
        if opened.prefix is not None:
            lines.prefix = opened.prefix
            lines.first_prefix = ""
        if opened.listing:
            self.counters.pop()
        if opened.margin >= 0:
            lines.break_line(opened.margin)
        if opened.low:
            self.low = None
        if opened.listener is not None:
            lines.listeners.pop()
            # A picture alone leads somewhere too.
            self._link(self.tree.attrs[opened.node]["href"], " ".join("".join(opened.listener).split()))
        if opened.role is not None:
            self.result.parts.append((opened.role, opened.first, lines.number))

    def _replaced(self, node: int, tag: str, attrs: dict[str, str], style: Style) -> int:
        """Elements that stand for something else than their content; gives the node after them, 0 for the others."""
        lines = self.lines
        if tag == "br":
            lines.newline()
        elif tag == "img":
            self._image(attrs, style)
        elif tag == "input":
            self._input(attrs, style)
        elif tag == "select":
            self._select(node)
            return self.tree.end[node]
        elif tag == "textarea":
            lines.text("".join(self.tree.text[node + 1 : self.tree.end[node]]), "pre-wrap")
            return self.tree.end[node]
        elif tag == "template":
            self._aside("template", _without_tags(self.tree.text[node]))
        else:
            return 0
        return node + 1

    def _image(self, attrs: dict[str, str], style: Style) -> None:
        """An image stands as its description, as where images are not loaded; a counting pixel does not."""
        alt = " ".join(attrs.get("alt", "").split())
        if any(_is_tiny(style, side) for side in _SIDES):
            return
        if not alt:
            self.lines.text(" ", "normal")
            return
        if len(alt) > MAX_ALT:
            self.lines.hide(alt, "long image description")
            return
        self.lines.text(f"[image: {alt}]", "normal")

    def _input(self, attrs: dict[str, str], style: Style) -> None:
        kind = attrs.get("type", "").strip().lower()
        value = attrs.get("value", "")
        if not value or kind not in _SHOWN_VALUES or (kind == "number" and not _NUMBER.fullmatch(value)):
            self.lines.text(" ", "normal")
            return
        if style.clipped:
            self.lines.hide(f" {value} ", style.clipped)
        else:
            self.lines.text(f" {value} ", "normal")

    def _select(self, node: int) -> None:
        """A closed list shows one entry; the others are there for who opens it."""
        tree = self.tree
        entries = [i for i in range(node + 1, tree.end[node]) if tree.tag[i] == "option"]
        chosen = next((i for i in entries if "selected" in tree.attrs[i]), entries[0] if entries else -1)
        for entry in entries:
            text = "".join(tree.text[entry + 1 : tree.end[entry]])
            if entry == chosen and not self.styles[entry].why:
                self.lines.text(f" {text} ", "normal")
            else:
                self._aside("unselected option", text)

    def _skipped(self, node: int, tag: str) -> None:
        if tag not in ("head", "title"):
            return
        for inner in range(node, self.tree.end[node]):
            if self.tree.tag[inner] == "title":
                self._aside("document title", "".join(self.tree.text[inner + 1 : self.tree.end[inner]]))
            elif self.tree.tag[inner] == COMMENT:
                self._aside("comment", self.tree.text[inner])

    def _attribute_asides(self, attrs: dict[str, str]) -> None:
        for name in ("title", "aria-label", "aria-description"):
            value = attrs.get(name)
            if value and len(value) >= 40:
                self._aside(f"{name} attribute", value)

    def _aside(self, why: str, text: str) -> None:
        asides = self.result.asides
        if len(asides) < MAX_ASIDES and len(text) > 3:
            text = " ".join(_without_tags(text[:20_000]).split())
            if text:
                asides.append((why, text))


def lay_out(tree: Tree, styles: list[Style], *, marking: bool = False) -> Layout:
    """Lay the styled part of a tree out as lines, with `marking` as Markdown's too."""
    return _Walk(tree, styles, marking=marking).run()


def _integer(text: str, default: int) -> int:
    text = text.strip()
    return (
        int(text)
        if text.removeprefix("-").isascii() and text.removeprefix("-").isdigit() and len(text) < 9
        else default
    )


def _shows_pictures(style: Style) -> bool:
    """Whether what makes letters unseen, such as their colour, leaves a picture to be seen."""
    return not style.hidden and not style.clipped and style.visibility == "visible"


def _is_tiny(style: Style, side: str) -> bool:
    length = read_length(style.declared.get(side, ""), style.drawn_size, WIDTH, True)
    return length is not None and length <= TRACKER


def _without_tags(text: str) -> str:
    if "<" not in text:
        return text
    return re.sub(r"<[^<>]*>", " ", text)
