"""Background pictures: whether one is there to see, and what colour it leaves behind the text on it."""

import re

from letterlock.core.mime.visible.colour import BLACK, Rgba, over, read_colour
from letterlock.core.mime.visible.hide import gradient_words
from letterlock.core.mime.visible.length import read_length

NOTHING = 0.5
SPECK = 3.0
"""Sizes in pixels of a background picture that cannot be seen even if repeated, and not if it stands alone."""
TRANSPARENT: Rgba = (0.0, 0.0, 0.0, 0.0)
FAR = 2_000.0
"""Pixels from its place at which no background picture is behind the text."""
_LAYER = re.compile(r"(?:url|gradient|image|image-set)\(")


def is_unseen(declared: dict[str, str], em: float) -> bool:
    """Whether every layer of a background is of no size, or a speck or out of sight and not repeated."""
    if not ("background-size" in declared or "background-position" in declared):
        return False
    sizes = _layers(declared.get("background-size", "auto"), em)
    places = _layers(declared.get("background-position", "0"), em)
    repeats = [layer.strip() for layer in declared.get("background-repeat", "repeat").split(",")]
    count = max(1, len(_LAYER.findall(declared["background-image"])))
    return all(
        _is_unseen_layer(sizes[n % len(sizes)], places[n % len(places)], repeats[n % len(repeats)])
        for n in range(min(count, 20))
    )


def _layers(value: str, em: float) -> list[list[float | None]]:
    return [[read_length(word, em, 800) for word in layer.split()[:4]] for layer in value.split(",")[:20]]


def _is_unseen_layer(size: list[float | None], place: list[float | None], repeat: str) -> bool:
    if any(length is not None and length < NOTHING for length in size):
        return True
    if repeat not in ("no-repeat", "no-repeat no-repeat"):
        return False
    speck = any(length is not None and length <= SPECK for length in size)
    return speck or any(length is not None and abs(length) >= FAR for length in place)


def left_behind(image: str, under: Rgba | None) -> Rgba | None:
    """What a background picture leaves behind the text: a gradient of one colour is that colour, of more is unknown.

    A picture that is to be loaded leaves what is under it, as where none is loaded; one carried in the address itself
    (data:) is not shown by mail programs.
    """
    if "gradient(" not in image:
        return under
    painted = _painted(image, under)
    if not painted:
        return None
    spread = max(max(p[c] for p in painted) - min(p[c] for p in painted) for c in range(3))
    return painted[0] if spread <= 40 else None


def letters_filled(image: str, colour: Rgba | None, under: Rgba | None) -> Rgba:
    """The ink of letters that the background fills: of a gradient, what differs most from what is under it."""
    if "gradient(" not in image:
        return colour or TRANSPARENT
    painted = _painted(image, under)
    if not painted or under is None:
        return BLACK
    return max(painted, key=lambda one: max(abs(one[channel] - under[channel]) for channel in range(3)))


def _painted(image: str, under: Rgba | None) -> list[Rgba]:
    """The colours of a gradient's stops over what is under it, as far as they are known."""
    stops = [read_colour(word.strip(",() ")) for word in gradient_words(image)]
    return [over(stop, under) for stop in stops if stop is not None and under is not None]


def is_fetched(image: str) -> bool:
    """Whether a picture comes from elsewhere, and may be there or not."""
    return "url(" in image and ("data:" not in image or "http" in image)
