"""Secrets under a key file outside the database: AES-256-GCM to keep, HMAC-SHA-256 to sign.

Every use has a key of its own, derived from the file by HKDF (RFC 5869), so that what is sealed or signed for one
context means nothing in another.
"""

import contextlib
import hmac
import os
import secrets
from functools import lru_cache
from pathlib import Path

from letterlock.adapters.folders import make_folder, sync_folder
from letterlock.core.errors import Invalid

KEY_BYTES = 32
_NONCE_BYTES = 12
_VERSION = b"\x01"
"""First byte of what is sealed: which form it has."""


class FileSecrets:
    """Makes the key file, readable by its owner alone, where there is none; raises Invalid when it is no key."""

    def __init__(self, path: Path) -> None:
        key = _load_or_make(path)
        if len(key) != KEY_BYTES:
            raise Invalid(f"The key file {path} has {len(key)} bytes instead of {KEY_BYTES}. Restore it from a backup.")
        extracted = hmac.digest(b"letterlock", key, "sha256")
        self._derive = lru_cache(maxsize=256)(lambda info: hmac.digest(extracted, info + b"\x01", "sha256"))

    def seal(self, secret: bytes, *, context: str) -> bytes:
        from cryptography.hazmat.primitives.ciphers.aead import AESGCM

        nonce = secrets.token_bytes(_NONCE_BYTES)
        return _VERSION + nonce + AESGCM(self._key("seal", context)).encrypt(nonce, secret, context.encode())

    def open(self, sealed: bytes, *, context: str) -> bytes:
        from cryptography.exceptions import InvalidTag
        from cryptography.hazmat.primitives.ciphers.aead import AESGCM

        nonce, rest = sealed[1 : 1 + _NONCE_BYTES], sealed[1 + _NONCE_BYTES :]
        if sealed[:1] != _VERSION or len(nonce) != _NONCE_BYTES:
            raise ValueError(f"Not a sealed secret, for {context}.")
        try:
            return AESGCM(self._key("seal", context)).decrypt(nonce, rest, context.encode())
        except InvalidTag as error:
            raise ValueError(f"Altered, or sealed with another key or for something other than {context}.") from error

    def sign(self, data: bytes, *, context: str) -> bytes:
        return hmac.digest(self._key("sign", context), data, "sha256")

    def _key(self, use: str, context: str) -> bytes:
        derived: bytes = self._derive(f"{use} {context}".encode())
        return derived


def _load_or_make(path: Path) -> bytes:
    with contextlib.suppress(FileNotFoundError):
        return path.read_bytes()
    make_folder(path.parent)
    new = path.with_name(f".{path.name}.{secrets.token_hex(8)}")
    descriptor = os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600)
    try:
        with open(descriptor, "wb") as file:  # noqa: PTH123 (a descriptor)
            file.write(secrets.token_bytes(KEY_BYTES))
            file.flush()
            os.fsync(descriptor)
        # A link never replaces: of two processes that start at once, both use the key that was there first.
        with contextlib.suppress(FileExistsError):
            path.hardlink_to(new)
    finally:
        new.unlink(missing_ok=True)
    sync_folder(path.parent)
    return path.read_bytes()
