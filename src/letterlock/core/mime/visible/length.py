"""Lengths in CSS pixels, with the units and arithmetic that hiding tricks use (CSS Values 4)."""

import math
import re
from functools import lru_cache

WIDTH = 800.0
"""The page a reader sees: 800 CSS pixels wide, 600 high."""
HEIGHT = 600.0

_NUMBER = re.compile(r"([+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d{1,3})?)([a-z]*|%)")
_UNITS = {
    "px": 1.0,
    "pt": 4 / 3,
    "pc": 16.0,
    "in": 96.0,
    "cm": 96 / 2.54,
    "mm": 96 / 25.4,
    "q": 96 / 101.6,
    "vw": WIDTH / 100,
    "vh": HEIGHT / 100,
    "vmin": HEIGHT / 100,
    "vmax": WIDTH / 100,
    "svw": WIDTH / 100,
    "svh": HEIGHT / 100,
    "dvw": WIDTH / 100,
    "dvh": HEIGHT / 100,
    "lvw": WIDTH / 100,
    "lvh": HEIGHT / 100,
    "vi": WIDTH / 100,
    "vb": HEIGHT / 100,
    "rem": 16.0,
}
_RELATIVE = {"em": 1.0, "ex": 0.5, "ch": 0.5, "ic": 1.0, "cap": 0.7, "lh": 1.2, "rlh": 1.2}
_TOKEN = re.compile(
    r"\s*+(?:([+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d{1,3})?(?:[a-z]+|%)?)|(calc|min|max|clamp|abs|round|mod|rem)?(\()|(pi|e|-?infinity)\b|([)+\-*/,]))"
)
MAX_TOKENS = 200
_CONSTANTS = {"pi": math.pi, "e": math.e, "infinity": 1e300, "-infinity": -1e300}
MATHS = ("calc(", "min(", "max(", "clamp(", "abs(", "round(", "mod(", "rem(", "-webkit-calc(")
"""How a value that is calculated begins."""


@lru_cache(maxsize=8192)
def read_length(value: str, em: float, base: float, unitless: bool = False) -> float | None:
    """`value` (lower case) in pixels; `em` and `base` (what 100 % is) in pixels; None where it is no length.

    A bare number other than 0 is a length only where `unitless` (attributes, quirks).
    """
    match = _NUMBER.fullmatch(value)
    if match is None:
        return _calculate(value, em, base) if "(" in value and len(value) <= 400 else None
    return _scale(float(match[1]), match[2], em, base, unitless)


def _scale(number: float, unit: str, em: float, base: float, unitless: bool) -> float | None:  # noqa: PLR0911 (one case a line)
    if not math.isfinite(number):
        return None
    if unit == "px":
        return number
    if not unit:
        return number if unitless or number == 0 else None
    if unit == "%":
        return number * base / 100
    if unit in _UNITS:
        return number * _UNITS[unit]
    if unit in _RELATIVE:
        return number * _RELATIVE[unit] * em
    return None


def _calculate(value: str, em: float, base: float) -> float | None:  # noqa: PLR0911, PLR0912 (one case a line)
    """calc(), min(), max(), clamp(): a shunting yard over a bounded number of tokens."""
    if not value.startswith(MATHS):
        return None
    value = value.removeprefix("-webkit-")
    output: list[list[float]] = [[]]
    operators: list[list[str]] = [[]]
    names: list[str] = []
    position = count = 0
    while position < len(value):
        match = _TOKEN.match(value, position)
        count += 1
        if match is None or count > MAX_TOKENS or match.end() == position:
            return None
        position = match.end()
        number, name, opened, constant, sign = match.groups()
        if constant:
            output[-1].append(_CONSTANTS[constant])
        elif number:
            if not _push(number, output[-1], operators[-1], em, base):
                return None
        elif opened:
            names.append(name or "calc")
            output.append([])
            operators.append([])
        elif sign == ")":
            if not names or not _reduce(output[-1], operators[-1]):
                return None
            arguments = output.pop()
            operators.pop()
            result = _apply(names.pop(), arguments)
            if result is None:
                return None
            output[-1].append(result)
            if not names:
                break
        elif sign == ",":
            if not _reduce(output[-1], operators[-1]):
                return None
            operators[-1].append(",")
        else:
            while operators[-1] and operators[-1][-1] != "," and (operators[-1][-1] in "*/" or sign in "+-"):
                if not _step(output[-1], operators[-1].pop()):
                    return None
            operators[-1].append(sign)
    result = output[0][0] if len(output) == 1 and len(output[0]) == 1 else None
    return result if result is not None and math.isfinite(result) else None


def _push(number: str, output: list[float], operators: list[str], em: float, base: float) -> bool:
    match = _NUMBER.fullmatch(number)
    pixels = _scale(float(match[1]), match[2], em, base, True) if match else None
    if pixels is None:
        return False
    signed_without_space = number[0] in "+-" and len(output) > len([o for o in operators if o])
    if signed_without_space:
        return False
    output.append(pixels)
    return True


def _reduce(output: list[float], operators: list[str]) -> bool:
    while operators and operators[-1] != ",":
        if not _step(output, operators.pop()):
            return False
    return True


def _step(output: list[float], operator: str) -> bool:
    if len(output) < 2:
        return False
    right, left = output.pop(), output.pop()
    if operator == "/" and right == 0:
        return False
    output.append(
        {"+": left + right, "-": left - right, "*": left * right}[operator] if operator != "/" else left / right
    )
    return True


def _apply(name: str, arguments: list[float]) -> float | None:  # noqa: PLR0911 (one case a line)
    if not arguments:
        return None
    if name == "min":
        return min(arguments)
    if name == "max":
        return max(arguments)
    if name == "clamp":
        return max(arguments[0], min(arguments[1], arguments[2])) if len(arguments) == 3 else None
    if name == "abs":
        return abs(arguments[0])
    if name in ("round", "mod", "rem"):
        return _divided(name, arguments)
    return arguments[0] if len(arguments) == 1 else None


def _divided(name: str, arguments: list[float]) -> float | None:
    number, step = (*arguments, 1.0)[:2]
    if len(arguments) > 2 or step == 0 or not math.isfinite(number / step):
        return None
    if name == "round":
        return round(number / step) * step
    return number % step if name == "mod" else math.fmod(number, step)
