import pytest
from hypothesis import given
from hypothesis import strategies as st

from letterlock.core.trust.domains import (
    MAX_WALK,
    is_within,
    normal_domain,
    organizational_domain,
    registrable_domain,
    walk_names,
)
from letterlock.core.trust.question import TEMPERROR, Answer, Answers, Missing, Question


def zone(**records: str) -> Answers:
    """DMARC records by domain, written with _ for a dot; every other name is not there."""
    return {
        Question("TXT", "_dmarc." + name.replace("_", ".")): Answer("ok", (text,)) for name, text in records.items()
    }


def organization(domain: str, known: Answers) -> str:
    missing = organizational_domain(domain, {})
    assert isinstance(missing, Missing)
    answers = {question: known.get(question, Answer("nxdomain")) for question in missing.questions}
    result = organizational_domain(domain, answers)
    assert isinstance(result, str)
    return result


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Example.COM", "example.com"),
        ("example.com.", "example.com"),
        ("bücher.example", "xn--bcher-kva.example"),
        ("xn--bcher-kva.example", "xn--bcher-kva.example"),
        ("my-bank.com", "my-bank.com"),
        ("_dmarc.example.com", "_dmarc.example.com"),
        ("localhost", "localhost"),
        ("", None),
        (".", None),
        ("a..b", None),
        ("[192.0.2.1]", None),
        ("192.0.2.1", None),
        ("-a.example", None),
        ("a b.example", None),
        ("x" * 64 + ".example", None),
        (".".join(["abcdefgh"] * 40), None),
        ("\u2100.example\udc80", None),
    ],
)
def test_domain_names_have_one_spelling(text: str, name: str | None) -> None:
    assert normal_domain(text) == name


@given(st.text(max_size=80))
def test_no_text_makes_normalising_raise_and_twice_is_once(text: str) -> None:
    name = normal_domain(text)
    if name is not None:
        assert normal_domain(name) == name


def test_a_name_is_within_itself_and_its_parents_only() -> None:
    assert is_within("a.example.com", "example.com")
    assert is_within("example.com", "example.com")
    assert not is_within("notexample.com", "example.com")


def test_a_long_name_is_walked_in_eight_steps() -> None:
    assert walk_names("a.b.c.d.e.f.g.h.i.j.mail.example.com") == [
        "a.b.c.d.e.f.g.h.i.j.mail.example.com",
        "g.h.i.j.mail.example.com",
        "h.i.j.mail.example.com",
        "i.j.mail.example.com",
        "j.mail.example.com",
        "mail.example.com",
        "example.com",
        "com",
    ]


@given(st.lists(st.sampled_from("abc"), min_size=1, max_size=120))
def test_no_name_is_walked_further(labels: list[str]) -> None:
    names = walk_names(".".join(labels))
    assert len(names) <= MAX_WALK
    assert names[0] == ".".join(labels)
    assert names[-1] == labels[-1]


@pytest.mark.parametrize(
    ("domain", "records", "expected"),
    [
        # RFC 9989 section 4.10.2 and appendix B.3.
        ("a.mail.example.com", {"mail_example_com": "v=DMARC1", "example_com": "v=DMARC1"}, "example.com"),
        ("a.mail.example.com", {"mail_example_com": "v=DMARC1; psd=n", "example_com": "v=DMARC1"}, "mail.example.com"),
        ("a.mail.example.com", {"com": "v=DMARC1; psd=y"}, "example.com"),
        (
            "giant.bank.example",
            {"giant_bank_example": "v=DMARC1", "bank_example": "v=DMARC1; psd=y"},
            "giant.bank.example",
        ),
        ("mail.mega.bank.example", {"bank_example": "v=DMARC1; psd=y"}, "mega.bank.example"),
        ("bank.example", {"bank_example": "v=DMARC1; psd=y"}, "bank.example"),
        ("a.b.c.d.e.f.g.h.i.j.k.example.com", {"example_com": "v=DMARC1; p=none"}, "example.com"),
        # Nothing published: the name the walk began at.
        ("a.mail.example.co.uk", {}, "a.mail.example.co.uk"),
    ],
)
def test_the_organizational_domain_follows_the_tree_walk(domain: str, records: dict[str, str], expected: str) -> None:
    assert organization(domain, zone(**records)) == expected


def test_without_dns_the_organizational_domain_is_the_registrable_one() -> None:
    missing = organizational_domain("a.my-bank.co.uk", {})
    assert isinstance(missing, Missing)
    assert organizational_domain("a.my-bank.co.uk", dict.fromkeys(missing.questions, TEMPERROR)) == "my-bank.co.uk"


@pytest.mark.parametrize(
    ("domain", "registrable"),
    [
        ("www.my-bank.com", "my-bank.com"),
        ("a.b.example.co.uk", "example.co.uk"),
        ("ann.github.io", "ann.github.io"),
        ("x.ann.github.io", "ann.github.io"),
        ("co.uk", "co.uk"),
        ("localhost", "localhost"),
        ("WWW.Bücher.de", "xn--bcher-kva.de"),
        ("no domain", "no domain"),
    ],
)
def test_the_registrable_domain_is_one_label_below_the_public_suffix(domain: str, registrable: str) -> None:
    assert registrable_domain(domain) == registrable
