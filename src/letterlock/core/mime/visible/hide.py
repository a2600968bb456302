"""Boxes no reader sees into: empty, clipped, off the page, shrunk to nothing (CSS Overflow, Masking, Transforms)."""

import math
import re

from letterlock.core.mime.visible.colour import read_colour
from letterlock.core.mime.visible.declare import read_number
from letterlock.core.mime.visible.length import HEIGHT, WIDTH, read_length
from letterlock.core.words import word_set

SLIVER = 3.0
"""A box this low or narrow, in pixels, shows no word of what overflows it."""
LEAST_LINE = 0.4
"""Share of its font size that must be seen of a line for it to be read."""
FAR_LEFT = -400.0
FAR_UP = -200.0
FAR_RIGHT = 2_000.0
FAR_DOWN = 5_000.0

_UNCONTAINED = word_set(
    "inline contents table table-row table-row-group table-header-group table-footer-group table-column"
    " table-column-group table-cell ruby ruby-text"
)
"""Boxes without a size of their own that containment could hold (CSS Containment 2, section 3)."""
_UNMOVED = _UNCONTAINED - {"inline", "table", "ruby"}
"""Boxes without margins (CSS 2.2, section 8.3)."""
_BOXES = word_set("block inline-block flex grid inline-flex inline-grid list-item flow-root -webkit-box run-in")
_FUNCTION = re.compile(r"(?<![a-z0-9])([a-z0-9]{1,20})\(([^()]*+(?:\([^()]*+\)[^()]*+)*+)\)")
_ARGUMENTS = re.compile(r",(?![^()]*\))")
_DRAWN = re.compile(r"[lhvcsqta]", re.I)
"""A path that draws more than points."""
_CONTAINED = frozenset(("strict", "content", "paint", "size"))
_SIZED = frozenset(("height", "min-height", "contain-intrinsic-size"))
_ROUND = re.compile(r"(circle|ellipse)\(([^()]*+)\)")
_ZERO = 0.05


def reason_to_hide(  # noqa: PLR0911 (one case a line)
    display: str,
    em: float,
    line_height: float | None,
    declared: dict[str, str],
) -> tuple[str, str]:
    """(why the whole subtree cannot be seen, why what overflows the box cannot); "" where it can."""
    if not declared or display == "contents":
        return "", ""
    if declared.get("content-visibility") == "hidden" and (display == "table-cell" or display not in _UNCONTAINED):
        return "content-visibility:hidden", ""
    whole = _moved_away(declared, display, em) or _shrunk(declared, display, em) or _clipped(declared, em)
    if whole:
        return whole, ""
    if "zoom" in declared and 0 < (read_number(declared["zoom"]) or 0.0) < _ZERO:
        return "zoom near 0", ""
    if "mask-image" in declared and _masks_all(declared["mask-image"]):
        return "mask shows nothing", ""
    if declared.get("content", "").startswith(("url(", "image-set(", "-webkit-image-set(")):
        return "replaced by a picture", ""
    return "", _emptied(display, em, line_height, declared)


def _emptied(display: str, em: float, line_height: float | None, declared: dict[str, str]) -> str:
    """A box without room whose overflow is not shown."""
    across, down = declared.get("overflow-x", "visible"), declared.get("overflow-y", "visible")
    contained = _CONTAINED.intersection(declared.get("contain", "").split())
    if contained - {"size"} and display not in _UNCONTAINED:
        across, down = "clip", "clip"
        if contained & {"size", "strict"} and not _SIZED.intersection(declared):
            return "box without height"
    if (across == "visible" and down == "visible") or display not in _BOXES:
        return ""
    if "size" in contained and down != "visible" and not _SIZED.intersection(declared):
        return "box without height"
    if across != down and "visible" in (across, down) and "clip" not in (across, down):
        # CSS Overflow 3: visible computes to auto beside another value.
        across = down = "hidden"
    low = down != "visible" and _is_low(em, line_height, declared)
    return "box without height" if low else _narrowed(em, declared) if across != "visible" else ""


def _is_low(em: float, line_height: float | None, declared: dict[str, str]) -> bool:
    room = _room(declared, em, "height", 0.0)
    if room is None and line_height is not None and line_height <= 1 and "min-height" not in declared:
        room = line_height
    return room is not None and room + _pixels(declared, "padding-bottom", em) <= max(SLIVER, LEAST_LINE * em)


def _narrowed(em: float, declared: dict[str, str]) -> str:
    indent = read_length(declared.get("text-indent", "0"), em, WIDTH, True)
    if indent is not None and indent >= (_room(declared, em, "width", WIDTH) or WIDTH):
        return "text-indent off the page"
    room = _room(declared, em, "width", WIDTH)
    if room is not None and room + _pixels(declared, "padding-right", em) <= SLIVER:
        return "box without width"
    return ""


def _room(declared: dict[str, str], em: float, side: str, base: float) -> float | None:
    """The used height or width where the declarations fix it; None where the content does."""
    room: float | None = None
    for name in (side, f"max-{side}"):
        value = declared.get(name)
        if value is None or (base == 0 and value.endswith("%")):
            # A percentage of a height that depends on the content counts as auto.
            continue
        length = read_length(value, em, base, True)
        if length is not None:
            room = length if room is None else min(room, length)
    least = read_length(declared.get(f"min-{side}", ""), em, base, True)
    if room is not None and least is not None:
        room = max(room, least)
    return None if room is None else max(0.0, room)


def low_box(display: str, em: float, declared: dict[str, str]) -> float | None:
    """The height in pixels beyond which a box cuts its content away; None where it grows with the content."""
    if declared.get("overflow-y", "visible") not in ("hidden", "clip") or display not in _BOXES:
        return None
    room = _room(declared, em, "height", 0.0)
    return None if room is None else room + _pixels(declared, "padding-bottom", em)


def is_flat(display: str, em: float, declared: dict[str, str]) -> bool:
    """Whether a box has no area of its own for a background, whatever overflows it."""
    if display not in _BOXES:
        return False
    return any(
        (room := _room(declared, em, side, base)) is not None and room + _pixels(declared, padding, em) <= SLIVER
        for side, base, padding in (("height", 0.0, "padding-bottom"), ("width", WIDTH, "padding-right"))
    )


def _pixels(declared: dict[str, str], name: str, em: float) -> float:
    return read_length(declared.get(name, "0"), em, WIDTH, True) or 0.0


def _moved_away(declared: dict[str, str], display: str, em: float) -> str:  # noqa: PLR0911 (one case a line)
    position = declared.get("position", "static")
    if position not in ("static", "sticky", "-webkit-sticky"):
        if position == "fixed" and _beside_screen(declared, em):
            return "placed off the page"
        left = read_length(declared.get("left", "auto"), em, WIDTH, True)
        top = read_length(declared.get("top", "auto"), em, HEIGHT, True)
        if left is not None and (left <= FAR_LEFT or left >= FAR_RIGHT):
            return "placed off the page"
        if top is not None and (top <= FAR_UP or top >= (HEIGHT if position == "fixed" else FAR_DOWN)):
            return "placed off the page"
        if left is None and (read_length(declared.get("right", "auto"), em, WIDTH, True) or 0.0) <= FAR_LEFT:
            return "placed off the page"
        if left is None and (read_length(declared.get("right", "auto"), em, WIDTH, True) or 0.0) >= WIDTH:
            return "placed off the page"
        if _placed_beside(declared, em, position, left, top):
            return "placed off the page"
        if top is None and abs(read_length(declared.get("bottom", "auto"), em, HEIGHT, True) or 0.0) >= FAR_DOWN:
            return "placed off the page"
    if display in _UNMOVED:
        return ""
    margin = read_length(declared.get("margin-left", "0"), em, WIDTH, True)
    if margin is not None and (margin <= FAR_LEFT * 1.5 or margin >= FAR_RIGHT):
        return "margin off the page"
    margin = read_length(declared.get("margin-top", "0"), em, WIDTH, True)
    if margin is not None and margin <= FAR_UP * 2:
        return "margin off the page"
    return ""


def _placed_beside(declared: dict[str, str], em: float, position: str, left: float | None, top: float | None) -> bool:
    """Whether a box is moved left or up by all its size, or ends where what holds it begins."""
    if left is not None and left < 0:
        width = _room(declared, em, "width", WIDTH)
        if width is not None and left + width <= 0:
            return True
    if position == "relative":
        return False
    if top is not None and top < 0:
        height = _room(declared, em, "height", 0.0)
        return height is not None and top + height <= 0 and declared.get("overflow-y", "visible") != "visible"
    bottom = declared.get("bottom", "auto")
    return top is None and "%" in bottom and (read_length(bottom, em, HEIGHT, True) or 0.0) >= HEIGHT


def _beside_screen(declared: dict[str, str], em: float) -> bool:
    """Whether a box fixed to the screen begins or ends beyond its edge."""
    sides = {"left": WIDTH, "right": WIDTH, "top": HEIGHT, "bottom": HEIGHT}
    return any((read_length(declared.get(side, "auto"), em, room, True) or 0.0) >= room for side, room in sides.items())


def _masks_all(mask: str) -> bool:
    """Whether a mask is a gradient of nothing but transparency."""
    stops = [colour for colour in map(read_colour, gradient_words(mask)) if colour is not None]
    return bool(stops) and all(stop[3] < _ZERO for stop in stops)


def gradient_words(image: str) -> list[str]:
    """The words of the first gradient in `image`, colour functions whole."""
    inner = image.partition("gradient(")[2]
    words: list[str] = []
    depth = 0
    current: list[str] = []
    for char in inner[:600]:
        if char in " ," and depth == 0:
            words.append("".join(current))
            current = []
            continue
        depth += {"(": 1, ")": -1}.get(char, 0)
        if depth < 0:
            break
        current.append(char)
    words.append("".join(current))
    return [word for word in words if word]


def _edge_on(name: str, values: list[str]) -> bool:
    """Whether a rotation shows a box by its edge alone."""
    axis = name[6:]
    if axis == "3d" and len(values) == 4:
        x, y, z = (_number(value) for value in values[:3])
        axis = "x" if z == 0 and (x or y) else "z"
    return axis in ("x", "y") and abs(_degrees(values[-1]) % 180 - 90) < 1


def _degrees(angle: str) -> float:
    for unit, degrees in (("deg", 1.0), ("grad", 0.9), ("rad", 180 / math.pi), ("turn", 360.0)):
        if angle.endswith(unit):
            return _number(angle.removesuffix(unit)) * degrees
    return 0.0


def _shrunk(declared: dict[str, str], display: str, em: float) -> str:  # noqa: PLR0911, PLR0912 (one case a line)
    transform = declared.get("transform", "none")
    scale = declared.get("scale", "none")
    if display in ("inline", "contents"):
        return ""
    if scale != "none":
        parts = scale.split()
        if any(abs(_number(part)) < _ZERO for part in parts[:2]):
            return "scaled to nothing"
    turned = declared.get("rotate", "none").split()
    if len(turned) in (2, 4) and _edge_on(f"rotate{turned[0] if len(turned) == 2 else '3d'}", turned):
        return "turned edge on"
    moved = declared.get("translate", "none")
    if moved != "none":
        transform = f"translate({','.join(moved.split())}) {'' if transform == 'none' else transform}"
    if transform == "none":
        return ""
    for name, arguments in _FUNCTION.findall(transform):
        values = [part.strip() for part in _ARGUMENTS.split(arguments)]
        if name in ("scale", "scalex", "scaley", "scale3d") and any(abs(_number(v)) < _ZERO for v in values[:2]):
            return "scaled to nothing"
        if name == "matrix" and len(values) == 6:
            a, b, c, d = (_number(v) for v in values[:4])
            if abs(a * d - b * c) < _ZERO * _ZERO:
                return "scaled to nothing"
        if name == "matrix3d" and len(values) == 16:
            a, b, c, d = (_number(values[place]) for place in (0, 1, 4, 5))
            if abs(a * d - b * c) < _ZERO * _ZERO:
                return "scaled to nothing"
        if name in ("rotatex", "rotatey", "rotate3d") and _edge_on(name, values):
            return "turned edge on"
        if name in ("translate", "translatex", "translatey", "translate3d"):
            across = read_length(values[0], em, WIDTH) if name != "translatey" else 0.0
            down = (
                read_length(values[0 if name == "translatey" else 1], em, 20.0)
                if name[9:10] == "y" or len(values) > 1
                else 0.0
            )
            if not FAR_LEFT < (across or 0.0) < FAR_RIGHT or not FAR_UP < (down or 0.0) < FAR_DOWN:
                return "moved off the page"
    return ""


def _clipped(declared: dict[str, str], em: float) -> str:
    clip = declared.get("clip", "auto")
    if clip.startswith("rect(") and declared.get("position") in ("absolute", "fixed"):
        parts = re.split(r"[\s,]+", clip[5:].rstrip(") ").strip())
        if len(parts) == 4:
            top, right, bottom, left = (
                (read_length(part, em, 0) or 0.0) if part != "auto" else (0.0 if place in (0, 3) else WIDTH)
                for place, part in enumerate(parts)
            )
            if bottom - top <= SLIVER or right - left <= SLIVER:
                return "clip"
    path = declared.get("clip-path", "none")
    return "clip-path" if path != "none" and _shows_nothing(path, em) else ""


def _shows_nothing(path: str, em: float) -> bool:  # noqa: PLR0911 (one case a line)
    match = _ROUND.search(path)
    if match:
        radii = [read_length(part, em, 100) for part in match[2].partition("at ")[0].split()]
        return any(radius is not None and radius <= 1 for radius in radii)
    name, _, arguments = path.partition("(")
    if name == "inset":
        parts = arguments.partition(")")[0].partition("round")[0].split()
        lengths = [read_length(part, em, 100) or 0.0 for part in parts][:4]
        percents = [
            length if part.endswith("%") else (100.0 if length >= 800 else 0.0)
            for length, part in zip(lengths, parts, strict=False)
        ]
        if not percents:
            return False
        top = percents[0]
        right = percents[1] if len(percents) > 1 else top
        bottom = percents[2] if len(percents) > 2 else top
        left = percents[3] if len(percents) > 3 else right
        return top + bottom >= 99 or left + right >= 99
    if name == "polygon":
        points = [part.split() for part in arguments.rstrip(") ").split(",")]
        pairs = [p[-2:] for p in points if len(p) >= 2]
        return bool(pairs) and (len({p[0] for p in pairs}) == 1 or len({p[1] for p in pairs}) == 1)
    if name == "rect":
        return len(set(arguments.rstrip(") ").split())) == 1
    if name == "xywh":
        return any((read_length(part, em, 100) or 0.0) <= 1 for part in arguments.rstrip(") ").split()[2:4])
    if name == "path":
        return not _DRAWN.search(arguments)
    return False


def _number(text: str) -> float:
    try:
        return float(text[:-1]) / 100 if text.endswith("%") else float(text)
    except ValueError:
        return 1.0
