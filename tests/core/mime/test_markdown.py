"""Markdown says the same words as the text, as a Markdown reader understands it."""

import html
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from letterlock.core.mime.markdown_body import markdown_body
from letterlock.core.mime.visible import as_markdown, visible

READER = MarkdownIt("commonmark", {"html": False}).enable("table")


def rendered(page: str) -> str:
    return READER.render(as_markdown([page]))


def said(rendering: str) -> list[str]:
    return words(html.unescape(re.sub(r"<[^>]*>", " ", rendering)))


def words(text: str) -> list[str]:
    return re.findall(r"[^\W_]+", text)


SAMPLES = {
    "emphasis": "<p>Hello <b> bold </b>and <i>it</i><strong>!</strong></p>",
    "heading": "<h2>News <em>today</em></h2><p>text</p>",
    "link": '<p>see <a href="https://x.example/a b(c)">the [page]</a></p>',
    "lists": "<ul><li>one</li><li>two<ul><li>three</li></ul></li></ul><ol start=3><li>a<li>b</ol>",
    "table": "<p>x</p><table><tr><th>Item</th><th>Price</th></tr><tr><td>Pen|x</td><td>3</td></tr></table><p>after</p>",
    "quote": "<blockquote type=cite>quoted <b>q</b><br>more</blockquote><p>new</p>",
    "blocks in bold": "<b><div>a</div><div>b</div></b>c",
    "signs in text": "<p># no heading<br>- no list<br>1. none<br>* a_b_c `x` &lt;b&gt; \\ ~~ [l](u) ![i](u)<br>+ x<br>= y</p>",
    "hidden": 'se<span style="display:none">the secret</span>en words',
    "image": '<p>a <img alt="a *logo*" src=x> b</p>',
}


@pytest.mark.parametrize("name", SAMPLES)
def test_the_words_are_those_of_the_text(name):
    page = SAMPLES[name]
    text = (
        re.sub(r"^(?:[> ]*)(?:- |\d+\. )", "", visible(page).text, flags=re.M) if "list" in name else visible(page).text
    )
    assert said(rendered(page)) == words(text)


def test_an_empty_cell_is_one_of_the_table():
    page = "<table><tr><th>A<th>B</tr><tr><td>1<td></tr><tr><td>2<td>3</tr></table>"
    assert as_markdown([page]) == "| A | B |\n|---|---|\n| 1 | |\n| 2 | 3 |"
    assert rendered(page).count("<td>") == 4


def test_what_the_page_shows_is_marked():
    assert "<h2>News <em>today</em></h2>" in rendered(SAMPLES["heading"])
    assert "<strong>bold</strong> and <em>it</em>" in rendered(SAMPLES["emphasis"])
    assert '<a href="https://x.example/a%20b%28c%29">the [page]</a>' in rendered(SAMPLES["link"])
    assert rendered(SAMPLES["lists"]).count("<li>") == 5
    assert "<td>Pen|x</td>" in rendered(SAMPLES["table"])
    assert "<blockquote>" in rendered(SAMPLES["quote"])
    assert rendered(SAMPLES["signs in text"]).count("<br") == 5
    assert "[10 characters hidden from human readers; withheld]" in as_markdown([SAMPLES["hidden"]])


@pytest.mark.parametrize(
    "url", ["javascript:alert(1)", "data:text/html,x", "file:///etc/passwd", "//x.example", "x)\n[y](z"]
)
def test_only_links_that_lead_somewhere_are_links(url):
    assert "<a " not in rendered(f'<a href="{html.escape(url)}">text</a>')
    assert said(rendered(f'<a href="{html.escape(url)}">text</a>')) == ["text"]


@given(
    st.text(alphabet="ab *_`[]()<>#-+=|\\~!1.&\n\"'", max_size=60),
    st.sampled_from(["p", "li", "td", "b", "h3", "a href='https://x.example'"]),
)
@settings(max_examples=300, deadline=None)
def test_no_text_becomes_markup(text, tag):
    page = f"<div><{tag}>{html.escape(text)}</{tag.split()[0]}></div>"
    shown = rendered(page)
    assert said(shown) == words(visible(page).text.removeprefix("- "))
    assert "<img" not in shown
    assert "<code" not in shown
    assert shown.count("<a ") <= 1


def test_plain_text_stands_as_it_is():
    assert markdown_body(b"From: a@b.example\r\n\r\n* one *\r\n# two\r\n").split() == ["*", "one", "*", "#", "two"]


def test_the_html_part_is_what_is_shown():
    raw = b"From: a@b.example\r\nContent-Type: text/html\r\n\r\n<h1>Hi</h1><p>you</p>"
    assert markdown_body(raw) == "# Hi\n\nyou"
