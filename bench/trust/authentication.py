"""Who really wrote it: SPF, DKIM, ARC and DMARC on the public suites, and on mail that is not what it was signed as."""

import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Final

import yaml

from bench.document import ROOT
from bench.page import at_least
from bench.trust.measured import Measured, Section, corpus
from bench.trust.peers import ask
from letterlock.core.envelope import Envelope
from letterlock.core.mime.parse import parse
from letterlock.core.trust.arc import check_arc
from letterlock.core.trust.asking import Asker
from letterlock.core.trust.authentication import authenticate
from letterlock.core.trust.canonical import SignedMessage, UnreadableHeaderError
from letterlock.core.trust.dkim import find_signatures, verify_signatures
from letterlock.core.trust.question import TEMPERROR, Answer, Question
from letterlock.core.trust.report import Authentication
from letterlock.core.trust.spf import check_mail_from

sys.path.insert(0, str(ROOT / "tests"))

from support.dns_server import DnsServer
from support.mail import Signer, compose

Zone = Mapping[str, Any]


def measure() -> Iterator[Measured]:
    """The suites first, then what was signed and changed, then policies."""
    yield _spf()
    yield _arc()
    yield _dkim()
    yield from _dmarc()


def _share(about: str, right: int, cases: int, peers: Mapping[str, int]) -> Measured:
    others = tuple((name, f"{number}") for name, number in peers.items())
    return Measured(about, at_least(cases), right, f"{right} of {cases}", others)


def _spf() -> Measured:
    documents = list(yaml.safe_load_all((corpus("auth/spf") / "test/rfc7208-tests.yml").read_text("utf-8")))
    cases = [(document["zonedata"], case) for document in documents for case in document["tests"].values()]
    right = sum(_spf_result(zone, case) in _wanted(case) for zone, case in cases)
    found = ask("spf_suite", [[zone, case] for zone, case in cases])
    theirs = sum(result in _wanted(case) for result, (_, case) in zip(found, cases, strict=True))
    return _share("SPF: cases of the RFC 7208 suite", right, len(cases), {"pyspf": theirs})


def _wanted(case: Zone) -> list[str]:
    return case["result"] if isinstance(case["result"], list) else [case["result"]]


def _spf_result(zone: Zone, case: Zone) -> str:
    records = {name.lower().rstrip("."): found for name, found in zone.items()}
    answers: dict[Question, Answer] = {}
    while True:
        asker = Asker(answers)
        found = check_mail_from(str(case["host"]), case["mailfrom"] or "", case["helo"], asker)
        if asker.missing is None:
            return found.result
        answers.update({q: _suite_answer(records, q) for q in asker.missing.questions})


def _suite_answer(records: Zone, question: Question, hops: int = 0) -> Answer:
    """What the suite's data say: SPF records stand for TXT too, and TIMEOUT ends a list of records."""
    found = records.get(question.name)
    if found is None:
        return Answer("nxdomain")
    pairs = [next(iter(record.items())) for record in found if isinstance(record, dict)]
    alias = next((value for kind, value in pairs if kind == "CNAME"), None)
    if alias is not None:
        again = Question(question.type, alias.lower().rstrip("."))
        return _suite_answer(records, again, hops + 1) if hops < 8 else TEMPERROR
    kinds = {"TXT", "SPF"} if question.type == "TXT" and "TXT" not in dict(pairs) else {question.type}
    values = tuple(_suite_value(kind, value) for kind, value in pairs if kind in kinds and value != "NONE")
    if values:
        return Answer("ok", values)
    return TEMPERROR if "TIMEOUT" in found else Answer("nodata")


def _suite_value(kind: str, value: Any) -> str:
    if kind == "MX":
        return f"{value[0]} {value[1]}"
    return "".join(value) if isinstance(value, list) else str(value)


def _arc() -> Measured:
    documents = list(yaml.safe_load_all((corpus("auth/arc") / "arc-draft-validation-tests.yml").read_text("utf-8")))
    cases = [(document["txt-records"], case) for document in documents for case in document["tests"].values()]
    right = sum(_arc_result(keys, case["message"]) == (case["cv"] or "Fail").lower() for keys, case in cases)
    found = ask("arc_suite", [[keys, case["message"]] for keys, case in cases])
    theirs = sum(r == (case["cv"] or "Fail").lower() for r, (_, case) in zip(found, cases, strict=True))
    return _share("ARC: validation cases of the suite", right, len(cases), {"dkimpy": theirs})


def _arc_result(keys: Mapping[str, str], raw: str) -> str:
    message = SignedMessage(raw.encode())
    answers: dict[Question, Answer] = {}
    while True:
        asker = Asker(answers)
        found = check_arc(message, asker)
        if asker.missing is None:
            return found.result
        texts = {q: keys.get(q.name) for q in asker.missing.questions}
        answers.update({q: Answer("ok", (text,)) if text else Answer("nxdomain") for q, text in texts.items()})


@dataclass(frozen=True, slots=True)
class _Signed:
    """A message and whether its signature may count for what a reader is shown."""

    raw: bytes
    good: bool
    key: str = ""
    """What stands in the key's record besides."""


_TEXT = b"Good morning."
_ADDED = (
    b"From: eve@evil.example\r\n",
    b"From : eve@evil.example\r\n",
    b"Subject: Pay now\r\n",
    b"To: eve@evil.example\r\n",
    b"Reply-To: eve@evil.example\r\n",
    b"Date: Mon, 01 Jan 2001 00:00:00 +0000\r\n",
    b"Content-Type: text/html\r\n",
)
_NAMES = (b"from", b"to", b"subject", b"date", b"message-id", b"content-type", b"reply-to")


def _signed(signer: Signer) -> list[_Signed]:
    """Good ones of each kind, and of each what must not count."""
    found = []
    for selector in ("rsa", "ed"):
        raw = compose("ana@b.example", "bob@here.example", reply_to="ana@b.example")
        whole = signer.sign(raw, "b.example", selector, headers=_NAMES)
        part = signer.sign(raw, "b.example", selector, headers=_NAMES, length=True)
        found += [_Signed(whole, True), _Signed(whole.replace(b"Subject: Hello", b"Subject:   Hello"), True)]
        found += [_Signed(added + whole, False) for added in _ADDED]
        found += [
            _Signed(whole.replace(_TEXT, b"Pay 900 now."), False),
            _Signed(whole.replace(b"Subject: Hello", b"Subject: Pay"), False),
            _Signed(part + b"Pay 900 now.\r\n", False),
            _Signed(whole, False, "; s=tlsrpt"),
            _Signed(whole, False, "; h=sha1"),
            _Signed(whole.replace(b"v=1;", b"v=1; x=1000000000;"), False),
            _Signed(whole.replace(b"From: ana@b.example", b"From: ana@b.example\r\nFrom: eve@evil.example"), False),
        ]
    return found


def _dkim() -> Measured:
    signer = Signer()
    cases = _signed(signer)
    records = {name: record["TXT"] for name, record in signer.records("b.example").items()}
    right = sum(_dkim_passes(case, records) == case.good for case in cases)
    asked = [[case.raw.decode("latin-1"), {n: text + case.key for n, text in records.items()}] for case in cases]
    theirs = sum(passes == case.good for passes, case in zip(ask("dkim_verify", asked), cases, strict=True))
    return _share("DKIM: good and tampered messages told apart", right, len(cases), {"dkimpy": theirs})


def _dkim_passes(case: _Signed, records: Mapping[str, str]) -> bool:
    try:
        message = SignedMessage(case.raw)
    except UnreadableHeaderError:
        return False
    asker = Asker({Question("TXT", name): Answer("ok", (text + case.key,)) for name, text in records.items()})
    found = verify_signatures(message, find_signatures(message, "b.example"), asker, datetime.now(UTC))
    return [one.result for one in found] == ["pass"]


_POLICIES: Final[dict[str, Zone]] = {
    "_dmarc.my-bank.com": {"TXT": "v=DMARC1; p=reject"},
    "_dmarc.example.com": {"TXT": "v=DMARC1; p=reject; sp=quarantine; np=reject"},
    "there.example.com": {"A": "192.0.2.1"},
    "_dmarc.xn--bcher-kva.com": {"TXT": "v=DMARC1; p=quarantine"},
    "_dmarc.tried.com": {"TXT": "v=DMARC1; p=reject; t=y"},
    "_dmarc.gov.example": {"TXT": "v=DMARC1; p=reject; psd=y"},
    "_dmarc.part.whole.com": {"TXT": "v=DMARC1; p=none; psd=n"},
    "_dmarc.whole.com": {"TXT": "v=DMARC1; p=reject"},
    "_dmarc.i.j.mail.deep.com": {"TXT": "v=DMARC1; p=reject"},
    "_dmarc.two.com": {"TXT": ["v=DMARC1; p=reject", "v=DMARC1; p=none"]},
    "mail.my-bank.com": {"A": "192.0.2.1"},
    "city.gov.example": {"A": "192.0.2.1"},
    "x.part.whole.com": {"A": "192.0.2.1"},
    "y.whole.com": {"A": "192.0.2.1"},
    "a.b.c.d.e.f.g.h.i.j.mail.deep.com": {"A": "192.0.2.1"},
}
_EXPECTED: Final[tuple[tuple[str, str | None, str], ...]] = (
    ("my-bank.com", "reject", "my-bank.com"),
    ("mail.my-bank.com", "reject", "my-bank.com"),
    ("example.com", "reject", "example.com"),
    ("there.example.com", "quarantine", "example.com"),
    ("not-there.example.com", "reject", "example.com"),
    ("xn--bcher-kva.com", "quarantine", "xn--bcher-kva.com"),
    ("bücher.com", "quarantine", "xn--bcher-kva.com"),
    ("tried.com", "quarantine", "tried.com"),
    ("city.gov.example", "reject", "gov.example"),
    ("x.part.whole.com", "none", "part.whole.com"),
    ("y.whole.com", "reject", "whole.com"),
    ("a.b.c.d.e.f.g.h.i.j.mail.deep.com", "reject", "i.j.mail.deep.com"),
    ("two.com", None, ""),
    ("nothing-here.com", None, ""),
)
"""A From domain, the policy that applies to it, and where that stands (RFC 9989 sections 4.7 and 4.10)."""


def _dmarc() -> Iterator[Measured]:
    with DnsServer(dict(_POLICIES)) as dns:
        theirs = ask("dmarc_policies", {"port": dns.port, "domains": [domain for domain, _, _ in _EXPECTED]})
        found = [_policy(dns, domain) for domain, _, _ in _EXPECTED]
    wanted = [(policy, where) for _, policy, where in _EXPECTED]
    right = sum(one == other for one, other in zip(found, wanted, strict=True))
    policies = [policy for policy, _ in wanted]
    places = [where for _, where in wanted]
    heads = sum(one == other for one, other in zip(theirs["authheaders"], policies, strict=True))
    checks = sum(one == other for one, other in zip(theirs["checkdmarc"], places, strict=True))
    yield _share(
        "DMARC: policy and where it is found",
        right,
        len(wanted),
        {"authheaders (policy)": heads, "checkdmarc (where)": checks},
    )


def _policy(dns: DnsServer, domain: str) -> tuple[str | None, str]:
    raw = f"From: <eve@{domain}>\r\nSubject: Hello\r\n\r\nHello\r\n".encode()
    message, envelope = parse(raw), Envelope("eve@evil.example", datetime.now(UTC), "192.0.2.99", "evil.example")
    answers: dict[Question, Answer] = {}
    while True:
        found = authenticate(raw, message, envelope, answers, datetime.now(UTC))
        if isinstance(found, Authentication):
            return found.dmarc_policy, found.dmarc_domain
        answers.update({q: _asked(dns, q) for q in found.questions})


def _asked(dns: DnsServer, question: Question) -> Answer:
    records = dns.zone.get(question.name)
    if records is None:
        below = any(name.endswith("." + question.name) for name in dns.zone)
        return Answer("nodata" if below else "nxdomain")
    value = records.get(question.type)
    return Answer("nodata") if value is None else Answer("ok", tuple(value) if isinstance(value, list) else (value,))


AUTHENTICATION: Final = Section(
    "Authentication",
    "The suite of RFC 7208 (pyspf's, 203 cases) and the validation cases of ValiMail's ARC suite; messages signed with"
    " RSA and Ed25519 by dkimpy, as they were and with something added or changed, of which a verifier should let those"
    " alone count that show a reader what was signed; From domains under the policies of RFC 9989. pyspf, dkimpy,"
    " authheaders and checkdmarc answer the same questions from the same records.",
    measure,
)
