"""Reading signature fields: what DKIM-Signature, ARC-Message-Signature and ARC-Seal share (RFC 6376 section 3.5).

Domains and selectors may be written in U-labels (RFC 8616 section 5); A-labels are what is looked up and compared.
"""

import base64
import binascii
import re
from dataclasses import dataclass
from typing import Literal

from letterlock.core.trust.canonical import Canonicalization
from letterlock.core.trust.domains import is_within, normal_domain, to_ascii
from letterlock.core.trust.tags import MalformedTagsError, parse_tags, without_space

MAX_SIGNED_NAMES = 1000
"""Longest h= list read, in names."""

_SELECTOR = re.compile(r"[a-z0-9_-]{1,63}(?:\.[a-z0-9_-]{1,63}){0,20}")
_NUMBER = re.compile(r"[0-9]{1,12}")
_LENGTH = re.compile(r"[0-9]{1,76}")
_ALGORITHMS = {"rsa-sha256": "rsa", "ed25519-sha256": "ed25519"}


class UnreadableSignatureError(ValueError):
    """The field breaks a rule; the message says which."""


@dataclass(frozen=True, slots=True)
class SignatureTags:
    """What every signature field has. `key_type` follows from `algorithm`; `timestamp` is in seconds since 1970."""

    domain: str
    selector: str
    algorithm: str
    key_type: str
    signature: bytes
    timestamp: int | None

    @property
    def key_name(self) -> str:
        """Where the key is published."""
        return f"{self.selector}._domainkey.{self.domain}"


@dataclass(frozen=True, slots=True)
class MessageTags:
    """What a signature over a message has besides: which fields and how much of the body, and how made canonical."""

    names: tuple[str, ...]
    body_hash: bytes
    header_canonicalization: Canonicalization
    body_canonicalization: Canonicalization


@dataclass(frozen=True, slots=True)
class DkimTags:
    """A whole DKIM-Signature."""

    common: SignatureTags
    message: MessageTags
    length: int | None
    """l=: how many bytes of the canonical body are signed; None for all."""
    expires: int | None
    identity_is_domain: bool
    """Whether the i= domain is d= itself, not a subdomain."""


def read_tags(value: bytes) -> dict[str, str]:
    """The tags of a field's value. Raises UnreadableSignatureError."""
    try:
        return parse_tags(value.decode("utf-8"), international=True)
    except UnicodeDecodeError:
        raise UnreadableSignatureError("malformed signature: neither ASCII nor UTF-8") from None
    except MalformedTagsError as error:
        raise UnreadableSignatureError(f"malformed signature: {error}") from None


def read_dkim(tags: dict[str, str]) -> DkimTags:
    """A DKIM-Signature from its tags. Raises UnreadableSignatureError."""
    if _required(tags, "v") != "1":
        raise UnreadableSignatureError("v= is not 1")
    if "dns/txt" not in without_space(tags.get("q", "dns/txt")).split(":"):
        raise UnreadableSignatureError("q= names no known way to the key")
    common = read_common(tags)
    message = read_message(tags)
    if "from" not in message.names:
        raise UnreadableSignatureError("From is not signed")
    expires = _number(tags, "x")
    if expires is not None and common.timestamp is not None and expires <= common.timestamp:
        raise UnreadableSignatureError("the signature expires before it was made")
    return DkimTags(common, message, _length(tags), expires, _identity(tags, common.domain) == common.domain)


def read_common(tags: dict[str, str]) -> SignatureTags:
    """a=, b=, d=, s= and t=. Raises UnreadableSignatureError."""
    algorithm = _required(tags, "a")
    if algorithm == "rsa-sha1":
        raise UnreadableSignatureError("rsa-sha1 is no longer accepted (RFC 8301)")
    key_type = _ALGORITHMS.get(algorithm)
    if key_type is None:
        raise UnreadableSignatureError(f"unknown algorithm {algorithm[:30]!r}")
    domain = _domain(tags, "d")
    selector = to_ascii(_required(tags, "s").lower())
    if selector is None or not _SELECTOR.fullmatch(selector):
        raise UnreadableSignatureError("s= is no name")
    if len(domain) + len(selector) > 240:
        raise UnreadableSignatureError("the name of the key is too long")
    return SignatureTags(domain, selector, algorithm, key_type, _base64(tags, "b"), _number(tags, "t"))


def read_message(tags: dict[str, str]) -> MessageTags:
    """h=, bh= and c=. Raises UnreadableSignatureError."""
    if "h" not in tags:
        raise UnreadableSignatureError("h= is missing")
    names = without_space(tags["h"]).lower().split(":")
    if len(names) > MAX_SIGNED_NAMES:
        raise UnreadableSignatureError("h= is too long")
    body_hash = _base64(tags, "bh")
    header, _, body = tags.get("c", "simple/simple").partition("/")
    return MessageTags(tuple(names), body_hash, _canonicalization(header), _canonicalization(body or "simple"))


def _canonicalization(name: str) -> Literal["simple", "relaxed"]:
    if name == "simple":
        return "simple"
    if name == "relaxed":
        return "relaxed"
    raise UnreadableSignatureError(f"unknown canonicalization {name[:20]!r}")


def _required(tags: dict[str, str], name: str) -> str:
    value = tags.get(name)
    if not value:
        raise UnreadableSignatureError(f"{name}= is missing or empty")
    return value


def _domain(tags: dict[str, str], name: str) -> str:
    domain = normal_domain(_required(tags, name))
    if domain is None:
        raise UnreadableSignatureError(f"{name}= is no domain name")
    return domain


def _base64(tags: dict[str, str], name: str) -> bytes:
    value = without_space(_required(tags, name))
    try:
        return base64.b64decode(value, validate=True)
    except (binascii.Error, ValueError):
        raise UnreadableSignatureError(f"{name}= is not base64") from None


def _number(tags: dict[str, str], name: str) -> int | None:
    if name not in tags:
        return None
    if not _NUMBER.fullmatch(tags[name]):
        raise UnreadableSignatureError(f"{name}= is no time")
    return int(tags[name])


def _length(tags: dict[str, str]) -> int | None:
    if "l" not in tags:
        return None
    if not _LENGTH.fullmatch(tags["l"]):
        raise UnreadableSignatureError("l= is no length")
    return int(tags["l"])


def _identity(tags: dict[str, str], domain: str) -> str:
    if "i" not in tags:
        return domain
    identity = normal_domain(tags["i"].rpartition("@")[2]) if "@" in tags["i"] else None
    if identity is None or not is_within(identity, domain):
        raise UnreadableSignatureError("i= is not within d=")
    return identity
