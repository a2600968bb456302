"""Authentication-Results fields: what a server says it checked (RFC 8601 section 2.2)."""

import re
from collections.abc import Mapping
from dataclasses import dataclass

MAX_VALUE = 16 * 1024
MAX_CLAIMS = 20
_MAX_DEPTH = 8

_EQUALS = re.compile(r"(?<![ \t\r\n])[ \t\r\n]*+=[ \t\r\n]*+")
_INSTANCE = re.compile(r"[ \t\r\n]*i[ \t]*=[ \t]*[0-9]{1,3}[ \t\r\n]*;")
_SPECIAL = frozenset(";= \t\r\n")


@dataclass(frozen=True, slots=True)
class Claim:
    """One result, such as `dkim=pass header.d=b.example`; names, result and values in lower case."""

    method: str
    result: str
    properties: Mapping[str, str]

    @property
    def domain(self) -> str:
        """The domain that passed or failed: of the signature, or of the SMTP sender. "" when it is not told."""
        if self.method == "dkim":
            return self.properties.get("header.d", "") or self.properties.get("header.i", "").rpartition("@")[2]
        if self.method == "spf":
            return self.properties.get("smtp.mailfrom", "").rpartition("@")[2]
        return ""


@dataclass(frozen=True, slots=True)
class Results:
    """One field. `authserv_id` names the server that speaks, in lower case."""

    authserv_id: str
    claims: tuple[Claim, ...]


def read_results(value: str, *, sealed: bool = False) -> Results | None:
    """The field's value, of a `sealed` one (ARC-Authentication-Results, RFC 8617 section 4.1.1) without its `i=`.

    None when it is none.
    """
    if sealed:
        instance = _INSTANCE.match(value)
        if instance is None:
            return None
        value = value[instance.end() :]
    plain = _without_comments(value[:MAX_VALUE])
    if plain is None:
        return None
    head, *statements = plain.split(";")
    words = head.split()
    if not words or len(words) > 2 or "=" in words[0]:
        return None
    claims = (_claim(statement) for statement in statements[:MAX_CLAIMS])
    return Results(words[0].lower(), tuple(claim for claim in claims if claim is not None))


def _claim(statement: str) -> Claim | None:
    words = _EQUALS.sub("=", statement).split()
    method, equals, result = words[0].lower().partition("=") if words else ("", "", "")
    if not (method and equals and result):
        return None
    properties: dict[str, str] = {}
    for word in words[1:]:
        name, equals, value = word.lower().partition("=")
        if not equals or name in properties:
            return None
        properties[name] = value
    return Claim(method.partition("/")[0], result, properties)


def _without_comments(value: str) -> str | None:
    """Without comments and quotes; what is special within quotes becomes U+FFFD. None when they do not end."""
    out: list[str] = []
    depth = 0
    quoted = escaped = False
    for character in value:
        if escaped:
            escaped = False
            if depth == 0:
                out.append("\ufffd" if character in _SPECIAL else character)
        elif character == "\\" and (quoted or depth):
            escaped = True
        elif quoted:
            quoted = character != '"'
            if quoted:
                out.append("\ufffd" if character in _SPECIAL else character)
        elif character == "(":
            depth += 1
            out.append(" ")
            if depth > _MAX_DEPTH:
                return None
        elif character == ")" and depth:
            depth -= 1
        elif depth == 0:
            quoted = character == '"'
            if not quoted:
                out.append(character)
    return None if depth or quoted or escaped else "".join(out)
