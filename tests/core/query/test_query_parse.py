"""Reading mail searches: every operator, every oddity, and bounds."""

from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from letterlock.core.errors import Invalid
from letterlock.core.query import (
    And,
    Before,
    HasAttachment,
    HasLabel,
    HasTrust,
    InFolder,
    Is,
    Larger,
    Node,
    Not,
    Or,
    Since,
    Smaller,
    Text,
    parse_query,
    words,
)

NOW = datetime(2026, 11, 30, 12, 0, tzinfo=UTC)


def tree(text: str) -> Node:
    return parse_query(text, NOW).root


def t(text: str, field: str = "any", prefix: bool = False) -> Text:
    return Text(tuple(text.split()), field, prefix)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("invoice", t("invoice")),
        ("  two   words ", And((t("two"), t("words")))),
        ('"exact phrase"', t("exact phrase")),
        ("“curly quotes”", t("curly quotes")),
        ("invoic*", t("invoic", prefix=True)),
        ('"annual repor*"', t("annual repor", prefix=True)),
        ("-spam", Not(t("spam"))),
        ('-"exact phrase"', Not(t("exact phrase"))),
        ("-from:ana", Not(t("ana", "from"))),
        ("NOT draft", Not(t("draft"))),
        ("a OR b", Or((t("a"), t("b")))),
        ("a OR b OR c", Or((t("a"), t("b"), t("c")))),
        ("report from:ana OR from:bob", And((t("report"), Or((t("ana", "from"), t("bob", "from")))))),
        ("a AND b", And((t("a"), t("b")))),
        ("(a b) OR c", Or((And((t("a"), t("b"))), t("c")))),
        ("-(a OR b)", Not(Or((t("a"), t("b"))))),
        ("((a) (b))", And((t("a"), t("b")))),
        ("a a", t("a")),
        ("from:(ana OR bob)", Or((t("ana", "from"), t("bob", "from")))),
        ("subject:(a (b OR c))", And((t("a", "subject"), Or((t("b", "subject"), t("c", "subject")))))),
        ("-in:(trash OR spam)", Not(Or((InFolder("trash"), InFolder("spam"))))),
        ("from:ana@contoso.example.com", t("ana contoso example com", "from")),
        ("to:bob", t("bob", "to")),
        ("cc:bob", t("bob", "cc")),
        ("bcc:bob", t("bob", "bcc")),
        ("subject:hello", t("hello", "subject")),
        ('subject:"hello world"', t("hello world", "subject")),
        ("SUBJECT:hello", t("hello", "subject")),
        ("filename:report.pdf", t("report pdf", "filename")),
        ("has:attachment", HasAttachment()),
        ("is:unread", Is("unread")),
        ("is:read", Is("read")),
        ("is:flagged", Is("flagged")),
        ("is:starred", Is("flagged")),
        ("in:Inbox", InFolder("inbox")),
        ('in:"Client Work"', InFolder("client work")),
        ("in:Projects/Acme", InFolder("projects/acme")),
        ("label:UNREAD", HasLabel("unread")),
        ("after:2026-11-02", Since(datetime(2026, 11, 2, tzinfo=UTC))),
        ("after:2026/11/2", Since(datetime(2026, 11, 2, tzinfo=UTC))),
        ("before:2026-11", Before(datetime(2026, 11, 1, tzinfo=UTC))),
        ("before:2026", Before(datetime(2026, 1, 1, tzinfo=UTC))),
        ("newer_than:7d", Since(NOW - timedelta(days=7))),
        ("older_than:12h", Before(NOW - timedelta(hours=12))),
        ("older_than:2w", Before(NOW - timedelta(days=14))),
        ("older_than:3m", Before(NOW - timedelta(days=90))),
        ("newer_than:1y", Since(NOW - timedelta(days=365))),
        ("larger:5M", Larger(5 * 1024 * 1024)),
        ("larger:100", Larger(100)),
        ("larger:999999999999g", Larger(2**62)),
        ("smaller:10kb", Smaller(10 * 1024)),
        ("trust:Verified", HasTrust("verified")),
    ],
)
def test_the_syntax_is_read_as_documented(text, expected) -> None:
    query = parse_query(text, NOW)
    assert query.root == expected
    assert query.problems == ()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("C++", t("c")),
        ("ana@example.com", t("ana example com")),
        ("e-mail", t("e mail")),
        ("AT&T's", t("at t s")),
        ("https://a.example/b?c=1#d", t("https a example b c 1 d")),
        ("re:invent", t("re invent")),
        ("10:30", t("10 30")),
        ("$1,000.50", t("1 000 50")),
        ("snake_case", t("snake case")),
        ("Straße CAFÉ", And((t("strasse"), t("cafe")))),
        ("会議", t("会 議")),
        ('"unbalanced quote', And((t("unbalanced"), t("quote")))),
        ('5" disk', And((t("5"), t("disk")))),
        ("(unclosed", t("unclosed")),
        ("closed) twice))", And((t("closed"), t("twice")))),
        ("OR", t("or")),
        ("OR a", And((t("or"), t("a")))),
        ("a OR", And((t("a"), t("or")))),
        ("(a OR) b", And((t("a"), t("or"), t("b")))),
        ("a OR OR b", And((Or((t("a"), t("or"))), t("b")))),
        ("this or that", And((t("this"), t("or"), t("that")))),
        ("not me", And((t("not"), t("me")))),
        ("- a", t("a")),
        ("--verbose", t("verbose")),
        ('"a"-b', And((t("a"), t("b")))),
        ("(a)-b", And((t("a"), t("b")))),
        ("a ++ b", And((t("a"), t("b")))),
        ("() a ()", t("a")),
        ("-() a", t("a")),
        ("a* b", And((t("a", prefix=True), t("b")))),
        ("* a", t("a")),
        ("a*b", t("a b")),
        ("; DROP TABLE messages; --", And((t("drop"), t("table"), t("messages")))),
        ('NEAR("a b", 5)', And((t("near"), t("a b"), t("5")))),
    ],
)
def test_free_text_with_odd_punctuation_is_searched_as_words(text, expected) -> None:
    query = parse_query(text, NOW)
    assert query.problems == ()
    assert query.root == expected


@pytest.mark.parametrize(
    ("text", "position", "written", "expected"),
    [
        ("a larger:big", 2, "larger:big", And((t("a"), t("larger big")))),
        ("is:purple", 0, "is:purple", t("is purple")),
        ("after:yesterday", 0, "after:yesterday", t("after yesterday")),
        ("after:2026-02-30", 0, "after:2026-02-30", t("after 2026 02 30")),
        ("after:0000-01-01", 0, "after:0000-01-01", t("after 0000 01 01")),
        ("older_than:99999y", 0, "older_than:99999y", t("older than 99999y")),
        ("trust:me", 0, "trust:me", t("trust me")),
        ("from:", 0, "from:", t("from")),
        ("from:++", 0, "from:++", t("from")),
        ('in:"" x', 0, 'in:""', And((t("in"), t("x")))),
        ("has:(wings)", 5, "wings", t("wings")),
    ],
)
def test_a_value_that_is_not_understood_becomes_words_and_is_reported_with_its_place(
    text, position, written, expected
) -> None:
    query = parse_query(text, NOW)
    assert query.root == expected
    assert [(problem.position, problem.text) for problem in query.problems] == [(position, written)]
    assert "expects" in query.problems[0].reason


@pytest.mark.parametrize("text", ["", "   ", "++", '""', "()", "-", "*", "(((", '"', ")))", "…", "-()"])
def test_a_search_for_nothing_is_refused(text) -> None:
    with pytest.raises(Invalid, match="no word"):
        parse_query(text, NOW)


@pytest.mark.parametrize(
    "text", ["a" * 1001, "(" * 21 + "a", "-(" * 21 + "a", "from:(" * 21 + "a", "a " * 101, "(a) " * 101]
)
def test_a_search_that_is_too_long_too_deep_or_too_broad_is_refused(text) -> None:
    with pytest.raises(Invalid):
        parse_query(text, NOW)


def test_what_is_just_within_the_bounds_is_read() -> None:
    assert tree("(" * 20 + "a" + ")" * 20) == t("a")
    assert len(tree(" ".join(f"w{number}" for number in range(100))).nodes) == 100  # type: ignore[union-attr]


def test_days_start_in_the_time_zone_asked_in() -> None:
    zone = timezone(timedelta(hours=9))
    query = parse_query("after:2026-11-02", NOW.astimezone(zone))
    assert query.root == Since(datetime(2026, 11, 1, 15, tzinfo=UTC))


def test_folders_asked_for_are_known_and_those_left_out_are_not_among_them() -> None:
    assert parse_query("in:trash OR in:Projects x", NOW).folders == {"trash", "projects"}
    assert parse_query("-in:spam -(in:trash x) a", NOW).folders == set()
    assert parse_query("-(a -in:trash)", NOW).folders == {"trash"}


def depth(node: Node) -> int:
    if isinstance(node, Not):
        return 1 + depth(node.node)
    if isinstance(node, And | Or):
        return 1 + max(map(depth, node.nodes))
    return 1


pieces = st.sampled_from(
    [
        "(",
        ")",
        '"',
        "-",
        " ",
        " OR ",
        " AND ",
        " NOT ",
        "*",
        ":",
        "from:",
        "in:",
        "is:",
        "after:",
        "larger:",
        "trust:",
        "a",
        "bé",
        "会",
        "2026-01-01",
        "5M",
        "unread",
        "+",
        "\x00",
        "\u202e",
        "\ud800",
    ]
)


@settings(max_examples=400)
@given(st.one_of(st.text(max_size=80), st.lists(pieces, max_size=60).map("".join)))
def test_no_input_raises_anything_but_invalid_and_trees_are_in_order(text) -> None:
    try:
        query = parse_query(text, NOW)
    except Invalid:
        return
    assert depth(query.root) <= 65
    for node, _ in query.nodes():
        if isinstance(node, And | Or):
            assert len(node.nodes) >= 2
            assert not any(isinstance(inner, type(node)) for inner in node.nodes)
        if isinstance(node, Text):
            assert node.words
            assert all(words(word) == [word] for word in node.words)
    for problem in query.problems:
        assert 0 <= problem.position < len(text)
