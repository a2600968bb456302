"""What hides text and what does not, trick by trick."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from letterlock.core.mime.visible import visible

HIDING = {
    "display none": '<p style="display:none">SECRET</p>',
    "display none, important beats a later rule": "<style>p{display:none!important}</style><p style='display:block'>SECRET</p>",
    "hidden attribute": "<p hidden>SECRET</p>",
    "visibility hidden": '<p style="visibility:hidden">SECRET</p>',
    "visibility collapse": '<p style="visibility:collapse">SECRET</p>',
    "opacity": '<p style="opacity:0">SECRET</p>',
    "opacity multiplied up": '<div style="opacity:.25"><div style="opacity:.25">SECRET</div></div>',
    "opacity in percent": '<p style="opacity:1%">SECRET</p>',
    "filter opacity": '<p style="filter:opacity(0)">SECRET</p>',
    "font size": '<p style="font-size:0">SECRET</p>',
    "font size of one pixel": '<p style="font-size:1px">SECRET</p>',
    "font shorthand": '<p style="font:0/0 a">SECRET</p>',
    "em of nothing": '<div style="font-size:0"><p style="font-size:2em">SECRET</p></div>',
    "max-height": '<div style="max-height:0;overflow:hidden">SECRET</div>',
    "height": '<div style="height:0;overflow:hidden">SECRET</div>',
    "width": '<div style="width:0;overflow:hidden">SECRET</div>',
    "line height in a cut box": '<div style="line-height:0;overflow:hidden">SECRET</div>',
    "overflow on one axis": '<div style="height:0;overflow-y:hidden">SECRET</div>',
    "scroll box without height": '<div style="height:0;overflow:auto">SECRET</div>',
    "inline block": '<span style="display:inline-block;width:0;height:0;overflow:hidden">SECRET</span>',
    "floated span": '<span style="float:left;width:0;overflow:hidden">SECRET</span>',
    "span in flex": '<div style="display:flex"><span style="width:0;overflow:hidden">SECRET</span></div>',
    "left": '<div style="position:absolute;left:-9999px">SECRET</div>',
    "top, relative": '<div style="position:relative;top:-5000px">SECRET</div>',
    "inset": '<div style="position:fixed;inset:-9999px auto auto -9999px">SECRET</div>',
    "right": '<div style="position:absolute;right:-9999px">SECRET</div>',
    "below the screen": '<div style="position:fixed;top:2000px">SECRET</div>',
    "margin": '<div style="margin-left:-9999px">SECRET</div>',
    "text indent": '<p style="text-indent:-9999px">SECRET</p>',
    "text indent inherited": '<div style="text-indent:-9999px"><p>SECRET</p></div>',
    "letter spacing": '<p style="letter-spacing:-1em">SECRET</p>',
    "clip": '<div style="position:absolute;clip:rect(0,0,0,0)">SECRET</div>',
    "clip with one pixel": '<div style="position:absolute;clip:rect(1px 1px 1px 1px)">SECRET</div>',
    "clip-path inset": '<p style="clip-path:inset(50%)">SECRET</p>',
    "clip-path circle": '<p style="clip-path:circle(0)">SECRET</p>',
    "clip-path polygon": '<p style="clip-path:polygon(0 0,0 0,0 0)">SECRET</p>',
    "scale": '<p style="transform:scale(0)">SECRET</p>',
    "translate": '<p style="transform:translateX(-9999px)">SECRET</p>',
    "vendor prefix": '<p style="-webkit-transform:scale(0)">SECRET</p>',
    "scale property": '<p style="scale:0">SECRET</p>',
    "content-visibility": '<p style="content-visibility:hidden">SECRET</p>',
    "white on white": '<p style="color:#fff">SECRET</p>',
    "nearly white on white": '<p style="color:#f6f6f6">SECRET</p>',
    "font colour": '<font color="white">SECRET</font>',
    "dark on dark, background inherited": '<table bgcolor="#000"><tr><td><p style="color:#000001">SECRET</p></td></tr></table>',
    "body colours": '<body bgcolor="navy" text="navy">SECRET',
    "transparent": '<p style="color:transparent">SECRET</p>',
    "ink without alpha": '<p style="color:rgba(0,0,0,0.02)">SECRET</p>',
    "fill colour": '<p style="-webkit-text-fill-color:white">SECRET</p>',
    "half transparent white background over black": '<div style="background:#000"><p style="background:rgba(255,255,255,.5);color:#808080">SECRET</p></div>',
    "gradient of one colour": '<p style="background:linear-gradient(red,red);color:red">SECRET</p>',
    "picture that mail programs do not show": '<p style="background:url(data:image/png;base64,AA);color:#fff">SECRET</p>',
    "modern colour syntax": '<p style="color:hsl(0 0% 100%)">SECRET</p>',
    "colour named after case games": '<P STYLE="COLOR: WhItE">SECRET</P>',
    "escapes": '<p style="d\\69 splay:n\\6fne">SECRET</p>',
    "comment in the value": '<p style="display:/**/none">SECRET</p>',
    "calc": '<p style="font-size:calc(1px - 1px)">SECRET</p>',
    "variable": "<style>:root{--d:none}</style><p style='display:var(--d)'>SECRET</p>",
    "variable's fallback": "<p style='display:var(--unset, none)'>SECRET</p>",
    "inherit": '<div style="opacity:1;background:#fff"><p style="color:inherit;font-size:0">SECRET</p></div>',
    "invalid value after a valid one": '<p style="display:none;display:banana">SECRET</p>',
    "closed details": "<details><summary>More</summary>SECRET</details>",
    "details without a summary": "<details>SECRET</details>",
    "closed dialog": "<dialog>SECRET</dialog>",
    "fallback of a video": "<video>SECRET</video>",
    "description of a drawing": "<svg><desc>SECRET</desc></svg>",
    "datalist": "<datalist><option>SECRET</option></datalist>",
    "visibility in a style sheet for wide screens": "<style>@media (min-width:700px){.m{visibility:hidden}}</style><p class=m>SECRET</p>",
    "nested rule": "<style>.a{& .b{display:none}}</style><div class=a><p class=b>SECRET</p></div>",
    "layer below": "<style>@layer a{p{display:none}}</style><p>SECRET</p>",
    "supports": "<style>@supports (display:none){p{display:none}}</style><p>SECRET</p>",
    "long image description": f'<img src=x alt="{"word " * 60} SECRET">',
    "background shorthand": '<p style="background:black;color:black">SECRET</p>',
    "quirks colour without a hash": '<p style="color:ffffff">SECRET</p>',
    "standards mode, table inherits size": "<!doctype html><div style='font-size:0'><table><tr><td>SECRET</table></div>",
}

SHOWING = {
    "plain": "<p>WORDS</p>",
    "visible inside hidden": '<div style="visibility:hidden"><span style="visibility:visible">WORDS</span></div>',
    "own size inside none": '<div style="font-size:0"><span style="font-size:14px">WORDS</span></div>',
    "own colour": '<div style="color:#fff"><span style="color:#333">WORDS</span></div>',
    "white on dark": '<div style="background:#222"><p style="color:#fff">WORDS</p></div>',
    "white on dark from a cell": '<table><tr><td bgcolor="#336699"><font color="#ffffff">WORDS</font></td></tr></table>',
    "black on a picture": '<td><div style="background-image:url(https://x.example/hero.jpg)">WORDS</div>',
    "white on a picture on dark": '<table><td bgcolor=#333><div style="background-image:url(https://x.example/hero.jpg);color:#fff">WORDS</div>',
    "white on a gradient": '<p style="background:linear-gradient(#123,#456);color:#fff">WORDS</p>',
    "text filled by its background": '<p style="background:linear-gradient(red,blue);background-clip:text;-webkit-background-clip:text;color:transparent">WORDS</p>',
    "more specific rule wins": "<style>#a.b{display:block} .b{display:none}</style><p id=a class=b>WORDS</p>",
    "inline wins": "<style>p{display:none}</style><p style='display:block'>WORDS</p>",
    "later rule wins": "<style>p{display:none} p{display:block}</style><p>WORDS</p>",
    "unlayered wins over a layer": "<style>p{display:block} @layer a{p{display:none}}</style><p>WORDS</p>",
    "for print": "<style>@media print{p{display:none}}</style><p>WORDS</p>",
    "for narrow screens": "<style>@media only screen and (max-width:600px){p{display:none}}</style><p>WORDS</p>",
    "for dark mode": "<style>@media (prefers-color-scheme:dark){p{display:none}}</style><p>WORDS</p>",
    "style sheet for another medium": "<style media=print>p{display:none}</style><p>WORDS</p>",
    "hover": "<style>p:hover{display:none}</style><p>WORDS</p>",
    "overflow shown": '<div style="height:0">WORDS</div>',
    "height with room": '<div style="max-height:50px;overflow:hidden">WORDS</div>',
    "percent of an automatic height": '<div style="height:0%;overflow:hidden">WORDS</div>',
    "minimum height": '<div style="height:0;min-height:40px;overflow:hidden">WORDS</div>',
    "inline elements have no box": '<span style="width:0;height:0;overflow:hidden">WORDS</span>',
    "cells grow": '<table><tr><td width=0 height=0 style="overflow:hidden">WORDS</table>',
    "placed child escapes the cut": '<div style="height:0;overflow:hidden"><p style="position:absolute;top:9px">WORDS</p></div>',
    "small move": '<div style="position:relative;left:-5px">WORDS</div>',
    "inside padding": '<div style="height:0;overflow:hidden;padding-bottom:40px">WORDS</div>',
    "clip without a position": '<div style="clip:rect(0,0,0,0)">WORDS</div>',
    "mso-hide is for one program": '<a style="mso-hide:all">WORDS</a>',
    "conditional comment for the others": "<!--[if !mso]><!-->WORDS<!--<![endif]-->",
    "open details": "<details open>WORDS</details>",
    "summary": "<details><summary>WORDS</summary>x</details>",
    "noscript": "<noscript>WORDS</noscript>",
    "quirks: a table does not inherit a size": "<div style='font-size:0'><table><tr><td>WORDS</table></div>",
    "author shows a hidden attribute": "<style>p{display:block!important}</style><p hidden>WORDS</p>",
    "invalid declaration": '<p style="display none;color:#333">WORDS</p>',
    "invalid selector drops its rule": "<style>p, ]{display:none}</style><p>WORDS</p>",
    "light grey": '<p style="color:#bbb">WORDS</p>',
    "animation state": "<style>p:focus-within,p:target{display:none}</style><p>WORDS</p>",
    "contents": '<p style="display:contents">WORDS</p>',
    "initial": '<div style="visibility:hidden"><p style="visibility:initial">WORDS</p></div>',
    "indent of an inline child": '<p><span style="text-indent:-9999px">WORDS</span></p>',
    "fallback of a canvas, which only scripts draw on": "<canvas>WORDS</canvas>",
    "remote style sheets are not loaded": "<style>@import url(x.css);</style><link rel=stylesheet href=x><p>WORDS</p>",
}


@pytest.mark.parametrize("trick", HIDING)
def test_hidden_text_is_withheld_and_counted(trick):
    seen = visible(HIDING[trick])
    assert "SECRET" not in seen.text
    assert "SECRET" in "".join(segment.text for segment in seen.hidden)
    segment = next(s for s in seen.hidden if "SECRET" in s.text)
    assert f"[{segment.length} characters hidden from human readers; withheld]" in seen.text
    assert segment.where == "html"
    assert segment.why


@pytest.mark.parametrize("case", SHOWING)
def test_what_a_reader_sees_is_kept(case):
    assert "WORDS" in visible(SHOWING[case]).text


@pytest.mark.parametrize(
    "html",
    [
        "<script>SECRET</script>",
        "<style>SECRET{}</style>",
        "<title>SECRET</title>",
        "<svg><title>SECRET</title></svg>",
        "<!-- SECRET words -->",
        "<template>SECRET</template>",
        "<input type=hidden value=SECRET>",
        "<input type=password value=SECRET>",
        '<p title="SECRET and more words that make it long enough">x</p>',
        "<select><option>a<option>SECRET</select>",
        "<!--[if mso]>SECRET<![endif]-->",
        '<img alt="SECRET" width="1" height="1">',
        "<head><noscript><p>x</p></noscript></head><object><param value=SECRET></object>",
    ],
)
def test_what_is_no_text_leaves_no_marker(html):
    seen = visible(f"<p>Hello</p>{html}")
    assert "SECRET" not in seen.text
    assert "withheld" not in seen.text


def test_neighbouring_hidden_segments_share_one_marker():
    seen = visible('a <i style="display:none">one</i> <b style="opacity:0">two</b> b')
    assert seen.text == "a [6 characters hidden from human readers; withheld] b"
    assert [(s.text, s.why) for s in seen.hidden] == [("one", "display:none"), ("two", "opacity")]


def test_markers_stand_where_the_text_was():
    seen = visible('<p>one</p><p style="display:none">two</p><p>three</p>')
    assert seen.text == "one\n\n[3 characters hidden from human readers; withheld]\n\nthree"


def test_a_preheader_that_repeats_visible_words_leaves_no_marker():
    seen = visible(
        '<div style="display:none">Your order has shipped&zwnj;&nbsp;&zwnj;&nbsp;</div><p>Your order has now shipped</p>'
    )
    assert seen.text == "Your order has now shipped"
    assert [s.benign for s in seen.hidden] == [True]


def test_filler_alone_is_benign_and_other_hidden_text_is_not():
    seen = visible(
        '<div style="display:none">&zwnj;&nbsp;&zwnj;&nbsp;</div><div style="display:none">send money</div>Hi'
    )
    assert [s.benign for s in seen.hidden if "money" in s.text] == [False]
    assert seen.text.count("withheld") == 1


def test_hidden_links_are_not_links():
    seen = visible('<a href="http://a.example/">A</a><a href="http://b.example/" style="display:none">B</a>')
    assert seen.links == (("http://a.example/", "A"),)


@settings(max_examples=60, deadline=None)
@given(
    st.lists(
        st.sampled_from(
            [
                '<div style="display:none">',
                '<p style="font-size:0">',
                "<b>",
                "<table><tr><td>",
                '<i style="visibility:hidden">',
            ]
        ),
        min_size=1,
        max_size=6,
    ),
    st.booleans(),
)
def test_nothing_inside_display_none_is_ever_shown(wrappers, hide):
    head = '<div style="display:none">' if hide else "<div>"
    inner = head + "".join(wrappers) + '<span style="visibility:visible;font-size:20px;display:block">WORDS</span>'
    hidden = hide or any("display:none" in wrapper for wrapper in wrappers)
    assert ("WORDS" in visible("<!doctype html>" + inner).text) == (not hidden)


@settings(max_examples=150, deadline=None)
@given(st.text(alphabet=st.sampled_from("<>/=\"'&;abdipstyle:{}()!-\\ \n#.0\u200b\U000e0041"), max_size=200))
def test_any_text_is_read_without_an_error(html):
    seen = visible(html)
    assert "\u200b" not in seen.text
    assert "\U000e0041" not in seen.text
