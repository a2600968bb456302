"""Signing what we send with DKIM (RFC 6376, RFC 8463), and the DNS records a domain publishes for it."""

import base64
import hashlib
from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Literal, NamedTuple

from letterlock.core.errors import Invalid
from letterlock.core.trust.canonical import Field, SignedMessage, UnreadableHeaderError
from letterlock.core.trust.dkim import header_data

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.types import PrivateKeyTypes

Algorithm = Literal["rsa-sha256", "ed25519-sha256"]

SIGNED = (
    "From", "Subject", "To", "Cc", "Date", "Reply-To", "Message-ID", "In-Reply-To", "References", "MIME-Version",
    "Content-Type",
)  # fmt: skip
"""Fields signed once more than they are there, so that none can be added (RFC 6376 section 5.4.2)."""

_WIDTH = 72
"""Characters per line of the folded b= and h= values."""


def dkim_signature(
    raw: bytes, domain: str, selector: str, private_key: bytes, *, algorithm: Algorithm, now: datetime
) -> bytes:
    """One DKIM-Signature field, with its final CRLF, to put in front of `raw`; relaxed/relaxed.

    `private_key` is PEM, or the 32 byte seed of an Ed25519 key. `now` is aware. Raises Invalid when the message has no
    or several From fields, its header cannot be read, or the key does not fit the algorithm.
    """
    try:
        message = SignedMessage(raw)
    except UnreadableHeaderError as error:
        raise Invalid(f"The message cannot be signed: {error}.") from None
    if len(message.named("from")) != 1:
        raise Invalid("The message cannot be signed: it needs exactly one From field.")
    names = _names(message)
    body_hash = base64.b64encode(message.body_hash("relaxed")[1]).decode("ascii")
    tags = (
        f"v=1; a={algorithm}; c=relaxed/relaxed; d={domain}; s={selector};\r\n"
        f"\tt={int(now.timestamp())}; h={_fold_names(names)};\r\n"
        f"\tbh={body_hash};\r\n\tb="
    )
    unsigned = Field("dkim-signature", b"DKIM-Signature: " + tags.encode("ascii"))
    data = header_data(message.select(name.lower() for name in names), unsigned, "relaxed")
    signature = base64.b64encode(_sign(private_key, algorithm, data)).decode("ascii")
    lines = [signature[start : start + _WIDTH] for start in range(0, len(signature), _WIDTH)]
    return unsigned.raw + "\r\n\t".join(lines).encode("ascii") + b"\r\n"


def _names(message: SignedMessage) -> list[str]:
    counts = Counter(field.name for field in message.fields)
    return [name for name in SIGNED for _ in range(counts[name.lower()] + 1)]


def _fold_names(names: Sequence[str]) -> str:
    lines = [""]
    for name in names:
        if len(lines[-1]) + len(name) > _WIDTH:
            lines.append("")
        lines[-1] += name + ":"
    return "\r\n\t ".join(lines).removesuffix(":")


def _sign(private_key: bytes, algorithm: Algorithm, data: bytes) -> bytes:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
    from cryptography.hazmat.primitives.asymmetric.padding import PKCS1v15
    from cryptography.hazmat.primitives.asymmetric.rsa import RSAPrivateKey
    from cryptography.hazmat.primitives.hashes import SHA256

    key = _load(private_key)
    if algorithm == "rsa-sha256" and isinstance(key, RSAPrivateKey):
        return key.sign(data, PKCS1v15(), SHA256())
    if algorithm == "ed25519-sha256" and isinstance(key, Ed25519PrivateKey):
        return key.sign(hashlib.sha256(data).digest())
    raise Invalid(f"The signing key is not one for {algorithm}; make a new one.")


def _load(private_key: bytes) -> "PrivateKeyTypes":
    from cryptography.exceptions import UnsupportedAlgorithm
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
    from cryptography.hazmat.primitives.serialization import load_pem_private_key

    try:
        if len(private_key) == 32:
            return Ed25519PrivateKey.from_private_bytes(private_key)
        return load_pem_private_key(private_key, password=None)
    except (ValueError, TypeError, UnsupportedAlgorithm):
        raise Invalid("The signing key is unreadable; give PEM, or the 32 byte seed of an Ed25519 key.") from None


class DnsRecord(NamedTuple):
    """One record to publish; `value` of a TXT record is its text in one piece."""

    name: str
    type: str
    value: str
    purpose: str

    @property
    def zone_line(self) -> str:
        """The record as a zone file has it: TXT in quoted strings of at most 255 characters."""
        if self.type != "TXT":
            return f"{self.name}. IN {self.type} {self.value}."
        pieces = [self.value[start : start + 255] for start in range(0, len(self.value), 255)]
        return f"{self.name}. IN TXT " + " ".join(f'"{piece}"' for piece in pieces)


def dns_records(
    domain: str,
    keys: Mapping[str, str],
    mail_host: str,
    *,
    senders: Sequence[str] = (),
    report_to: str | None = None,
) -> list[DnsRecord]:
    """What to publish for `domain`, in the order to do it.

    `keys` are the DKIM TXT values by selector; `senders` further SPF mechanisms, such as `include:relay.example`;
    `report_to` an address for DMARC reports.
    """
    spf = " ".join(["v=spf1", "mx", *senders, "-all"])
    reports = f"; rua=mailto:{report_to}" if report_to else ""
    records = [
        DnsRecord(domain, "MX", f"10 {mail_host}", "brings mail for the domain to this server"),
        DnsRecord(domain, "TXT", spf, "SPF: which servers may send for the domain"),
    ]
    for selector, value in keys.items():
        name = f"{selector}._domainkey.{domain}"
        records.append(DnsRecord(name, "TXT", value, "DKIM: the key our signatures are checked with"))
    records.append(
        DnsRecord(
            f"_dmarc.{domain}", "TXT", f"v=DMARC1; p=reject{reports}", "DMARC: refuse mail that only claims to be"
        )
    )
    if mail_host != domain:
        records.append(DnsRecord(mail_host, "TXT", "v=spf1 a -all", "SPF for the server's own name, used by bounces"))
    return records
