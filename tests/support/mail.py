"""Raw mail as other servers would send it: composed, signed with DKIM by dkimpy, delivered from a chosen address."""

import base64
import smtplib
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from email.message import EmailMessage
from email.utils import format_datetime
from functools import cached_property
from itertools import count

import dkim
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.asymmetric.rsa import RSAPrivateKey, generate_private_key
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    PublicFormat,
)

from support.server import Server

_numbers = count(1)


def compose(
    sender: str,
    to: str,
    *,
    subject: str = "Hello",
    text: str = "Good morning.\n",
    html: str | None = None,
    message_id: str | None = None,
    files: Sequence[tuple[str, str, bytes]] = (),
    **headers: str,
) -> bytes:
    """A plain message with CRLF line ends; further headers by keyword, `reply_to="…"` for Reply-To.

    Each of `files` is its name, its type and its bytes.
    """
    message = EmailMessage()
    message["From"] = sender
    message["To"] = to
    message["Subject"] = subject
    message["Date"] = format_datetime(datetime.now(UTC))
    domain = sender.rpartition("@")[2].rstrip(">")
    message["Message-ID"] = message_id or f"<{next(_numbers)}.{datetime.now(UTC).timestamp()}@{domain}>"
    for name, value in headers.items():
        message[name.replace("_", "-")] = value
    message.set_content(text)
    if html is not None:
        message.add_alternative(html, subtype="html")
    for name, kind, content in files:
        main, _, sub = kind.partition("/")
        message.add_attachment(content, maintype=main, subtype=sub, filename=name)
    return message.as_bytes().replace(b"\r\n", b"\n").replace(b"\n", b"\r\n")


@dataclass(frozen=True)
class Signer:
    """DKIM keys of the tests' own domains: selectors `rsa` and `ed`."""

    rsa: RSAPrivateKey = field(default_factory=lambda: generate_private_key(65537, 2048))
    ed: Ed25519PrivateKey = field(default_factory=Ed25519PrivateKey.generate)

    @cached_property
    def _pem(self) -> bytes:
        return self.rsa.private_bytes(Encoding.PEM, PrivateFormat.TraditionalOpenSSL, NoEncryption())

    @cached_property
    def _seed(self) -> bytes:
        return base64.b64encode(self.ed.private_bytes(Encoding.Raw, PrivateFormat.Raw, NoEncryption()))

    def records(self, domain: str) -> dict[str, dict[str, str]]:
        """What `domain` publishes, as a zone of the test DNS server."""
        der = self.rsa.public_key().public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)
        raw = self.ed.public_key().public_bytes(Encoding.Raw, PublicFormat.Raw)
        return {
            f"rsa._domainkey.{domain}": {"TXT": f"v=DKIM1; k=rsa; p={base64.b64encode(der).decode()}"},
            f"ed._domainkey.{domain}": {"TXT": f"v=DKIM1; k=ed25519; p={base64.b64encode(raw).decode()}"},
        }

    def sign(
        self,
        raw: bytes,
        domain: str | bytes,
        selector: str = "rsa",
        *,
        claimed: bytes = b"",
        headers: Sequence[bytes] = (b"from", b"to", b"subject", b"date", b"message-id"),
        length: bool = False,
    ) -> bytes:
        """The message with a signature in front; `claimed` stands in s= in place of the selector."""
        rsa = selector == "rsa"
        signature: bytes = dkim.sign(
            raw,
            claimed or selector.encode(),
            domain.encode() if isinstance(domain, str) else domain,
            self._pem if rsa else self._seed,
            include_headers=list(headers),
            length=length,
            signature_algorithm=b"rsa-sha256" if rsa else b"ed25519-sha256",
        )
        return signature + raw


def deliver(
    server: Server,
    raw: bytes,
    *,
    to: str | Sequence[str] = "",
    mail_from: str = "",
    source: str = "127.0.0.1",
    helo: str = "mx.test",
) -> dict[str, tuple[int, bytes]]:
    """Hands a message over by SMTP from `source`; returns the refused recipients. Raises as smtplib does."""
    with smtplib.SMTP(*server.smtp, local_hostname=helo, source_address=(source, 0), timeout=60) as client:
        return client.sendmail(mail_from, [to] if isinstance(to, str) else list(to), raw)
