"""Selectors: read into tuples, and their specificity (Selectors 4)."""

import re
from dataclasses import dataclass
from functools import lru_cache

from letterlock.core.words import word_set

MAX_COMPOUNDS = 60
MAX_DEPTH = 8
MAX_LIST = 400
MAX_SELECTOR = 4_000
"""Characters of a selector list."""

_ESCAPE = r"\\(?:[0-9a-fA-F]{1,6}[ \t\n\r\f]?|[^\n0-9a-fA-F])"
_NAME = rf"(?:[\w\-\u0080-\U0010ffff]|{_ESCAPE})++"
_IDENT = re.compile(rf"(?!-?\d)(?!-?$){_NAME}")
_HASH = re.compile(rf"#({_NAME})")
_CLASS = re.compile(rf"\.(?!-?\d)({_NAME})")
_ATTRIBUTE = re.compile(
    rf"""\[\s*+(?:\*?\|)?({_NAME})\s*+(?:([~|^$*]?=)\s*+("(?:[^"\\]|\\.)*+"|'(?:[^'\\]|\\.)*+'|{_NAME})\s*+([iIsS])?\s*+)?\]""",
    re.S,
)
_PSEUDO = re.compile(rf"(::?)({_NAME})(\()?")
_COMBINATOR = re.compile(r"\s*+([>+~])\s*+|\s++")
_UNESCAPE = re.compile(r"\\(?:([0-9a-fA-F]{1,6})[ \t\n\r\f]?|(.))", re.S)
_NTH = re.compile(r"([+-]?\d*)n\s*(?:([+-])\s*(\d+))?|([+-]?\d+)")

_LEGACY_ELEMENTS = frozenset(("before", "after", "first-line", "first-letter"))
_STATES = word_set(
    "hover active focus focus-visible focus-within visited target target-within invalid user-invalid user-"
    " valid out-of-range indeterminate fullscreen modal playing autofill -webkit-autofill placeholder-shown"
    " open popover-open host host-context -webkit-full-screen picture-in-picture future past current"
)
"""Pseudo-classes no element of a mail that lies open on a screen is in."""
_PLAIN = word_set(
    "first-child last-child only-child first-of-type last-of-type only-of-type root empty link any-link"
    " enabled disabled checked scope valid required optional read-only read-write in-range default defined"
)
_NTHS = word_set("nth-child nth-last-child nth-of-type nth-last-of-type")
_LISTS = frozenset(("not", "is", "where", "matches", "-webkit-any", "has"))


@dataclass(frozen=True, slots=True)
class Compound:
    """What one element must be. `pseudos` are (name, argument) pairs; `never` matches no element."""

    tag: str | None = None
    id: str | None = None
    classes: tuple[str, ...] = ()
    attributes: tuple[tuple[str, str, str, bool], ...] = ()
    pseudos: tuple[tuple[str, object], ...] = ()
    never: bool = False


@dataclass(frozen=True, slots=True)
class Selector:
    """A complex selector, right to left: the subject first, then what each combinator leads to."""

    compounds: tuple[Compound, ...]
    combinators: tuple[str, ...]
    specificity: int
    """Ids, classes and tags as one number that sorts."""


@lru_cache(maxsize=2048)
def read_selectors(text: str, *, quirks: bool, forgiving: bool = False, depth: int = 0) -> tuple[Selector, ...]:
    """The selectors of a list; none when one of them cannot be read, as CSS asks (unless `forgiving`)."""
    found: list[Selector] = []
    for part in split_list(text)[:MAX_LIST]:
        selector = _complex(part.strip(), quirks, depth)
        if selector is None:
            if forgiving:
                continue
            return ()
        found.append(selector)
    return tuple(found)


def split_list(text: str) -> list[str]:
    """The parts of a selector list, at commas outside brackets and strings."""
    if not any(mark in text for mark in "([\"'\\"):
        return text.split(",")
    parts: list[str] = []
    depth = 0
    quote = ""
    start = position = 0
    while position < len(text):
        char = text[position]
        if char == "\\":
            position += 1
        elif quote:
            quote = "" if char == quote else quote
        elif char in "\"'":
            quote = char
        elif char in "([":
            depth += 1
        elif char in ")]":
            depth -= 1
        elif char == "," and depth == 0:
            parts.append(text[start:position])
            start = position + 1
        position += 1
    parts.append(text[start:])
    return parts


def is_bounded(text: str) -> bool:
    """Whether a selector list is short and flat enough to be read whole."""
    if len(text) > MAX_SELECTOR or text.count(",") >= MAX_LIST:
        return False
    depth = deepest = 0
    for char in text if text.count("(") > MAX_DEPTH else "":
        depth += {"(": 1, ")": -1}.get(char, 0)
        deepest = max(deepest, depth)
    return deepest <= MAX_DEPTH and len(_COMBINATOR.findall(text)) < MAX_COMPOUNDS + text.count(",") * 2


def _complex(text: str, quirks: bool, depth: int) -> Selector | None:
    compounds: list[Compound] = []
    combinators: list[str] = []
    specificity = 0
    position = 0
    while position < len(text):
        if compounds:
            match = _COMBINATOR.match(text, position)
            if match is None:
                return None
            combinators.append(match[1] or " ")
            position = match.end()
        read = _compound(text, position, quirks, depth)
        if read is None or len(compounds) >= MAX_COMPOUNDS:
            return None
        compound, position, weight = read
        compounds.append(compound)
        specificity += weight
    if not compounds:
        return None
    return Selector(tuple(reversed(compounds)), tuple(reversed(combinators)), specificity)


def _compound(text: str, start: int, quirks: bool, depth: int) -> tuple[Compound, int, int] | None:
    tag: str | None = None
    id_: str | None = None
    classes: list[str] = []
    attributes: list[tuple[str, str, str, bool]] = []
    pseudos: list[tuple[str, object]] = []
    never = False
    weight = 0
    position = start
    if text.startswith(("*|", "|"), position):
        never = text[position] == "|"  # elements of HTML are in a namespace
        position += 1 if never else 2
    if text.startswith("*", position):
        position += 1
    elif (match := _IDENT.match(text, position)) is not None:
        tag = unescape(match[0]).lower()
        weight += 1
        position = match.end()
    while position < len(text):
        char = text[position]
        if char == "#" and (match := _HASH.match(text, position)):
            wanted = unescape(match[1])
            wanted = wanted.lower() if quirks else wanted
            never = never or (id_ is not None and id_ != wanted)
            id_ = wanted
            weight += 1_000_000
        elif char == "." and (match := _CLASS.match(text, position)):
            name = unescape(match[1])
            classes.append(name.lower() if quirks else name)
            weight += 1_000
        elif char == "[" and (match := _ATTRIBUTE.match(text, position)):
            value = match[3] or ""
            value = unescape(value[1:-1] if value[:1] in ("'", '"') else value)
            attributes.append((unescape(match[1]).lower(), match[2] or "", value, (match[4] or "").lower() == "i"))
            weight += 1_000
        elif char == ":" and (match := _PSEUDO.match(text, position)):
            read = _pseudo(text, match, quirks, depth)
            if read is None:
                return None
            pseudo, position, added, is_never = read
            weight += added
            never = never or is_never
            if pseudo is not None:
                pseudos.append(pseudo)
            continue
        else:
            break
        position = match.end()
    if position == start:
        return None
    return Compound(tag, id_, tuple(classes), tuple(attributes), tuple(pseudos), never), position, weight


def _pseudo(  # noqa: PLR0911 (one case a line)
    text: str, match: re.Match[str], quirks: bool, depth: int
) -> tuple[tuple[str, object] | None, int, int, bool] | None:
    name = match[2].lower()
    position = match.end()
    argument = ""
    if match[3]:
        end = _closing(text, position)
        if end is None:
            return None
        argument, position = text[position:end].strip(), end + 1
    if match[1] == "::" or name in _LEGACY_ELEMENTS:
        return None, position, 1, True
    if name in _STATES:
        return None, position, 1_000, True
    if name in _PLAIN:
        return (name, None), position, 1_000, False
    if name in _NTHS:
        steps = read_nth(argument.lower().partition(" of ")[0].strip())
        return ((name, steps), position, 1_000, False) if steps is not None else None
    if name in ("lang", "dir"):
        return (name, argument.strip("\"'").lower()), position, 1_000, False
    if name not in _LISTS or depth >= MAX_DEPTH:
        return None
    relative = argument.lstrip()
    direct = name == "has" and relative.startswith(">")
    inner = read_selectors(
        relative.lstrip("> ") if direct else argument, quirks=quirks, forgiving=name in ("is", "where"), depth=depth + 1
    )
    if not inner and name not in ("is", "where"):
        return None
    weight = 0 if name == "where" else max((s.specificity for s in inner), default=0)
    key = {"matches": "is", "where": "is", "-webkit-any": "is"}.get(name, name)
    return (key + (">" if direct else ""), inner), position, weight, False


def _closing(text: str, position: int) -> int | None:
    """Where the bracket opened before `position` closes."""
    depth = 1
    quote = ""
    while position < len(text):
        char = text[position]
        if char == "\\":
            position += 1
        elif quote:
            quote = "" if char == quote else quote
        elif char in "\"'":
            quote = char
        elif char == "(":
            depth += 1
        elif char == ")":
            depth -= 1
            if depth == 0:
                return position
        position += 1
    return None


def read_nth(text: str) -> tuple[int, int] | None:
    """`an+b` as (a, b)."""
    text = {"odd": "2n+1", "even": "2n"}.get(text, text)
    match = _NTH.fullmatch(text)
    if match is None or len(text) > 20:
        return None
    if match[4]:
        return 0, int(match[4])
    step = match[1]
    a = int(step) if step not in ("", "+", "-") else int(f"{step}1")
    b = int(f"{match[2]}{match[3]}") if match[3] else 0
    return a, b


def unescape(text: str) -> str:
    """An identifier or string with its escapes resolved."""
    if "\\" not in text:
        return text
    return _UNESCAPE.sub(_character, text)


def _character(match: re.Match[str]) -> str:
    if match[1] is None:
        return "" if match[2] == "\n" else match[2]
    code = int(match[1], 16)
    return chr(code) if 0 < code < 0x110000 and not 0xD800 <= code < 0xE000 else "\ufffd"
