"""CSS without anything that loads from elsewhere (CSS Values 4 section 4.5, CSS Images, CSS Cascade)."""

from typing import Any

_LOADING = frozenset(
    [
        "url",
        "src",
        "image",
        "image-set",
        "-webkit-image-set",
        "cross-fade",
        "-webkit-cross-fade",
        "element",
        "expression",
    ]
)
"""Functions that fetch, or that old programs ran as script."""

_LOADING_PROPERTIES = frozenset(["behavior", "-moz-binding"])
_DEEPEST = 30
_LONGEST = 200_000
"""Characters; a longer style sheet is dropped whole."""


def safe_declarations(css: str) -> str:
    """The declarations of a style attribute that load nothing; `cid:` images stay."""
    import tinycss2

    if not _readable(css):
        return ""
    return _declarations(tinycss2.parse_blocks_contents(css))


def safe_sheet(css: str) -> str:
    """A style sheet's plain rules and its `@media` rules, less the declarations that load something."""
    import tinycss2

    if not _readable(css):
        return ""
    rules = tinycss2.parse_stylesheet(css, skip_comments=True, skip_whitespace=True)
    return "\n".join(filter(None, (_rule(rule, nested=False) for rule in rules)))


def _readable(css: str) -> bool:
    """Short and shallow enough for a parser that recurses, and without the sign that ends a style element."""
    if len(css) > _LONGEST:
        return False
    depth = deepest = 0
    for character in css:
        if character in "([{":
            depth += 1
            deepest = max(deepest, depth)
        elif character in ")]}":
            depth -= 1
    return deepest <= _DEEPEST


def _rule(rule: Any, *, nested: bool) -> str:
    import tinycss2

    if rule.type == "qualified-rule":
        body = _declarations(tinycss2.parse_blocks_contents(rule.content))
        selector = tinycss2.serialize(rule.prelude).strip()
        return f"{selector} {{{body}}}" if body and "<" not in selector else ""
    if rule.type != "at-rule" or rule.lower_at_keyword != "media" or rule.content is None or nested:
        return ""
    condition = tinycss2.serialize(rule.prelude).strip()
    inner = tinycss2.parse_rule_list(rule.content, skip_comments=True, skip_whitespace=True)
    rules = "\n".join(filter(None, (_rule(child, nested=True) for child in inner)))
    return f"@media {condition} {{{rules}}}" if rules and "<" not in condition else ""


def _declarations(nodes: list[Any]) -> str:
    kept = []
    for node in nodes:
        if node.type != "declaration" or node.lower_name in _LOADING_PROPERTIES or _loads(node.value):
            continue
        text = node.serialize()  # names keep their escapes
        if "<" not in text:
            kept.append(text)
    return "; ".join(kept)


def _loads(tokens: list[Any]) -> bool:
    """Whether any token, at any depth, names something to fetch."""
    waiting = list(tokens)
    while waiting:
        token = waiting.pop()
        if token.type == "url" and not token.value.strip().lower().startswith("cid:"):
            return True
        if token.type == "function":
            if token.lower_name in _LOADING and not _is_content_id(token):
                return True
            waiting.extend(token.arguments)
        elif token.type == "error":
            return True
        elif token.type in ("() block", "[] block", "{} block"):
            waiting.extend(token.content)
    return False


def _is_content_id(function: Any) -> bool:
    """`url("cid:…")`: its one argument is a string, which makes it a function to the parser."""
    arguments = [token for token in function.arguments if token.type not in ("whitespace", "comment")]
    return (
        function.lower_name == "url"
        and len(arguments) == 1
        and arguments[0].type == "string"
        and arguments[0].value.strip().lower().startswith("cid:")
    )
