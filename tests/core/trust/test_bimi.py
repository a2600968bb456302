"""A published logo is shown, and proves nothing."""

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from letterlock.core.trust.asking import Asker
from letterlock.core.trust.bimi import look_up
from letterlock.core.trust.level import assess
from letterlock.core.trust.question import TEMPERROR, Answer, Question
from letterlock.core.trust.read import read
from letterlock.core.trust.report import Authentication, Relationship

LOGO = "https://b.example/logo.svg"


def find(domain: str = "b.example", **records: str | Answer) -> tuple[str, str]:
    answers = {
        Question("TXT", f"default._bimi.{name.replace('_', '.')}"): Answer("ok", (found,))
        if isinstance(found, str)
        else found
        for name, found in records.items()
    }
    nothing = {Question("TXT", f"default._bimi.{name}"): Answer("nxdomain") for name in (domain, "b.example")}
    return look_up(domain, "b.example", Asker(nothing | answers))


@pytest.mark.parametrize(
    ("record", "found"),
    [
        (f"v=BIMI1; l={LOGO}; a=", ("published", LOGO)),
        (f"v=BIMI1; l={LOGO}; a=https://b.example/vmc.pem", ("published", LOGO)),
        ("v=BIMI1; l=; a=;", ("declined", "")),
        ("v=BIMI1; a=x", ("none", "")),
        ("v=BIMI1; l=http://b.example/logo.svg", ("none", "")),
        ("v=BIMI1; l=javascript:alert(1)", ("none", "")),
        ("v=BIMI1; l=x; l=y", ("none", "")),
        ("v=spf1 -all", ("none", "")),
        (f"v=BIMI1; l={LOGO}" + "x" * 5000, ("none", "")),
        (TEMPERROR, ("temperror", "")),
    ],
)
def test_records_are_read(record: str | Answer, found: tuple[str, str]) -> None:
    assert find(b_example=record) == found


def test_of_a_subdomain_its_organisation_is_asked_too() -> None:
    assert find("mail.b.example", b_example=f"v=BIMI1; l={LOGO}") == ("published", LOGO)
    assert find("mail.b.example", mail_b_example="v=BIMI1; l=;", b_example=f"v=BIMI1; l={LOGO}") == ("declined", "")


def test_a_logo_and_a_secure_line_change_neither_level_nor_score() -> None:
    now = datetime(2026, 6, 1, tzinfo=UTC)
    reading = read(b"From: ana@b.example\r\nSubject: Hello\r\n\r\nHello\r\n")
    for dmarc in ("pass", "fail", "none"):
        plain = Authentication(from_domain="b.example", dmarc=dmarc, aligned=dmarc == "pass", dmarc_policy="none")  # type: ignore[arg-type]
        shown = replace(plain, tls=True, bimi="published", bimi_logo=LOGO)
        away = replace(plain, tls=False, bimi="temperror")
        reports = [assess(reading, found, Relationship(), now) for found in (plain, shown, away)]
        assert len({(report.level, report.score, report.reasons) for report in reports}) == 1
