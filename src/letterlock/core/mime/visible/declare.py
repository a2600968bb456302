"""Style declarations: text in, the valid longhands that decide visibility and layout out (CSS Syntax 3)."""

import re
from collections.abc import Callable, Iterator
from functools import lru_cache

from letterlock.core.mime.visible.block import MAX_BLOCK, Declaration, split_block
from letterlock.core.mime.visible.colour import read_colour
from letterlock.core.mime.visible.length import MATHS, read_length
from letterlock.core.words import word_set

GLOBAL_KEYWORDS = frozenset(("inherit", "initial", "unset", "revert", "revert-layer"))

_DISPLAY = word_set(
    "none contents block inline inline-block flow flow-root list-item table inline-table table-row table-cell"
    " table-row-group table-header-group table-footer-group table-column table-column-group table-caption flex"
    " inline-flex grid inline-grid run-in ruby ruby-text math -webkit-box -webkit-inline-box -webkit-flex"
    " -webkit-inline-flex"
)
_FONT_SIZES = word_set("xx-small x-small small medium large x-large xx-large xxx-large smaller larger")
_OVERFLOW = word_set("visible hidden clip scroll auto overlay")


def _one_of(*words: str) -> Callable[[str], bool]:
    allowed = frozenset(words)
    return lambda value: value in allowed


def _is_length(value: str) -> bool:
    return read_length(value, 16, 100) is not None


def _is_positive_length(value: str) -> bool:
    length = read_length(value, 16, 100)
    return length is not None and (length >= 0 or "(" in value)


def _length_or(*words: str) -> Callable[[str], bool]:
    allowed = frozenset(words)
    return lambda value: value in allowed or _is_length(value)


def _positive_or(*words: str) -> Callable[[str], bool]:
    allowed = frozenset(words)
    return lambda value: value in allowed or _is_positive_length(value)


def _is_colour(value: str) -> bool:
    return value == "currentcolor" or read_colour(value) is not None


def _is_number(value: str) -> bool:
    return read_number(value) is not None


def _anything(value: str) -> bool:
    return bool(value)


_SIZE = _positive_or("auto", "none", "min-content", "max-content", "fit-content", "-webkit-fill-available")
_OFFSET = _length_or("auto")
_VALID: dict[str, Callable[[str], bool]] = {
    "display": lambda value: value in _DISPLAY or all(part in _DISPLAY for part in value.split()),
    "visibility": _one_of("visible", "hidden", "collapse"),
    "opacity": _is_number,
    "color": _is_colour,
    "background-color": _is_colour,
    "-webkit-text-fill-color": _is_colour,
    "background-image": _anything,
    "background-clip": _anything,
    "background-size": _anything,
    "background-position": _anything,
    "background-repeat": _anything,
    "font-size": lambda value: value in _FONT_SIZES or _is_positive_length(value),
    "line-height": lambda value: value == "normal" or _is_number(value) or _is_positive_length(value),
    "overflow-x": lambda value: value in _OVERFLOW,
    "overflow-y": lambda value: value in _OVERFLOW,
    "height": _SIZE,
    "width": _SIZE,
    "max-height": _SIZE,
    "max-width": _SIZE,
    "min-height": _SIZE,
    "min-width": _SIZE,
    "position": _one_of("static", "relative", "absolute", "fixed", "sticky", "-webkit-sticky"),
    "float": _one_of("none", "left", "right", "inline-start", "inline-end"),
    "left": _OFFSET,
    "right": _OFFSET,
    "top": _OFFSET,
    "bottom": _OFFSET,
    "margin-left": _OFFSET,
    "margin-right": _OFFSET,
    "margin-top": _OFFSET,
    "margin-bottom": _OFFSET,
    "padding-right": _is_positive_length,
    "padding-bottom": _is_positive_length,
    "text-indent": lambda value: _is_length(value.split()[0]) if value else False,
    "letter-spacing": _length_or("normal"),
    "text-shadow": _anything,
    "clip": lambda value: value == "auto" or value.startswith("rect("),
    "clip-path": _anything,
    "transform": _anything,
    "rotate": _anything,
    "mask-image": _anything,
    "mix-blend-mode": _anything,
    "contain": _anything,
    "animation": _anything,
    "animation-name": _anything,
    "animation-fill-mode": _anything,
    "animation-iteration-count": _anything,
    "fill": _anything,
    "content": _anything,
    "-webkit-text-security": _anything,
    "scale": _anything,
    "translate": _anything,
    "zoom": _is_number,
    "filter": _anything,
    "content-visibility": _one_of("visible", "hidden", "auto"),
    "white-space": _one_of("normal", "nowrap", "pre", "pre-wrap", "pre-line", "break-spaces"),
    "list-style-type": _anything,
    "text-transform": _one_of("none", "capitalize", "uppercase", "lowercase", "full-width", "full-size-kana"),
}
_ALIASES = {
    "-webkit-transform": "transform",
    "-webkit-animation": "animation",
    "-webkit-animation-name": "animation-name",
    "-webkit-animation-fill-mode": "animation-fill-mode",
    "-webkit-filter": "filter",
    "-webkit-clip-path": "clip-path",
    "-webkit-background-clip": "background-clip",
    "-webkit-opacity": "opacity",
    "inset-inline-start": "left",
    "inset-inline-end": "right",
    "inset-block-start": "top",
    "inset-block-end": "bottom",
    "margin-inline-start": "margin-left",
    "margin-inline-end": "margin-right",
    "margin-block-start": "margin-top",
    "margin-block-end": "margin-bottom",
    "padding-inline-end": "padding-right",
    "padding-block-end": "padding-bottom",
    "-webkit-mask": "mask-image",
    "-webkit-mask-image": "mask-image",
    "mask": "mask-image",
    "block-size": "height",
    "inline-size": "width",
    "max-block-size": "max-height",
    "max-inline-size": "max-width",
    "overflow-block": "overflow-y",
    "overflow-inline": "overflow-x",
}
_COLOURS = frozenset(("color", "background-color"))
_UNITLESS = word_set(
    "font-size text-indent letter-spacing left right top bottom width height min-width min-height max-width max-height"
    " margin-left margin-right margin-top margin-bottom padding-right padding-bottom"
)
_SLASH = re.compile(r"/(?![^()]*\))")
"""A slash outside brackets."""
_BARE_HEX = re.compile(r"[0-9a-f]{3}|[0-9a-f]{6}")


def read_declarations(block: str, *, quirks: bool) -> tuple[Declaration, ...]:
    """The valid declarations of a block that matter here, shorthands expanded, in order."""
    if len(block) <= 2_000:
        return _cached(block, quirks)
    return _read(block[:MAX_BLOCK], quirks)


@lru_cache(maxsize=4096)
def _cached(block: str, quirks: bool) -> tuple[Declaration, ...]:
    return _read(block, quirks)


def _read(block: str, quirks: bool) -> tuple[Declaration, ...]:
    found: list[Declaration] = []
    for name, value, important in split_block(block):
        for longhand, text in expand(name, value, quirks=quirks):
            found.append((longhand, text, important))
    return tuple(found)


def expand(name: str, value: str, *, quirks: bool = False) -> Iterator[tuple[str, str]]:
    """The longhands a declaration sets; none when it is unknown, irrelevant or invalid."""
    if name.startswith("--"):
        yield name, value
        return
    name = _ALIASES.get(name, name)
    if name not in _VALID and name not in _SHORTHANDS:
        return
    value = value.lower()
    if value in GLOBAL_KEYWORDS or "var(" in value or "env(" in value:
        for longhand in _SHORTHANDS[name][0] if name in _SHORTHANDS else (name,):
            yield longhand, value if name not in _SHORTHANDS or value in GLOBAL_KEYWORDS else f"{name}:{value}"
        return
    if name in _SHORTHANDS:
        yield from _SHORTHANDS[name][1](value)
        return
    if quirks:
        value = _forgive(name, value)
    if _VALID[name](value):
        yield name, value


def read_number(value: str) -> float | None:
    """A CSS number or percentage as a number (50% is 0.5); None where it is neither."""
    try:
        number = float(value[:-1]) / 100 if value.endswith("%") else float(value)
    except ValueError:
        return read_length(value, 16, 1) if value.startswith(MATHS) else None
    return number if abs(number) < 1e9 else None


def _forgive(name: str, value: str) -> str:
    """Quirks mode takes colours without a hash and lengths without a unit (quirks.spec.whatwg.org)."""
    if name in _COLOURS:
        return f"#{value}" if _BARE_HEX.fullmatch(value) else value
    if name in _UNITLESS and value.lstrip("+-").replace(".", "", 1).isdigit():
        return f"{value}px"
    return value


def words_of(value: str) -> list[str]:
    """The value's parts at white space outside brackets."""
    parts: list[str] = []
    depth = 0
    start: int | None = None
    for position, char in enumerate(value):
        if char == "(":
            depth += 1
        elif char == ")":
            depth -= 1
        if char == " " and depth <= 0:
            if start is not None:
                parts.append(value[start:position])
                start = None
        elif start is None:
            start = position
    if start is not None:
        parts.append(value[start:])
    return parts


def _without_comma(word: str) -> str:
    return word.rstrip(",")


def _background(value: str) -> Iterator[tuple[str, str]]:
    colour, image = "transparent", "none"
    clip, repeat = "", "repeat"
    places: list[str] = []
    sizes: list[str] | None = None
    for word in map(_without_comma, words_of(_SLASH.sub(" / ", value))):
        if "gradient(" in word or word.startswith(("url(", "image(", "image-set(", "-webkit-image-set(")):
            image = word if image == "none" else f"{image} {word}"
        elif word == "text":
            clip = "text"
        elif word == "/":
            sizes = []
        elif word.startswith(("repeat", "no-repeat")):
            repeat = word
        elif _is_colour(word):
            colour = word
        elif word == "auto" or _is_length(word):
            (places if sizes is None else sizes).append(word)
    yield "background-color", colour
    yield "background-image", image
    yield "background-repeat", repeat
    yield "background-position", " ".join(places) or "0"
    yield "background-size", " ".join(sizes or ()) or "auto"
    if clip:
        yield "background-clip", clip


def _font(value: str) -> Iterator[tuple[str, str]]:
    if value in ("caption", "icon", "menu", "message-box", "small-caption", "status-bar"):
        yield "font-size", "medium"
        return
    for word in words_of(value.replace(" /", "/").replace("/ ", "/")):
        size, _, height = word.partition("/")
        if _VALID["font-size"](size) and not (size.isdigit() and size != "0"):
            yield "font-size", size
            yield "line-height", height if height and _VALID["line-height"](height) else "normal"
            return


def _sides(prefix: str, *wanted: str) -> Callable[[str], Iterator[tuple[str, str]]]:
    def expand_sides(value: str) -> Iterator[tuple[str, str]]:
        parts = words_of(value)
        if not 1 <= len(parts) <= 4:
            return
        top, right = parts[0], parts[1] if len(parts) > 1 else parts[0]
        bottom, left = parts[2] if len(parts) > 2 else top, parts[3] if len(parts) > 3 else right
        sides = {"top": top, "right": right, "bottom": bottom, "left": left}
        names = {side: f"{prefix}{side}" for side in wanted}
        if all(_VALID.get(names.get(side, ""), _OFFSET)(part) for side, part in sides.items()):
            for side, name in names.items():
                yield name, sides[side]

    return expand_sides


def _pair(start: str, end: str) -> Callable[[str], Iterator[tuple[str, str]]]:
    def expand_pair(value: str) -> Iterator[tuple[str, str]]:
        parts = words_of(value)
        if 1 <= len(parts) <= 2 and all(map(_OFFSET, parts)):
            yield start, parts[0]
            yield end, parts[-1]

    return expand_pair


def _overflow(value: str) -> Iterator[tuple[str, str]]:
    parts = value.split()
    if 1 <= len(parts) <= 2 and all(part in _OVERFLOW for part in parts):
        yield "overflow-x", parts[0]
        yield "overflow-y", parts[-1]


def _list_style(value: str) -> Iterator[tuple[str, str]]:
    yield "list-style-type", "none" if "none" in value.split() else value


def _nothing(_: str) -> Iterator[tuple[str, str]]:
    """`all` takes the global keywords alone, which are expanded before this."""
    yield from ()


_SHORTHANDS: dict[str, tuple[tuple[str, ...], Callable[[str], Iterator[tuple[str, str]]]]] = {
    "background": (
        ("background-color", "background-image", "background-repeat", "background-position", "background-size"),
        _background,
    ),
    "font": (("font-size", "line-height"), _font),
    "margin": (
        ("margin-left", "margin-right", "margin-top", "margin-bottom"),
        _sides("margin-", "left", "right", "top", "bottom"),
    ),
    "padding": (("padding-right", "padding-bottom"), _sides("padding-", "right", "bottom")),
    "margin-inline": (("margin-left", "margin-right"), _pair("margin-left", "margin-right")),
    "margin-block": (("margin-top", "margin-bottom"), _pair("margin-top", "margin-bottom")),
    "inset-inline": (("left", "right"), _pair("left", "right")),
    "inset-block": (("top", "bottom"), _pair("top", "bottom")),
    "inset": (("left", "right", "top", "bottom"), _sides("", "left", "right", "top", "bottom")),
    "overflow": (("overflow-x", "overflow-y"), _overflow),
    "list-style": (("list-style-type",), _list_style),
    "all": (tuple(_VALID), _nothing),
}
