"""Settings: from the environment, then `letterlock.toml`, then defaults; an unknown or malformed one is an error."""

import os
import re
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from letterlock.core.bucket import PERIODS, Bucket
from letterlock.core.errors import Invalid
from letterlock.core.trust.relays import Networks, Relays

PREFIX = "LETTERLOCK_"


@dataclass(frozen=True, slots=True)
class Setting:
    """One setting. `read` turns its text into its value and raises ValueError saying what it takes."""

    name: str
    default: str
    about: str
    read: Callable[[str], Any]
    secret: bool = False

    @property
    def variable(self) -> str:
        return PREFIX + self.name.upper()


@dataclass(frozen=True, slots=True)
class HostPort:
    """Where to listen."""

    host: str
    port: int

    def __str__(self) -> str:
        return f"[{self.host}]:{self.port}" if ":" in self.host else f"{self.host}:{self.port}"


def _required_address(text: str) -> HostPort:
    match = re.fullmatch(r"(?:\[([0-9a-fA-F:]+)\]|([^:\s]+)):(\d{1,5})", text)
    if match is None or not 0 <= int(match[3]) <= 65535:
        raise ValueError("takes host:port")
    return HostPort(match[1] or match[2], int(match[3]))


def _address(text: str) -> HostPort | None:
    if text == "off":
        return None
    try:
        return _required_address(text)
    except ValueError:
        raise ValueError("takes host:port, or off") from None


def _address_or_socket(text: str) -> HostPort | Path | None:
    if text.startswith("unix:"):
        path = Path(text.removeprefix("unix:"))
        if not path.is_absolute():
            raise ValueError(_SOCKET)
        return path
    try:
        return _address(text)
    except ValueError:
        raise ValueError(_SOCKET) from None


_SOCKET = "takes host:port, unix:/absolute/path, or off"


def _url(*schemes: str) -> Callable[[str], str]:
    def read(text: str) -> str:
        if text and not any(text.startswith(f"{scheme}://") for scheme in schemes):
            raise ValueError("takes a URL that starts with " + " or ".join(f"{scheme}://" for scheme in schemes))
        return text.rstrip("/") if schemes[0].startswith("http") else text

    return read


def _host_url(text: str) -> str:
    url = _url("http", "https")(text)
    try:
        parts = urlsplit(url)
        known = not url or bool(parts.hostname and (parts.port or parts.port is None))
    except ValueError:
        known = False
    if not known:
        raise ValueError("takes a URL with a host, such as http://127.0.0.1:11333")
    return url


def _origin(text: str) -> str:
    url = text.rstrip("/").lower()
    if text and not re.fullmatch(r"https?://(?:\[[0-9a-f:]+\]|[a-z0-9._-]+)(?::\d{1,5})?", url):
        raise ValueError("takes an origin, such as https://mail.example.com: http:// or https://, host and port alone")
    return url


def _domain(text: str) -> str:
    name = text.strip().rstrip(".").lower()
    if not re.fullmatch(
        r"(?=.{1,253}\Z)[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*", name
    ):
        raise ValueError("takes a domain name, such as agents.example.com")
    return name


def _hosts(text: str) -> tuple[str, ...]:
    return tuple(part.lower() for part in re.split(r"[,\s]+", text) if part)


def _networks(text: str) -> tuple[str, ...]:
    entries = _hosts(text)
    Networks(entries)
    return entries


def _relays(text: str) -> tuple[str, ...]:
    entries = _hosts(text)
    Relays(entries)
    return entries


def _domains(text: str) -> tuple[str, ...]:
    return tuple(_domain(part) for part in _hosts(text))


_SECRET_LENGTH = 32


def _secrets(text: str) -> tuple[str, ...]:
    secrets = tuple(part for part in text.split(",") if part)
    if any(len(secret) < _SECRET_LENGTH or not secret.isascii() or not secret.isprintable() for secret in secrets):
        raise ValueError(
            f"takes secrets of at least {_SECRET_LENGTH} ASCII characters, such as `openssl rand -hex 32` prints"
        )
    return secrets


_SECONDS = {letter: seconds for seconds, letter in PERIODS.items()}


def _rate(text: str) -> Bucket | None:
    if text == "off":
        return None
    match = re.fullmatch(r"([1-9]\d{0,8})/([smhd])", text)
    if match is None:
        raise ValueError("takes how many in a second, minute, hour or day, such as 600/m, or off")
    return Bucket(int(match[1]), _SECONDS[match[2]] * 1_000_000)


def _count(text: str) -> int | None:
    if text == "off":
        return None
    if not re.fullmatch(r"[1-9]\d{0,5}", text):
        raise ValueError("takes a number from 1 on, or off")
    return int(text)


def _plain(text: str) -> str:
    return text


SETTINGS: tuple[Setting, ...] = (
    Setting("data_dir", "./letterlock-data", "Folder for the database, messages, keys and certificates.", Path),
    Setting("http", "127.0.0.1:8025", "Where MCP and the dashboard listen: host:port.", _required_address),
    Setting("smtp", "127.0.0.1:2525", "Where mail comes in by SMTP: host:port, or off.", _address),
    Setting("lmtp", "off", "Where mail comes in by LMTP from a mail server beside: host:port, unix:/path, or off.",
            _address_or_socket),
    Setting("public_url", "", "Origin of links and of the MCP endpoint; http:// and the HTTP address when empty.",
            _origin),
    Setting("domain", "letterlock.localhost", "Domain of new inboxes.", _domain),
    Setting("database_url", "", "postgresql://… to use PostgreSQL; SQLite in the data directory when empty.",
            _url("postgresql", "sqlite"), secret=True),
    Setting("blobs_url", "", "Where raw messages live: file:///folder; a folder in the data directory when empty.",
            _url("file")),
    Setting("relay", "", "smtp://user:password@host:port that takes outgoing mail; straight to MX hosts when empty.",
            _url("smtp", "smtps"), secret=True),
    Setting("nameservers", "", "Name servers to ask, address[:port] with commas between; the system's when empty, none"
            " for no DNS at all.", _hosts),
    Setting("allow_private", "", "Hosts and networks that mail, members and DNS may name although they are private.",
            _hosts),
    Setting("trusted_proxies", "", "Networks of proxies: a PROXY header (version 1 or 2), XCLIENT or XFORWARD from"
            " there is believed, and over HTTP X-Forwarded-For.", _networks),
    Setting("trusted_relays", "", "Networks (or unix, http, imap) of mail servers that take mail for this one: XCLIENT,"
            " XFORWARD and the Received field they add are believed; as network=authserv-id their"
            " Authentication-Results above it too, as network=authserv-id:below the topmost below it.", _relays),
    Setting("trusted_sealers", "", "Domains of forwarders and mailing lists whose ARC seals are believed.", _domains),
    Setting("rspamd_url", "", "rspamd's worker, such as http://127.0.0.1:11333, whose score joins as evidence; its"
            " password goes before the host, as http://:password@host:port.", _host_url, secret=True),
    Setting("pull", "", "imaps://user:password@host:port/FOLDER: a mailbox elsewhere that catches all mail of a domain,"
            " emptied into the inboxes here; imap:// for STARTTLS.", _url("imaps", "imap"), secret=True),
    Setting("inbound_secret", "", "Secret that whoever posts mail to /v0/inbound/raw signs with, 32 characters or more;"
            " two with a comma between while it is changed; off when empty.", _secrets, secret=True),
    Setting("key_calls", "30000/m", "Calls of one key: how many in s, m, h or d, all of which may come at once, or off."
            " What is beyond it is refused as rate_limited, with when to try again.", _rate),
    Setting("key_sends", "2000/h", "Of them calls that send mail.", _rate),
    Setting("key_inboxes", "1000/d", "Of them calls that create inboxes: each may hold mail of its own.", _rate),
    Setting("key_at_once", "256", "Calls of one key under way at the same time, waits included, or off.", _count),
    Setting("workspace_calls", "60000/m", "Calls of all keys of a workspace, in one process.", _rate),
    Setting("workspace_sends", "5000/h", "Of them calls that send mail.", _rate),
    Setting("workspace_inboxes", "5000/d", "Of them calls that create inboxes.", _rate),
    Setting("workspace_at_once", "1024", "Calls of all keys of a workspace under way at the same time.", _count),
    Setting("tls_cert", "", "Certificate (PEM) for STARTTLS; self-signed when empty.", _plain),
    Setting("tls_key", "", "Its private key (PEM).", _plain),
    Setting("url", "", "For clients: where the server is; its HTTP address when empty.", _url("https", "http")),
    Setting("key", "", "For clients: the API key; DATA_DIR/first-key when empty.", _plain, secret=True),
)  # fmt: skip

BY_NAME = {setting.name: setting for setting in SETTINGS}


@dataclass(frozen=True, slots=True)
class Value:
    """A setting's value and where it came from: environment, letterlock.toml or default."""

    setting: Setting
    value: Any
    source: str

    @property
    def shown(self) -> str:
        if self.setting.secret and self.value:
            return "…"
        value = self.value
        if value is None:
            return "off"
        return ",".join(value) if isinstance(value, tuple) else str(value)


class Settings:
    """Every setting, as attributes by name."""

    def __init__(self, values: Mapping[str, Value]) -> None:
        self.values = values

    def __getattr__(self, name: str) -> Any:
        try:
            return self.values[name].value
        except KeyError:
            raise AttributeError(name) from None

    @property
    def origin(self) -> str:
        """The public URL without a final slash."""
        return self.public_url or f"http://{self.http}"

    @property
    def server_url(self) -> str:
        """Where clients find the server."""
        return self.url or f"http://{self.http}"


def load(environment: Mapping[str, str] | None = None, file: Path | None = None) -> Settings:
    """Reads all settings; raises Invalid naming the first unknown or malformed one, and where it stands."""
    environment = os.environ if environment is None else environment
    file = Path("letterlock.toml") if file is None else file
    written = _from_file(file)
    given = {name[len(PREFIX) :].lower(): text for name, text in environment.items() if name.startswith(PREFIX)}
    for name, where in [*((n, file.name) for n in written), *((n, "the environment") for n in given)]:
        if name not in BY_NAME:
            raise Invalid(f"There is no setting {PREFIX}{name.upper()} (in {where}); `letterlock config` lists them")
    values = {}
    for setting in SETTINGS:
        text, source = setting.default, "default"
        if setting.name in written:
            text, source = written[setting.name], file.name
        if setting.name in given:
            text, source = given[setting.name], "environment"
        values[setting.name] = Value(setting, _value(setting, text, source), source)
    return Settings(values)


def _from_file(file: Path) -> dict[str, str]:
    if not file.is_file():
        return {}
    try:
        content = tomllib.loads(file.read_text("utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise Invalid(f"{file.name} is not valid TOML: {error}") from None
    found = {}
    for name, value in content.items():
        if not isinstance(value, str | int | list):
            raise Invalid(f"{name} in {file.name} takes a text")
        found[name.lower()] = ",".join(str(part) for part in value) if isinstance(value, list) else str(value)
    return found


def _value(setting: Setting, text: str, source: str) -> Any:
    try:
        return setting.read(text)
    except ValueError as error:
        shown = "" if setting.secret else f" {text!r}"
        raise Invalid(f"{setting.variable}{shown} ({source}): {error}") from None
