"""What searches mean: documents found and not found, and the laws of negation, order and words."""

from datetime import UTC, datetime

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from letterlock.core.errors import Invalid
from letterlock.core.query import And, Document, Not, Or, Query, index_text, matches, parse_query, words

NOW = datetime(2026, 11, 30, 12, 0, tzinfo=UTC)

MAIL = Document(
    timestamp=datetime(2026, 11, 10, 9, tzinfo=UTC),
    text="Please find the annual report attached. Straße in Zürich, 会議室 at 10:30.",
    subject="Q3 Report: final numbers",
    from_=("Ana López ana@contoso.example.com",),
    to=("bot@letterlock.example",),
    cc=("Chen chen@northwind.example.com",),
    filenames=("Budget_2026.xlsx",),
    labels=frozenset({"INBOX", "UNREAD", "Receipts"}),
    folders=frozenset({"inbox", "Client Work"}),
    size=40_000,
    level="known",
)


def found(text: str, document: Document = MAIL) -> bool:
    return matches(parse_query(text, NOW), document)


@pytest.mark.parametrize(
    "text",
    [
        "report",
        "REPORT annual",
        '"annual report"',
        "ann*",
        '"annual rep*"',
        "-invoice",
        "invoice OR report",
        "(invoice report) OR numbers",
        "-(invoice OR receipt)",
        "ana@contoso.example.com",
        "from:ana",
        "from:contoso.example.com",
        'from:"ana lopez"',
        "to:bot@letterlock.example",
        "cc:northwind",
        "-bcc:chen",
        "subject:final",
        "filename:budget",
        "budget 2026",
        "has:attachment",
        "is:unread",
        "-is:read",
        "-is:flagged",
        "in:inbox",
        'in:"client work"',
        "label:receipts",
        "after:2026-11-10 before:2026-11-11",
        "newer_than:21d older_than:7d",
        "larger:39K smaller:1M",
        "trust:known",
        "strasse zurich",
        "会議",
        "議室",
        "10:30",
    ],
)
def test_the_mail_is_found(text) -> None:
    assert found(text)


@pytest.mark.parametrize(
    "text",
    [
        "invoice",
        '"report annual"',
        '"final attached"',
        "anna*",
        "rep",
        "-report",
        "report -final",
        "from:chen",
        "from:bot",
        "to:ana",
        "bcc:ana",
        "subject:annual",
        "filename:report",
        "is:read",
        "is:flagged",
        "in:trash",
        "label:receipt",
        "after:2026-11-11",
        "before:2026-11-10",
        "newer_than:7d",
        "larger:1M",
        "smaller:100",
        "trust:verified",
        "会室",
    ],
)
def test_the_mail_is_not_found(text) -> None:
    assert not found(text)


def test_a_phrase_does_not_run_from_one_person_into_the_next() -> None:
    two = Document(NOW, to=("Ana Berg", "Carl Dorn"))
    assert not found('to:"berg carl"', two)


def test_words_are_the_same_stored_and_asked() -> None:
    assert index_text("C++ für ANA@x.org, ﬁn_al") == "c fur ana x org fin al"
    assert words("x" * 100) == ["x" * 64]


term = st.sampled_from(
    ["report", "invoice", "ana", '"annual report"', "from:ana", "is:unread", "in:trash", "larger:1K", "ann*"]
)


@settings(max_examples=100)
@given(st.lists(term, min_size=1, max_size=5))
def test_a_blank_means_all_or_means_any_and_a_hyphen_means_not(terms) -> None:
    each = [found(text) for text in terms]
    assert found(" ".join(terms)) == all(each)
    assert found(" OR ".join(terms)) == any(each)
    assert found(" ".join(f"-{text}" for text in terms)) == (not any(each))
    assert found("-(" + " ".join(terms) + ")") == (not all(each))


@settings(max_examples=150)
@given(st.text(max_size=60))
def test_a_text_is_found_by_itself_as_a_phrase(text) -> None:
    quoted = '"' + text.translate({ord(quote): " " for quote in '"“”„‟«»＂*'}) + '"'
    try:
        query = parse_query(quoted, NOW)
    except Invalid:
        assert not words(quoted)
        return
    assert matches(query, Document(NOW, text=text))


@settings(max_examples=100)
@given(st.lists(term, min_size=2, max_size=4, unique=True))
def test_de_morgans_law_holds(terms) -> None:
    nodes = tuple(parse_query(text, NOW).root for text in terms)
    none_of = Query(And(tuple(Not(node) for node in nodes)))
    assert matches(none_of, MAIL) == matches(Query(Not(Or(nodes))), MAIL)
