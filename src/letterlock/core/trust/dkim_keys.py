"""DKIM public keys: key records (RFC 6376 section 3.6.1, RFC 8463) and checking signatures with them."""

import base64
import binascii
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from letterlock.core.trust.tags import MalformedTagsError, parse_tags, without_space

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
    from cryptography.hazmat.primitives.asymmetric.rsa import RSAPublicKey

MAX_RECORD = 8192
"""Longest key record read, in characters."""
MIN_RSA_BITS = 1024
"""RFC 8301 section 3.2."""
MAX_RSA_BITS = 8192
_MAX_EXPONENT = 1 << 32


class UnusableKeyError(ValueError):
    """No key can be had from the record; the message says why."""


@dataclass(frozen=True, slots=True)
class KeyRecord:
    """One key as published. `data` is empty for a revoked key."""

    kind: str
    data: bytes
    testing: bool
    same_domain: bool
    """t=s: the i= domain must be the d= domain itself."""


def read_keys(texts: Iterable[str], kind: str) -> KeyRecord:
    """The first key of that type (`rsa` or `ed25519`) that is for mail and SHA-256. Raises UnusableKeyError."""
    problem = "no key is published"
    for text in texts:
        try:
            record = _read(text)
        except UnusableKeyError as error:
            problem = str(error)
            continue
        if record.kind == kind:
            return record
        problem = f"the key is of type {record.kind[:20]!r}, not {kind}"
    raise UnusableKeyError(problem)


def _read(text: str) -> KeyRecord:
    if len(text) > MAX_RECORD:
        raise UnusableKeyError("the key record is too long")
    try:
        tags = parse_tags(text)
    except MalformedTagsError as error:
        raise UnusableKeyError(f"the key record is malformed: {error}") from None
    if "p" not in tags or tags.get("v", "DKIM1") != "DKIM1" or ("v" in tags and next(iter(tags)) != "v"):
        raise UnusableKeyError("the record is no DKIM key")
    if "h" in tags and "sha256" not in _list(tags["h"]):
        raise UnusableKeyError("the key does not allow SHA-256")
    if "s" in tags and not {"*", "email"} & _list(tags["s"]):
        raise UnusableKeyError("the key is not for mail")
    flags = _list(tags.get("t", ""))
    return KeyRecord(tags.get("k", "rsa"), decode_base64(tags["p"]), "y" in flags, "s" in flags)


def _list(value: str) -> set[str]:
    return set(without_space(value).split(":"))


def decode_base64(text: str) -> bytes:
    """Strict base64, folding white space allowed. Raises UnusableKeyError."""
    try:
        return base64.b64decode(without_space(text), validate=True)
    except (binascii.Error, ValueError):
        raise UnusableKeyError("the key is not base64") from None


def verify(record: KeyRecord, signature: bytes, data: bytes) -> bool:
    """Whether `signature` is the key owner's over `data` (RSA PKCS#1 1.5, or Ed25519, each with SHA-256).

    Raises UnusableKeyError for revoked, unreadable, short and oversized keys.
    """
    if not record.data:
        raise UnusableKeyError("the key has been revoked")
    if record.kind == "ed25519":
        return _verify_ed25519(_ed25519_key(record.data), signature, data)
    return _verify_rsa(_rsa_key(record.data), signature, data)


def _rsa_key(data: bytes) -> "RSAPublicKey":
    from cryptography.exceptions import UnsupportedAlgorithm
    from cryptography.hazmat.primitives.asymmetric.rsa import RSAPublicKey
    from cryptography.hazmat.primitives.serialization import load_der_public_key

    try:
        key = load_der_public_key(data)
    except (ValueError, UnsupportedAlgorithm):
        raise UnusableKeyError("the RSA key is unreadable") from None
    if not isinstance(key, RSAPublicKey):
        raise UnusableKeyError("the key is not an RSA key")
    if not MIN_RSA_BITS <= key.key_size <= MAX_RSA_BITS:
        raise UnusableKeyError(f"RSA keys of {key.key_size} bits are not accepted")
    if key.public_numbers().e >= _MAX_EXPONENT:
        raise UnusableKeyError("the RSA key has an oversized exponent")
    return key


def _verify_rsa(key: "RSAPublicKey", signature: bytes, data: bytes) -> bool:
    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives.asymmetric.padding import PKCS1v15
    from cryptography.hazmat.primitives.hashes import SHA256

    try:
        key.verify(signature, data, PKCS1v15(), SHA256())
    except InvalidSignature:
        return False
    return True


def _ed25519_key(data: bytes) -> "Ed25519PublicKey":
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

    try:
        return Ed25519PublicKey.from_public_bytes(data)
    except ValueError:
        raise UnusableKeyError("the Ed25519 key is not 32 bytes long") from None


def _verify_ed25519(key: "Ed25519PublicKey", signature: bytes, data: bytes) -> bool:
    """RFC 8463 signs the SHA-256 hash of the data, not the data."""
    import hashlib

    from cryptography.exceptions import InvalidSignature

    try:
        key.verify(signature, hashlib.sha256(data).digest())
    except InvalidSignature:
        return False
    return True
