"""What a resource and a prompt are: data over operations, as tools are."""

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final
from urllib.parse import unquote

from letterlock.faces.mcp.links import Links

View = Callable[[Links, Mapping[str, Any]], dict[str, Any]]
"""An operation's result as the resource's JSON."""

_VARIABLE: Final = re.compile(r"\{(\w+)\}")
_BAD_ESCAPE: Final = re.compile(r"%(?![0-9A-Fa-f]{2})")
_SCHEME: Final = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:")
_OUTSIDE: Final = re.compile(r"[^\x21-\x7e]|[\"<>\\^`{|}]")
"""Never in a URI, encoded or not (RFC 3986 section 2)."""
_SURROGATE: Final = re.compile("[\ud800-\udfff]")
URI_LIMIT: Final = 2000


class MalformedUriError(ValueError):
    """It is no URI; the message says why."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Resource:
    """A resource, or a template of them when its `uri` has variables (RFC 6570 level 1).

    `renamed` gives the operation's name of each variable, `fixed` further arguments.
    """

    uri: str
    name: str
    title: str
    description: str
    operation: str
    view: View
    renamed: Mapping[str, str] = field(default_factory=dict)
    fixed: Mapping[str, Any] = field(default_factory=dict)

    @property
    def variables(self) -> tuple[str, ...]:
        return tuple(_VARIABLE.findall(self.uri))

    def match(self, uri: str) -> dict[str, str] | None:
        """The variables' values, decoded; None when `uri` is not one of these. Raises MalformedUriError."""
        scheme, rest = self.uri.split(":", 1)
        pattern = "".join(
            f"(?P<{part}>[^/?#]+)" if at % 2 else re.escape(part) for at, part in enumerate(_VARIABLE.split(rest))
        )
        # Scheme and host are the same in either case (RFC 3986 section 6.2.2.1).
        host = re.match(r"//[^/]*", rest)
        assert host is not None, "a resource has an authority"
        pattern = f"(?i:{re.escape(scheme)}:{re.escape(host[0])}){pattern[len(re.escape(host[0])) :]}"
        found = re.fullmatch(pattern, uri)
        return None if found is None else {name: _decoded(value) for name, value in found.groupdict().items()}


def check_uri(uri: str) -> None:
    """Raises MalformedUriError."""
    if not _SCHEME.match(uri) or len(uri) > URI_LIMIT:
        raise MalformedUriError(f"it must begin with a scheme and have at most {URI_LIMIT} characters")
    if _OUTSIDE.search(uri):
        raise MalformedUriError("it has a character in it that must be percent-encoded")
    if _BAD_ESCAPE.search(uri):
        raise MalformedUriError("a % in it is not followed by two hexadecimal digits")


def _decoded(value: str) -> str:
    try:
        return unquote(value, errors="strict")
    except UnicodeDecodeError:
        raise MalformedUriError("what is percent-encoded in it is not UTF-8") from None


def as_text(data: Any) -> str:
    """JSON that a model reads with ease; half a surrogate pair, which has no UTF-8, stays escaped."""
    return _SURROGATE.sub(lambda half: f"\\u{ord(half[0]):04x}", json.dumps(data, ensure_ascii=False, indent=1))


@dataclass(frozen=True, slots=True, kw_only=True)
class Prompt:
    """A prompt; `arguments` maps each argument to (description, required), `render` makes the text of its one message
    and raises Invalid for an argument it does not take.
    """

    name: str
    title: str
    description: str
    arguments: Mapping[str, tuple[str, bool]]
    render: Callable[[Mapping[str, str]], str]
