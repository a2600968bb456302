"""Making signing keys: chance is not for the core."""

from dataclasses import dataclass
from typing import Literal, Protocol

Algorithm = Literal["rsa-sha256", "ed25519-sha256"]


@dataclass(frozen=True, slots=True)
class KeyPair:
    """`private` is what core/trust/signing takes; `public_record` the TXT value to publish."""

    algorithm: Algorithm
    private: bytes
    public_record: str


class KeyMaker(Protocol):
    def make(self, algorithm: Algorithm) -> KeyPair: ...
