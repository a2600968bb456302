from typing import Literal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from letterlock.core.trust.asking import Asker
from letterlock.core.trust.dmarc import FromDomain, Identifier, judge
from letterlock.core.trust.dmarc_record import DmarcRecord, read_record
from letterlock.core.trust.question import TEMPERROR, Answer, Question

Zone = dict[str, Answer]
NXDOMAIN = Answer("nxdomain")


def records(**texts: str) -> Zone:
    """DMARC records by domain, written with _ for a dot."""
    return {"_dmarc." + name.replace("_", "."): Answer("ok", (text,)) for name, text in texts.items()}


def discover(
    domain: str, zone: Zone, *aligned: str, mechanism: Literal["spf", "dkim"] = "dkim"
) -> tuple[FromDomain, list[bool | None], int]:
    """The question loop: the author domain, whether each of `aligned` is aligned, and the number of rounds."""
    answers: dict[Question, Answer] = {}
    for rounds in range(4):
        asker = Asker(answers)
        author = FromDomain(domain, asker)
        found = [author.aligned(name, mechanism) for name in aligned]
        if asker.missing is None:
            return author, found, rounds
        answers.update({q: zone.get(q.name, NXDOMAIN) for q in asker.missing.questions})
    raise AssertionError("too many rounds")


def alignment(domain: str, other: str, zone: Zone, mechanism: Literal["spf", "dkim"] = "dkim") -> bool | None:
    return discover(domain, zone, other, mechanism=mechanism)[1][0]


@pytest.mark.parametrize(
    ("text", "record"),
    [
        ("v=DMARC1; p=reject", DmarcRecord(p="reject")),
        ("V = DMARC1;P=Reject ; ADKIM=s;aspf=S;t=y", DmarcRecord(p="reject", adkim="s", aspf="s", testing=True)),
        ("v=DMARC1", DmarcRecord()),
        ("v=DMARC1; rua=mailto:d@example.com", DmarcRecord(p="none")),
        ("v=DMARC1; sp=quarantine; np=reject; p=none; psd=n", DmarcRecord("none", "quarantine", "reject", psd="n")),
        ("v=DMARC1; p=quarantine; pct=10; ri=5; unknown=1; nonsense; adkim=x", DmarcRecord(p="quarantine")),
        ("v=DMARC1; p=block", DmarcRecord(usable=False)),
        ("v=DMARC1; p=block; rua=mailto:d@example.com", DmarcRecord(p="none")),
        ("v=DMARC1; p=reject; sp=block; rua=mailto:d@example.com", DmarcRecord(p="none")),
        ("v=DMARC1; p=reject; sp=block; rua=nobody", DmarcRecord(usable=False)),
        ("v=DMARC1; p=reject; p=none", DmarcRecord(p="reject")),
        ("v=dmarc1; p=reject", None),
        ("v=DMARC12; p=reject", None),
        (" v=DMARC1; p=reject", None),
        ("p=reject; v=DMARC1", None),
        ("v=DMARC1 p=reject", None),
        ("v=DMARC1; p=reject;" + "x" * 9000, None),
    ],
)
def test_records_are_read_leniently_but_their_version_is_not(text: str, record: DmarcRecord | None) -> None:
    assert read_record([text]) == record


def test_several_records_are_all_discarded_and_other_texts_are_not_counted() -> None:
    assert read_record(["v=DMARC1; p=none", "v=DMARC1; p=reject"]) is None
    assert read_record(["hello", "v=DMARC1; p=reject", "v=spf1 -all"]) == DmarcRecord(p="reject")
    assert read_record([]) is None


@given(st.text(st.sampled_from("vDMARC1=;p rejctnoauky\xe9"), max_size=60))
@settings(max_examples=200, deadline=None)
def test_no_record_text_raises(text: str) -> None:
    read_record([text, "v=DMARC1;" + text])


def policy(domain: str, zone: Zone) -> tuple[str | None, str]:
    author = discover(domain, zone)[0]
    return author.policy, author.record_domain


def test_the_policy_comes_from_the_domain_then_its_organization_then_its_public_suffix() -> None:
    zone = records(
        news_example_com="v=DMARC1; p=none; sp=reject",
        example_com="v=DMARC1; p=reject; sp=quarantine",
        bank="v=DMARC1; p=none; sp=reject; psd=y",
    )
    assert policy("news.example.com", zone) == ("none", "news.example.com")
    assert policy("example.com", zone) == ("reject", "example.com")
    assert policy("shop.example.com", zone) == ("quarantine", "example.com")
    assert policy("a.news.example.com", zone) == ("quarantine", "example.com")
    assert policy("giant.bank", zone) == ("reject", "bank")
    assert policy("example.org", zone) == (None, "")


def test_np_is_for_subdomains_that_do_not_exist() -> None:
    zone = records(example_com="v=DMARC1; p=none; sp=quarantine; np=reject")
    assert policy("ghost.example.com", zone)[0] == "reject"
    assert policy("here.example.com", zone | {"here.example.com": Answer("nodata")})[0] == "quarantine"
    assert policy("away.example.com", zone | {"away.example.com": TEMPERROR})[0] == "quarantine"


def test_testing_mode_lowers_the_policy_by_one_step() -> None:
    for published, applied in (("reject", "quarantine"), ("quarantine", "none"), ("none", "none")):
        assert policy("example.com", records(example_com=f"v=DMARC1; p={published}; t=y"))[0] == applied


def test_relaxed_alignment_asks_for_the_same_organization() -> None:
    zone = records(example_com="v=DMARC1; p=reject")
    assert alignment("example.com", "example.com", zone)
    assert alignment("example.com", "mail.example.com", zone)
    assert alignment("news.example.com", "mail.example.com", zone)
    assert not alignment("example.com", "notexample.com", zone)
    assert not alignment("example.com", "example.org", zone)
    assert not alignment("example.com", "com", zone)
    assert not alignment("example.com", "", zone)


def test_strict_alignment_asks_for_the_same_name_each_mechanism_for_itself() -> None:
    zone = records(example_com="v=DMARC1; p=reject; adkim=s")
    assert not alignment("example.com", "mail.example.com", zone, "dkim")
    assert alignment("example.com", "mail.example.com", zone, "spf")
    assert alignment("example.com", "example.com", zone, "dkim")


def test_a_subdomain_that_declares_itself_an_organization_is_not_aligned_with_its_parent() -> None:
    zone = records(example_com="v=DMARC1; p=reject", tenant_example_com="v=DMARC1; p=none; psd=n")
    assert not alignment("example.com", "tenant.example.com", zone)
    assert not alignment("tenant.example.com", "example.com", zone)
    assert alignment("a.tenant.example.com", "b.tenant.example.com", zone)


def test_customers_of_one_public_suffix_are_not_aligned() -> None:
    zone = records(bank_example="v=DMARC1; p=reject; psd=y")
    assert not alignment("giant.bank.example", "mega.bank.example", zone)
    assert alignment("giant.bank.example", "mail.giant.bank.example", zone)


def test_without_any_record_the_public_suffix_list_decides() -> None:
    assert alignment("example.co.uk", "mail.example.co.uk", {})
    assert not alignment("example.co.uk", "other.co.uk", {})


def test_likely_identifiers_are_looked_up_in_the_first_round() -> None:
    zone = records(example_com="v=DMARC1; p=reject")
    assert discover("example.com", zone, "mail.example.com", "esp.example.org")[2] == 1


def judged(zone: Zone, result: Literal["pass", "fail", "temperror"], *domains: str) -> str:
    author, aligned, _ = discover("example.com", zone, *domains)
    return judge(author, [Identifier(name, result, flag) for name, flag in zip(domains, aligned, strict=True)]).result


def test_one_aligned_pass_is_enough() -> None:
    zone = records(example_com="v=DMARC1; p=reject")
    assert judged(zone, "pass", "esp.example.org", "mail.example.com") == "pass"
    assert judged(zone, "pass", "esp.example.org") == "fail"
    assert judged(zone, "fail", "example.com") == "fail"
    assert judged(zone, "fail") == "fail"


def test_what_could_still_pass_is_a_temperror_and_what_could_not_is_a_fail() -> None:
    zone = records(example_com="v=DMARC1; p=reject")
    assert judged(zone, "temperror", "mail.example.com") == "temperror"
    assert judged(zone, "temperror", "esp.example.org") == "fail"


def test_a_failing_walk_does_not_take_an_exact_match_away() -> None:
    zone = records(example_com="v=DMARC1; p=reject") | {"_dmarc.com": TEMPERROR}
    assert judged(zone, "pass", "example.com") == "pass"
    assert judged(zone, "pass", "mail.example.com") == "temperror"


def test_a_walk_that_failed_half_way_aligns_nobody() -> None:
    zone = records(a_b_example_com="v=DMARC1; p=reject", example_com="v=DMARC1; p=reject")
    assert alignment("a.b.example.com", "c.example.com", zone)
    assert alignment("a.b.example.com", "c.example.com", zone | {"_dmarc.b.example.com": TEMPERROR}) is None


def test_an_unanswered_record_is_a_temperror_and_a_missing_one_is_none() -> None:
    assert judged({"_dmarc.example.com": TEMPERROR}, "pass", "example.com") == "temperror"
    assert judged({}, "pass", "example.com") == "none"
    assert judged(records(example_com="v=DMARC1; p=block"), "pass", "example.com") == "none"
