"""Hostile HTML and CSS end as a bounded reading."""

import pytest

from letterlock.core.mime.visible import visible
from letterlock.core.mime.visible.lines import MAX_TEXT

CUT = {
    "nested elements": "<div>" * 50_000 + "x",
    "formatting that is reopened": "".join(f"<font a{i}>" for i in range(400)) + "<p>x" * 2_000,
    "attributes": "<p " + " ".join(f"a{i}=1" for i in range(100_000)) + ">x",
    "nodes": "<p>a" * 70_000,
    "selectors by elements": "<style>"
    + "".join(f".a .b{i % 7} .a > .a ~ .a{{color:red}}" for i in range(4_000))
    + "</style>"
    + "<p class=a>x</p>" * 10_000,
    "text": "<p>" + "words " * (MAX_TEXT // 4),
    "marks of quotes in quotes": "<blockquote type=cite>" * 900 + "a<br>" * 5_000,
    "selector bomb": "<style>"
    + "div:has(p:has(b)) {color:red}" * 200
    + "</style>"
    + "<div><p>" * 200
    + "<b>x</b>" * 3_000,
}

WHOLE = {
    "unclosed brackets": "<style>" + "{([{" * 50_000 + "</style>END",
    "unclosed comments": "<style>" + "/*" * 100_000 + "</style>END",
    "unclosed strings": "<style>" + '"a' * 100_000 + "</style>END",
    "nested selectors": "<style>" + ":is(" * 20_000 + "a{color:red}</style>END",
    "nested rules": "<style>" + "a{" * 20_000 + "</style>END",
    "variables that name each other": "<style>:root{--a:var(--b)var(--b);--b:var(--c)var(--c);--c:var(--a)}p{color:var(--a)}</style><p>END",
    "brackets in a style": '<p style="x:' + "(" * 15_000 + '">END',
    "quotes in a style": '<p style="' + "'" * 15_000 + '">END',
    "comments": "<!--x-->" * 20_000 + "END",
    "zero-width characters": "<p>" + "\u200b\u200c" * 200_000 + "END",
    "sheets carried in sheets": "<style>"
    + '@import "data:text/css,%40import%20url(data:text/css,p%7B%7D)";' * 5_000
    + "</style>END",
    "a sheet that carries itself again": "<style>@import 'data:text/css;base64,"
    + "QGltcG9ydCAn" * 2_000
    + "';</style>END",
    "shadows": "<p style='color:#fff;text-shadow:" + "1px 1px 9px #000," * 800 + "0 0 #fff'>x</p>END",
    "collapsed columns": "<table>"
    + "<col style='visibility:collapse'>" * 10_000
    + "<tr>"
    + "<td>x" * 10_000
    + "</table>END",
    "lone surrogates": "<p>\ud800 END",
}


@pytest.mark.parametrize("kind", CUT)
def test_what_lies_beyond_a_bound_is_left_out_and_said(kind):
    seen = visible(CUT[kind])
    assert seen.truncated
    assert len(seen.text) < 4 * MAX_TEXT


@pytest.mark.parametrize("kind", WHOLE)
def test_hostile_css_and_characters_lose_no_text(kind):
    seen = visible(WHOLE[kind])
    assert seen.text.endswith("END")
    assert not seen.truncated


def test_hidden_segments_are_bounded():
    seen = visible('<i style="display:none">secret</i>y' * 3_000)
    assert len(seen.hidden) <= 301
    assert "secret" not in seen.text
