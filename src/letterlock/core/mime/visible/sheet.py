"""Style sheets: text in, the rules that apply on an 800 pixel wide screen out, in order (CSS Syntax 3, Cascade 5)."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from letterlock.core.mime.visible.block import MAX_BLOCK, Declaration, split_block
from letterlock.core.mime.visible.carried import read_import
from letterlock.core.mime.visible.declare import expand, read_declarations
from letterlock.core.mime.visible.media import media_applies
from letterlock.core.mime.visible.properties import PROPERTIES
from letterlock.core.mime.visible.selector import is_bounded, split_list

MAX_RULES = 20_000
MAX_NESTING = 6
MAX_PRELUDE = 4_000
MAX_KEYFRAMES = 500

_TOKEN = re.compile(
    r"""/\*(?:[^*]++|\*(?!/))*+(?:\*/|\Z)|"(?:[^"\\\n]|\\.)*+(?:"|\n|\Z)|'(?:[^'\\\n]|\\.)*+(?:'|\n|\Z)|\\.|"""
    r"""url\(\s*+(?!["'\s])[^)\\]*+(?:\\.[^)\\]*+)*+(?:\)|\Z)|[{}()\[\];]|[^/"'\\{}()\[\];u]++|.""",
    re.S | re.I,
)
_VALIDATED = frozenset(("display", "color", "visibility", "opacity", "font-size", "position"))
"""Properties whose values are all known, so that an unknown one is not supported."""
_CONTAINER = re.compile(r"container(?:-type)?\s*+:", re.I)
_LAYER = re.compile(r"layer(?:\(([^()]*)\))?\s*", re.I)
_CLOSER = {"{": "}", "(": ")", "[": "]"}
_CDO = re.compile(r"<!--|-->")
UNLAYERED = 1_000_000


@dataclass(frozen=True, slots=True)
class Rule:
    """One style rule. `layer` ranks cascade layers: unlayered rules win over all of them."""

    selector: str
    declarations: tuple[Declaration, ...]
    layer: int = UNLAYERED


class Sheets:
    """Collects the rules of a document's style sheets, within bounds."""

    def __init__(self, *, quirks: bool) -> None:
        self.rules: list[Rule] = []
        self.full = False
        self._quirks = quirks
        self._layers: dict[str, int] = {}
        self._containers = False
        self.animations: dict[str, dict[str, tuple[Declaration, ...]]] = {}
        """By name in lower case, what each end (`from`, `to`) of an animation declares."""

    def add(self, css: str) -> None:
        """Read one style sheet."""
        self._containers = self._containers or _CONTAINER.search(css) is not None
        self._read(css, "", UNLAYERED, 0)

    def _read(self, css: str, outer: str, layer: int, depth: int) -> None:
        leading = not outer
        for prelude, body in split_rules(css):
            if len(self.rules) >= MAX_RULES:
                self.full = True
                return
            if body is None:
                if prelude[:7].lower() == "@layer ":
                    for name in prelude[7:].split(","):
                        self._layer(name.strip())
                elif leading and prelude[:7].lower() == "@import" and depth < MAX_NESTING:
                    self._import(prelude, layer, depth)
                continue
            leading = False
            if prelude.startswith("@"):
                self._at_rule(prelude, body, outer, layer, depth)
            elif is_bounded(prelude):
                self._style_rule(_nest(outer, prelude), body, layer, depth)
            else:
                self.full = True

    def _import(self, rule: str, layer: int, depth: int) -> None:
        """A sheet carried in the rule itself; none is fetched."""
        css, media = read_import(rule)
        name = _LAYER.match(media)
        if name:
            layer, media = self._layer(name[1] or ""), media[name.end() :]
        if css and media_applies(media):
            self._read(css, "", layer, depth + 1)

    def _style_rule(self, selector: str, body: str, layer: int, depth: int) -> None:
        if "{" not in body:
            declarations = read_declarations(body, quirks=self._quirks)
            if declarations:
                self.rules.append(Rule(selector, declarations, layer))
            return
        if depth >= MAX_NESTING:
            return
        own = ";".join(prelude for prelude, inner in split_rules(body) if inner is None)
        declarations = read_declarations(own, quirks=self._quirks)
        if declarations:
            self.rules.append(Rule(selector, declarations, layer))
        self._read(body, selector, layer, depth + 1)

    def _at_rule(self, prelude: str, body: str, outer: str, layer: int, depth: int) -> None:
        name, _, condition = prelude[1:].partition(" ")
        name, paren, rest = name.partition("(")
        name = name.lower()
        condition = f"{paren}{rest} {condition}".strip()
        if depth >= MAX_NESTING:
            return
        if self._declares(name, condition, body):
            return
        if name == "scope":
            self._scope(condition, body, layer, depth)
            return
        if name == "layer":
            layer = self._layer(condition)
        elif not self._holds(name, condition):
            return
        if outer:
            self._style_rule(outer, body, layer, depth + 1)
        else:
            self._read(body, outer, layer, depth + 1)

    def _declares(self, name: str, condition: str, body: str) -> bool:
        """Whether it is an at-rule that declares something for others to name; then that is noted."""
        if name.removeprefix("-webkit-") == "keyframes":
            self._keyframes(condition, body)
        elif name == "property":
            self._property(condition, body)
        else:
            return False
        return True

    def _holds(self, name: str, condition: str) -> bool:
        if name == "media":
            return media_applies(condition)
        if name == "container":
            return self._containers and media_applies(condition[max(0, condition.find("(")) :])
        return name == "supports" and _supported(condition)

    def _scope(self, condition: str, body: str, layer: int, depth: int) -> None:
        """@scope (root): its rules match the root and what is in it (CSS Cascade 6)."""
        root = condition.partition(" to ")[0].strip().removeprefix("(").removesuffix(")").strip()
        if not root:
            self._read(body, "", layer, depth + 1)
            return
        if not is_bounded(root):
            self.full = True
            return
        body = body.replace(":scope", "&")
        self._read(body, root, layer, depth + 1)
        for prelude, inner in split_rules(body):
            if inner is not None and not prelude.startswith("@") and "&" not in prelude:
                own = ",".join(f"{part.strip()}:is({root})" for part in split_list(prelude))
                if is_bounded(own):
                    self._style_rule(own, inner, layer, depth + 1)

    def _property(self, name: str, body: str) -> None:
        """@property: the initial value of a custom property, weaker than any rule."""
        values = [value for key, value, _ in split_block(body[:MAX_BLOCK]) if key == "initial-value"]
        if name.startswith("--") and values and len(self.rules) < MAX_RULES:
            self.rules.insert(0, Rule(":where(html)", ((name, values[-1], False),), -1))

    def _keyframes(self, name: str, body: str) -> None:
        ends: dict[str, tuple[Declaration, ...]] = {}
        for prelude, inner in split_rules(body):
            for stop in prelude.lower().split(","):
                end = {"from": "from", "0%": "from", "to": "to", "100%": "to"}.get(stop.strip())
                if end and inner is not None:
                    ends[end] = read_declarations(inner, quirks=self._quirks)
        if len(self.animations) < MAX_KEYFRAMES:
            self.animations[name.strip("\"' ").lower()] = ends

    def _layer(self, name: str) -> int:
        return self._layers.setdefault(name or f" {len(self._layers)}", len(self._layers))


def split_rules(css: str) -> Iterator[tuple[str, str | None]]:
    """(prelude, body) of each block at the top of `css`; body None for a statement ended by a semicolon."""
    stack: list[str] = []
    prelude: list[str] = []
    body: list[str] = []
    inside = False
    for match in _TOKEN.finditer(css):
        piece = match[0]
        if piece[:2] == "/*":
            continue
        if not inside:
            if piece == "{" and not stack:
                inside = True
                stack.append("}")
                continue
            if piece == ";" and not stack:
                yield _CDO.sub("", "".join(prelude)).strip(), None
                prelude.clear()
                continue
            prelude.append(piece)  # a stray brace spoils the rule after it
        elif piece == stack[-1] and len(stack) == 1:
            yield _CDO.sub("", "".join(prelude)).strip(), "".join(body)
            prelude.clear()
            body.clear()
            stack.clear()
            inside = False
            continue
        else:
            body.append(piece)
        if piece in _CLOSER and len(stack) < 200:
            stack.append(_CLOSER[piece])
        elif stack and piece == stack[-1]:
            stack.pop()
    if inside:
        yield _CDO.sub("", "".join(prelude)).strip(), "".join(body)
    elif prelude:
        yield _CDO.sub("", "".join(prelude)).strip(), None


def _nest(outer: str, selector: str) -> str:
    """A nested rule's selector, written out (CSS Nesting 1)."""
    if not outer:
        return selector
    if "&" in selector:
        return selector.replace("&", f":is({outer})")[: MAX_PRELUDE * 2]
    return ",".join(f":is({outer}) {part}" for part in split_list(selector))[: MAX_PRELUDE * 2]


def _supported(condition: str) -> bool:
    """@supports of a plain condition: a declaration we can read, or one of a property we do not look at."""
    condition = condition.strip().lower()
    if condition.startswith("not"):
        return not _supported(condition[3:])
    if " or " in condition or " and " in condition:
        joined = any if " or " in condition else all
        return joined(_supported(part) for part in re.split(r" (?:or|and) ", condition))
    if condition.startswith("selector("):
        return True
    name, _, value = condition.strip("() ").partition(":")
    name, value = name.strip(), value.strip()
    if name.startswith(("-ms-", "-moz-", "mso-", "-o-", "-apple-")):
        return False
    return bool(dict(expand(name, value))) or (name in PROPERTIES and not _VALIDATED.intersection((name,)))
