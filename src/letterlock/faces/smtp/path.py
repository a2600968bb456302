"""The paths and parameters of MAIL and RCPT (RFC 5321 sections 4.1.1.2, 4.1.1.3, 4.1.2; RFC 1870, 6152, 6531)."""

import re
from dataclasses import dataclass

from letterlock.core.address import Address, make_address
from letterlock.core.errors import Invalid
from letterlock.faces.smtp import reply
from letterlock.faces.smtp.command import CommandError, parse_path

_SENDER_LOCAL = re.compile(r'[^\s"(),:;<>@\[\\\]\x00-\x1f\x7f]{1,200}|"[^"\\\x00-\x1f\x7f]{1,200}"')
"""Senders that carry the recipient in their local part are longer than the 64 of RFC 5321; all we do is answer them."""

_NOT_IN_PATH = frozenset(' \t(),:;<>[]\\"')
_BODIES = frozenset({"7BIT", "8BITMIME"})


@dataclass(frozen=True, slots=True)
class Sender:
    """What MAIL said: `address` is "" for the null sender, `size` 0 when it was not announced."""

    address: str
    size: int
    smtputf8: bool


def read_mail(argument: str, *, extended: bool, largest: int) -> Sender:
    """Reads what follows MAIL; `extended` after EHLO or LHLO, `largest` in bytes. Raises CommandError."""
    path = parse_path(argument, "FROM:")
    if path is None:
        raise CommandError(reply.BAD_ARGUMENT)
    parameters = path.parameters
    if parameters and (not extended or parameters.keys() - {"SIZE", "BODY", "SMTPUTF8"}):
        raise CommandError(reply.BAD_PARAMETER)
    size = parameters.get("SIZE", "0")
    body = parameters.get("BODY", "7BIT").upper()
    if not (size.isascii() and size.isdigit() and len(size) <= 20) or body not in _BODIES or parameters.get("SMTPUTF8"):
        raise CommandError(reply.BAD_ARGUMENT)
    if int(size) > largest:
        raise CommandError(reply.TOO_LARGE)
    smtputf8 = "SMTPUTF8" in parameters
    return Sender(_sender(path.address, smtputf8=smtputf8), int(size), smtputf8)


def _sender(text: str, *, smtputf8: bool) -> str:
    if not text:
        return ""
    if text.startswith("@"):
        raise CommandError(reply.SOURCE_ROUTE)
    if not smtputf8 and not text.isascii():
        raise CommandError(reply.NEEDS_SMTPUTF8)
    local, at, domain = text.rpartition("@")
    if not at or not _SENDER_LOCAL.fullmatch(local) or _NOT_IN_PATH & set(domain):
        raise CommandError(reply.BAD_SENDER)
    try:
        return f"{local}@{make_address('postmaster', domain).domain}"
    except Invalid:
        raise CommandError(reply.BAD_SENDER) from None


def read_recipient(argument: str, *, smtputf8: bool, hostname: str) -> Address:
    """Reads what follows RCPT; a bare `postmaster` (RFC 5321 section 4.5.1) is taken as ours. Raises CommandError."""
    path = parse_path(argument, "TO:")
    if path is None:
        raise CommandError(reply.BAD_ARGUMENT)
    if path.parameters:
        raise CommandError(reply.BAD_PARAMETER)
    text = path.address
    if text.startswith("@"):
        raise CommandError(reply.SOURCE_ROUTE)
    if not smtputf8 and not text.isascii():
        raise CommandError(reply.NEEDS_SMTPUTF8)
    if text.lower() == "postmaster":
        text = f"postmaster@{hostname}"
    local, _, domain = text.rpartition("@")
    if _NOT_IN_PATH & set(text):
        raise CommandError(reply.BAD_RECIPIENT)
    try:
        return make_address(local, domain)
    except Invalid:
        raise CommandError(reply.BAD_RECIPIENT) from None
