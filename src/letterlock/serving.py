"""Serving: the faces and jobs of the roles asked for, from start to clean stop. Part of the composition root."""

import asyncio
import json
import logging
import os
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack
from importlib.metadata import version
from pathlib import Path

from prometheus_client import CollectorRegistry, Counter, ProcessCollector

from letterlock.adapters.folders import held_alone, sync_folder
from letterlock.adapters.imap.place import parse_place
from letterlock.adapters.imap.pulled import ImapPulled
from letterlock.app.accept import Accept
from letterlock.app.analyse import Analyse
from letterlock.app.attachments.index import IndexFiles
from letterlock.app.blobs import Sweep
from letterlock.app.deliver import Deliver
from letterlock.app.expire import Expire
from letterlock.app.invoke import Gate
from letterlock.app.keys.create import KEY_PREFIX
from letterlock.app.pull import Pull
from letterlock.app.reanalyse import Reanalyse
from letterlock.app.schedule import Schedule
from letterlock.app.start import Started, start
from letterlock.building import app_settings, build_ports, data_dir, mail_host, require_free
from letterlock.core.errors import Invalid
from letterlock.core.trust.relays import Networks, Relays
from letterlock.faces.http import app as http_app
from letterlock.faces.http.downloads import Downloads
from letterlock.faces.http.serve import listen, serve
from letterlock.faces.mcp.endpoint import McpFace
from letterlock.faces.mcp.inbox import INBOX
from letterlock.faces.mcp.server import ToolServer
from letterlock.jobs.pulling import Pulling
from letterlock.jobs.runner import JobRunner
from letterlock.ports import Ports
from letterlock.settings import Settings

log = logging.getLogger("letterlock.serving")

GRACE_SECONDS = 10
"""What was started is given so long to finish at the end."""


class Server:
    """One process of the server: `roles` of http, smtp and work."""

    def __init__(self, settings: Settings, roles: frozenset[str]) -> None:
        self._settings = settings
        self._roles = roles
        self._alone = not settings.database_url.startswith("postgresql")
        """On SQLite one process does everything: it takes up at its start what was under way."""
        self._registry = CollectorRegistry()
        ProcessCollector(registry=self._registry)
        self._counter = Counter("letterlock_smtp", "SMTP and LMTP events", ["event"], registry=self._registry)
        self._counters: dict[str, Counter] = {}

    async def run(self, stop: asyncio.Event) -> None:
        """Until `stop` is set: then stops accepting, finishes what was started, and closes everything."""
        told = app_settings(self._settings)
        require_free(self._settings, self._roles)
        async with AsyncExitStack() as stack:
            if self._alone:
                stack.enter_context(held_alone(data_dir(self._settings)))
            ports = await stack.enter_async_context(build_ports(self._settings))
            started = await start(ports, told, lambda: first_key(data_dir(self._settings)))
            accept = Accept(ports, quota=told.default_quota, relays=Relays(self._settings.trusted_relays))
            if "work" in self._roles:
                await self._work(stack, stop, ports, accept)
            if "smtp" in self._roles:
                await self._receive(stack, stop, ports, accept)
            if "http" in self._roles:
                await self._serve_http(ports, Gate(ports, told), accept, stop, lambda: self._welcome(started))
            else:
                await stop.wait()

    async def _work(self, stack: AsyncExitStack, stop: asyncio.Event, ports: Ports, accept: Accept) -> None:
        told = app_settings(self._settings)
        analyse = Analyse(ports, told)
        runner = JobRunner(
            ports.store,
            ports.events,
            ports.clock,
            {
                "analyse": analyse.analyse,
                "renew": analyse.renew,
                "reanalyse": Reanalyse(ports),
                "deliver": Deliver(ports, told, accept),
                "expire": Expire(ports),
                "schedule": Schedule(ports, Gate(ports, told)),
                "index": IndexFiles(ports),
                "sweep": Sweep(ports),
            },
            concurrency={
                "analyse": 2,
                "renew": 2,
                "reanalyse": 1,
                "deliver": 16,
                "expire": 1,
                "schedule": 2,
                "index": 1,
                "sweep": 1,
            },
            alone=self._alone,
            crowded=lambda: accept.crowded,
        )
        await runner.start()
        _end_at(stop, stack, runner.stop)
        if self._settings.pull:
            mailbox = ImapPulled(parse_place(self._settings.pull))
            pulling = Pulling(mailbox, Pull(mailbox, accept, ports.sandbox, ports.clock).round)
            pulling.start()
            _end_at(stop, stack, pulling.stop)

    async def _receive(self, stack: AsyncExitStack, stop: asyncio.Event, ports: Ports, accept: Accept) -> None:
        from letterlock.adapters.tls import server_context
        from letterlock.faces.smtp.server import LmtpServer, SmtpServer
        from letterlock.faces.smtp.settings import SmtpSettings

        host = mail_host(self._settings)
        certificate, key = self._settings.tls_cert or None, self._settings.tls_key or None
        told = SmtpSettings(
            hostname=host,
            tls=server_context(certificate, key, data_dir(self._settings), host),
            proxies=Networks(self._settings.trusted_proxies),
            relays=Relays(self._settings.trusted_relays),
        )
        for kind, name in ((SmtpServer, "smtp"), (LmtpServer, "lmtp")):
            address = self._settings.values[name].value
            if address is not None:
                server = kind(accept, told, ports.clock, self._count)
                try:
                    if isinstance(address, Path):
                        await server.start_unix(address)
                    else:
                        await server.start(address.host, address.port)
                except OSError as error:
                    raise Invalid(f"Cannot listen on {address} (LETTERLOCK_{name.upper()}): {error.strerror}") from None
                _end_at(stop, stack, server.stop)

    def _count(self, event: str, amount: int) -> None:
        counter = self._counters.get(event)
        if counter is None:
            counter = self._counters[event] = self._counter.labels(event)
        counter.inc(amount)

    async def _serve_http(
        self, ports: Ports, gate: Gate, accept: Accept, stop: asyncio.Event, ready: Callable[[], None]
    ) -> None:
        from letterlock.faces.rest.inbound import Inbound
        from letterlock.faces.smtp.settings import Limits
        from letterlock.faces.web.pages import routes as pages

        address = self._settings.http
        try:
            listening = listen(address.host, address.port)
        except OSError as error:
            raise Invalid(str(error.strerror)) from None
        tools = ToolServer(gate, [INBOX], origin=self._settings.origin, version=VERSION, registry=self._registry)
        mcp = McpFace(gate, tools, origin=self._settings.origin, version=VERSION)

        async def check() -> None:
            await ports.store.check()
            await ports.blobs.check()

        secrets = self._settings.inbound_secret
        inbound = Inbound(accept, ports.clock, secrets, mail_host(self._settings), Limits(), self._count)
        app = http_app.build(
            routes=[
                *mcp.routes(),
                *Downloads(gate).routes(),
                *inbound.routes(),
                *pages(gate, secure=self._settings.origin.startswith("https:")),
            ],
            running=[mcp.run],
            ready=check,
            registry=self._registry,
            public_url=self._settings.origin,
            bound=str(address),
        )
        await serve(
            app,
            address.host,
            address.port,
            stop,
            listening=listening,
            stopping=mcp.stop_waiting,
            started=lambda _: ready(),
            grace=GRACE_SECONDS,
            proxies=Networks(self._settings.trusted_proxies),
        )

    def _welcome(self, started: Started) -> None:
        """What a newcomer needs, on standard output."""
        key = _read(data_dir(self._settings) / "first-key")
        client = {
            "mcpServers": {
                "letterlock": {
                    "type": "http",
                    "url": f"{self._settings.origin}/mcp",
                    "headers": {"Authorization": f"Bearer {key}"},
                }
            }
        }
        lines = [
            f"Letterlock {VERSION} is ready.",
            f"  inbox      {started.inbox}",
            f"  mail in    {self._settings.smtp or 'off'}",
            f"  sign in    {started.sign_in_url}   (once, within 24 hours)",
        ]
        if key:
            lines += [
                f"  API key    {key}   (first key: reaches every toolset and inbox)",
                "  MCP client configuration:",
                json.dumps(client, indent=2),
            ]
        print("\n".join(lines), flush=True)  # noqa: T201 (this is the command's output)


VERSION = version("letterlock")


def _end_at(stop: asyncio.Event, stack: AsyncExitStack, end: Callable[[float], Awaitable[None]]) -> None:
    """Has `end` begin when `stop` is set, beside the others that end then; leaving the stack waits for it."""

    async def ending() -> None:
        await stop.wait()
        await end(GRACE_SECONDS)

    task = asyncio.create_task(ending())

    async def ended() -> None:
        stop.set()  # where it is left by an error
        await task

    stack.push_async_callback(ended)


def first_key(folder: Path) -> str:
    """The first API key, written to `first-key` (mode 0600) before anything depends on it."""
    import secrets

    file = folder / "first-key"
    existing = _read(file)
    if existing:
        return existing
    key = KEY_PREFIX + secrets.token_urlsafe(32)
    temporary = folder / "first-key.new"
    temporary.unlink(missing_ok=True)
    with os.fdopen(os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as handle:
        handle.write(key + "\n")
        handle.flush()
        os.fsync(handle.fileno())
    temporary.replace(file)
    sync_folder(folder)
    return key


def _read(file: Path) -> str:
    try:
        return file.read_text("ascii").strip()
    except OSError:
        return ""
    except UnicodeDecodeError:
        raise Invalid(f"{file} does not hold an API key; put it right, or away") from None
