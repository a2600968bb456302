"""Mails that hide words, or seem to: every way known, alone and together. What is really seen of them a browser says."""

from typing import Final

_FILL = "Dear reader, thank you for your order of the blue kettle."


def _mail(body: str, *, css: str = "", quirks: bool = False, attributes: str = "") -> str:
    style = f"<style>{css}</style>" if css else ""
    doctype = "" if quirks else "<!doctype html>"
    return f"{doctype}<html><head>{style}</head><body {attributes}><p>{_FILL}</p>{body}<p>Kind regards, the shop</p></body>"


def _boxes(*styles: str) -> str:
    """One box for each style, with words of its own."""
    return "".join(f'<div style="{style}">case{n} words{n} here{n}</div>' for n, style in enumerate(styles))


TRICKS: Final[dict[str, str]] = {
    "display, visibility and what turns visible again": _mail(
        '<div style="display:none">one <b style="display:block;visibility:visible">two</b></div>'
        '<div style="visibility:hidden">three <i style="visibility:visible">four <u style="visibility:hidden">five</u></i>'
        '</div><div style="visibility:collapse">six</div><p hidden>seven</p><p hidden style="display:block">eight</p>'
    ),
    "opacity multiplied up": _mail(
        '<div style="opacity:.4">one <div style="opacity:.1">two <div style="opacity:.3">three</div></div></div>'
        + _boxes("opacity:0", "opacity:0%", "opacity:.02", "opacity:1", "opacity:-3", "opacity:7")
    ),
    "font sizes in wrappers": _mail(
        '<td style="font-size:0"><div style="font-size:0;line-height:0">gone<span style="font-size:14px">back</span>'
        '<span style="font-size:2em">gone2</span><span style="font-size:medium">back2</span></div>'
        + _boxes(
            "font-size:1px", "font-size:.01px", "font:0/0 serif", "font-size:.2em", "font-size:3%", "font-size:0px"
        )
    ),
    "sizes that a length stands behind": _mail(
        '<div style="font-size:10px"><p style="font-size:.1em">one</p><p style="font-size:1.2em">two</p></div>'
        '<div style="font-size:10%"><p style="font-size:10%">three</p></div>'
    ),
    "boxes without room": _mail(
        _boxes(
            "height:0;overflow:hidden",
            "max-height:0;overflow:hidden",
            "height:1px;overflow:hidden",
            "width:0;overflow:hidden;white-space:nowrap",
            "max-width:0;overflow:hidden",
            "height:0;overflow:clip",
            "height:40px;overflow:hidden",
            "max-height:0;min-height:20px;overflow:hidden",
            "height:0;overflow:hidden;padding-bottom:30px",
            "height:calc(1px - 1px);overflow:hidden",
            "line-height:0;overflow:hidden",
            "height:0;overflow-y:hidden",
            "display:inline;width:0;height:0;overflow:hidden",
        )
        + "<p>after</p>"
    ),
    "boxes that others escape from": _mail(
        '<div style="height:0;overflow:hidden">in <span style="position:absolute;top:300px;left:20px">out</span></div>'
        '<div style="height:0;overflow:hidden;position:relative">in2 <span style="position:absolute">in3</span></div>'
        '<div style="height:100px"></div>'
    ),
    "off the page": _mail(
        _boxes(
            "position:absolute;left:-9999px",
            "position:absolute;top:-9999px",
            "position:fixed;left:-3000px",
            "position:relative;left:-2000px",
            "margin-left:-9999px",
            "text-indent:-9999px",
            "text-indent:-9999px;overflow:hidden;white-space:nowrap",
            "transform:translateX(-9999px)",
            "transform:translate(-200%,0) translateX(-1000px)",
            "translate:-4000px",
            "position:relative;left:30px",
            "text-indent:30px",
            "transform:translateX(30px)",
        )
    ),
    "the indent of a table": _mail(
        '<div style="text-indent:-9999px"><table><tr><td>shown</td></tr></table></div>'
        '<table style="text-indent:-9999px"><tr><td>gone</td></tr></table>'
    ),
    "clips": _mail(
        _boxes(
            "position:absolute;clip:rect(0,0,0,0)",
            "position:absolute;clip:rect(0 0 0 0)",
            "clip:rect(0,0,0,0)",
            "clip-path:inset(100%)",
            "clip-path:inset(50%)",
            "clip-path:circle(0)",
            "clip-path:polygon(0 0,0 0,0 0)",
            "clip-path:inset(0)",
            "clip-path:circle(90%)",
            "position:absolute;width:1px;height:1px;overflow:hidden;clip:rect(1px,1px,1px,1px)",
            "mask-image:linear-gradient(transparent,transparent)",
        )
    ),
    "transforms and filters": _mail(
        _boxes(
            "transform:scale(0)",
            "transform:scale(.001)",
            "transform:scaleY(0)",
            "transform:rotateX(90deg)",
            "transform:rotate(2deg)",
            "scale:0",
            "scale:1",
            "filter:opacity(0)",
            "filter:opacity(1%)",
            "filter:brightness(1)",
            "zoom:.01",
        )
        + '<span style="transform:scale(0)">inline boxes are not scaled</span>'
    ),
    "colours on white": _mail(
        _boxes(
            "color:#fff",
            "color:white",
            "color:rgb(255,255,255)",
            "color:rgba(0,0,0,0)",
            "color:transparent",
            "color:hsl(0,0%,100%)",
            "color:#fefefe",
            "color:#FFFFFFFF",
            "color:rgb(0 0 0/3%)",
            "color:lab(100 0 0)",
            "color:color-mix(in srgb,white 99%,black)",
            "color:#ccc",
            "color:red",
            "color:#wxyz",
            "color:inherit",
            "-webkit-text-fill-color:white",
            "color:white;-webkit-text-fill-color:black",
        )
    ),
    "colours against what is painted behind": _mail(
        "<table width=600 bgcolor=#000000><tr><td><font color=black>one</font> <font color=white>two</font></td></tr>"
        '<tr><td bgcolor="#ffffff"><font color=white>three</font><font color=#000>four</font></td></tr></table>'
        '<div style="background:#123456;color:#123456">five<span style="background:#fff">six</span></div>'
        '<div style="background:rgba(0,0,0,.9);color:#fff">seven</div>'
        '<div style="background:rgba(0,0,0,.02);color:#fff">eight</div>'
        '<div style="background:navy"><div style="background:inherit;color:navy">nine</div><p style="color:#fff">ten</p></div>'
    ),
    "a dark body": _mail(
        "<p>one</p><p style='color:black'>two</p><p style='color:#000;background:#fff'>three</p><a href='http://a.example'"
        " style='color:#000'>four</a><font color=111111>five</font>",
        attributes='bgcolor="#000000" text="#ffffff"',
    ),
    "gradients": _mail(
        _boxes(
            "background:linear-gradient(#fff,#fff);color:white",
            "background:linear-gradient(#000,#111);color:white",
            "background-image:linear-gradient(90deg,navy,purple);color:white",
            "background:linear-gradient(red,blue);-webkit-background-clip:text;color:transparent",
            "background:linear-gradient(#fff,#fff);-webkit-background-clip:text;background-clip:text;color:transparent",
        )
    ),
    "an inline box lies behind no block in it": _mail(
        '<span style="background:#000;color:#fff">one <div>two</div> three</span>'
        '<a href="http://a.example/" style="background:#00f;color:#fff">four <p style="background:#080">five</p></a>'
    ),
    "specificity and importance": _mail(
        "<p class=a>one</p><p class='a b'>two</p><p id=i class=a>three</p><p class=c style='display:block'>four</p>"
        "<p class=d style='display:block'>five</p><p class=e>six</p>",
        css="p.a{display:none}.b.a{display:block}#i{display:block}.c{display:none}.d{display:none!important}"
        "p.e{display:none}body .e{display:block}p{display:block}",
    ),
    "selectors": _mail(
        '<ul><li>one</li><li>two</li><li>three</li></ul><div class="x y"><p>four</p><span>five</span><span>six</span></div>'
        '<a href="http://a.example/hide">seven</a><p title="hide me">eight</p><p lang=de>nine</p><section><p>ten</p></section>',
        css="li:nth-child(2){display:none}li:last-of-type{opacity:0}.x.y>p{visibility:hidden}.x span+span{font-size:0}"
        "a[href$=hide]{display:none}[title~=hide]{display:none}:lang(de){display:none}section:has(p) p{color:#fff}",
    ),
    "media queries": _mail(
        "".join(f'<p class="m{n}">screen{n} text{n}</p>' for n in range(9)),
        css="@media print{.m0{display:none}}@media (max-width:600px){.m1{display:none}}@media (min-width:600px)"
        "{.m2{display:none}}@media only screen and (max-width:480px){.m3{display:block!important}}.m3{display:none}"
        "@media (prefers-color-scheme:dark){.m4{display:none}}@media not screen{.m5{display:none}}"
        "@media screen and (width>=700px){.m6{display:none}}@media (min-width:100px) and (max-width:900px){.m7{opacity:0}}"
        "@media tv,print{.m8{display:none}}",
    ),
    "what sheets nest and layer": _mail(
        "<div class=o><p class=x>one</p><p class=y>two</p></div><p class=z>three</p><p class=w>four</p>",
        css=".o{& .x{display:none}}@layer a,b;@layer b{.y{display:none}}@layer a{.y{display:block}}.z{display:none}"
        "@layer c{.z{display:block}}@supports (display:grid){.w{display:none}}",
    ),
    "variables": _mail(
        '<div style="--h:none;--c:white"><p style="display:var(--h)">one</p><p style="color:var(--c)">two</p>'
        '<p style="color:var(--missing,white)">three</p><p style="color:var(--missing)">four</p></div>'
    ),
    "presentational attributes": _mail(
        "<table width=100% height=0><tr><td width=0 height=0>one</td><td nowrap>two</td></tr></table>"
        '<font size=1 color="#fefefe">three</font><font color=white size="-7">four</font><img width=0 height=0 alt="">'
        '<input type=hidden value=five><font color="fff">six</font>',
        quirks=True,
    ),
    "tables in quirks mode": _mail(
        '<div style="color:#fff;font-size:1px;background:#fff"><table><tr><td>one</td></tr></table></div>'
        '<div style="color:#fff"><table style="color:inherit"><tr><td>two</td></tr></table></div>',
        quirks=True,
    ),
    "tables in standards mode": _mail(
        '<div style="color:#fff"><table><tr><td>one</td><td style="color:#000">two</td></tr></table></div>'
        '<table style="visibility:collapse"><tr><td>three</td></tr></table>'
        '<table><tr style="visibility:collapse"><td>four</td></tr><tr style="display:none"><td>five</td></tr></table>'
    ),
    "columns that are collapsed": _mail(
        '<table><colgroup><col><col style="visibility:collapse"></colgroup><tr><td>one</td><td>two</td></tr></table>'
    ),
    "details, dialogs and templates": _mail(
        "<details><summary>one</summary><p>two</p></details><details open><summary>three</summary><p>four</p></details>"
        "<details>five</details><dialog>six</dialog><dialog open style='position:static'>seven</dialog>"
        "<template><p>eight</p></template><noscript><p>nine</p></noscript>"
    ),
    "conditional comments": _mail(
        "<!--[if mso]><p>one</p><![endif]--><!--[if !mso]><!--><p>two</p><!--<![endif]--><![if !mso]><p>three</p><![endif]>"
        "<div style='mso-hide:all'>four</div><div style='mso-hide:all;display:none'>five</div>"
    ),
    "preheaders": _mail(
        '<div style="display:none;max-height:0;overflow:hidden;mso-hide:all">Save a third today only</div>'
        '<div style="display:none">&#847;&zwnj;&nbsp;&#847;&zwnj;&nbsp;&#847;&zwnj;&nbsp;</div>'
        '<span style="display:none!important;visibility:hidden;opacity:0;color:transparent;height:0;width:0">Preview</span>'
        '<div style="font-size:1px;line-height:1px;max-height:0;max-width:0;opacity:0;overflow:hidden">Another</div>'
    ),
    "drawings": _mail(
        "<svg width=300 height=60><text x=5 y=20>one</text><text y=40 fill=none>two</text><text y=50 opacity=0>three</text>"
        "<title>four</title><desc>five</desc><defs><text y=9>six</text></defs><g><text y=55 fill=red>seven</text></g></svg>"
        "<svg width=0 height=0><text y=9>eight</text></svg>"
    ),
    "animations that have ended": _mail(
        "<p class=a>one</p><p class=b>two</p><p class=c>three</p>",
        css="@keyframes out{from,to{opacity:0}}.a{animation:out 1ms infinite}.b{animation:out 1ms forwards}"
        ".c{animation:none}",
    ),
    "letters folded and masked": _mail(
        '<p style="letter-spacing:2px">one</p><p style="-webkit-text-security:disc">two</p><p style="word-spacing:9px">three'
        ' four</p><p style="direction:rtl;unicode-bidi:bidi-override">five</p>'
    ),
    "invisible characters": _mail(
        "<p>pass&#8203;word</p><p>in&shy;visible</p><p>ze&#8204;ro&#8205;width</p><p>plain</p>"
        "<p>&#917537;&#917538;&#917539;</p>"
    ),
    "words taken apart by unseen ones": _mail(
        '<p>Pa<span style="display:none">zz</span>yP<span style="font-size:0">qq</span>al and B<i hidden>x</i>ank</p>'
        '<p>free<span style="position:absolute;left:-9999px">nope</span>dom</p>'
    ),
    "containment": _mail(
        _boxes("contain:strict", "contain:size;overflow:hidden", "content-visibility:hidden", "content-visibility:auto")
        + '<table><tr style="content-visibility:hidden"><td>one</td></tr></table>'
        '<table><tr><td style="content-visibility:hidden">two</td></tr></table>'
        '<span style="contain:strict">three</span><table style="display:contents;opacity:0"><tr><td>four</td></tr></table>'
    ),
    "everything reset": _mail(
        '<div style="display:none"><p style="all:unset">one</p></div><div style="color:#fff"><p style="all:initial">two</p>'
        '<p style="all:unset">three</p></div><p class=x style="all:revert">four</p>',
        css=".x{display:none}",
    ),
    "shadows show letters": _mail(_boxes("color:#fff;text-shadow:0 0 1px #000", "color:#fff;text-shadow:0 0 1px #fff")),
    "sheets in odd places": _mail(
        "<p class=a>one</p><style>.a{display:none}</style><p class=b>two</p><style media=print>.b{display:none}</style>"
        "<style type='text/plain'>.c{display:none}</style><p class=c>three</p><div><style>.d{color:#fff}</style></div>"
        "<p class=d>four</p><!--<style>.e{display:none}</style>--><p class=e>five</p>"
    ),
    "an imported sheet": _mail(
        "<p class=a>one</p><p class=b>two</p>",
        css="@import url('data:text/css,.a{display:none}');.b{color:red}",
    ),
    "a linked sheet": _mail(
        '<link rel=stylesheet href="data:text/css,.a%7Bdisplay:none%7D"><p class=a>one</p><p class=b>two</p>'
    ),
    "broken css": _mail(
        "<p class=a>one</p><p class=b>two</p><p class=c>three</p><p style='display:none;}{'>four</p><p style='color:red;;"
        "display:none'>five</p><p style='display none'>six</p><p style='disp\\lay:none'>seven</p>",
        css=".a{display:none;.b{color:red}} }.c{display:/**/none} .b{display:nOnE !ImPoRtAnT",
    ),
    "broken html": _mail(
        "<div style='display:none'>one<p>two</div><p>three<b style=opacity:0>four<p>five</b>six<table><b>seven<tr><td>eight"
        "</table><div hidden>nine</span>ten</div>eleven"
    ),
    "frames and fallbacks": _mail(
        "<iframe srcdoc='x'>one</iframe><video>two</video><audio>three</audio><canvas>four</canvas><object>five</object>"
        "<select><option>six<option>seven</select><textarea hidden>eight</textarea><noframes>nine</noframes>"
    ),
    "all together": _mail(
        '<table width="100%" bgcolor="#f4f4f4"><tr><td align=center><table class="card" width=600 bgcolor=white><tr>'
        '<td class="mobile">small screens only</td></tr><tr><td style="font-size:0"><div class=col style="font-size:14px">'
        'left column</div><div class=col style="font-size:14px">right <span style="color:#fff">secret</span> column</div></td>'
        '</tr><tr><td bgcolor="#222222" style="color:#fff">footer <a href="http://a.example/" style="color:#222">unsub</a>'
        '<span style="visibility:hidden">never <b style="visibility:visible;color:#fff">again</b></span></td></tr></table>'
        "</td></tr></table>",
        css=".mobile{display:none}@media only screen and (max-width:480px){.mobile{display:table-cell!important}"
        ".col{display:none!important}}.col{display:inline-block;width:300px}td{padding:10px}",
    ),
}
