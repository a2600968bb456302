"""Media queries, answered for what a mail is shown on: a colour screen of 800 by 600 pixels (Media Queries 4)."""

import re
from functools import lru_cache

from letterlock.core.mime.visible.length import HEIGHT, WIDTH, read_length

_FEATURE = re.compile(r"\(([^()]*(?:\([^()]*\)[^()]*)*)\)")
_RANGE = re.compile(r"(<=|>=|<|>|=)")
_LENGTHS = {"width": WIDTH, "device-width": WIDTH, "height": HEIGHT, "device-height": HEIGHT}
_NUMBERS = {"color": 8.0, "color-index": 0.0, "monochrome": 0.0, "grid": 0.0, "-webkit-device-pixel-ratio": 1.0}
_RATIOS = {"aspect-ratio": WIDTH / HEIGHT, "device-aspect-ratio": WIDTH / HEIGHT}
_KEYWORDS = {
    "orientation": "landscape",
    "prefers-color-scheme": "light",
    "prefers-reduced-motion": "no-preference",
    "prefers-contrast": "no-preference",
    "hover": "hover",
    "any-hover": "hover",
    "pointer": "fine",
    "any-pointer": "fine",
    "scripting": "none",
    "forced-colors": "none",
    "inverted-colors": "none",
    "update": "fast",
    "display-mode": "browser",
    "color-gamut": "srgb",
    "dynamic-range": "standard",
    "overflow-block": "scroll",
    "overflow-inline": "scroll",
}
_EXTREME = 1e12


@lru_cache(maxsize=512)
def media_applies(query_list: str) -> bool:
    """Whether any query of the list holds; an empty list does, one that cannot be read does not."""
    text = query_list.strip().lower()
    return not text or any(_query(part.strip()) for part in text[:2_000].split(","))


def _query(text: str) -> bool:
    negated = text.startswith(("not ", "not("))
    if negated:
        text = text[3:].strip()
    text = text.removeprefix("only ").strip()
    kind, rest = "all", text
    if not text.startswith("("):
        kind, _, rest = text.partition(" ")
        rest = rest.strip().removeprefix("and").strip()
    if kind not in ("all", "screen"):
        return negated
    if kind != "all" and not rest:
        return not negated
    holds = _conditions(rest)
    if holds is None:
        return False
    return holds != negated


def _conditions(text: str) -> bool | None:
    """The and/or of features; None where something in it is unknown (which makes the query false, negated or not)."""
    if not text:
        return True
    results: list[bool | None] = []
    for match in _FEATURE.finditer(text):
        holds = _feature(match[1].strip())
        before = text[: match.start()].rstrip()
        if before.endswith("not") and holds is not None:
            holds = not holds
        results.append(holds)
    if not results or "(" in _FEATURE.sub("", text):
        return None
    if " or " in _FEATURE.sub("", text):
        return any(r for r in results)
    if None in results:
        return None
    return all(results)


def _feature(text: str) -> bool | None:
    if text.startswith("("):
        return _conditions(text)
    name, colon, value = text.partition(":")
    name, value = name.strip(), value.strip()
    if colon:
        return _compare_feature(name, value)
    parts = [part.strip() for part in _RANGE.split(text)]
    if len(parts) == 1:
        return _boolean(name)
    if len(parts) not in (3, 5):
        return None
    return all(_compare_range(*parts[i : i + 3]) for i in range(0, len(parts) - 2, 2))


def _boolean(name: str) -> bool | None:
    if name in _LENGTHS or name in _RATIOS:
        return True
    if name in _NUMBERS:
        return _NUMBERS[name] != 0
    if name in _KEYWORDS:
        return _KEYWORDS[name] not in ("none", "no-preference")
    return None


def _compare_feature(name: str, value: str) -> bool | None:
    if name in _KEYWORDS:
        return _KEYWORDS[name] == value
    if name.startswith("-webkit-min-"):
        name = f"min-{name[12:].replace('device', '-webkit-device', 1)}"
    elif name.startswith("-webkit-max-"):
        name = f"max-{name[12:].replace('device', '-webkit-device', 1)}"
    limit, feature = name[:4], name[4:]
    if limit not in ("min-", "max-"):
        limit, feature = "", name
    wanted, actual = _wanted(feature, value), _actual(feature)
    if wanted is None or actual is None:
        return None
    if limit == "min-":
        return actual >= wanted
    return actual <= wanted if limit else actual == wanted


def _compare_range(left: str, sign: str, right: str) -> bool:
    feature = left if _actual(left) is not None else right
    actual = _actual(feature)
    if actual is None:
        return False
    one = actual if feature == left else _wanted(feature, left)
    other = actual if feature == right else _wanted(feature, right)
    if one is None or other is None:
        return False
    return {"<": one < other, ">": one > other, "<=": one <= other, ">=": one >= other, "=": one == other}[sign]


def _actual(feature: str) -> float | None:
    for table in (_LENGTHS, _NUMBERS, _RATIOS):
        if feature in table:
            return table[feature]
    return 96.0 if feature == "resolution" else None


def _wanted(feature: str, value: str) -> float | None:
    if feature in _LENGTHS:
        return read_length(value, 16, 100)
    if feature in _RATIOS:
        top, _, bottom = value.partition("/")
        return _number(top, 1) / _number(bottom or "1", 1)
    if feature == "resolution":
        for unit, dots in (("dppx", 96.0), ("dpi", 1.0), ("dpcm", 2.54), ("x", 96.0)):
            if value.endswith(unit):
                return _number(value[: -len(unit)], _EXTREME) * dots
        return None
    return _number(value, _EXTREME)


def _number(text: str, default: float) -> float:
    try:
        number = float(text.strip())
    except ValueError:
        return default
    return number if number > 0 or default == _EXTREME else default
