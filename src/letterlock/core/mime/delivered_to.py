"""Whom a message in somebody's mailbox had been sent to, by what the servers that delivered it wrote on top of it."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from letterlock.core.address import Address, parse_address
from letterlock.core.errors import Invalid
from letterlock.core.mime.parse import parse
from letterlock.core.trust.received import top_fields

_HOPS: Final = 20
_MOST: Final = 50
"""Recipients of one message."""
_NAMED: Final = ("x-original-to", "x-envelope-to", "envelope-to", "x-delivered-to", "delivered-to")
"""The first are nearest to what the envelope said; Delivered-To may already be the mailbox that catches all."""
_FOR: Final = re.compile(r"\bfor <?([^\s<>;]{3,320})>?\s*(?:;|$)")


@dataclass(frozen=True, slots=True)
class Delivered:
    """`recipients` as lists, the one nearest to the envelope first; `mail_from` from Return-Path, else ""."""

    recipients: tuple[tuple[Address, ...], ...]
    mail_from: str


def read_delivered(raw: bytes) -> Delivered:
    """From the topmost fields of a message."""
    fields = top_fields(raw, _HOPS)
    lists = [_addresses([value for name, value in fields if name == wanted]) for wanted in _NAMED]
    lists.append(
        _addresses([match[1] for name, value in fields if name == "received" for match in _FOR.finditer(value)])
    )
    return Delivered(tuple(one for one in lists if one), _return_path(fields))


def addressed(raw: bytes) -> tuple[Address, ...]:
    """Whom To and Cc name: where no server says more, they are all there is."""
    message = parse(raw)
    return tuple({address.key: address for address in (*message.to, *message.cc)[:_MOST]}.values())


def _addresses(texts: list[str]) -> tuple[Address, ...]:
    return tuple({address.key: address for address in _parsed(texts[:_MOST])}.values())


def _parsed(texts: list[str]) -> Iterator[Address]:
    for text in texts:
        try:
            yield parse_address(text.strip().strip("<>"))
        except Invalid:
            continue  # somebody's own idea of the field


def _return_path(fields: list[tuple[str, str]]) -> str:
    value = next((value for name, value in fields if name == "return-path"), "")
    try:
        return parse_address(value.strip().strip("<>")).spec
    except Invalid:
        return ""
