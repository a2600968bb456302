"""HTML written by a credential: formatting stays, whatever loads, runs or submits goes."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from letterlock.core.errors import Invalid
from letterlock.core.mime.outgoing_html import without_remote_loads

REMOTE = "http://evil.example/x"


@pytest.mark.parametrize(
    "html",
    [
        f"<img src={REMOTE}>",
        "<img src='//evil.example/x'>",
        f"<img src=cid:a srcset='{REMOTE} 2x'>",
        f"<img src='data:image/svg+xml,<svg onload=x>{REMOTE}'>",
        f"<img lowsrc={REMOTE} dynsrc={REMOTE} longdesc={REMOTE}>",
        f"<table background={REMOTE}><tr><td background={REMOTE}>x</table>",
        f"<body background={REMOTE}>x",
        f"<link rel=stylesheet href={REMOTE}>",
        f"<style>@import '{REMOTE}'; p{{color:red}}</style>",
        f"<style>@import url({REMOTE});</style>",
        f"<style>p{{background:url({REMOTE})}}</style>",
        f"<style>p{{background:\\75\\72\\6c({REMOTE})}}</style>",
        f"<style>@font-face{{font-family:x;src:url({REMOTE})}}</style>",
        f"<style>@media all{{p{{background:url('{REMOTE}')}}}}</style>",
        f"<style>p{{background:image-set('{REMOTE}' 1x)}}</style>",
        f"<style>p{{content:url({REMOTE})}}",
        f"<p style='background:url({REMOTE})'>x",
        f"<p style='background:URL(\"{REMOTE}\")'>x",
        f"<p style='list-style:square url({REMOTE})'>x",
        f"<p style='--x:url({REMOTE});background:var(--x)'>x",
        f"<p style='cursor:url({REMOTE}),auto'>x",
        f"<p style='behavior:url({REMOTE})'>x",
        f"<p style='-moz-binding:url({REMOTE})'>x",
        f"<p style='width:expression(alert(\"{REMOTE}\"))'>x",
        f"<svg><image href={REMOTE} /></svg>",
        f"<svg><style>p{{background:url({REMOTE})}}</style></svg>",
        f"<math><mtext><img src={REMOTE}></math>",
        f"<iframe src={REMOTE}></iframe>",
        f"<iframe srcdoc='<img src={REMOTE}>'></iframe>",
        f"<object data={REMOTE}></object><embed src={REMOTE}>",
        f"<video src={REMOTE} poster={REMOTE}></video><audio src={REMOTE}></audio>",
        f"<video><source src={REMOTE}></video>",
        f"<meta http-equiv=refresh content='0;url={REMOTE}'>",
        f"<base href={REMOTE}>",
        f"<script src={REMOTE}></script><script>fetch('{REMOTE}')</script>",
        f"<form action={REMOTE}><input type=image src={REMOTE}></form>",
        f"<a href=https://ok.example ping={REMOTE}>x</a>",
        f"<p onmouseover=\"location='{REMOTE}'\">x",
        f"<a href='javascript:location=\"{REMOTE}\"'>x</a>",
        f"<a href='java\tscript:location=\"{REMOTE}\"'>x</a>",
        f"<noscript><p title='</noscript><img src={REMOTE}>'></noscript>",
        f"<template><img src={REMOTE}></template>",
        f"<!--[if mso]><img src={REMOTE}><![endif]-->",
        f"<![if !mso]><img src={REMOTE}><![endif]>",
        f"<textarea><img src={REMOTE}></textarea>",
        f"<v:fill src={REMOTE} />",
        f"<bgsound src={REMOTE}>",
        f"<q cite={REMOTE}>x</q><ins cite={REMOTE}>x</ins>",
    ],
)
def test_nothing_that_loads_or_runs_is_left(html):
    cleaned = without_remote_loads(html)
    assert "evil.example" not in cleaned
    assert without_remote_loads(cleaned) == cleaned


@pytest.mark.parametrize(
    "html",
    [
        "<p>Hi <b>b</b> <i>i</i><br></p>",
        '<a href="https://ok.example/?a=1&amp;b=2" target="_blank">x</a>',
        '<a href="mailto:ann@example.org">x</a>',
        '<a href="#top">x</a>',
        '<img src="cid:a1" alt="A" width="10">',
        '<img src="data:image/png;base64,aGk=" alt="">',
        '<p style="color:red; margin:0 auto">x</p>',
        '<p style="background:url(cid:a1)">x</p>',
        '<table border="0" cellpadding="0"><tbody><tr><td align="left" bgcolor="#fff" colspan="2">x</td></tr></tbody></table>',
        '<ul><li>a</li></ul><ol start="3"><li>b</li></ol>',
        "<blockquote><pre>x</pre></blockquote>",
        '<font face="Arial" size="2" color="#333">x</font>',
        '<style>p {color:red}</style><p class="a">x</p>',
        "<style>@media (max-width:600px) {p {color:red !important}}</style><p>x</p>",
        "1 &lt; 2 &amp; 3",
    ],
)
def test_ordinary_formatting_stays_as_it_is(html):
    assert without_remote_loads(html) == html


def test_a_whole_document_becomes_its_content():
    html = "<!DOCTYPE html><html><head><title>T</title></head><body><p>hello</p></body></html>"
    assert without_remote_loads(html) == "<p>hello</p>"


@pytest.mark.parametrize("html", ["<div>" * 5_000, "".join(f"<b class={n}>" for n in range(400)) + "<p>x" * 50_000])
def test_html_that_unfolds_into_far_more_than_it_is_is_refused(html):
    with pytest.raises(Invalid):
        without_remote_loads(html)


@settings(max_examples=200, deadline=None)
@given(
    st.lists(
        st.sampled_from(
            [
                *(
                    "<style>",
                    "</style>",
                    "<p style='",
                    "'>",
                    "p{",
                    "}",
                    "background:",
                    "url(",
                    f"{REMOTE}",
                    ")",
                    ";",
                    '"',
                ),
                *(
                    "<img src=",
                    ">",
                    "<!--",
                    "-->",
                    "<svg>",
                    "</svg>",
                    "<noscript>",
                    "</noscript>",
                    "\\",
                    "@import ",
                    "<title>",
                ),
                *(
                    "</title>",
                    "<math>",
                    "<a title='",
                    "<table>",
                    "<select>",
                    "@media x{",
                    "image-set(",
                    "/*",
                    "*/",
                    "\n",
                ),
            ]
        ),
        max_size=16,
    ).map("".join)
)
def test_no_mixture_of_markup_brings_an_address_back_into_a_place_that_loads(html):
    from selectolax.lexbor import LexborHTMLParser

    cleaned = without_remote_loads(html)
    tree = LexborHTMLParser(cleaned)
    for node in tree.css("*"):
        for name, value in node.attributes.items():
            assert name not in ("src", "srcset", "background", "poster", "data") or not (value or "").startswith("http")
            assert name != "style" or "evil.example" not in (value or "") or "url" not in (value or "").lower()
        if node.tag == "style":
            assert "evil.example" not in node.text(deep=True) or "url" not in node.text(deep=True)
            assert "@import" not in node.text(deep=True)
