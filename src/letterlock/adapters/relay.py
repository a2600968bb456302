"""The relay setting: `smtp://user:password@host:port` or `smtps://…`."""

from dataclasses import dataclass, field
from ipaddress import ip_address
from urllib.parse import unquote, urlsplit

from letterlock.core.errors import Invalid

_PORTS = {"smtp": 25, "smtps": 465}
_SUBMISSION = 587


@dataclass(frozen=True, slots=True)
class RelayConfig:
    """Where all mail goes. `implicit_tls` from the first byte, otherwise STARTTLS where it is offered."""

    host: str
    port: int
    implicit_tls: bool = False
    username: str = ""
    password: str = field(default="", repr=False)

    @property
    def loopback(self) -> bool:
        """On this machine, where certificates and passwords in the clear need no worry."""
        if self.host == "localhost" or self.host.endswith(".localhost"):
            return True
        try:
            return ip_address(self.host).is_loopback
        except ValueError:
            return False


def parse_relay(url: str) -> RelayConfig:
    """Raises Invalid, which never repeats the password.

    Without a port: 465 for smtps, 587 for smtp with a user, else 25. User and password are percent-decoded.
    """
    try:
        parts = urlsplit(url.strip())
        port = parts.port
    except ValueError:
        raise Invalid("the relay's port is not a number up to 65535; write smtp://user:password@host:port") from None
    if parts.scheme not in _PORTS:
        raise Invalid("the relay is written smtp://user:password@host:port or smtps://…")
    if not parts.hostname:
        raise Invalid("the relay has no host; write smtp://user:password@host:port")
    if parts.path not in {"", "/"} or parts.query or parts.fragment:
        raise Invalid("the relay ends after its port; percent-encode /, ? and # in its user and password")
    username, password = unquote(parts.username or ""), unquote(parts.password or "")
    if password and not username:
        raise Invalid("the relay has a password but no user; write smtp://user:password@host:port")
    if port == 0:
        raise Invalid("the relay's port is 0; ports are 1 to 65535")
    standard = _SUBMISSION if username and parts.scheme == "smtp" else _PORTS[parts.scheme]
    return RelayConfig(parts.hostname, port or standard, parts.scheme == "smtps", username, password)
