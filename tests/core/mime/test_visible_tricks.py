"""Ways to hide text that mail was seen or thought to use: whatever the way, the model does not see it."""

import pytest

from letterlock.core.mime.visible import visible
from letterlock.core.mime.visible.colour import read_colour

INLINE = [
    "filter: blur(1px) opacity(0)",
    "filter: blur(50px)",
    "color: color-mix(in srgb, white, white)",
    "color: color-mix(in oklab, white 100%, black)",
    "color: color-mix(in srgb, transparent, transparent)",
    "color: light-dark(white, black)",
    "color: rgb(from white r g b)",
    "color: hsl(from #fff h s l / 1)",
    "position: absolute; inset-inline: -9999px",
    "display: block; margin-inline: -9999px",
    "display: block; overflow: hidden; white-space: nowrap; text-indent: 9999px",
    "display: block; overflow: hidden; white-space: nowrap; text-indent: 100%",
    "display: block; height: 0; contain: strict",
    "display: block; contain: size paint",
    "display: block; height: 0; contain: paint",
    "position: absolute; clip: rect(0, auto, 0, auto)",
    "position: absolute; clip: rect(auto, 0, auto, auto)",
    "display: block; clip-path: path('M0 0')",
    "display: block; clip-path: xywh(0 0 0 0)",
    "display: block; mask: linear-gradient(transparent, transparent)",
    "display: block; -webkit-mask-image: linear-gradient(#0000, rgb(0 0 0 / 0))",
    "display: block; transform: rotateX(.25turn)",
    "display: block; transform: rotate3d(1, 0, 0, 90deg)",
    "display: block; rotate: y 90deg",
    "display: block; transform: matrix3d(0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,1)",
    "display: block; transform: translate(calc(-9999px), 0)",
    "display: block; transform: " + "rotate(1deg) " * 60 + "scale(0)",
    "zoom: 1%",
    "zoom: 1e-3",
    "-webkit-text-security: disc",
    "mix-blend-mode: screen",
    "mix-blend-mode: lighten",
    "mix-blend-mode: difference",
    "background: linear-gradient(white, white); -webkit-background-clip: text; color: transparent",
    "position: fixed; bottom: 100%",
    "position: fixed; left: 100vw",
    "content: url(a.png)",
    "font-size: abs(0px)",
    "font-size: round(0.4px, 1px)",
    "font-size: mod(1px, 1px)",
    "font-size: calc(pi * 0px)",
    "font-size: calc(0px * infinity)",
    "display: var(--none," + " " * 3_000 + "none)",
    "background: black url(data:image/png;base64," + "A" * 9_000 + "); color: black",
]

SHEETS = [
    "@supports not (foo: bar) { .x { display: none } }",
    "@layer a { .x { display: none !important } } .x { display: inline !important }",
    "@layer a, b; @layer b { .x { display: inline !important } } @layer a { .x { display: none !important } }",
    "@scope (.o) { .x { display: none } }",
    "@scope (.x) { span { display: none } }",
    "@scope (.x) { :scope { display: none } }",
    "@scope { .x { display: none } }",
    ".o { container-type: inline-size } @container (min-width: 1px) { .x { display: none } }",
    '@property --a { syntax: "*"; inherits: true; initial-value: none } .x { display: var(--a) }',
    ".x { animation: k 1s forwards } @keyframes k { to { opacity: 0 } }",
    ".x { animation: k 1s infinite } @keyframes k { from, to { opacity: 0 } }",
    "@-webkit-keyframes k { 100% { font-size: 0 } } .x { -webkit-animation: k 1s both }",
    ":host, .x { display: none }",
    "|span, .x { display: none }",
    ".x:dir(ltr) { display: none }",
    ".o:lang(en) .x { display: none }",
]

WHOLE = {
    "text in a drawing that has none": "<svg>SECRET</svg>",
    "a group in a drawing": "<svg><g>SECRET</g></svg>",
    "unfilled letters": "<svg><text y=9 fill=none>SECRET</text></svg>",
    "letters without opacity": "<svg><text y=9 opacity=0>SECRET</text></svg>",
    "letters without display": "<svg><text y=9 display=none>SECRET</text></svg>",
    "invisible letters": "<svg><text y=9 visibility=hidden>SECRET</text></svg>",
    "letters without size": "<svg><text y=9 font-size=0>SECRET</text></svg>",
    "a drawing without size": "<svg width=0 height=0><text y=9>SECRET</text></svg>",
    "html in a box without size": "<svg><foreignObject width=0 height=0><p>SECRET</p></foreignObject></svg>",
    "an annotation": "<math><semantics><mi>x</mi><annotation>SECRET</annotation></semantics></math>",
    "a phantom": "<math><mphantom><mtext>SECRET</mtext></mphantom></math>",
    "links in white": '<body link=white><a href="http://a.example">SECRET</a></body>',
    "a marquee without size": "<marquee width=0 height=0>SECRET</marquee>",
    "a field without width": '<input value="SECRET" style="width:0">',
    "words in a field for numbers": '<input type=number value="SECRET">',
    "a closed popover": "<p popover>SECRET</p>",
    "a picture without height": '<img src=a alt="SECRET" style="max-height:0">',
    "a picture without width": '<img src=a alt="SECRET" style="width:0%">',
}


def shown(html: str) -> str:
    return visible(f"<!doctype html><p>Hello</p>{html}<p>Bye</p>").text


@pytest.mark.parametrize("style", INLINE, ids=lambda style: style[:60])
def test_inline_styles_hide(style: str) -> None:
    assert "SECRET" not in shown(f'<span style="{style}">SECRET</span>')


@pytest.mark.parametrize("css", SHEETS)
def test_style_sheets_hide(css: str) -> None:
    page = "<div class=o lang=en><span class=x>SECRET</span></div>"
    assert "SECRET" not in shown(f"<style>{css}</style>{page}")
    assert "SECRET" in shown(page)


@pytest.mark.parametrize("name", WHOLE)
def test_elements_hide(name: str) -> None:
    assert "SECRET" not in shown(WHOLE[name])


@pytest.mark.parametrize(
    "html",
    [
        "<svg width=90 height=20><text y=9>SHOWN</text></svg>",
        "<svg width=90 height=20><text y=9 fill=blue><tspan>SHOWN</tspan></text></svg>",
        "<svg width=90 height=20><foreignObject width=90 height=20><p>SHOWN</p></foreignObject></svg>",
        '<input value="SHOWN" style="width:9em">',
        '<input type=number value="42"> SHOWN',
        '<img src=a alt="SHOWN" style="max-width:100%;height:auto">',
        '<div style="display:block;contain:content">SHOWN</div>',
        '<div style="overflow:hidden;text-indent:2em">SHOWN</div>',
        '<div style="transform:rotate(90deg)">SHOWN</div>',
        '<div style="position:fixed;top:0;left:0">SHOWN</div>',
        '<div style="mix-blend-mode:multiply">SHOWN</div>',
        '<div style="mask-image:linear-gradient(black,transparent)">SHOWN</div>',
        '<div style="filter:blur(0) opacity(1)">SHOWN</div>',
        "<style>p { animation: k 1s } @keyframes k { from { opacity: 0 } to { opacity: 1 } }</style><p>SHOWN</p>",
        "<style>p { animation: k 1s infinite } @keyframes k { from { opacity: 1 } to { opacity: 0 } }</style><p>SHOWN</p>",
        "<style>@supports (display: grid) { p { color: red } } @supports not (display: grid) { p { display: none } }</style><p>SHOWN</p>",
        "<style>@container (min-width: 1px) { p { display: none } }</style><p>SHOWN</p>",
        "<style>@scope (.a) { p { display: none } }</style><p>SHOWN</p>",
        "<style>:lang(fr) { display: none } p:dir(rtl) { display: none }</style><p lang=en>SHOWN</p>",
    ],
)
def test_what_only_looks_like_it_hides_nothing(html: str) -> None:
    assert "SHOWN" in shown(html)


@pytest.mark.parametrize(
    "html",
    [
        '<p style="color: red;' + " " * 20_000 + 'display: none">SECRET</p>',
        "<style>" + ",".join(f".a{n}" for n in range(500)) + ", .x { display: none }</style><p class=x>SECRET</p>",
        "<style>" + ":is(" * 20 + ".x" + ")" * 20 + " { display: none }</style><p class=x>SECRET</p>",
        "<style>" + "* > " * 90 + ".x { display: none }</style><p class=x>SECRET</p>",
    ],
    ids=["long style", "long selector list", "nested selector", "many steps"],
)
def test_what_is_too_long_to_be_read_is_told(html: str) -> None:
    assert visible(html).truncated


@pytest.mark.parametrize(
    ("value", "colour"),
    [
        ("color-mix(in srgb, red, blue)", (127.5, 0.0, 127.5, 1.0)),
        ("color-mix(in srgb, red 25%, blue)", (63.75, 0.0, 191.25, 1.0)),
        ("color-mix(in srgb, rgb(255 0 0), transparent)", (255.0, 0.0, 0.0, 0.5)),
        ("light-dark(rgb(1, 2, 3), black)", (1.0, 2.0, 3.0, 1.0)),
        ("rgb(from lime r g b)", (0.0, 255.0, 0.0, 1.0)),
    ],
)
def test_colours_made_of_others_are_read(value: str, colour: tuple[float, ...]) -> None:
    assert read_colour(value) == pytest.approx(colour)


@pytest.mark.parametrize(
    "value", ["color-mix(in srgb, red)", "color-mix(", "light-dark(", "rgb(from )", "color-mix(in srgb, x, y)"]
)
def test_what_is_no_colour_is_none(value: str) -> None:
    assert read_colour(value) is None


@pytest.mark.parametrize(
    "style",
    [
        "position:absolute;left:-300px;width:200px",
        "position:absolute;left:-200px;width:200px",
        "position:relative;left:-300px;width:50%;max-width:300px",
        "position:absolute;right:100%",
        "position:absolute;right:calc(100% + 5px)",
        "position:absolute;bottom:100%",
        "position:absolute;top:-40px;height:30px;overflow:hidden",
        "color:#fff;background:url(https://a.example/b.png) 0 0/0 0",
        "color:#fff;background:url(https://a.example/b.png) -9999px 0 no-repeat",
        "color:#fff;background-image:url(https://a.example/b.png);background-size:0",
        "color:#fff;background-image:url(https://a.example/b.png);background-size:auto 0",
        "color:#fff;background-image:url(https://a.example/b.png);background-size:1px 1px;background-repeat:no-repeat",
        "color:#fff;background:url(https://a.example/b.png) no-repeat;background-position:0 9999px",
        "color:#fff;background:linear-gradient(#000,#000);background-size:0 0",
        "color:#fff;background-image:url(https://a.example/b.png),url(https://a.example/c.png);background-size:0 0,0 0",
    ],
)
def test_boxes_moved_by_their_size_and_pictures_that_are_not_there_hide(style):
    seen = visible(f'<p>Hi</p><div style="{style}">Attack at dawn</div>')
    assert "dawn" not in seen.text
    assert [segment.text for segment in seen.hidden] == ["Attack at dawn"]


@pytest.mark.parametrize(
    "style",
    [
        "position:absolute;left:-20px;width:200px",
        "position:absolute;left:50%;margin-left:-300px;width:600px",
        "position:absolute;right:0;bottom:0",
        "position:relative;bottom:100%",
        "position:absolute;top:-10px;height:40px",
    ],
)
def test_boxes_moved_a_little_hide_nothing(style):
    assert "dawn" in visible(f'<p>Hi</p><div style="{style}">Attack at dawn</div>').text


@pytest.mark.parametrize(
    "style",
    [
        "color:#fff;background:url(https://a.example/b.png) no-repeat center / cover",
        "color:#fff;background:url(https://a.example/b.png) 0 0/600px 400px",
        "color:#fff;background:url(https://a.example/b.png);background-size:1px 1px",
        "color:#fff;background-image:url(https://a.example/b.png);background-size:0 0;background-size:cover",
        "color:#fff;background-image:url(https://a.example/b.png),url(https://a.example/c.png);background-size:0 0,auto",
    ],
)
def test_white_text_on_a_picture_that_is_not_loaded_is_withheld_but_not_held_against_the_mail(style):
    seen = visible(f'<p>Hi</p><div style="{style}">Attack at dawn</div>')
    assert seen.text == "Hi\n\n[14 characters hidden from human readers; withheld]"
    assert [segment.benign for segment in seen.hidden] == [True]


@pytest.mark.parametrize(
    "box",
    [
        "<div style='overflow:hidden;height:20px'><p>Hi</p><p>Attack at dawn</p></div>",
        "<div style='overflow:hidden;height:20px'>Hi<br>Attack at dawn</div>",
        "<div style='overflow:hidden;max-height:1.2em'>Hi<div>Attack at dawn</div></div>",
        "<div style='overflow:clip;height:40px'>One<br>Two<br>Three<br>Attack at dawn</div>",
        "<div style='position:absolute;overflow:hidden;height:20px'>Hi<br>Attack at dawn</div>",
        "<div style='float:left;overflow:hidden;height:20px'>Hi<br>Attack at dawn</div>",
        "<div style='overflow:hidden;height:20px'><br>Hi<br><b>Attack at dawn</b></div>",
    ],
)
def test_what_stands_below_the_edge_of_a_low_box_is_hidden(box):
    seen = visible(f"<p>Hello</p>{box}<p>End</p>")
    assert "dawn" not in seen.text
    assert "End" in seen.text
    assert "Attack at dawn" in " ".join(segment.text for segment in seen.hidden)


@pytest.mark.parametrize(
    "box",
    [
        "<div style='overflow:hidden;height:20px'>Attack <b>at</b> dawn</div>",
        "<div style='overflow:hidden;height:60px'>One<br>Two<br>Attack at dawn</div>",
        "<div style='overflow:auto;height:20px'>One<br>Two<br>Attack at dawn</div>",
        "<div style='height:20px'>One<br>Two<br>Attack at dawn</div>",
        "<div style='overflow:hidden'>One<br>Two<br>Attack at dawn</div>",
        "<div style='overflow:hidden;height:20px;min-height:80px'>One<br>Two<br>Attack at dawn</div>",
        "<div style='overflow:hidden;height:20px'><table><tr><td>A</td><td>B<br></td><td>Attack at dawn</td></table></div>",
        "<div style='overflow:hidden;height:20px;display:flex'><div>One</div><div>Attack at dawn</div></div>",
    ],
)
def test_what_a_box_of_fixed_height_has_room_for_is_seen(box):
    assert "Attack at dawn" in visible(box).text
