"""What was found in one message: its codes, and its links that act for whoever opens them."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

Kind = Literal["reset", "sign_in", "confirm"]


@dataclass(frozen=True, slots=True)
class ActionLink:
    """A link that resets a password, signs in or confirms an address for whoever opens it."""

    url: str = field(repr=False)
    kind: Kind
    text: str = ""


@dataclass(frozen=True, slots=True)
class Secrets:
    """`codes` as they are typed in: without the blanks they are grouped with."""

    codes: tuple[str, ...] = field(default=(), repr=False)
    links: tuple[ActionLink, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.codes or self.links)

    def stored(self) -> dict[str, Any]:
        """As JSON, for the store."""
        return {
            "codes": list(self.codes),
            "links": [{"url": link.url, "kind": link.kind, "text": link.text} for link in self.links],
        }


def from_stored(stored: Mapping[str, Any] | None) -> Secrets:
    """What `stored` gave; nothing for None."""
    if stored is None:
        return Secrets()
    links = tuple(ActionLink(link["url"], link["kind"], link["text"]) for link in stored["links"])
    return Secrets(tuple(stored["codes"]), links)
