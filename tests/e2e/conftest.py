"""What the tests of the whole share: a DNS zone, a running server, an agent connected to it, an inbox of each test."""

import asyncio
import re
from collections.abc import AsyncIterator, Iterator
from contextlib import AbstractAsyncContextManager
from typing import Any

import httpx
import pytest
import pytest_asyncio

from support.dns_server import DnsServer
from support.mail import Signer
from support.mcp_clients import Agent
from support.mcp_clients import agent as connect
from support.server import Server
from support.sink import Sink
from support.world import world


@pytest.fixture(scope="session")
def signer() -> Signer:
    return Signer()


@pytest.fixture(scope="session")
def dns(signer: Signer) -> Iterator[DnsServer]:
    """The world's name servers, as far as these tests go."""
    with DnsServer(world(signer)) as running:
        yield running


@pytest.fixture(scope="session")
def sink() -> Iterator[Sink]:
    """Takes what the shared server sends."""
    running = Sink()
    yield running
    running.close()


@pytest.fixture(scope="session")
def server(dns: DnsServer, sink: Sink, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A running server for tests that only add to it."""
    running = Server(tmp_path_factory.mktemp("server"), nameservers=dns.address, relay=sink.url)
    try:
        yield running.start()
    finally:
        running.close()


class Held:
    """Keeps an async context open in a task of its own, since fixtures are entered and left in different ones."""

    def __init__(self, context: AbstractAsyncContextManager[Any]) -> None:
        self._context = context
        self._stop = asyncio.Event()
        self._ready: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self._task = asyncio.create_task(self._hold())

    async def _hold(self) -> None:
        try:
            async with self._context as value:
                self._ready.set_result(value)
                await self._stop.wait()
        except BaseException as error:
            if self._ready.done():
                raise
            self._ready.set_exception(error)

    async def value(self) -> Any:
        return await self._ready

    async def close(self) -> None:
        self._stop.set()
        await self._task


@pytest_asyncio.fixture
async def agent(server: Server) -> AsyncIterator[Agent]:
    """An agent with the first key."""
    held = Held(connect(server))
    yield await held.value()
    await held.close()


@pytest_asyncio.fixture
async def inbox(agent: Agent) -> str:
    """A fresh inbox of this test alone."""
    made = await agent("create_inbox")
    address: str = made["inbox"]["inbox_id"]
    return address


@pytest_asyncio.fixture
async def person(server: Server) -> AsyncIterator[httpx.AsyncClient]:
    """A browser of the owner's."""
    link = await asyncio.to_thread(server.cli, "sign-in-link")
    token = re.search(r"#(\S+)", link)
    assert token is not None, link
    async with httpx.AsyncClient(base_url=server.url, trust_env=False, follow_redirects=True) as http:
        answer = await http.post("/app/sign-in", data={"token": token[1]}, headers={"origin": server.url})
        assert answer.status_code == 200
        yield http
