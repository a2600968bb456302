"""What a reader sees of HTML, decided by its own cascade as a mail program without scripts shows it at 800 pixels.

Choices made where mail programs differ: images stand as `[image: description]`, as where they are not loaded;
`mso-hide` and conditional comments count for one program alone, so they hide nothing and show nothing; the entries of
a closed list, titles and labels are not text; text is judged by the colour painted behind it while no picture is
loaded, and where one would be there it is withheld without being held against the mail.
"""

from collections.abc import Iterable
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


def visible_parts(documents: Iterable[str]) -> Visible:
    """Read several HTML parts of one body, each alone, as shown one below the other. What follows a part that is
    beyond the bounds is left out too."""
    texts: list[str] = []
    hidden: list[HiddenSegment] = []
    links: list[tuple[str, str]] = []
    history: list[tuple[int, int]] = []
    signatures: list[tuple[int, int]] = []
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
        history += _moved(seen.history, start)
        signatures += _moved(seen.signatures, start)
        texts.append(seen.text)
        start += len(seen.text) + 1
    return Visible(
        text="\n".join(texts),
        hidden=tuple(hidden),
        links=tuple(links),
        truncated=truncated,
        history=tuple(history),
        signatures=tuple(signatures),
    )


def _moved(spans: Iterable[tuple[int, int]], start: int) -> list[tuple[int, int]]:
    return [(first + start, last + start) for first, last in spans]
