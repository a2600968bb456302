"""How the text reads: lines, lists, tables, links, images."""

import pytest

from letterlock.core.mime.visible import visible

CASES = {
    "paragraphs": ("<p>One</p><p>Two<br>lines</p>", "One\n\nTwo\nlines"),
    "white space collapses": ("<p> a \n\t b  <b> c </b>d</p>", "a b c d"),
    "inline elements join": ("un<b>believ</b>able", "unbelievable"),
    "divisions are lines": ("<div>a</div><div>b</div>", "a\nb"),
    "no-break spaces are spaces": ("a&nbsp;&nbsp;b", "a  b"),
    "pre is kept": ("<pre>a\n  b\tc</pre>", "a\n  b     c"),
    "pre-line keeps lines": ("<p style='white-space:pre-line'>a  b\nc</p>", "a b\nc"),
    "bullets": ("<ul><li>one<li>two</ul>", "- one\n- two"),
    "numbers": ("<ol start=3><li>a<li>b</ol>", "3. a\n4. b"),
    "nested lists": ("<ul><li>a<ul><li>b</ul><li>c</ul>", "- a\n  - b\n- c"),
    "no bullets where there are none": ("<ul style='list-style:none'><li>a<li>b</ul>", "a\nb"),
    "data cells stay apart": (
        "<table><tr><th>Item<th>Price<tr><td>Tea<td>3</table>",
        "Item | Price\nTea | 3",
    ),
    "layout cells are lines": ("<table><tr><td><p>a</p><p>b</p><td><p>c</p><p>d</p></table>", "a\n\nb\n\nc\n\nd"),
    "empty cells leave nothing": ("<table><tr><td>&nbsp;<td>a<td> </table>", "a"),
    "images are named": ('<img src=x alt="Our logo">', "[image: Our logo]"),
    "images without a name are not": ("<img src=x>a", "a"),
    "fields show their value": ("<input value=Name><textarea>\nfree\ntext</textarea>", "Name free\ntext"),
    "a list shows its choice": ("<select><option>a<option selected>b</select>", "b"),
    "cited text is quoted": (
        "yes<blockquote type=cite>old<div>text</div></blockquote>",
        "yes\n\n> old\n> text",
    ),
    "upper case as shown": ("<p style='text-transform:uppercase'>abc</p>", "ABC"),
    "blank lines do not pile up": ("<p>a</p><div><br></div><div><br></div><div><br></div><p>b</p>", "a\n\n\nb"),
}


@pytest.mark.parametrize("case", CASES)
def test_text_reads_like_the_page(case):
    html, text = CASES[case]
    assert visible(f"<!doctype html>{html}").text == text


def test_links_keep_their_text_and_target():
    seen = visible(
        'See <a href="https://a.example/x?y=1">the <b>page</b></a> and <a href="#"><img alt="Logo" src=l></a>.'
    )
    assert seen.text == "See the page and [image: Logo]."
    assert seen.links == (("https://a.example/x?y=1", "the page"), ("#", "[image: Logo]"))


def test_an_empty_cell_keeps_its_place_among_data():
    table = "<table><tr><th>A<th>B</tr><tr><td>1<td></tr><tr><td>2<td>3</tr></table>"
    assert visible(table).text == "A | B\n1 |\n2 | 3"
    spacer = "<table><tr><td>One<td width=20><td>Two</tr><tr><td colspan=3>Three</tr></table>"
    assert visible(spacer).text == "One\nTwo\nThree"


def test_pictures_areas_and_forms_lead_somewhere_without_words_too():
    seen = visible(
        '<a href="https://a.example/"><img src=x></a><map><area href="https://b.example/"></map>'
        '<form action="https://c.example/"><input name=password></form>'
    )
    assert sorted(seen.links) == [("https://a.example/", ""), ("https://b.example/", ""), ("https://c.example/", "")]


def test_marked_history_and_signatures_are_pointed_at():
    seen = visible(
        "<div>Yes</div><div class=gmail_signature>Bob</div><div id=divRplyFwdMsg>From: A</div><div>old</div>"
    )
    (_, start, end), (_, below, _) = seen.parts
    assert [role for role, _, _ in seen.parts] == ["signature", "below"]
    assert seen.text[start:end].strip() == "Bob"
    assert seen.text[below:] == "From: A\nold"
