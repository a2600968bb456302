"""Boxes no reader sees into: empty, clipped, off the page, shrunk to nothing (CSS Overflow, Masking, Transforms)."""

import re

from letterlock.core.mime.visible.length import HEIGHT, WIDTH, read_length
from letterlock.core.words import word_set

SLIVER = 3.0
"""A box this low or narrow, in pixels, shows no word of what overflows it."""
FAR_LEFT = -400.0
FAR_UP = -200.0
FAR_RIGHT = 2_000.0
FAR_DOWN = 5_000.0

_BOXES = word_set("block inline-block flex grid inline-flex inline-grid list-item flow-root -webkit-box run-in")
_FUNCTION = re.compile(r"([a-z0-9]+)\(([^()]*)\)")
_ROUND = re.compile(r"(circle|ellipse)\(\s*([^()]*?)\s*(?:at [^()]*)?\)")
_ZERO = 0.05


def reason_to_hide(
    display: str,
    em: float,
    line_height: float | None,
    declared: dict[str, str],
) -> tuple[str, str]:
    """(why the whole subtree cannot be seen, why what overflows the box cannot); "" where it can."""
    if not declared:
        return "", ""
    if declared.get("content-visibility") == "hidden" and display != "inline":
        return "content-visibility:hidden", ""
    whole = _moved_away(declared, em) or _shrunk(declared, display, em) or _clipped(declared, em)
    if whole:
        return whole, ""
    if "zoom" in declared and declared["zoom"].startswith(("0.0", "0%", ".0")):
        return "zoom near 0", ""
    return "", _emptied(display, em, line_height, declared)


def _emptied(display: str, em: float, line_height: float | None, declared: dict[str, str]) -> str:
    """A box without room whose overflow is not shown."""
    across, down = declared.get("overflow-x", "visible"), declared.get("overflow-y", "visible")
    if (across == "visible" and down == "visible") or display not in _BOXES:
        return ""
    if across != down and "visible" in (across, down) and "clip" not in (across, down):
        # CSS Overflow 3: visible computes to auto beside another value.
        across = down = "hidden"
    if down != "visible":
        room = _room(declared, em, "height", 0.0)
        if room is None and line_height is not None and line_height <= 1 and "min-height" not in declared:
            room = line_height
        if room is not None and room + _pixels(declared, "padding-bottom", em) <= SLIVER:
            return "box without height"
    if across != "visible":
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


def _pixels(declared: dict[str, str], name: str, em: float) -> float:
    return read_length(declared.get(name, "0"), em, WIDTH, True) or 0.0


def _moved_away(declared: dict[str, str], em: float) -> str:  # noqa: PLR0911 (one case a line)
    position = declared.get("position", "static")
    if position not in ("static", "sticky", "-webkit-sticky"):
        left = read_length(declared.get("left", "auto"), em, WIDTH, True)
        top = read_length(declared.get("top", "auto"), em, HEIGHT, True)
        if left is not None and (left <= FAR_LEFT or left >= FAR_RIGHT):
            return "placed off the page"
        if top is not None and (top <= FAR_UP or top >= (HEIGHT if position == "fixed" else FAR_DOWN)):
            return "placed off the page"
        if left is None and (read_length(declared.get("right", "auto"), em, WIDTH, True) or 0.0) <= FAR_LEFT:
            return "placed off the page"
        if left is None and (read_length(declared.get("right", "auto"), em, WIDTH, True) or 0.0) >= FAR_RIGHT:
            return "placed off the page"
        if top is None and abs(read_length(declared.get("bottom", "auto"), em, HEIGHT, True) or 0.0) >= FAR_DOWN:
            return "placed off the page"
    margin = read_length(declared.get("margin-left", "0"), em, WIDTH, True)
    if margin is not None and (margin <= FAR_LEFT * 1.5 or margin >= FAR_RIGHT):
        return "margin off the page"
    margin = read_length(declared.get("margin-top", "0"), em, WIDTH, True)
    if margin is not None and margin <= FAR_UP * 2:
        return "margin off the page"
    return ""


def _shrunk(declared: dict[str, str], display: str, em: float) -> str:  # noqa: PLR0911 (one case a line)
    transform = declared.get("transform", "none")
    scale = declared.get("scale", "none")
    if display in ("inline", "contents"):
        return ""
    if scale != "none":
        parts = scale.split()
        if any(abs(_number(part)) < _ZERO for part in parts[:2]):
            return "scaled to nothing"
    moved = declared.get("translate", "none")
    if moved != "none":
        transform = f"translate({','.join(moved.split())}) {'' if transform == 'none' else transform}"
    if transform == "none":
        return ""
    for name, arguments in _FUNCTION.findall(transform[:400]):
        values = [part.strip() for part in arguments.split(",")]
        if name in ("scale", "scalex", "scaley", "scale3d") and any(abs(_number(v)) < _ZERO for v in values[:2]):
            return "scaled to nothing"
        if name == "matrix" and len(values) == 6:
            a, b, c, d = (_number(v) for v in values[:4])
            if abs(a * d - b * c) < _ZERO * _ZERO:
                return "scaled to nothing"
        if name in ("rotatex", "rotatey") and values[0].rstrip("deg") in ("90", "-90", "270"):
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
        if len(parts) == 4 and "auto" not in parts:
            top, right, bottom, left = (read_length(part, em, 0) or 0.0 for part in parts)
            if bottom - top <= SLIVER or right - left <= SLIVER:
                return "clip"
    path = declared.get("clip-path", "none")
    return "clip-path" if path != "none" and _shows_nothing(path, em) else ""


def _shows_nothing(path: str, em: float) -> bool:
    match = _ROUND.search(path)
    if match:
        radii = [read_length(part, em, 100) for part in match[2].split()]
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
    return False


def _number(text: str) -> float:
    try:
        return float(text[:-1]) / 100 if text.endswith("%") else float(text)
    except ValueError:
        return 1.0
