"""What an element is painted with: ink, shadow, opacity, and the colour behind (CSS Color, Backgrounds, Text Decor)."""

import re
from typing import TYPE_CHECKING

from letterlock.core.mime.visible import pictures
from letterlock.core.mime.visible.colour import BLACK, LINK, WHITE, Rgba, alike, over, read_colour
from letterlock.core.mime.visible.declare import read_number, words_of
from letterlock.core.mime.visible.hide import is_flat
from letterlock.core.mime.visible.length import read_length

if TYPE_CHECKING:
    from letterlock.core.mime.visible.style import Style

Declared = dict[str, str]

FAINT = 0.1
"""Opacity, multiplied up, below which nobody reads."""
_BACKGROUNDS: dict[str, Rgba] = {
    "mark": (255.0, 255.0, 0.0, 1.0),
    "button": (239.0, 239.0, 239.0, 1.0),
    "input": WHITE,
    "select": WHITE,
    "textarea": WHITE,
    "dialog": WHITE,
}
_FILTER = re.compile(r"(opacity|blur)\(([^()]*(?:\([^()]*\)[^()]*)*)\)")
_LAYERS = re.compile(r",(?![^()]*\))")
MAX_SHADOW = 500
MAX_SHADOWS = 4


def paint(style: "Style", parent: "Style", tag: str, declared: Declared, is_link: bool, body: "Style | None") -> None:
    """Set what the element and its letters are painted with. `body` is where a table takes its colour from, if so."""
    style.colour = body.colour if body is not None else parent.colour
    colour = declared.get("color")
    if colour is not None:
        style.colour = (read_colour(colour) if colour != "currentcolor" else None) or style.colour
    elif is_link:
        style.colour = LINK
    elif tag in ("button", "input", "select", "textarea", "mark"):
        style.colour = BLACK
    fill = declared.get("-webkit-text-fill-color")
    style.fill = parent.fill if fill is None else read_colour(fill)
    style.shadow = declared.get("text-shadow", parent.shadow)
    style.blend = declared.get("mix-blend-mode", parent.blend)
    if style.drawing:
        style.fill = _drawn_fill(declared.get("fill"), parent)
    boxed = style.display != "contents"
    opacity = read_number(declared["opacity"]) if boxed and "opacity" in declared else None
    style.opacity = parent.opacity * (1.0 if opacity is None else min(1.0, max(0.0, opacity)))
    filtered = declared.get("filter", "") if boxed else ""
    for function, argument in _FILTER.findall(filtered) if filtered else ():
        if function == "opacity":
            style.opacity *= min(1.0, read_number(argument.strip()) or 0.0)
        elif (read_length(argument.strip(), style.drawn_size, style.drawn_size) or 0.0) >= style.drawn_size / 2:
            style.opacity = 0.0  # blurred beyond reading
    # What a drawing paints behind its text is not worked out.
    if style.drawing:
        style.backdrop = style.block_backdrop = None
        return
    inline = style.display in _INLINE
    under = parent.backdrop if inline else parent.block_backdrop
    style.backdrop = _backdrop(style, parent, under, tag, declared) if boxed else under
    style.block_backdrop = parent.block_backdrop if inline else style.backdrop


def _drawn_fill(value: str | None, parent: "Style") -> Rgba | None:
    """What letters in a drawing are filled with: black unless it says so (SVG 2, section 13)."""
    if value is None:
        return parent.fill if parent.drawing else BLACK
    return (0.0, 0.0, 0.0, 0.0) if value == "none" else read_colour(value) or BLACK


_INLINE = frozenset(("inline", "contents", "ruby", "ruby-text"))


def _backdrop(style: "Style", parent: "Style", under: Rgba | None, tag: str, declared: Declared) -> Rgba | None:
    value = declared.get("background-color")
    own = _BACKGROUNDS.get(tag)
    if value is not None:
        own = style.colour if value == "currentcolor" else read_colour(value)
    style.pictured = parent.pictured
    image = declared.get("background-image", "none")
    if declared.get("background-clip") == "text" and (own is not None or image != "none"):
        # The background fills the letters themselves, so transparent ink shows it.
        if (style.fill or style.colour)[3] < FAINT:
            style.fill = pictures.letters_filled(image, own, under)
        return under
    if (own is None and image == "none") or is_flat(style.display, style.drawn_size, declared):
        return under
    if own is not None and own[3] > 0:
        if own[3] >= 1:
            under = own
            style.pictured = False
        elif under is not None:
            under = over(own, under)
    if image == "none" or style.display == "none":
        return under
    if pictures.is_unseen(declared, style.drawn_size):
        return under
    style.pictured = style.pictured or pictures.is_fetched(image)
    return pictures.left_behind(image, under)


def is_shaded(style: "Style", under: Rgba) -> bool:
    """Whether a shadow sharp enough to read shows the letters on what is under them."""
    if style.shadow == "none":
        return False
    for shadow in _LAYERS.split(style.shadow[:MAX_SHADOW], MAX_SHADOWS)[:MAX_SHADOWS]:
        words = words_of(shadow.strip())
        lengths = [length for word in words if (length := read_length(word, style.drawn_size, 0)) is not None]
        colour = next((found for word in words if (found := read_colour(word)) is not None), style.colour)
        sharp = len(lengths) < 3 or lengths[2] <= style.drawn_size / 4
        seen = over((colour[0], colour[1], colour[2], colour[3] * style.opacity), under)
        if sharp and colour[3] >= FAINT and not alike(seen, under):
            return True
    return False
