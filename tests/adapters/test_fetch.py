"""Downloads go to checked public addresses only, follow nothing, and end at their bounds."""

import gzip
import ssl

import pytest

from letterlock.adapters.dns import DnsResolver
from letterlock.adapters.egress import Egress
from letterlock.adapters.fetch import HttpFetcher
from letterlock.adapters.tls import server_context
from letterlock.core.trust.question import Answer
from letterlock.ports.fetch import FetchFailed, TooLarge
from support.dns_server import DnsServer
from support.web_server import WebServer, answer

PAGES = {
    "/a.csv": answer(b"a,b\n", content_type="text/csv; charset=utf-8"),
    "/named": answer(b"x", content_disposition="attachment; filename*=utf-8''b%C3%BCcher.pdf"),
    "/chunked": b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n",
    "/until-close": b"HTTP/1.0 200 OK\r\n\r\nall of it",
    "/early": b"HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n" + answer(b"late"),
    "/q?a=1&b=%20": answer(b"query"),
    "/moved": answer(b"", "302 Found", location="http://127.0.0.1/secret"),
    "/missing": answer(b"no", "404 Not Found"),
    "/partial": answer(b"no", "206 Partial Content"),
    "/zipped": answer(gzip.compress(b"0" * 100_000), content_encoding="gzip"),
    "/large": answer(b"x" * 101),
    "/large-chunked": b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n" + b"32\r\n" + b"x" * 50 + b"\r\n" + b"33\r\n"
    + b"x" * 51 + b"\r\n0\r\n\r\n",
    "/large-until-close": b"HTTP/1.0 200 OK\r\n\r\n" + b"x" * 101,
    "/fits": answer(b"x" * 100),
    "/crumbs": b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n" + b"1\r\nx\r\n" * 5_000 + b"0\r\n\r\n",
    "/cut": answer(b"half", content_length="8"),
    "/garbage": b"SSH-2.0-OpenSSH_9.6\r\n",
    "/endless-head": b"HTTP/1.1 200 OK\r\nX: " + b"x" * 200_000,
    "/zip-transfer": b"HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n",
}  # fmt: skip


@pytest.fixture(scope="module")
def web():
    with WebServer(PAGES) as running:
        yield running


def fetcher(*allowed, resolver=None, **more):
    return HttpFetcher(Egress(allowed), resolver or DnsResolver(()), **more)


async def get(web, path, *, most=100, seconds=20):
    return await fetcher("127.0.0.1").get(web.url(path), most=most, seconds=seconds)


async def test_a_file_is_downloaded_with_what_the_server_says_of_it(web):
    found = await get(web, "/a.csv")
    assert (found.content, found.content_type, found.filename) == (b"a,b\n", "text/csv; charset=utf-8", "a.csv")
    assert (await get(web, "/named")).filename == "bücher.pdf"


async def test_every_way_of_ending_a_body_is_read(web):
    for path, content in (("/chunked", b"abcde"), ("/until-close", b"all of it"), ("/early", b"late")):
        assert (await get(web, path)).content == content
    assert (await get(web, "/q?a=1&b=%20")).content == b"query"


async def test_the_request_says_nothing_of_us_but_the_name_of_the_program(web, monkeypatch):
    monkeypatch.setenv("http_proxy", "http://127.0.0.1:1")
    monkeypatch.setenv("HTTPS_PROXY", "http://127.0.0.1:1")
    await get(web, "/a.csv")
    lines = web.requests[-1].decode().splitlines()
    assert lines[0] == "GET /a.csv HTTP/1.1"
    assert [line.partition(":")[0].lower() for line in lines[1:] if line] == [
        "host", "user-agent", "accept", "accept-encoding", "connection",
    ]  # fmt: skip
    assert f"host: 127.0.0.1:{web.port}" in [line.lower() for line in lines]
    assert "accept-encoding: identity" in [line.lower() for line in lines]


@pytest.mark.parametrize(
    ("path", "words"),
    [
        ("/moved", "redirects"),
        ("/missing", "404"),
        ("/partial", "206"),
        ("/zipped", "compressed"),
        ("/cut", "broke off"),
        ("/garbage", "no proper HTTP answer"),
        ("/endless-head", "no proper HTTP answer"),
        ("/zip-transfer", "no proper HTTP answer"),
    ],
)
async def test_what_is_not_the_file_itself_is_refused(web, path, words):
    asked = len(web.requests)
    with pytest.raises(FetchFailed, match=words):
        await get(web, path)
    assert len(web.requests) == asked + 1


async def test_a_file_is_counted_as_it_comes(web):
    assert len((await get(web, "/fits")).content) == 100
    for path in ("/large", "/large-chunked", "/large-until-close"):
        with pytest.raises(TooLarge):
            await get(web, path)


async def test_a_file_in_crumbs_that_cost_more_to_read_than_to_send_is_refused(web):
    with pytest.raises(FetchFailed, match="too many small pieces"):
        await get(web, "/crumbs", most=10_000_000)


async def test_a_server_that_is_slow_is_given_up(web):
    with pytest.raises(FetchFailed, match="too long"):
        await get(web, "/never-answered", seconds=0.2)


@pytest.mark.parametrize(
    "url",
    [
        "", "a.txt", "ftp://a.example/", "file:///etc/passwd", "javascript:1", "//a.example/", "http://", "http:///a",
        "https://user@a.example/", "https://user:pass@a.example/", "https://@a.example/", "http://a.example:0/",
        "http://a.example:99999/", "http://a b.example/", "http://a.example/a b", "http://a.example/\r\nHost: b", "http://a.example/\\x",
        "http://[::1%25lo]/", "http://[::1", "http://2130706433/", "http://0x7f000001/", "http://127.1/", "http://a..b/",
        "http://-a.example/", "http://a.example/" + "x" * 2000, "http://\u2024/", "gopher://a.example/",
    ],
)  # fmt: skip
async def test_what_is_not_a_url_of_a_file_is_refused_before_anybody_is_asked(url):
    resolver = Counting({})
    with pytest.raises(FetchFailed):
        await fetcher(resolver=resolver).get(url, most=100, seconds=2)
    assert resolver.asked == [] or url == "http://0x7f000001/"


@pytest.mark.parametrize(
    "host", ["127.0.0.1", "[::1]", "169.254.169.254", "10.0.0.1", "[::ffff:127.0.0.1]", "0.0.0.0", "[fd00:ec2::254]"]
)
async def test_private_addresses_are_refused(web, host):
    asked = len(web.requests)
    for act in (fetcher().check, lambda url: None):
        with pytest.raises(FetchFailed, match="private"):
            act(f"http://{host}:{web.port}/a.csv")
            await fetcher().get(f"http://{host}:{web.port}/a.csv", most=100, seconds=2)
    assert len(web.requests) == asked


class Counting:
    """Answers each question for an address with the next of a list."""

    def __init__(self, answers):
        self.answers = answers
        self.asked = []

    async def resolve(self, questions, *, seconds):
        found = {}
        for question in questions:
            self.asked.append(question)
            values = self.answers.get((question.name, question.type), [()])
            found[question] = Answer("ok", values.pop(0) if len(values) > 1 else values[0])
        return found


async def test_names_that_lead_to_private_addresses_are_refused():
    with DnsServer(
        {"in.example": {"A": "127.0.0.1"}, "meta.example": {"A": "169.254.169.254"}, "six.example": {"AAAA": "::1"}}
    ) as dns:
        for name in ("in.example", "meta.example", "six.example"):
            with pytest.raises(FetchFailed, match="private"):
                await fetcher(resolver=DnsResolver([dns.address])).get(f"http://{name}/", most=100, seconds=5)


async def test_a_name_that_changes_its_address_leads_nowhere_else(web):
    """The address that was checked is the one connected to: the second answer of the name server is never asked for."""
    answers = {("turn.example", "A"): [("203.0.113.7",), ("127.0.0.1",)]}
    resolver = Counting(answers)
    egress = Recording(("203.0.113.0/24",))
    with pytest.raises(FetchFailed):
        await HttpFetcher(egress, resolver).get(f"http://turn.example:{web.port}/a.csv", most=100, seconds=0.5)
    assert egress.connected == ["203.0.113.7"]
    assert [question.type for question in resolver.asked] == ["AAAA", "A"]


class Recording(Egress):
    """Notes where connections are made to, and makes none."""

    def __init__(self, allowed):
        super().__init__(allowed)
        self.connected = []

    async def connect(self, address, port, *, host="", seconds):
        self.connected.append(str(self.check(address, host)))
        raise ConnectionRefusedError


async def test_of_a_name_with_public_and_private_addresses_only_the_public_ones_are_tried():
    resolver = Counting({("both.example", "A"): [("127.0.0.1", "8.8.8.8", "10.0.0.1")]})
    egress = Recording(())
    with pytest.raises(FetchFailed):
        await HttpFetcher(egress, resolver).get("http://both.example/", most=100, seconds=2)
    assert egress.connected == ["8.8.8.8"]


async def test_tls_names_are_verified(tmp_path):
    server_context(None, None, tmp_path, "files.example")
    pem, key = tmp_path / "tls/self-signed.pem", tmp_path / "tls/self-signed.key"
    trusting = ssl.create_default_context(cafile=pem)
    zone = {"files.example": {"A": "127.0.0.1"}, "other.example": {"A": "127.0.0.1"}}
    with DnsServer(zone) as dns, WebServer(PAGES, certificate=(pem, key)) as web:
        resolver = DnsResolver([dns.address])
        sure = fetcher("127.0.0.1", resolver=resolver, trusted=trusting)
        assert (await sure.get(web.url("/a.csv", "files.example"), most=100, seconds=5)).content == b"a,b\n"
        with pytest.raises(FetchFailed, match="no trusted TLS connection"):
            await sure.get(web.url("/a.csv", "other.example"), most=100, seconds=5)
        with pytest.raises(FetchFailed, match="no trusted TLS connection"):
            await fetcher("127.0.0.1", resolver=resolver).get(web.url("/a.csv", "files.example"), most=100, seconds=5)
        assert len(web.requests) == 1


async def test_international_names_and_paths_are_asked_for_as_ascii():
    with (
        DnsServer({"xn--bcher-kva.example": {"A": "127.0.0.1"}}) as dns,
        WebServer({"/%C3%BC.txt": answer(b"x")}) as web,
    ):
        found = await fetcher("127.0.0.1", resolver=DnsResolver([dns.address])).get(
            f"http://Bücher.example:{web.port}/ü.txt", most=100, seconds=5
        )
    assert (found.content, found.filename) == (b"x", "ü.txt")
