from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from letterlock.core.trust.asking import Asker
from letterlock.core.trust.question import TEMPERROR, Answer, Question, RecordType
from letterlock.core.trust.spf import SpfCheck, check_helo, check_mail_from
from letterlock.core.trust.spf_macro import SpfSyntaxError, as_name
from letterlock.core.trust.spf_record import parse_record

SUITE = Path(__file__).resolve().parents[3] / "../shared/corpora/auth/spf/test/rfc7208-tests.yml"
CASES = 203
Zone = dict[tuple[RecordType, str], Answer]


def txt(text: str) -> Answer:
    return Answer("ok", (text,))


def check(
    zone: Zone, *, ip: str | None = "192.0.2.1", mail_from: str = "ann@example.com", helo: str = "mail.example.org"
) -> SpfCheck:
    return counted(zone, ip=ip, mail_from=mail_from, helo=helo)[0]


def counted(
    zone: Zone, *, ip: str | None = "192.0.2.1", mail_from: str = "ann@example.com", helo: str = "mail.example.org"
) -> tuple[SpfCheck, list[int]]:
    """The result, and the number of questions of each round."""
    answers: dict[Question, Answer] = {}
    rounds: list[int] = []
    while True:
        asker = Asker(answers)
        result = check_mail_from(ip, mail_from, helo, asker)
        if asker.missing is None:
            return result, rounds
        rounds.append(len(asker.missing.questions))
        assert len(rounds) <= 13
        answers.update({q: zone.get((q.type, q.name), Answer("nxdomain")) for q in asker.missing.questions})


@pytest.mark.parametrize(
    ("record", "ip", "result"),
    [
        ("v=spf1 ip4:192.0.2.0/24 -all", "192.0.2.9", "pass"),
        ("v=spf1 ip4:192.0.2.0/24 -all", "192.0.3.9", "fail"),
        ("v=spf1 ip4:192.0.2.1 ~all", "192.0.3.9", "softfail"),
        ("v=spf1 ?all", "192.0.3.9", "neutral"),
        ("v=spf1", "192.0.3.9", "neutral"),
        ("V=SPF1 -ALL", "192.0.3.9", "fail"),
        ("v=spf1 ip6:2001:db8::/32 -all", "2001:db8::9", "pass"),
        ("v=spf1 ip4:192.0.2.1 -all", "::ffff:192.0.2.1", "pass"),
        ("v=spf1 a -all", "192.0.2.10", "pass"),
        ("v=spf1 a:mail.example.com/28 -all", "192.0.2.35", "pass"),
        ("v=spf1 mx//64 -all", "2001:db8::2", "pass"),
        ("v=spf1 mx -all", "192.0.2.32", "pass"),
        ("v=spf1 ptr -all", "192.0.2.32", "pass"),
        ("v=spf1 include:other.example -all", "198.51.100.7", "pass"),
        ("v=spf1 include:other.example -all", "198.51.100.8", "fail"),
        ("v=spf1 redirect=other.example", "198.51.100.8", "softfail"),
        ("v=spf1 exists:%{ir}.%{l}.list.example -all", "192.0.2.77", "pass"),
        ("v=spf1 exists:%{l1r-}.%{d2}.list.example ?all", "192.0.2.77", "neutral"),
        ("v=spf1 include:nowhere.example -all", "192.0.2.1", "permerror"),
        ("v=spf1 redirect=nowhere.example", "192.0.2.1", "permerror"),
        ("v=spf1 ipv4:192.0.2.1 -all", "192.0.2.1", "permerror"),
        ("v=spf1 ip4:192.0.2.1/33 -all", "192.0.2.1", "permerror"),
        ("v=spf1 a:%{x}.example.com -all", "192.0.2.1", "permerror"),
        ("v=spf1 -all redirect=a.example redirect=b.example", "192.0.2.1", "permerror"),
        ("v=spf1 include:slow.example -all", "192.0.2.1", "temperror"),
        ("v=spf1 ip4:192.0.2.1 include:slow.example -all", "192.0.2.1", "pass"),
        ("v=spf10 +all", "192.0.2.1", "none"),
        ("v=spf1 caf\xe9 +all", "192.0.2.1", "permerror"),
    ],
)
def test_records_are_judged_as_the_rfc_says(record: str, ip: str, result: str) -> None:
    zone: Zone = {
        ("TXT", "example.com"): txt(record),
        ("A", "example.com"): Answer("ok", ("192.0.2.10",)),
        ("MX", "example.com"): Answer("ok", ("10 mail.example.com",)),
        ("A", "mail.example.com"): Answer("ok", ("192.0.2.32",)),
        ("AAAA", "mail.example.com"): Answer("ok", ("2001:db8::1",)),
        ("PTR", "32.2.0.192.in-addr.arpa"): Answer("ok", ("mail.example.com",)),
        ("TXT", "other.example"): txt("v=spf1 ip4:198.51.100.7 ~all"),
        ("A", "77.2.0.192.ann.list.example"): Answer("ok", ("127.0.0.2",)),
        ("TXT", "slow.example"): TEMPERROR,
    }
    assert check(zone, ip=ip).result == result


def test_an_unknown_client_is_no_failure() -> None:
    result = check({("TXT", "example.com"): txt("v=spf1 -all")}, ip=None)
    assert (result.result, result.reason) == ("none", "client address unknown")


def test_the_null_sender_is_judged_by_its_greeting() -> None:
    zone: Zone = {("TXT", "mail.example.org"): txt("v=spf1 exists:%{l}.%{o}.ok.example -all")}
    assert check(zone, mail_from="").result == "fail"
    zone["A", "postmaster.mail.example.org.ok.example"] = Answer("ok", ("127.0.0.2",))
    assert check(zone, mail_from="") == SpfCheck("pass", "mail.example.org")


def test_the_greeting_is_an_identity_of_its_own() -> None:
    asker = Asker({Question("TXT", "mail.example.org"): txt("v=spf1 ip4:192.0.2.1 -all")})
    assert check_helo("192.0.2.1", "mail.example.org", asker).result == "pass"
    assert check_helo("192.0.2.2", "mail.example.org", asker).result == "fail"
    assert check_helo("192.0.2.2", "[192.0.2.2]", asker).result == "none"


def test_two_records_are_a_permerror() -> None:
    zone: Zone = {("TXT", "example.com"): Answer("ok", ("v=spf1 +all", "hello", "v=spf1 -all"))}
    assert check(zone) == SpfCheck("permerror", "example.com", "example.com publishes 2 SPF records")


def test_more_than_ten_lookups_are_a_permerror_and_ten_are_not() -> None:
    zone: Zone = {("TXT", f"i{n}.example"): txt("v=spf1 ip4:198.51.100.1 -all") for n in range(20)}
    for count, result in ((10, "pass"), (11, "permerror")):
        includes = " ".join(f"include:i{n}.example" for n in range(count))
        zone["TXT", "example.com"] = txt(f"v=spf1 {includes} +all")
        assert check(zone).result == result


def test_an_endless_chain_of_includes_ends() -> None:
    zone: Zone = {("TXT", "example.com"): txt("v=spf1 include:example.com -all")}
    assert check(zone).result == "permerror"


def test_more_than_two_empty_lookups_are_a_permerror() -> None:
    zone: Zone = {("TXT", "example.com"): txt("v=spf1 a:x.example a:y.example +all")}
    assert check(zone).result == "pass"
    zone["TXT", "example.com"] = txt("v=spf1 a:x.example a:y.example a:z.example +all")
    assert check(zone).result == "permerror"


def test_more_than_ten_mail_hosts_are_a_permerror() -> None:
    zone: Zone = {("TXT", "example.com"): txt("v=spf1 mx -all")}
    zone["MX", "example.com"] = Answer("ok", tuple(f"10 m{n}.example" for n in range(11)))
    assert check(zone).result == "permerror"


def test_only_ten_names_of_a_client_are_looked_at() -> None:
    names = (*(f"n{n}.example" for n in range(500)), "example.com")
    zone: Zone = {
        ("TXT", "example.com"): txt("v=spf1 ptr -all"),
        ("PTR", "1.2.0.192.in-addr.arpa"): Answer("ok", names),
        ("A", "example.com"): Answer("ok", ("192.0.2.1",)),
    }
    result, rounds = counted(zone)
    assert (result.result, rounds) == ("fail", [1, 1, 10])


def test_everything_a_record_needs_is_asked_in_one_round() -> None:
    zone: Zone = {
        ("TXT", "example.com"): txt("v=spf1 a mx include:a.example include:b.example exists:x.example -all"),
        ("A", "example.com"): Answer("ok", ("192.0.2.10",)),
        ("MX", "example.com"): Answer("ok", ("10 mail.example.com",)),
        ("TXT", "a.example"): txt("v=spf1 ip4:192.0.2.11 -all"),
        ("TXT", "b.example"): txt("v=spf1 ip4:192.0.2.12 -all"),
    }
    result, rounds = counted(zone)
    assert (result.result, rounds) == ("fail", [1, 5, 1])


def test_nothing_is_asked_past_a_match_that_needs_no_dns() -> None:
    zone: Zone = {("TXT", "example.com"): txt("v=spf1 ip4:192.0.2.1 include:a.example -all")}
    assert counted(zone) == (SpfCheck("pass", "example.com"), [1])


@pytest.mark.parametrize("domain", ["localhost", "a..example", "x" * 64 + ".example", "[192.0.2.1]", "exa\x01mple.com"])
def test_what_is_no_domain_is_none_and_asks_nothing(domain: str) -> None:
    result, rounds = counted({}, mail_from=f"ann@{domain}")
    assert (result.result, rounds) == ("none", [])


def test_a_domain_in_native_letters_is_checked_in_its_ascii_form() -> None:
    zone: Zone = {("TXT", "xn--bcher-kva.example"): txt("v=spf1 ip4:192.0.2.1 -all")}
    assert check(zone, mail_from="ann@bücher.example") == SpfCheck("pass", "xn--bcher-kva.example")


_TERMS = st.one_of(
    st.sampled_from(
        ["a", "mx", "ptr", "all", "-all", "include:%{d}", "exists:%{p}.%{ir}.x.example", "redirect=%{o}", "exp=%{h}.x",
         "a:b.example/24//64", "mx:%{l}.example", "ip4:192.0.2.0/24", "ip6:::/0", "?include:b.example", "x=%{c}"]
    ),
    st.text(st.characters(max_codepoint=300), max_size=20),
)  # fmt: skip


@given(
    st.lists(_TERMS, max_size=15),
    st.lists(_TERMS, max_size=15),
    st.text(max_size=30),
    st.sampled_from(["192.0.2.1", "2001:db8::1", "", "nonsense"]),
)
@settings(max_examples=200, deadline=None)
def test_no_record_or_sender_makes_the_check_raise_or_ask_without_end(
    terms: list[str], others: list[str], local: str, ip: str
) -> None:
    zone: Zone = {
        ("TXT", "example.com"): txt(" ".join(["v=spf1", *terms])),
        ("TXT", "b.example"): txt(" ".join(["v=spf1", *others])),
        ("MX", "example.com"): Answer("ok", ("nonsense", "10 ", "10 a..b", "20 example.com")),
        ("A", "example.com"): Answer("ok", ("192.0.2.300", "192.0.2.1")),
        ("PTR", "1.2.0.192.in-addr.arpa"): Answer("ok", ("example.com", "..", "")),
    }
    result, rounds = counted(zone, ip=ip, mail_from=f"{local}@example.com")
    assert result.result in {"pass", "fail", "softfail", "neutral", "none", "permerror", "temperror"}
    assert sum(rounds) < 150


@given(st.text(max_size=80))
@settings(max_examples=200, deadline=None)
def test_parsing_raises_nothing_but_its_own_error(text: str) -> None:
    try:
        parse_record("v=spf1 " + text)
    except SpfSyntaxError as error:
        assert str(error)


def _suite_cases() -> list[Any]:
    if not SUITE.exists():
        return [pytest.param({}, {}, marks=pytest.mark.skip(reason="the RFC 7208 suite is not beside the repository"))]
    cases = []
    for document in yaml.safe_load_all(SUITE.read_text(encoding="utf-8")):
        zone = {name.lower().rstrip("."): records for name, records in document["zonedata"].items()}
        cases += [pytest.param(zone, case, id=name) for name, case in document["tests"].items()]
    return cases


def _suite_answer(zone: dict[str, Any], question: Question, hops: int = 0) -> Answer:
    """What the suite's zone data say: SPF records stand for TXT too, and TIMEOUT ends a list of records."""
    records = zone.get(question.name)
    if records is None:
        return Answer("nxdomain")
    pairs = [next(iter(record.items())) for record in records if isinstance(record, dict)]
    alias = next((value for kind, value in pairs if kind == "CNAME"), None)
    if alias is not None:
        return (
            _suite_answer(zone, Question(question.type, alias.lower().rstrip(".")), hops + 1) if hops < 8 else TEMPERROR
        )
    kinds = {"TXT", "SPF"} if question.type == "TXT" and "TXT" not in dict(pairs) else {question.type}
    values = tuple(_suite_value(kind, value) for kind, value in pairs if kind in kinds and value != "NONE")
    if values:
        return Answer("ok", values)
    return TEMPERROR if "TIMEOUT" in records else Answer("nodata")


def _suite_value(kind: str, value: Any) -> str:
    if kind == "MX":
        return f"{value[0]} {value[1]}"
    return "".join(value) if isinstance(value, list) else str(value)


@pytest.mark.parametrize(("zone", "case"), _suite_cases())
def test_the_suite_of_rfc_7208_passes(zone: dict[str, Any], case: dict[str, Any]) -> None:
    answers: dict[Question, Answer] = {}
    while True:
        asker = Asker(answers)
        result = check_mail_from(str(case["host"]), case["mailfrom"] or "", case["helo"], asker)
        if asker.missing is None:
            break
        answers.update({q: _suite_answer(zone, q) for q in asker.missing.questions})
    expected = case["result"] if isinstance(case["result"], list) else [case["result"]]
    assert result.result in expected, result.reason


@pytest.mark.skipif(not SUITE.exists(), reason="the RFC 7208 suite is not beside the repository")
def test_the_whole_suite_was_run() -> None:
    assert len(_suite_cases()) == CASES


def _one_by_one(text: str) -> str:
    """As the RFC says it: a label at a time is dropped from the left until the name fits."""
    name = text.lower().removesuffix(".")
    while len(name) > 253 and "." in name:
        name = name.partition(".")[2]
    return name


@given(st.text("ab.", max_size=600), st.integers(0, 600))
@settings(deadline=None)
def test_a_long_expansion_loses_labels_on_the_left(text: str, run: int) -> None:
    for name in (text, "x" * run + text, text + "x" * run):
        assert as_name(name) == _one_by_one(name)


def test_a_record_that_expands_to_half_a_million_labels_is_read_at_once() -> None:
    """Label by label this takes time with their square: minutes."""
    sender = ".".join("a" * 120)
    record = "v=spf1 exists:" + "%{s}" * 2000 + ".example.com -all"
    asker = Asker({Question("TXT", sender): txt(record)})
    for _ in range(20):
        assert check_mail_from("192.0.2.1", f"{'b.' * 30}b@{sender}", "h.example", asker).result == "fail"
    assert asker.missing is not None
    (question,) = asker.missing.questions
    assert len(question.name) <= 253
