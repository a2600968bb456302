"""SPF records: choosing and parsing them (RFC 7208 sections 4.5, 5, 6 and 12)."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from ipaddress import IPv4Network, IPv6Network, ip_network
from typing import Literal

from letterlock.core.trust.spf_macro import MacroString, SpfSyntaxError, parse_macros

MAX_LENGTH = 8192
"""Longest record read, in characters; a longer one is a syntax error."""

Qualifier = Literal["+", "-", "~", "?"]
Kind = Literal["all", "include", "a", "mx", "ptr", "ip4", "ip6", "exists"]

_QUALIFIERS: dict[str, Qualifier] = {"": "+", "+": "+", "-": "-", "~": "~", "?": "?"}
_TERM = re.compile(r"([+\-?~]?)([A-Za-z][A-Za-z0-9._-]*)(.*)", re.DOTALL)
_CIDR = re.compile(r"(.*?)(?:/(0|[1-9][0-9]{0,2}))?(?://(0|[1-9][0-9]{0,2}))?", re.DOTALL)
_IP4 = re.compile(r"[0-9.]+(?:/(?:0|[1-9][0-9]?))?")
_IP6 = re.compile(r"[0-9A-Fa-f:.]+(?:/(?:0|[1-9][0-9]{0,2}))?")
_LABEL = re.compile(r"[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?")


@dataclass(frozen=True, slots=True)
class Mechanism:
    """One directive; `domain` is None where it defaults to the current domain."""

    qualifier: Qualifier
    kind: Kind
    domain: MacroString | None = None
    network: IPv4Network | IPv6Network | None = None
    prefix4: int = 32
    prefix6: int = 128


@dataclass(frozen=True, slots=True)
class SpfRecord:
    """A whole record, syntax checked."""

    mechanisms: tuple[Mechanism, ...]
    redirect: MacroString | None = None


def select_records(texts: Iterable[str]) -> list[str]:
    """The TXT records that are SPF version 1 (section 4.5)."""
    return [text for text in texts if text[:7].lower() in ("v=spf1", "v=spf1 ")]


def parse_record(text: str) -> SpfRecord:
    """A record that `select_records` chose. Raises SpfSyntaxError for any error in it (section 4.6)."""
    if len(text) > MAX_LENGTH:
        raise SpfSyntaxError("record too long")
    if not text.isascii():
        raise SpfSyntaxError("record is not ASCII")
    mechanisms: list[Mechanism] = []
    modifiers: dict[str, MacroString] = {}
    for term in text[6:].split(" "):
        if not term:
            continue
        match = _TERM.fullmatch(term)
        if match is None:
            raise SpfSyntaxError(f"{term[:40]!r} is no term")
        qualifier, name, rest = match.groups()
        if rest.startswith("="):
            _modifier(qualifier, name.lower(), rest[1:], modifiers)
        else:
            mechanisms.append(_mechanism(_QUALIFIERS[qualifier], name.lower(), rest))
    return SpfRecord(tuple(mechanisms), modifiers.get("redirect"))


def _modifier(qualifier: str, name: str, value: str, modifiers: dict[str, MacroString]) -> None:
    if qualifier:
        raise SpfSyntaxError(f"{name}= has a qualifier")
    if name not in ("redirect", "exp"):
        parse_macros(value, explanation=True)
        return
    if name in modifiers:
        raise SpfSyntaxError(f"two {name}= modifiers")
    modifiers[name] = _domain_spec(value)


def _mechanism(qualifier: Qualifier, name: str, rest: str) -> Mechanism:
    match name:
        case "all":
            if rest:
                raise SpfSyntaxError("all takes no argument")
            return Mechanism(qualifier, "all")
        case "ip4" | "ip6":
            return Mechanism(qualifier, name, network=_network(name, rest))
        case "include" | "exists":
            return Mechanism(qualifier, name, domain=_domain_spec(_argument(name, rest)))
        case "ptr":
            return Mechanism(qualifier, "ptr", domain=_domain_spec(_argument(name, rest)) if rest else None)
        case "a" | "mx":
            return _address_mechanism(qualifier, name, rest)
    raise SpfSyntaxError(f"unknown mechanism {name[:40]!r}")


def _address_mechanism(qualifier: Qualifier, name: Literal["a", "mx"], rest: str) -> Mechanism:
    match = _CIDR.fullmatch(rest)
    assert match is not None
    target, prefix4, prefix6 = match.groups()
    four, six = int(prefix4 or 32), int(prefix6 or 128)
    if four > 32 or six > 128:
        raise SpfSyntaxError(f"prefix of {name} is too long")
    domain = _domain_spec(_argument(name, target)) if target else None
    return Mechanism(qualifier, name, domain=domain, prefix4=four, prefix6=six)


def _argument(name: str, rest: str) -> str:
    if not rest.startswith(":"):
        raise SpfSyntaxError(f"{name} lacks its domain")
    return rest[1:]


def _network(name: str, rest: str) -> IPv4Network | IPv6Network:
    text = rest[1:]
    shape = _IP4 if name == "ip4" else _IP6
    try:
        if not rest.startswith(":") or not shape.fullmatch(text):
            raise ValueError
        network = ip_network(text, strict=False)
    except ValueError:
        raise SpfSyntaxError(f"{rest[:50]!r} is no network for {name}") from None
    if isinstance(network, IPv4Network) != (name == "ip4"):
        raise SpfSyntaxError(f"{rest[:50]!r} is no network for {name}")
    return network


def _domain_spec(text: str) -> MacroString:
    """A domain-spec: it ends in a macro or in a dot and a top label that is not all digits (section 7.1)."""
    parts = parse_macros(text)
    if not parts:
        raise SpfSyntaxError("empty domain")
    if text.endswith("}") or text[-2:] in ("%%", "%_", "%-"):
        return parts
    before, _, top = text.removesuffix(".").rpartition(".")
    if not before or not _LABEL.fullmatch(top) or top.isdigit():
        raise SpfSyntaxError(f"{text[:50]!r} is no domain")
    return parts
