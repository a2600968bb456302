"""Colours: read, composited, and compared as an eye would (CSS Color 4, WCAG contrast not needed for equality)."""

import re
from collections.abc import Callable
from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tinycss2.color4 import Color

Rgba = tuple[float, float, float, float]
"""Red, green, blue 0 to 255, and alpha 0 to 1."""

WHITE: Rgba = (255.0, 255.0, 255.0, 1.0)
BLACK: Rgba = (0.0, 0.0, 0.0, 1.0)
LINK: Rgba = (0.0, 0.0, 238.0, 1.0)

NEAR = 20
"""Channels that differ by no more than this are the same colour to a reader (#eee on white is)."""

_HEX = re.compile(r"#([0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})")
_MADE = (
    "color-mix(",
    "light-dark(",
    "rgb(from ",
    "rgba(from ",
    "hsl(from ",
    "hsla(from ",
    "hwb(from ",
    "lab(from ",
    "lch(from ",
    "oklab(from ",
    "oklch(from ",
    "color(from ",
)
_OUTSIDE = r"(?![^()]*(?:\([^()]*\)[^()]*)*\))"
_SPLIT_COMMAS = re.compile(rf",{_OUTSIDE}")
_SPLIT_SPACES = re.compile(rf" {_OUTSIDE}")
_SYSTEM = {
    "canvas": WHITE,
    "window": WHITE,
    "field": WHITE,
    "canvastext": BLACK,
    "windowtext": BLACK,
    "fieldtext": BLACK,
    "buttontext": BLACK,
    "buttonface": (239.0, 239.0, 239.0, 1.0),
    "linktext": LINK,
    "highlight": (0.0, 0.0, 128.0, 1.0),
    "highlighttext": WHITE,
    "graytext": (128.0, 128.0, 128.0, 1.0),
}


@lru_cache(maxsize=4096)
def read_colour(value: str) -> Rgba | None:  # noqa: PLR0911 (one case a line)
    """A CSS colour (lower case), None where it is none; `currentcolor` is the caller's."""
    if _HEX.fullmatch(value):
        return _from_hex(value[1:])
    if value in _SYSTEM:
        return _SYSTEM[value]
    if len(value) > 200 or value.count("(") > 6:
        return None
    if value.startswith(_MADE):
        return _made(value)
    from tinycss2 import color4

    try:
        found = color4.parse_color(value)
        if found is None or isinstance(found, str):
            return None
        red, green, blue = _to_srgb(found)
    except (ValueError, NotImplementedError, TypeError, ZeroDivisionError, OverflowError):
        return None
    return (_byte(red * 255), _byte(green * 255), _byte(blue * 255), min(1.0, max(0.0, float(found.alpha))))


def _made(value: str) -> Rgba | None:
    """A colour made of others (CSS Color 5): mixed in sRGB whatever space it names, by channels taken over unchanged.

    Channels of a relative colour that are calculated anew are not worked out: it counts as the colour it starts from.
    """
    name, _, inner = value.partition("(")
    inner = inner.rpartition(")")[0].strip()
    if name == "light-dark":
        return read_colour(_commas(inner)[0])
    if name == "color-mix":
        _, *parts = _commas(inner)
        return _mixed(parts) if len(parts) == 2 else None
    if not inner.startswith("from "):
        return None
    words = _words(inner[5:])
    return read_colour(words[0]) if words else None


def _mixed(parts: list[str]) -> Rgba | None:
    colours: list[Rgba] = []
    shares: list[float | None] = []
    for part in parts:
        words = _words(part)
        shares += [_share(word) for word in words if word.endswith("%")] or [None]
        found = read_colour(" ".join(word for word in words if not word.endswith("%")))
        if found is None or len(shares) != len(colours) + 1:
            return None
        colours.append(found)
    one, other = shares
    one = 1 - other if one is None and other is not None else 0.5 if one is None else one
    other = 1 - one if other is None else other
    total = one + other
    if total <= 0:
        return None
    first = one / total
    alpha = colours[0][3] * first + colours[1][3] * (1 - first)
    red, green, blue = (
        (colours[0][c] * colours[0][3] * first + colours[1][c] * colours[1][3] * (1 - first)) / (alpha or 1.0)
        for c in range(3)
    )
    return (red, green, blue, alpha * min(1.0, total))


def _share(word: str) -> float | None:
    try:
        return min(1.0, max(0.0, float(word[:-1]) / 100))
    except ValueError:
        return None


def _commas(text: str) -> list[str]:
    return [part.strip() for part in _SPLIT_COMMAS.split(text)]


def _words(text: str) -> list[str]:
    return [word for word in _SPLIT_SPACES.split(text) if word]


@lru_cache(maxsize=1024)
def read_legacy_colour(value: str) -> Rgba | None:
    """An HTML colour attribute (HTML "rules for parsing a legacy color value"): hash or not, padded, never refused."""
    value = value.strip()
    if not value or value.lower() == "transparent":
        return None
    named = read_colour(value.lower()) if value[0] != "#" and "(" not in value else None
    if named is not None:
        return named
    digits = value.lstrip("#")[:128] if value[0] == "#" else value[:128]
    if value[0] == "#" and re.fullmatch(r"[0-9a-fA-F]{3}", digits):
        return _from_hex(digits.lower())
    digits = "".join(c if c in "0123456789abcdefABCDEF" else "0" for c in digits)
    digits += "0" * ((-len(digits)) % 3 or (3 if not digits else 0))
    third = len(digits) // 3
    parts = [digits[i * third : (i + 1) * third][-8:] for i in range(3)]
    while len(parts[0]) > 2 and all(p[0] == "0" for p in parts):
        parts = [p[1:] for p in parts]
    red, green, blue = (float(int(p[:2], 16)) for p in parts)
    return (red, green, blue, 1.0)


def over(top: Rgba, under: Rgba) -> Rgba:
    """`top` painted on an opaque `under`."""
    alpha = top[3]
    if alpha >= 1:
        return top
    rest = 1 - alpha
    return (top[0] * alpha + under[0] * rest, top[1] * alpha + under[1] * rest, top[2] * alpha + under[2] * rest, 1.0)


def alike(one: Rgba, other: Rgba) -> bool:
    """Whether a reader could not tell text of one colour on the other."""
    return max(abs(one[0] - other[0]), abs(one[1] - other[1]), abs(one[2] - other[2])) <= NEAR


def blended(ink: Rgba, under: Rgba, mode: str) -> Rgba:
    """The ink that a blend mode leaves of `ink` (CSS Compositing 1), as far as modes that make text vanish go."""
    blend = _BLENDS.get(mode)
    if blend is None:
        return ink
    red, green, blue = (255 * blend(ink[c] / 255, under[c] / 255) for c in range(3))
    return (red, green, blue, ink[3])


_BLENDS: dict[str, Callable[[float, float], float]] = {
    "screen": lambda ink, under: ink + under - ink * under,
    "lighten": max,
    "darken": min,
    "multiply": lambda ink, under: ink * under,
    "plus-lighter": lambda ink, under: min(1.0, ink + under),
    "color-dodge": lambda ink, under: under if ink < 1 else 1.0,
    "color-burn": lambda ink, under: under if ink > 0 else 0.0,
    "difference": lambda ink, under: abs(under - ink),
    "exclusion": lambda ink, under: ink + under - 2 * ink * under,
}


def _from_hex(digits: str) -> Rgba:
    if len(digits) < 5:
        digits = "".join(d + d for d in digits)
    alpha = int(digits[6:8], 16) / 255 if len(digits) == 8 else 1.0
    return (float(int(digits[0:2], 16)), float(int(digits[2:4], 16)), float(int(digits[4:6], 16)), alpha)


def _to_srgb(found: "Color") -> tuple[float, float, float]:
    """Red, green and blue of any CSS colour, 0 to 1: close enough to compare two colours by eye."""
    space = found.space
    if space in ("srgb", "hsl", "hwb"):
        return _three(found.to("srgb"))
    if space in ("lab", "lch", "xyz-d50"):
        x, y, z = _three(found.to("xyz-d50"))
        return _from_xyz(x * 0.9505 / 0.9643, y, z * 1.0891 / 0.8251)
    if space in ("oklab", "oklch", "xyz", "xyz-d65"):
        return _from_xyz(*_three(found.to("xyz-d65")))
    red, green, blue = _three(found)
    return (_gamma(red), _gamma(green), _gamma(blue)) if space == "srgb-linear" else (red, green, blue)


def _three(found: "Color") -> tuple[float, float, float]:
    one, two, three = (float(c or 0) for c in found.coordinates)
    return one, two, three


def _from_xyz(x: float, y: float, z: float) -> tuple[float, float, float]:
    linear = (
        3.2409699 * x - 1.5373832 * y - 0.4986108 * z,
        -0.9692436 * x + 1.8759675 * y + 0.0415551 * z,
        0.0556301 * x - 0.2039770 * y + 1.0569715 * z,
    )
    return _gamma(linear[0]), _gamma(linear[1]), _gamma(linear[2])


def _gamma(value: float) -> float:
    return 12.92 * value if value <= 0.0031308 else float(1.055 * value ** (1 / 2.4) - 0.055)


def _byte(value: float) -> float:
    return min(255.0, max(0.0, value))
