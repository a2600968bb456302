"""What a reader sees of HTML, decided by its own cascade as a mail program without scripts shows it at 800 pixels.

Choices made where mail programs differ: images stand as `[image: description]`, as where they are not loaded;
`mso-hide` and conditional comments count for one program alone, so they hide nothing and show nothing; the entries of
a closed list, titles and labels are not text; a picture behind text leaves its colour unjudged.
"""

from dataclasses import dataclass

from letterlock.core.trust.report import HiddenSegment


@dataclass(frozen=True, slots=True)
class Visible:
    """The text a reader sees, and what they do not.

    `history` and `signatures` are ranges of characters in `text` that a mail program marked as the quoted message
    below a reply and as a signature; cited blocks start with `> `.
    """

    text: str
    hidden: tuple[HiddenSegment, ...] = ()
    links: tuple[tuple[str, str], ...] = ()
    """(target as written, text), only those a reader sees."""
    truncated: bool = False
    history: tuple[tuple[int, int], ...] = ()
    signatures: tuple[tuple[int, int], ...] = ()


def visible(html: str) -> Visible:
    """Read HTML. Never raises on what it is given; what lies beyond the bounds is left out (`truncated`)."""
    from letterlock.core.mime.visible.cascade import style_tree
    from letterlock.core.mime.visible.layout import lay_out
    from letterlock.core.mime.visible.tree import read_tree

    tree = read_tree(html.encode("utf-8", "replace").decode("utf-8") if not html.isascii() else html)
    styles = style_tree(tree)
    layout = lay_out(tree, styles)
    text, hidden, starts = layout.lines.finish("html")
    asides = tuple(HiddenSegment(text=aside, where="html", why=why, benign=True) for why, aside in layout.asides)

    def span(first: int, last: int) -> tuple[int, int]:
        end = len(text) if last < 0 else min(starts[min(last, len(starts) - 1)], len(text))
        return min(starts[min(first, len(starts) - 1)], len(text)), end

    return Visible(
        text=text,
        hidden=hidden + asides,
        links=tuple(layout.links),
        truncated=tree.truncated or layout.truncated,
        history=tuple(span(*part) for part in layout.history),
        signatures=tuple(span(*part) for part in layout.signatures),
    )
