"""The parts of the cascade: selectors, media, lengths, colours, declarations."""

import pytest

from letterlock.core.mime.visible import visible
from letterlock.core.mime.visible.colour import read_colour, read_legacy_colour
from letterlock.core.mime.visible.declare import read_declarations
from letterlock.core.mime.visible.length import read_length
from letterlock.core.mime.visible.media import media_applies
from letterlock.core.mime.visible.selector import read_selectors
from letterlock.core.mime.visible.sheet import Sheets, split_rules

PAGE = """<!doctype html><body class="x"><div id=box class="a b" data-k="v-w"><p class=first lang=en>ONE</p>
<p>TWO</p><p class=last>THREE <b>FOUR</b></p></div><ul><li>FIVE<li>SIX</ul></body>"""


@pytest.mark.parametrize(
    ("selector", "hidden"),
    [
        ("p", "ONE TWO THREE FOUR"),
        (".first", "ONE"),
        ("#box > p + p", "TWO THREE FOUR"),
        ("#box ~ ul", "FIVE SIX"),
        (".a.b .last b", "FOUR"),
        (".a.c p", ""),
        ("body div p.last", "THREE FOUR"),
        ("ul > b", ""),
        ("p:first-child", "ONE"),
        ("p:last-child", "THREE FOUR"),
        ("p:nth-child(2)", "TWO"),
        ("p:nth-child(odd)", "ONE THREE FOUR"),
        ("li:nth-last-child(1)", "SIX"),
        ("li:first-of-type", "FIVE"),
        ("p:not(.first):not(.last)", "TWO"),
        (":is(.first, .last)", "ONE THREE FOUR"),
        ("p:has(b)", "THREE FOUR"),
        ("div[data-k|=v] .first", "ONE"),
        ('div[data-k^="v"] .first', "ONE"),
        ("div[data-k$='w'] b", "FOUR"),
        ("div[data-k*=Q] b", ""),
        ("div[class~=b] b", "FOUR"),
        (".FIRST", ""),
        ("P.first", "ONE"),
        ("*|p.first", "ONE"),
        ("p::before", ""),
        ("p:hover", ""),
        (".\\66 irst", "ONE"),
        ("p.first, b", "ONE FOUR"),
        ("p.first, b:bogus", ""),
        ("li:only-child", ""),
        ("b:empty", ""),
    ],
)
def test_selectors_match_as_in_a_browser(selector, hidden):
    seen = visible(
        f"<style>{selector}{{display:none}}</style>{PAGE}".replace("<!doctype html>", "", 1).join(
            ["<!doctype html>", ""]
        )
    )
    words = {"ONE", "TWO", "THREE", "FOUR", "FIVE", "SIX"}
    assert {word for word in words if word not in seen.text} == set(hidden.split())


def test_classes_ignore_case_in_quirks_mode_alone():
    page = "<style>.AB{display:none}</style><p class=ab>WORDS</p>"
    assert "WORDS" not in visible(page).text
    assert "WORDS" in visible(f"<!doctype html>{page}").text


@pytest.mark.parametrize(
    ("query", "applies"),
    [
        ("", True),
        ("all", True),
        ("screen", True),
        ("print", False),
        ("not print", True),
        ("only screen and (max-width: 600px)", False),
        ("only screen and (min-width:600px)", True),
        ("screen and (max-width:50em)", True),
        ("print, (min-width: 1px)", True),
        ("(width >= 700px)", True),
        ("(400px <= width <= 700px)", False),
        ("(orientation: portrait)", False),
        ("(prefers-color-scheme: dark)", False),
        ("not all and (prefers-color-scheme: dark)", True),
        ("(unknown: 1)", False),
        ("not all and (unknown: 1)", False),
        ("screen and (-webkit-min-device-pixel-ratio: 0)", True),
        ("(min-width:1px) and (max-width:2px)", False),
        ("(max-width:2px) or (min-width:1px)", True),
    ],
)
def test_media_queries_are_answered_for_a_wide_screen(query, applies):
    assert media_applies(query) is applies


@pytest.mark.parametrize(
    ("text", "pixels"),
    [
        ("12px", 12),
        ("-1.5e1px", -15),
        ("2em", 20),
        ("1in", 96),
        ("50%", 400),
        ("0", 0),
        ("7", None),
        ("calc(1px + 2 * 3px)", 7),
        ("calc((1px + 2px) / 3)", 1),
        ("calc(100% - 10px)", 790),
        ("min(5px, 3px)", 3),
        ("clamp(0px, 9px, 4px)", 4),
        ("calc(1px", None),
        ("calc(1px / 0)", None),
        ("auto", None),
    ],
)
def test_lengths_come_out_in_pixels(text, pixels):
    assert read_length(text, 10, 800) == pixels


def test_colours_are_read_in_every_spelling():
    white = (255, 255, 255, 1)
    for text in (
        "#fff",
        "#ffffff",
        "white",
        "rgb(255,255,255)",
        "rgb(100% 100% 100%)",
        "hsl(0,0%,100%)",
        "lab(100 0 0)",
        "oklch(1 0 0)",
        "color(display-p3 1 1 1)",
    ):
        assert tuple(round(c) for c in read_colour(text)) == white
    assert read_colour("#00000080")[3] == pytest.approx(0.5, abs=0.01)
    assert read_colour("nonsense") is None
    assert read_legacy_colour("chucknorris") == (192, 0, 0, 1)
    assert read_legacy_colour("ffffff") == white


def test_declarations_survive_what_surrounds_them():
    block = "color:red;;background:url('a;b.png') #fff; junk; font-family:\"x;y\"; display : none ! important"
    found = {(name, value, strong) for name, value, strong in read_declarations(block, quirks=False)}
    assert ("color", "red", False) in found
    assert ("background-color", "#fff", False) in found
    assert ("display", "none", True) in found


def test_rules_survive_comments_strings_and_missing_ends():
    rules = list(split_rules("<!-- a{b:c} /* } */ d{content:'}'} @x; e{f:g"))
    assert [prelude for prelude, _ in rules] == ["a", "d", "@x", "e"]
    sheets = Sheets(quirks=True)
    sheets.add("@media screen{@media (min-width:1px){p{color:red}}} @media print{b{color:red}}")
    assert [rule.selector for rule in sheets.rules] == ["p"]


def test_specificity_counts_ids_classes_and_tags():
    order = ["*", "p", "div p", ".a", "p.a", ".a.b", "#i", "#i.a"]
    weights = [read_selectors(text, quirks=False)[0].specificity for text in order]
    assert weights == sorted(weights)
    assert len(set(weights)) == len(order)


@pytest.mark.parametrize("tag", ["b", "span", "div", "p", "td", "center"])
@pytest.mark.parametrize(
    "above", ["display:inline;background:#000", "display:block;background:#000", "text-indent:-999px"]
)
def test_an_element_that_declares_nothing_is_styled_as_one_that_declares_what_it_inherits(tag: str, above: str) -> None:
    def why(style: str) -> list[str]:
        return [one.why for one in visible(f'<!doctype html><div style="{above}"><{tag}{style}>words').hidden]

    assert why("") == why(' style="color:inherit"')


def test_links_and_marks_that_inherit_their_colour_have_it():
    assert visible(
        '<div style="color:#fff"><a href="http://a.example" style="color:inherit">words</a>'
    ).text.startswith("[5")
    assert visible('<div style="color:#fff"><a href="http://a.example" style="color:currentcolor">x</a>').hidden
    assert visible('<div style="color:#ff0"><mark style="color:inherit">words</mark>').hidden
    assert visible('<div style="color:#ff0"><mark>words</mark>').text == "words"
