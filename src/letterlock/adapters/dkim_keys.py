"""Making DKIM key pairs (RFC 6376 section 3.6.1, RFC 8463 section 4)."""

import base64
from typing import NamedTuple

from cryptography.hazmat.primitives.asymmetric import ed25519, rsa
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat, PublicFormat

from letterlock.core.trust.signing import Algorithm

RSA_BITS = 2048


class KeyPair(NamedTuple):
    """`private` is what `dkim_signature` signs with; `public` the TXT value to publish under the selector."""

    private: bytes
    public: str


def make_keys(algorithm: Algorithm) -> KeyPair:
    """A fresh pair: RSA-2048 as PKCS#8 PEM, Ed25519 as its 32 byte seed."""
    if algorithm == "ed25519-sha256":
        seed = ed25519.Ed25519PrivateKey.generate()
        public = seed.public_key().public_bytes_raw()
        return KeyPair(seed.private_bytes_raw(), _record("ed25519", public))
    key = rsa.generate_private_key(public_exponent=65537, key_size=RSA_BITS)
    private = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    public = key.public_key().public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)
    return KeyPair(private, _record("rsa", public))


def _record(kind: str, public: bytes) -> str:
    return f"v=DKIM1; k={kind}; p={base64.b64encode(public).decode('ascii')}"
