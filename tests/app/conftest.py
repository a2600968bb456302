"""The app on real adapters in a temporary folder, without faces; analysis and delivery run when a test says so."""

import contextlib
from dataclasses import replace

import pytest

from letterlock.app.accept import Accept
from letterlock.app.analyse import Analyse
from letterlock.app.deliver import Deliver
from letterlock.app.invoke import Gate
from letterlock.app.start import start
from letterlock.building import app_settings, build_ports
from letterlock.core.address import parse_address
from letterlock.core.envelope import Envelope
from letterlock.core.errors import LetterlockError
from letterlock.ports.outbound import Outcome
from letterlock.ports.records import Job
from letterlock.settings import load


class Outbox:
    """Takes what is sent; answers as it is told."""

    def __init__(self):
        self.sent = []
        self.status = "delivered"
        self.reply = "250 2.0.0 OK"

    async def deliver(self, raw, *, mail_from, recipients):
        self.sent.append((raw, mail_from, list(recipients)))
        return [Outcome(to, self.status, self.reply, "mx.test") for to in recipients]


class App:
    """What tests ask of the app."""

    def __init__(self, ports, settings, key, blobs):
        self.blobs = blobs
        self.ports = ports
        self.settings = settings
        self.key = key
        self.outbox = ports.outbound
        self.gate = Gate(ports, settings)
        self.acceptor = Accept(ports, quota=settings.default_quota)
        self.analysis = Analyse(ports, settings)
        self.inbox = f"welcome@{settings.domain}"

    async def caller(self, key=None):
        return await self.gate.authenticate(key or self.key)

    async def person(self):
        return await self.gate.people.operator()

    async def call(self, operation, key=None, /, **arguments):
        return await self.gate.invoke(await self.caller(key), operation, arguments)

    async def manage(self, operation, /, **arguments):
        return await self.gate.invoke(await self.person(), operation, arguments)

    async def refused(self, operation, key=None, /, **arguments):
        """The error a call gives."""
        with pytest.raises(LetterlockError) as error:
            await self.call(operation, key, **arguments)
        return error.value

    async def make_key(self, *permissions, **more):
        return (await self.manage("keys.create", permissions=list(permissions), **more))["key"]

    async def receive(self, raw, to=None, **envelope):
        """Accepts and analyses a message; returns its id."""
        given = {"mail_from": "ana@b.example", "client_ip": "192.0.2.1", "helo": "b.example", **envelope}
        verdicts = await self.acceptor.accept(
            Envelope(received_at=self.ports.clock.now(), **given), [parse_address(to or self.inbox)], raw
        )
        assert [verdict.status for verdict in verdicts] == ["accept"]
        return await self.analyse()

    async def analyse(self):
        last = None
        for message_id in await self.ports.store.read(lambda unit: unit.messages.pending(100)):
            await self.analysis.analyse(self.job("analyse", message_id))
            last = message_id
        return last

    async def deliver(self, message_id):
        handler = Deliver(self.ports, self.settings, self.acceptor)
        return await handler(self.job("deliver", message_id))

    def job(self, kind, key):
        return Job("job_test", kind, key, "", self.ports.clock.now(), attempts=1)


@pytest.fixture
async def app(tmp_path):
    """A fresh server's app; no DNS is asked."""
    settings = load(
        {
            "LETTERLOCK_DATA_DIR": str(tmp_path / "data"),
            "LETTERLOCK_NAMESERVERS": "none",
            "LETTERLOCK_DOMAIN": "agents.example",
        },
        tmp_path / "none.toml",
    )
    key = "ll_live_" + "test-key-of-the-first-start".ljust(43, "-")
    async with contextlib.AsyncExitStack() as stack:
        ports = replace(await stack.enter_async_context(build_ports(settings)), outbound=Outbox())
        told = app_settings(settings)
        await start(ports, told, lambda: key)
        yield App(ports, told, key, tmp_path / "data" / "blobs")
