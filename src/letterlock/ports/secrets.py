"""Keeping secrets at rest, under a key outside the database."""

from typing import Protocol


class Secrets(Protocol):
    def seal(self, secret: bytes, *, context: str) -> bytes:
        """AES-GCM, bound to `context` (what it is for)."""
        ...

    def open(self, sealed: bytes, *, context: str) -> bytes:
        """Raises ValueError when it was tampered with or belongs to another context."""
        ...

    def sign(self, data: bytes, *, context: str) -> bytes:
        """HMAC-SHA-256, for page tokens and links."""
        ...
