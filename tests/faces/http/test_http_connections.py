"""Slow, half-open and greedy clients on real sockets, on either event loop: they are let go, and others are served."""

import asyncio
import contextlib
import socket
from types import SimpleNamespace

import pytest
import uvloop
from starlette.requests import Request
from starlette.responses import PlainTextResponse, StreamingResponse
from starlette.routing import Route, Router

from letterlock.core.trust.relays import Networks
from letterlock.faces.http.connection import Pace
from letterlock.faces.http.crowd import Crowd, Most, client_of
from letterlock.faces.http.serve import listen, serve

QUICK = Pace(head=0.2, body=0.2, body_bytes=1000, rest=0.2, unread=0.3, unread_bytes=10_000, look=0.02)
GET = b"GET /page HTTP/1.1\r\nHost: x\r\n\r\n"
POST = b"POST /page HTTP/1.1\r\nHost: x\r\nContent-Length: 100000\r\n\r\n"
EARLY = b"POST /early HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n"
LARGE = 8 * 1024 * 1024


class Site:
    """What is asked for here."""

    def __init__(self) -> None:
        self.port = 0
        self.begun = asyncio.Semaphore(0)
        self.release = asyncio.Event()
        self.app = Router(
            [
                Route("/page", self.page, methods=["GET", "POST"]),
                Route("/early", self.early, methods=["POST"]),
                Route("/large", self.large),
                Route("/many", self.many),
                Route("/wait", self.wait),
            ]
        )

    async def page(self, request: Request):
        return PlainTextResponse(f"{len(await request.body())} bytes")

    async def early(self, request: Request):
        return PlainTextResponse("no", status_code=403)

    async def large(self, request: Request):
        return PlainTextResponse(b"x" * LARGE)

    async def many(self, request: Request):
        async def chunks():
            for _ in range(LARGE // 65536):
                yield b"x" * 65536

        return StreamingResponse(chunks())

    async def wait(self, request: Request):
        self.begun.release()
        await self.release.wait()
        return PlainTextResponse("waited")

    async def waiting(self, number):
        """Until so many more requests wait."""
        for _ in range(number):
            await asyncio.wait_for(self.begun.acquire(), 10)

    async def connect(self, source="127.0.0.1", receive=None):
        sock = socket.socket()
        if receive:
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive)
        sock.setblocking(False)
        sock.bind((source, 0))
        await asyncio.get_running_loop().sock_connect(sock, ("127.0.0.1", self.port))
        reader, writer = await asyncio.open_connection(sock=sock, limit=1024)
        return SimpleNamespace(reader=reader, writer=writer, sock=sock)

    async def ask(self, source="127.0.0.1", request=GET):
        client = await self.connect(source)
        client.writer.write(request)
        return await status(client)


async def status(client):
    line = await asyncio.wait_for(client.reader.readline(), 10)
    return int(line.split()[1]) if line else None


@contextlib.asynccontextmanager
async def serving(**more):
    site, stop, started = Site(), asyncio.Event(), asyncio.Event()
    listening = listen("127.0.0.1", 0)
    site.port = listening.getsockname()[1]
    task = asyncio.create_task(
        serve(_with_lifespan(site.app), "127.0.0.1", site.port, stop, listening=listening, grace=1,
              started=lambda _: started.set(), **{"pace": QUICK, **more})
    )  # fmt: skip
    await asyncio.wait_for(started.wait(), 20)
    try:
        yield site
    finally:
        stop.set()
        await asyncio.wait_for(task, 20)


def _with_lifespan(app):
    async def whole(scope, receive, send):
        if scope["type"] == "lifespan":
            for _ in range(2):
                await send({"type": (await receive())["type"] + ".complete"})
        else:
            await app(scope, receive, send)

    return whole


@pytest.fixture(params=[asyncio.run, uvloop.run], ids=["asyncio", "uvloop"])
def run(request):
    return request.param


async def closed(client) -> None:
    """Whatever comes, the end comes after it."""
    with contextlib.suppress(ConnectionError):
        while await asyncio.wait_for(client.reader.read(65536), 20):
            pass


async def trickle(client, piece: bytes, seconds=0.03) -> None:
    """Sends on and on, until the other side has gone."""
    with contextlib.suppress(ConnectionError, RuntimeError):  # uvloop's, for a transport that is closed
        while True:
            client.writer.write(piece)
            await client.writer.drain()
            await asyncio.sleep(seconds)


BEGINNINGS = {
    "nothing": (b"", b""),
    "part of a line": (b"GET /page HTT", b"P"),
    "part of the headers": (b"GET /page HTTP/1.1\r\nHost: x\r\nX: ", b"y"),
    "part of a body": (POST, b"z"),
    "a next request that stays in part": (GET + b"GET /page HTTP/1.1\r\nX: ", b"y"),
    "a next request whose body stays in part": (GET + POST, b""),
    "empty lines": (b"\r\n", b"\r\n"),
    "a body that was answered before its end": (EARLY, b"1\r\nx\r\n"),
    "a body that was answered before its end, quickly": (EARLY, b"fff0\r\n" + b"x" * 0xFFF0 + b"\r\n"),
}


@pytest.mark.parametrize("begun", BEGINNINGS)
@pytest.mark.parametrize("moves", [False, True])
def test_a_client_that_does_not_finish_its_request_is_let_go_however_it_keeps_busy(run, begun, moves):
    first, more = BEGINNINGS[begun]

    async def check():
        async with serving() as site:
            client = await site.connect()
            client.writer.write(first)
            busy = asyncio.create_task(trickle(client, more)) if moves and more else None
            await closed(client)
            if busy:
                await asyncio.wait_for(busy, 20)

    run(check())


def test_a_body_that_moves_at_a_fair_rate_may_take_its_time(run):
    async def check():
        async with serving(pace=Pace(head=0.2, body=0.2, body_bytes=1000, look=0.02)) as site:
            client = await site.connect()
            client.writer.write(POST)
            for _ in range(20):
                client.writer.write(b"z" * 5000)
                await client.writer.drain()
                await asyncio.sleep(0.03)
            assert await status(client) == 200

    run(check())


@pytest.mark.parametrize("path", [b"/large", b"/many"])
@pytest.mark.parametrize("end", [b"", b"Connection: close\r\n"])
@pytest.mark.parametrize("half", [False, True])
def test_an_answer_that_is_not_taken_is_given_up(run, path, end, half):
    async def check():
        async with serving(pace=Pace(unread=0.3, look=0.02)) as site:
            client = await site.connect(receive=4096)
            client.writer.transport.pause_reading()
            client.writer.write(b"GET " + path + b" HTTP/1.1\r\nHost: x\r\n" + end + b"\r\n")
            if half:
                client.writer.write_eof()
            await asyncio.sleep(1)
            client.writer.transport.resume_reading()
            got = 0
            with contextlib.suppress(ConnectionError):
                while part := await asyncio.wait_for(client.reader.read(65536), 20):
                    got += len(part)
            assert got < LARGE, "the rest went with the connection"

    run(check())


def test_an_answer_that_is_taken_slowly_arrives_whole(run):
    async def check():
        async with serving() as site:
            client = await site.connect(receive=65536)
            client.writer.write(b"GET /large HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
            got = 0
            while part := await asyncio.wait_for(client.reader.read(400_000), 20):
                got += len(part)
                await asyncio.sleep(0.001)
            assert got > LARGE

    run(check())


def test_an_answer_may_take_longer_than_any_request(run):
    async def check():
        async with serving() as site:
            waiting = asyncio.create_task(site.ask(request=b"GET /wait HTTP/1.1\r\nHost: x\r\n\r\n"))
            await site.waiting(1)
            await asyncio.sleep(1)
            site.release.set()
            assert await waiting == 200

    run(check())


def test_whoever_opens_many_connections_keeps_out_none_but_itself(run):
    most = Most(connections=20, of_client=6)

    async def check():
        async with serving(pace=Pace(), most=most) as site:
            silent = [await site.connect("127.0.0.9") for _ in range(6)]
            assert await site.ask("127.0.0.8") == 200
            assert await site.ask("127.0.0.9") == 200, "one that is silent makes room"
            await closed(silent[0])
            busy = [await site.connect("127.0.0.9") for _ in range(6)]
            for client in busy:
                client.writer.write(b"GET /wait HTTP/1.1\r\nHost: x\r\n\r\n")
            for client in silent[1:]:
                await closed(client)
            await site.waiting(6)
            assert await site.ask("127.0.0.9") == 503
            assert await site.ask("127.0.0.8") == 200
            site.release.set()
            assert [await status(client) for client in busy] == [200] * 6
            assert await site.ask("127.0.0.9") == 200

    run(check())


def test_in_all_the_busiest_client_makes_room(run):
    async def check():
        async with serving(pace=Pace(), most=Most(connections=16, of_client=12)) as site:
            quiet = await site.connect("127.0.0.8")
            greedy = [await site.connect(f"127.0.0.{9 + number % 2}") for number in range(15)]
            assert await site.ask("127.0.0.7") == 200
            await closed(greedy[0])
            quiet.writer.write(GET)
            assert await status(quiet) == 200

    run(check())


def test_a_proxys_clients_are_told_apart_by_what_it_says_of_them(run):
    wait = b"GET /wait HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: %s\r\n\r\n"
    page = b"GET /page HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: %s\r\n\r\n"
    proxies = Networks(["127.0.0.6", "10.0.0.0/8"])

    async def check():
        async with serving(pace=Pace(), most=Most(connections=40, of_client=4), proxies=proxies) as site:
            held = [await site.connect("127.0.0.6") for _ in range(4)]
            for client in held:
                client.writer.write(wait % b"192.0.2.200, 198.51.100.7, 10.1.1.1")
            await site.waiting(4)
            assert await site.ask("127.0.0.6", page % b"198.51.100.7") == 503
            assert await site.ask("127.0.0.6", page % b"198.51.100.7, 198.51.100.8") == 200
            assert await site.ask("127.0.0.9", page % b"198.51.100.7") == 200, "others are not believed"
            site.release.set()
            assert [await status(client) for client in held] == [200] * 4
            assert await site.ask("127.0.0.6", page % b"198.51.100.7") == 200

    run(check())


@pytest.mark.parametrize(
    ("address", "client"),
    [
        ("192.0.2.1", "192.0.2.1"),
        ("::ffff:192.0.2.1", "192.0.2.1"),
        ("2001:db8:1:2:3::4", "2001:db8:1:2::/64"),
        ("unknown", ""),
        ("", ""),
    ],
)
def test_what_a_client_is_counted_by(address, client):
    assert client_of(address) == client


def test_nothing_is_remembered_of_clients_that_left():
    class Silent:
        since, pausing = 0.0, True

        def let_go(self):
            raise AssertionError

    crowd = Crowd(Most(connections=10_000, of_client=10), Networks())
    for number in range(1000):
        one = Silent()
        assert crowd.admit(one, f"10.0.{number // 250}.{number % 250}")
        crowd.leave(one)
        crowd.leave(one)
    assert not crowd._by_client
    assert not crowd._client
