"""XCLIENT and XFORWARD: what a trusted proxy or relay tells of the client it speaks for (Postfix's XCLIENT_README and
XFORWARD_README); xtext is that of RFC 3461 section 4."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from ipaddress import IPv6Address, ip_address

from letterlock.faces.smtp import reply
from letterlock.faces.smtp.command import CommandError

XCLIENT = ("NAME", "ADDR", "PORT", "PROTO", "HELO", "LOGIN", "DESTADDR", "DESTPORT")
XFORWARD = ("NAME", "ADDR", "PORT", "PROTO", "HELO", "IDENT", "SOURCE")
_UNKNOWN = frozenset({"[UNAVAILABLE]", "[TEMPUNAVAIL]"})
_HEX = re.compile(r"\+([0-9A-F]{2})")
_WORDS = {"PROTO": frozenset({"SMTP", "ESMTP"}), "SOURCE": frozenset({"LOCAL", "REMOTE"})}
_LONGEST = 255


@dataclass(frozen=True, slots=True)
class Told:
    """What was told so far. `address` is None when it was told to be unknown, `named` whether it was told at all."""

    named: bool = False
    address: str | None = None
    helo: str = ""

    def after(self, attributes: Mapping[str, str]) -> "Told":
        """With what a further command tells. Raises CommandError for an address that is none."""
        told = self
        if "ADDR" in attributes:
            told = replace(told, named=True, address=_address(attributes["ADDR"]))
        if "HELO" in attributes:
            told = replace(told, helo=attributes["HELO"])
        return told


def read_attributes(argument: str, names: tuple[str, ...]) -> dict[str, str]:
    """`ADDR=192.0.2.1 HELO=a+2Bb` as `{"ADDR": "192.0.2.1", "HELO": "a+b"}`, "" for what is unknown.

    Raises CommandError for a name that is not among `names`, one given twice, or a value that is not as it should be.
    """
    attributes: dict[str, str] = {}
    for word in argument.split():
        name, equals, text = word.partition("=")
        name = name.upper()
        if not equals or name not in names or name in attributes:
            raise CommandError(reply.BAD_ATTRIBUTE)
        attributes[name] = _value(name, text)
    if not attributes:
        raise CommandError(reply.BAD_ATTRIBUTE)
    return attributes


def _value(name: str, text: str) -> str:
    if text.upper() in _UNKNOWN:
        return ""
    value = read_xtext(text)
    if value is None or not 0 < len(value) <= _LONGEST or not value.isascii() or not value.isprintable():
        raise CommandError(reply.BAD_ATTRIBUTE)
    allowed = _WORDS.get(name)
    if allowed is not None and value.upper() not in allowed:
        raise CommandError(reply.BAD_ATTRIBUTE)
    if name.endswith("PORT") and not (value.isdigit() and len(value) <= 5 and int(value) <= 65535):
        raise CommandError(reply.BAD_ATTRIBUTE)
    if name == "HELO" and " " in value:
        raise CommandError(reply.BAD_ATTRIBUTE)
    if name in ("ADDR", "DESTADDR"):
        _address(value)
    return value


def read_xtext(text: str) -> str | None:
    """Decoded; None when a plus sign is not followed by two upper-case hexadecimal digits."""
    if text.count("+") != len(_HEX.findall(text)):
        return None
    return _HEX.sub(lambda match: chr(int(match[1], 16)), text)


def _address(text: str) -> str | None:
    if not text:
        return None
    try:
        address = ip_address(text[5:] if text[:5].upper() == "IPV6:" else text)
    except ValueError:
        raise CommandError(reply.BAD_ATTRIBUTE) from None
    if not isinstance(address, IPv6Address):
        return str(address)
    if address.scope_id is not None:
        raise CommandError(reply.BAD_ATTRIBUTE)
    return str(address.ipv4_mapped or address)
