"""Building the adapters from the settings: part of the composition root, apart from what serves."""

import os
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from urllib.parse import urlsplit

from letterlock.adapters.blobs import open_blobs
from letterlock.adapters.clock import RandomIds, SystemClock
from letterlock.adapters.dkim_keys import make_keys
from letterlock.adapters.dns import DnsResolver
from letterlock.adapters.egress import Egress
from letterlock.adapters.fetch import HttpFetcher
from letterlock.adapters.imap.place import parse_place
from letterlock.adapters.imap.pulled import ImapPulled
from letterlock.adapters.probe import MachineProbe
from letterlock.adapters.relay import parse_relay
from letterlock.adapters.rspamd import Rspamd
from letterlock.adapters.sandbox import ProcessSandbox
from letterlock.adapters.sandbox_turns import SandboxTurns
from letterlock.adapters.secrets import FileSecrets
from letterlock.adapters.smtp_client import Patience
from letterlock.adapters.smtp_out import Bounds, SmtpOutbound
from letterlock.adapters.sql.opening import open_store
from letterlock.app.settings import AppSettings
from letterlock.core.bucket import Limits
from letterlock.core.errors import Invalid
from letterlock.ports import Ports
from letterlock.ports.probe import Setup
from letterlock.settings import Settings


def app_settings(settings: Settings) -> AppSettings:
    """What the app is told."""
    return AppSettings(
        domain=settings.domain,
        public_url=settings.origin,
        mail_host=mail_host(settings),
        relay=parse_relay(settings.relay).host if settings.relay else "",
        trusted_sealers=settings.trusted_sealers,
        key_limits=Limits(settings.key_calls, settings.key_sends, settings.key_at_once, settings.key_inboxes),
        workspace_limits=Limits(
            settings.workspace_calls,
            settings.workspace_sends,
            settings.workspace_at_once,
            settings.workspace_inboxes,
        ),
    )


def mail_host(settings: Settings) -> str:
    """The name this server goes by among mail servers: that of its public URL, else `mail.` and its domain.

    An IP address is no name: an MX record cannot point at one (RFC 1035 section 3.3.9).
    """
    host = urlsplit(settings.public_url).hostname or ""
    return f"mail.{settings.domain}" if not host or ":" in host or host.replace(".", "").isdigit() else host


def data_dir(settings: Settings) -> Path:
    """The data directory, made with access for its owner alone."""
    folder = Path(settings.data_dir)
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise Invalid(f"LETTERLOCK_DATA_DIR {folder} cannot be used: {error.strerror}") from None
    if not os.access(folder, os.R_OK | os.W_OK | os.X_OK):
        raise Invalid(f"LETTERLOCK_DATA_DIR {folder} cannot be used: this user may not read and write in it")
    return folder


def require_free(settings: Settings, roles: frozenset[str]) -> None:
    """Raises Invalid where something else listens where this process is to, before a data folder is made.

    Where there is one, whether another server runs on it is the better question.
    """
    if Path(settings.data_dir).exists():
        return
    for name, role in (("http", "http"), ("smtp", "smtp"), ("lmtp", "smtp")):
        address = settings.values[name].value
        if role not in roles or address is None or isinstance(address, Path):
            continue
        host = str(address.host).strip("[]")
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        with socket.socket(family, socket.SOCK_STREAM) as tried:
            tried.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                tried.bind((host, address.port))
            except OSError as error:
                reason = error.strerror or str(error)
                raise Invalid(f"Cannot listen on {address} (LETTERLOCK_{name.upper()}): {reason}") from None


def require_data(settings: Settings) -> None:
    """Raises Invalid where no server has been started yet, so that a command makes no empty data folder."""
    folder, url = Path(settings.data_dir), str(settings.database_url)
    _require(folder)
    data_dir(settings)
    if url.startswith("sqlite:"):
        _require(Path(url.removeprefix("sqlite:///")))
    elif not url:
        _require(folder / "letterlock.sqlite")


def _require(path: Path) -> None:
    if not path.exists():
        raise Invalid(
            f"There is no server's data here: {path.absolute()} does not exist. Start the server once with"
            " `letterlock up`, or set LETTERLOCK_DATA_DIR to the folder it was started with"
        )


@asynccontextmanager
async def build_ports(settings: Settings) -> AsyncIterator[Ports]:
    """Every adapter, closed again at the end."""
    folder = data_dir(settings)
    resolver = None if settings.nameservers == ("none",) else DnsResolver(settings.nameservers or None)
    store, events = open_store(settings.database_url or f"sqlite:///{folder / 'letterlock.sqlite'}")
    blobs = open_blobs(settings.blobs_url or str(folder / "blobs"))
    sandbox = ProcessSandbox()
    ports = Ports(
        store=store,
        blobs=blobs,
        events=events,
        resolver=resolver,
        outbound=_outbound(settings, resolver),
        sandbox=SandboxTurns(sandbox),
        secrets=FileSecrets(folder / "secret.key"),
        clock=SystemClock(),
        ids=RandomIds(),
        key_maker=make_keys,
        probe=_probe(settings, folder),
        spam_filter=Rspamd(settings.rspamd_url, Egress()) if settings.rspamd_url else None,
        fetcher=HttpFetcher(Egress(settings.allow_private), resolver or DnsResolver(())),
    )
    try:
        yield ports
    finally:
        await sandbox.close()
        await blobs.close()
        await events.close()
        await store.close()


def _probe(settings: Settings, folder: Path) -> MachineProbe:
    relay = parse_relay(settings.relay) if settings.relay else None
    pulled = parse_place(settings.pull) if settings.pull else None
    host = f"[{relay.host}]" if relay and ":" in relay.host else relay.host if relay else ""
    setup = Setup(
        smtp=_where(settings.smtp),
        lmtp=_where(settings.lmtp),
        http=str(settings.http),
        inbound=bool(settings.inbound_secret),
        relays=settings.trusted_relays,
        proxies=settings.trusted_proxies,
        relay=f"{host}:{relay.port}" if relay else None,
        relay_tls=bool(relay and relay.implicit_tls),
        relay_user=bool(relay and relay.username),
        pull=pulled.host if pulled else None,
    )
    blobs = Path(str(settings.blobs_url).removeprefix("file://") or folder / "blobs")
    folders = [folder] if blobs.is_relative_to(folder) or not blobs.exists() else [folder, blobs]
    return MachineProbe(
        setup,
        Egress(settings.allow_private),
        name=mail_host(settings),
        folders=folders,
        mailbox=ImapPulled(pulled) if pulled else None,
        sign_in=_outbound(settings, None, Bounds(patience=_CHECKING)).sign_in,
    )


def _where(address: object) -> str | None:
    """A listening address as text, `unix:` before a socket's path."""
    if address is None:
        return None
    return f"unix:{address}" if isinstance(address, Path) else str(address)


_CHECKING = Patience(connect=5, command=5, whole=15)
"""With a relay that is looked at while somebody waits."""


def _outbound(settings: Settings, resolver: DnsResolver | None, bounds: Bounds | None = None) -> SmtpOutbound:
    relay = parse_relay(settings.relay) if settings.relay else None
    return SmtpOutbound(
        relay=relay,
        resolver=resolver or DnsResolver(()),
        egress=Egress(settings.allow_private),
        helo_name=mail_host(settings),
        bounds=bounds,
    )
