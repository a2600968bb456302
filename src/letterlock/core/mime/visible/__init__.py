"""What a reader sees of HTML, decided by its own cascade as a mail program without scripts shows it at 800 pixels.

Choices made where mail programs differ: images stand as `[image: description]`, as where they are not loaded;
`mso-hide` and conditional comments count for one program alone, so they hide nothing and show nothing; the entries of
a closed list, titles and labels are not text; text is judged by the colour painted behind it while no picture is
loaded, and where one would be there it is withheld without being held against the mail.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from letterlock.core.mime.visible.marked import Role
from letterlock.core.trust.report import HiddenSegment

if TYPE_CHECKING:
    from letterlock.core.mime.visible.layout import Layout
    from letterlock.core.mime.visible.tree import Tree


@dataclass(frozen=True, slots=True)
class Visible:
    """The text a reader sees, and what they do not.

    `parts` are what the writing program marked, with ranges of characters in `text`; cited blocks start with `> `.
    """

    text: str
    hidden: tuple[HiddenSegment, ...] = ()
    links: tuple[tuple[str, str], ...] = ()
    """(target as written, text), only those a reader sees."""
    truncated: bool = False
    parts: tuple[tuple[Role, int, int], ...] = ()


def visible(html: str) -> Visible:
    """Read HTML. Never raises on what it is given; what lies beyond the bounds is left out (`truncated`)."""
    tree, layout = _laid_out(html)
    text, hidden, starts = layout.lines.finish("html")
    asides = tuple(HiddenSegment(text=aside, where="html", why=why, benign=True) for why, aside in layout.asides)

    def at(line: int) -> int:
        return min(starts[min(line, len(starts) - 1)], len(text))

    return Visible(
        text=text,
        hidden=hidden + asides,
        links=tuple(layout.links),
        truncated=tree.truncated or layout.truncated,
        parts=tuple((role, at(first), at(last)) for role, first, last in layout.parts),
    )


def as_markdown(documents: Iterable[str]) -> str:
    """What a reader sees of several HTML parts as Markdown: the same words as their text."""
    found = (_laid_out(document, marking=True)[1].lines.markdown() for document in documents)
    return "\n\n".join(one for one in found if one)


def _laid_out(html: str, *, marking: bool = False) -> "tuple[Tree, Layout]":
    from letterlock.core.mime.visible.cascade import style_tree
    from letterlock.core.mime.visible.layout import lay_out
    from letterlock.core.mime.visible.tree import read_tree

    tree = read_tree(html.encode("utf-8", "replace").decode("utf-8") if not html.isascii() else html)
    return tree, lay_out(tree, style_tree(tree), marking=marking)


def visible_parts(documents: Iterable[str]) -> Visible:
    """Read several HTML parts of one body, each alone, as shown one below the other. What follows a part that is
    beyond the bounds is left out too."""
    texts: list[str] = []
    hidden: list[HiddenSegment] = []
    links: list[tuple[str, str]] = []
    parts: list[tuple[Role, int, int]] = []
    start = 0
    truncated = False
    for document in documents:
        if truncated:
            break
        seen = visible(document)
        truncated = seen.truncated
        hidden += seen.hidden
        if not seen.text:
            continue
        links += seen.links
        parts += [(role, first + start, last + start) for role, first, last in seen.parts]
        texts.append(seen.text)
        start += len(seen.text) + 1
    return Visible(
        text="\n".join(texts),
        hidden=tuple(hidden),
        links=tuple(links),
        truncated=truncated,
        parts=tuple(parts),
    )
