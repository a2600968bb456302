"""Making signing keys: chance is not for the core."""

from collections.abc import Callable
from typing import Literal

Algorithm = Literal["rsa-sha256", "ed25519-sha256"]

KeyMaker = Callable[[Algorithm], tuple[bytes, str]]
"""A fresh pair: (private, as core/trust/signing takes it; public, the TXT value to publish)."""
