import asyncio
from collections.abc import Iterator

import pytest

from letterlock.adapters import dns as adapter
from letterlock.adapters.dns import DnsResolver, read_server
from letterlock.core.errors import Invalid
from letterlock.core.trust.question import TEMPERROR, Answer, Question, RecordType
from support.dns_server import DnsServer


@pytest.fixture
def server() -> Iterator[DnsServer]:
    zone = {
        "example.com": {"TXT": ["v=spf1 -all", "x" * 600], "A": ["192.0.2.2", "192.0.2.1"], "AAAA": "2001:db8::1"},
        "mx.example": {"MX": ["20 Second.example", "10 first.example"]},
        "null.example": {"MX": "0 ."},
        "1.2.0.192.in-addr.arpa": {"PTR": "Host.Example.com"},
        "alias.example": {"CNAME": "alias2.example"},
        "alias2.example": {"CNAME": "example.com"},
        "loop.example": {"CNAME": "loop2.example"},
        "loop2.example": {"CNAME": "loop.example"},
        "servfail.example": "SERVFAIL",
        "refused.example": "REFUSED",
        "garbage.example": "GARBAGE",
        "silent.example": "TIMEOUT",
        "long.example": {"TRUNCATE": True, "TXT": "y" * 3000},
        "big.example": {"TXT": [f"{number} " + "z" * 200 for number in range(40)]},
        "bytes.example": {"TXT": [b"caf\xe9", "café"]},
        "many.example": {"A": [f"192.0.2.{number}" for number in range(250)]},
        "odd name.example": {"A": "192.0.2.7"},
        "child.empty.example": {"A": "192.0.2.8"},
        "*.wild.example": {"A": "192.0.2.9"},
    }
    with DnsServer(zone) as running:
        yield running


async def ask(server: DnsServer, kind: RecordType, name: str, *, seconds: float = 5.0) -> Answer:
    question = Question(kind, name)
    return (await DnsResolver([server.address]).resolve([question], seconds=seconds))[question]


@pytest.mark.parametrize(
    ("kind", "name", "answer"),
    [
        ("A", "example.com", Answer("ok", ("192.0.2.2", "192.0.2.1"))),
        ("AAAA", "example.com", Answer("ok", ("2001:db8::1",))),
        ("MX", "mx.example", Answer("ok", ("10 first.example", "20 second.example"))),
        ("MX", "null.example", Answer("ok", ("0 .",))),
        ("PTR", "1.2.0.192.in-addr.arpa", Answer("ok", ("host.example.com",))),
        ("TXT", "example.com", Answer("ok", ("v=spf1 -all", "x" * 600))),
        ("TXT", "alias.example", Answer("ok", ("v=spf1 -all", "x" * 600))),
        ("MX", "alias.example", Answer("nodata")),
        ("MX", "example.com", Answer("nodata")),
        ("A", "empty.example", Answer("nodata")),
        ("A", "nowhere.example", Answer("nxdomain")),
        ("A", "a.b.wild.example", Answer("ok", ("192.0.2.9",))),
        ("A", "odd name.example", Answer("ok", ("192.0.2.7",))),
        ("A", "a..b", Answer("nxdomain")),
        ("A", "x" * 64 + ".example", Answer("nxdomain")),
        ("A", ".".join(["abcdefgh"] * 40), Answer("nxdomain")),
        ("TXT", "long.example", Answer("ok", ("y" * 3000,))),
        ("TXT", "bytes.example", Answer("ok", ("caf\xe9", "café"))),
        ("A", "servfail.example", TEMPERROR),
        ("A", "refused.example", TEMPERROR),
        ("A", "loop.example", TEMPERROR),
    ],
)
async def test_questions_are_answered(server: DnsServer, kind: RecordType, name: str, answer: Answer) -> None:
    found = await ask(server, kind, name)
    assert (found.status, sorted(found.values) if kind in ("A", "TXT") else list(found.values)) == (
        answer.status,
        sorted(answer.values) if kind in ("A", "TXT") else list(answer.values),
    )


async def test_an_answer_too_long_for_udp_comes_over_tcp(server: DnsServer) -> None:
    assert len((await ask(server, "TXT", "big.example")).values) == 40
    assert [transport for _, _, transport in server.queries] == ["udp", "tcp"]


async def test_only_so_many_records_are_read(server: DnsServer) -> None:
    assert len((await ask(server, "A", "many.example")).values) == adapter.MAX_VALUES


@pytest.mark.parametrize("name", ["silent.example", "garbage.example"])
async def test_silence_and_garbage_are_temperrors_within_the_time_given(server: DnsServer, name: str) -> None:
    questions = [Question("A", name), Question("A", "example.com")]
    answers = await asyncio.wait_for(DnsResolver([server.address]).resolve(questions, seconds=0.3), 3)
    assert [answers[question].status for question in questions] == ["temperror", "ok"]


async def test_questions_that_wait_for_others_share_the_time_given(
    server: DnsServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(adapter, "MAX_CONCURRENT", 1)
    server.zone["*.silent.example"] = "TIMEOUT"
    questions = [Question("A", f"n{number}.silent.example") for number in range(30)]
    answers = await asyncio.wait_for(DnsResolver([server.address]).resolve(questions, seconds=0.3), 5)
    assert answers == dict.fromkeys(questions, TEMPERROR)


async def test_a_dead_server_is_passed_over(server: DnsServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(adapter, "TRY_SECONDS", 0.2)
    with DnsServer({}) as gone:
        address = gone.address
    question = Question("A", "example.com")
    answers = await DnsResolver([address, server.address]).resolve([question], seconds=5)
    assert answers[question].status == "ok"


async def test_without_any_server_every_answer_is_a_temperror() -> None:
    question = Question("A", "example.com")
    assert await DnsResolver([]).resolve([question], seconds=1) == {question: TEMPERROR}


async def test_answers_are_kept_as_long_as_they_say(server: DnsServer, monkeypatch: pytest.MonkeyPatch) -> None:
    server.ttl = 60
    resolver = DnsResolver([server.address])
    questions = [Question("A", "example.com"), Question("A", "nowhere.example"), Question("A", "servfail.example")]
    await resolver.resolve(questions, seconds=5)
    before = len(server.queries)
    await resolver.resolve(questions, seconds=5)
    assert {name for name, _, _ in server.queries[before:]} == {"servfail.example"}
    clock = adapter.time.monotonic
    monkeypatch.setattr(adapter.time, "monotonic", lambda: clock() + 61)
    before = len(server.queries)
    await resolver.resolve(questions[:2], seconds=5)
    assert {name for name, _, _ in server.queries[before:]} == {"example.com", "nowhere.example"}


async def test_answers_without_time_to_live_are_not_kept(server: DnsServer) -> None:
    resolver = DnsResolver([server.address])
    question = Question("A", "example.com")
    for _ in range(2):
        await resolver.resolve([question], seconds=5)
    assert len(server.queries) == 2


async def test_the_memory_of_answers_is_bounded(server: DnsServer, monkeypatch: pytest.MonkeyPatch) -> None:
    server.ttl = 60
    monkeypatch.setattr(adapter, "MAX_CACHED", 10)
    resolver = DnsResolver([server.address])
    await resolver.resolve([Question("A", f"n{number}.wild.example") for number in range(30)], seconds=5)
    assert len(resolver._cache) == 10


async def test_cancelling_ends_the_questions(server: DnsServer) -> None:
    task = asyncio.create_task(DnsResolver([server.address]).resolve([Question("A", "silent.example")], seconds=60))
    await asyncio.sleep(0)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert [other for other in asyncio.all_tasks() if other is not asyncio.current_task()] == []


@pytest.mark.parametrize(
    ("text", "server"),
    [
        ("192.0.2.1", ("192.0.2.1", 53)),
        ("127.0.0.1:5353", ("127.0.0.1", 5353)),
        ("2001:db8::1", ("2001:db8::1", 53)),
        ("[2001:db8::1]:5353", ("2001:db8::1", 5353)),
        ("[2001:db8::1]", ("2001:db8::1", 53)),
    ],
)
def test_name_servers_are_addresses_with_or_without_port(text: str, server: tuple[str, int]) -> None:
    assert read_server(text) == server


@pytest.mark.parametrize("text", ["", "dns.example", "127.0.0.1:", "127.0.0.1:0", "127.0.0.1:70000", "1.2.3", "[::1]x"])
def test_anything_else_is_refused_in_words(text: str) -> None:
    with pytest.raises(Invalid, match=r"no name server|no port"):
        DnsResolver([text])
