"""Where a mailbox is: `imaps://user:password@host:port/folder`, and how a connection to it is made safe."""

import ssl
from dataclasses import dataclass, field
from ipaddress import ip_address
from urllib.parse import unquote, urlsplit

from letterlock.core.errors import Invalid

_PORTS = {"imaps": 993, "imap": 143}


@dataclass(frozen=True, slots=True)
class ImapPlace:
    """With `implicit_tls` TLS from the first byte, else by STARTTLS, which only this machine may do without."""

    host: str
    port: int
    implicit_tls: bool
    user: str
    password: str = field(repr=False)
    folder: str = "INBOX"

    @property
    def needs_tls(self) -> bool:
        try:
            return not ip_address(self.host).is_loopback
        except ValueError:
            return self.host != "localhost"


def parse_place(url: str) -> ImapPlace:
    """Raises Invalid, which never repeats the password. User, password and folder are percent-decoded."""
    try:
        parts = urlsplit(url.strip())
        port = parts.port
    except ValueError:
        raise Invalid("the mailbox's port is not a number up to 65535; write imaps://user:password@host:port") from None
    if parts.scheme not in _PORTS:
        raise Invalid("the mailbox is written imaps://user:password@host, or imap:// for STARTTLS")
    if not parts.hostname or not parts.username or not parts.password:
        raise Invalid("the mailbox needs user, password and host; write imaps://user:password@host, an @ in it as %40")
    if port == 0 or parts.query or parts.fragment:
        raise Invalid("the mailbox ends after its folder; percent-encode ? and # in its user, password and folder")
    folder = unquote(parts.path.lstrip("/")) or "INBOX"
    user, password = unquote(parts.username), unquote(parts.password)
    return ImapPlace(parts.hostname, port or _PORTS[parts.scheme], parts.scheme == "imaps", user, password, folder)


def tls() -> ssl.SSLContext:
    """The system's authorities decide; a host named in the settings is trusted, its certificate must be its own."""
    context = ssl.create_default_context()
    context.minimum_version = ssl.TLSVersion.TLSv1_2
    return context
