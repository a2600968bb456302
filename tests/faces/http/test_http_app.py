"""The guards every request passes, health, metrics, and the server's start and stop."""

import asyncio
import contextlib
import logging
import socket

import httpx
import pytest
from prometheus_client import CollectorRegistry
from starlette.requests import Request
from starlette.responses import PlainTextResponse
from starlette.routing import Route

from letterlock.core.errors import Invalid, RateLimited
from letterlock.faces.http.app import build
from letterlock.faces.http.hosts import allowed_hosts, allowed_origins
from letterlock.faces.http.observe import route_of
from letterlock.faces.http.problem import STATUS
from letterlock.faces.http.serve import listen, serve

PUBLIC = "https://mail.example.com"


async def page(request: Request):
    return PlainTextResponse("page")


async def refuse(request: Request):
    raise RateLimited("Too many", retry_after=9)


async def blame(request: Request):
    raise Invalid("limit: too large", param="limit")


async def fail(request: Request):
    raise RuntimeError("secret")


ROUTES = [
    Route("/app/page", page), Route("/v0/refuse", refuse), Route("/v0/blame", blame), Route("/v0/fail", fail)
]  # fmt: skip


class Readiness:
    error = None

    async def __call__(self):
        if self.error:
            raise self.error


def app_of(ready=None, routes=ROUTES, running=(), public=PUBLIC):
    registry = CollectorRegistry()
    return build(
        routes=routes, running=running, ready=ready or Readiness(), registry=registry, public_url=public, bound="0.0.0.0:8025"
    )  # fmt: skip


def client_of(app, base=PUBLIC):
    transport = httpx.ASGITransport(app, raise_app_exceptions=False)
    return httpx.AsyncClient(transport=transport, base_url=base)


@pytest.mark.parametrize(
    ("host", "status"),
    [
        ("mail.example.com", 200),
        ("MAIL.example.com", 200),
        ("localhost:8025", 200),
        ("127.0.0.1:8025", 200),
        ("[::1]:8025", 200),
        ("127.0.0.1:9999", 421),
        ("localhost", 421),
        ("0.0.0.0:8025", 421),
        ("evil.example", 421),
        ("mail.example.com.evil.example", 421),
        ("mail.example.com:8025", 421),
    ],
)
async def test_it_answers_under_its_own_names_alone(host, status):
    async with client_of(app_of()) as http:
        assert (await http.get("/app/page", headers={"host": host})).status_code == status


@pytest.mark.parametrize(
    ("origin", "status"),
    [
        (PUBLIC, 200),
        ("http://localhost:8025", 200),
        ("http://mail.example.com.evil.example", 403),
        ("https://evil.example", 403),
        ("null", 403),
    ],
)
async def test_other_origins_are_refused(origin, status):
    async with client_of(app_of()) as http:
        assert (await http.get("/app/page", headers={"origin": origin})).status_code == status


def test_an_unspecified_bind_address_is_no_name():
    assert "0.0.0.0:80" not in allowed_hosts(PUBLIC, "0.0.0.0:80")
    assert "10.0.0.5:80" in allowed_hosts(PUBLIC, "10.0.0.5:80")
    assert allowed_origins("http://a:1", ["a:1"]) == {"http://a:1"}


async def test_probes_are_answered_under_any_name():
    async with client_of(app_of()) as http:
        for path in ("/healthz", "/readyz"):
            assert (await http.get(path, headers={"host": "10.1.2.3"})).status_code == 200


@pytest.mark.parametrize(
    ("client", "headers", "status"),
    [
        ("127.0.0.1", {}, 200),
        ("127.8.8.8", {}, 200),
        ("::1", {}, 200),
        ("::ffff:127.0.0.1", {}, 200),
        ("10.1.2.3", {}, 404),
        ("192.0.2.1", {}, 404),
        ("::ffff:192.0.2.1", {}, 404),
        ("2001:db8::1", {}, 404),
        ("nonsense", {}, 404),
        ("127.0.0.1", {"x-forwarded-for": "127.0.0.1"}, 404),
        ("127.0.0.1", {"forwarded": "for=127.0.0.1"}, 404),
        ("127.0.0.1", {"host": "evil.example"}, 421),
    ],
)
async def test_metrics_are_for_programs_on_this_machine(client, headers, status):
    transport = httpx.ASGITransport(app_of(), client=(client, 5000))
    async with httpx.AsyncClient(transport=transport, base_url="http://localhost:8025") as http:
        assert (await http.get("/metrics", headers=headers)).status_code == status
        assert (await http.get("/healthz", headers=headers)).status_code == 200


async def test_readiness_is_what_storage_says():
    ready = Readiness()
    async with client_of(app_of(ready)) as http:
        assert (await http.get("/readyz")).status_code == 200
        ready.error = OSError("disk /secret/path is full")
        answer = await http.get("/readyz")
    assert answer.status_code == 503
    assert "secret" not in answer.text


async def test_errors_are_problem_details():
    async with client_of(app_of()) as http:
        refused = await http.get("/v0/refuse")
        blamed = await http.get("/v0/blame")
        failed = await http.get("/v0/fail")
        absent = await http.get("/v0/none")
        wrong = await http.post("/v0/blame")
    assert (refused.status_code, refused.headers["retry-after"]) == (429, "9")
    assert blamed.json()["param"] == "limit"
    assert failed.status_code == 500
    assert "secret" not in failed.text
    assert absent.status_code == 404
    assert wrong.status_code == 405
    assert set(wrong.headers["allow"].split(", ")) == {"GET", "HEAD"}
    for answer in (refused, blamed, failed, absent, wrong):
        assert answer.headers["content-type"] == "application/problem+json"
        assert answer.json()["status"] == answer.status_code


def test_every_kind_of_error_has_a_status():
    from letterlock.core import errors

    kinds = {k.kind for k in vars(errors).values() if isinstance(k, type) and issubclass(k, errors.LetterlockError)}
    assert set(STATUS) == kinds


async def test_pages_carry_their_security_headers():
    async with client_of(app_of()) as http:
        headers = (await http.get("/app/page")).headers
        plain = (await http.get("/healthz")).headers
        async with client_of(app_of(public="http://localhost:8025"), "http://localhost:8025") as bare:
            unsecured = (await bare.get("/app/page")).headers
    policy = headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "frame-ancestors 'none'" in policy
    assert "unsafe" not in policy
    assert headers["x-content-type-options"] == plain["x-content-type-options"] == "nosniff"
    assert plain["referrer-policy"] == "no-referrer"
    assert headers["referrer-policy"] == "same-origin", "under no-referrer, forms are posted with Origin: null"
    assert "strict-transport-security" in headers
    assert "strict-transport-security" not in unsecured


async def test_logs_and_metrics_name_the_route_and_nothing_of_the_request(caplog):
    secret = "ann@example.com"
    with caplog.at_level(logging.DEBUG):
        async with client_of(app_of()) as http:
            await http.get(f"/app/inboxes/{secret}?token={secret}", headers={"authorization": f"Bearer {secret}"})
            await http.request("ANN", f"/{secret}")
            metrics = (await http.get("/metrics", headers={"host": "localhost:8025"})).text
    ours = [record for record in caplog.records if record.name == "letterlock.http"]
    assert [record.route for record in ours] == ["/app/…", "other", "/metrics"]
    assert secret not in "".join(str(vars(record)) for record in ours)
    assert 'letterlock_http_requests_total{method="GET",route="/app/…",status="404"} 1.0' in metrics
    assert 'method="other",route="other"' in metrics
    assert secret not in metrics


def test_route_names_are_a_small_set():
    assert route_of("/mcp/inbox") == "/mcp/inbox"
    assert route_of("/mcp/attachments/secret") == "/mcp/…"
    assert route_of("/application") == "other"


@contextlib.asynccontextmanager
async def serving(app, **more):
    listening = listen("127.0.0.1", 0)
    stop, begun = asyncio.Event(), asyncio.Event()
    told = []
    task = asyncio.create_task(
        serve(
            app,
            "127.0.0.1",
            0,
            stop,
            listening=listening,
            started=lambda port: (told.append(port), begun.set()),
            **more,
        )
    )
    await asyncio.wait({task, asyncio.create_task(begun.wait())}, return_when=asyncio.FIRST_COMPLETED)
    try:
        yield told[0] if told else None, stop, task
    finally:
        stop.set()
        with contextlib.suppress(Exception):
            await asyncio.wait_for(task, 20)


async def test_it_finishes_what_was_begun_before_it_stops():
    begun, release = asyncio.Event(), asyncio.Event()

    async def slow(request):
        begun.set()
        await release.wait()
        return PlainTextResponse("finished")

    async with serving(app_of(routes=[Route("/app/slow", slow)])) as (port, stop, task):
        async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", trust_env=False) as http:
            asking = asyncio.create_task(http.get("/app/slow", headers={"host": "mail.example.com"}))
            await asyncio.wait_for(begun.wait(), 10)
            stop.set()
            release.set()
            assert (await asyncio.wait_for(asking, 10)).text == "finished"
        await asyncio.wait_for(task, 10)


async def test_it_does_not_wait_for_ever():
    begun = asyncio.Event()

    async def stuck(request):
        begun.set()
        await asyncio.Event().wait()

    app = app_of(routes=[Route("/app/stuck", stuck)])
    async with serving(app, grace=1) as (port, stop, task), httpx.AsyncClient(trust_env=False) as http:
        url = f"http://127.0.0.1:{port}/app/stuck"
        asking = asyncio.create_task(http.get(url, headers={"host": "mail.example.com"}))
        await asyncio.wait_for(begun.wait(), 10)
        stop.set()
        await asyncio.wait_for(task, 10)
        await asyncio.wait({asking}, timeout=10)
        assert asking.done()


async def test_an_app_that_does_not_start_is_an_error_and_ends_nothing_else():
    @contextlib.asynccontextmanager
    async def broken():
        raise RuntimeError("no")
        yield

    async with serving(app_of(running=[broken])) as (port, _, task):
        assert port is None
        with pytest.raises(RuntimeError, match="did not start"):
            await task


def test_an_address_that_is_taken_is_named():
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        with pytest.raises(OSError, match=f"127.0.0.1:{port}"):
            listen("127.0.0.1", port)


async def test_it_says_nothing_of_the_software_that_serves():
    async with serving(app_of()) as (port, _, __), httpx.AsyncClient(trust_env=False) as http:
        answer = await http.get(f"http://127.0.0.1:{port}/healthz")
    assert "server" not in answer.headers


async def test_white_space_before_a_headers_colon_is_refused():
    async with serving(app_of()) as (port, _, __):
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(b"GET /healthz HTTP/1.1\r\nHost : mail.example.com\r\n\r\n")
        line = await asyncio.wait_for(reader.readline(), 10)
        writer.close()
    assert b" 400 " in line


@pytest.mark.parametrize("path", ["/app/page", "/healthz"])
async def test_a_body_that_ends_in_two_ways_is_refused_and_the_connection_closed(path):
    async with serving(app_of()) as (port, _, __):
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        head = (
            f"GET {path} HTTP/1.1\r\nHost: mail.example.com\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n"
        )
        writer.write(head.encode() + b"0\r\n\r\nGET /healthz HTTP/1.1\r\nHost: mail.example.com\r\n\r\n")
        answer = await asyncio.wait_for(reader.read(), 10)
        writer.close()
    assert answer.startswith(b"HTTP/1.1 400 ")
    assert answer.count(b"HTTP/1.1 ") == 1
