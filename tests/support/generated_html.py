"""Mails made at random of what shows and hides words: nested elements, style sheets, attributes. Each word is there once.

Left out is what depends on where things come to lie (text over text, boxes cut in the middle of a line): that a browser
alone can say.
"""

from random import Random
from typing import Final

_STYLES: Final = (
    """
display:none|display:block|display:inline|display:inline-block|display:flex|display:contents|display:table-cell
visibility:hidden|visibility:visible|opacity:0|opacity:.02|opacity:.5|opacity:1|font-size:0|font-size:1px|font-size:12px
font-size:2em|font-size:medium|font-size:100%|font-size:inherit|font-size:.5em|font:0/0 a|font:12px/1.5 Arial
color:#fff|color:white|color:black|color:transparent|color:rgba(0,0,0,0)|color:rgba(255,255,255,.9)|color:#fefefe
color:red|color:inherit|color:unset|color:navy|color:hsl(0,0%,100%)|color:rgb(0 0 0/5%)|color:lab(100 0 0)
color:color-mix(in srgb,white,black)|color:var(--a)|--a:white|--a:black|color:var(--b,white)
background:white|background:#000|background-color:red|background:transparent|background:navy|background-color:#fff
background-color:rgba(0,0,0,.5)|background:none|background-image:linear-gradient(#000,#000)
background:linear-gradient(white,white)|height:0;overflow:hidden|max-height:0;overflow:hidden|overflow:hidden
height:1px;overflow:hidden;display:block|width:0;overflow:hidden;white-space:nowrap|overflow:clip;height:0
position:absolute;left:-9999px|position:absolute;top:-9999px|position:relative;left:-9999px|position:fixed;left:-5000px
position:relative;left:10px|position:absolute;clip:rect(0,0,0,0)|clip:rect(0,0,0,0)|text-indent:20px
clip-path:inset(100%)|clip-path:inset(50%)|clip-path:circle(0)|clip-path:polygon(0 0,0 0,0 0)|transform:scale(0)
transform:translateX(-9999px)|transform:scale(.01)|transform:none|transform:scaleX(0)|scale:0|translate:-9999px
filter:opacity(0)|filter:opacity(0%)|filter:none|filter:brightness(1)|margin:0|float:left|letter-spacing:1px
white-space:nowrap|white-space:pre|mso-hide:all|text-transform:uppercase|-webkit-text-fill-color:transparent
-webkit-text-fill-color:white|-webkit-text-fill-color:red|zoom:0.01|mask-image:linear-gradient(transparent,transparent)
font-size:calc(1px - 1px)|font-size:max(0px,12px)|font-size:min(0px,12px)|user-select:none|isolation:isolate
""".strip()
    .replace("\n", "|")
    .split("|")
)
_SELECTORS: Final = [
    ".a",
    ".b",
    "#i",
    "div",
    "span",
    ".a|.b",
    "div|.a",
    "span.a",
    "[class]",
    "[class~=b]",
    ".a.b",
    ":first-child",
    ".a:first-child",
    ":not(.a)",
    ".a+.b",
    ".a~.b",
    "td",
    "p",
    "*",
    ".b:nth-child(2)",
    ":is(.a,.b)",
    ".c",
    "font",
    "td.a",
    "table|.b",
    "body|.a",
    "li",
    ":last-child.b",
    ":where(.a)",
]
_AROUND: Final = [
    "",
    "",
    "",
    "@media screen",
    "@media (max-width:600px)",
    "@media (min-width:600px)",
    "@media print",
    "@media not print",
    "@media only screen and (max-width:480px)",
    "@media (prefers-color-scheme:dark)",
    "@supports (display:grid)",
    "@layer x",
]
_TAGS: Final = [
    "div",
    "div",
    "div",
    "span",
    "span",
    "span",
    "p",
    "b",
    "font",
    "a",
    "center",
    "h2",
    "section",
    "small",
    "i",
]
_BODIES: Final = ("", "", " bgcolor=white", " bgcolor=#000000 text=white", " style=background:#eee")


class _Maker:
    def __init__(self, random: Random) -> None:
        self._random = random
        self._words = 0

    def page(self) -> str:
        choose = self._random.choice
        rules = [self._rule() for _ in range(self._random.randint(0, 4))]
        body = "".join(self._node(4) for _ in range(self._random.randint(2, 4)))
        doctype = choose(["<!doctype html>", "<!doctype html>", ""])
        style = f"<style>{' '.join(rules)}</style>"
        page = f"<body{choose(_BODIES)}>{self._word()}{body}{self._word()}</body>"
        return f"{doctype}<html><head>{style}</head>{page}</html>"

    def _word(self) -> str:
        self._words += 1
        return f"w{self._words}x "

    def _style(self) -> str:
        some = [self._random.choice(_STYLES) for _ in range(self._random.randint(0, 2))]
        return ";".join(one + (" !important" if self._random.random() < 0.1 else "") for one in some)

    def _rule(self) -> str:
        rule = f"{self._random.choice(_SELECTORS).replace('|', ' ')}{{{self._style()}}}"
        around = self._random.choice(_AROUND)
        return f"{around}{{{rule}}}" if around else rule

    def _attributes(self, tag: str) -> str:
        chance, choose = self._random.random, self._random.choice
        found = ""
        if chance() < 0.4:
            found += f' class="{" ".join(self._random.sample("abc", self._random.randint(1, 2)))}"'
        if chance() < 0.05:
            found += " id=i"
        style = self._style() if chance() < 0.5 else ""
        if style:
            found += f' style="{style}"'
        if chance() < 0.03:
            found += " hidden"
        if tag in ("td", "table", "tr") and chance() < 0.2:
            found += f" bgcolor={choose(['white', '#000000', 'red'])}"
        if tag == "font":
            found += f" color={choose(['white', 'red', '#fff', 'black'])}"
        if tag == "a":
            found += ' href="http://x.example/"'
        return found

    def _node(self, depth: int) -> str:
        kind = self._random.random()
        if depth <= 0 or kind < 0.3:
            return self._word()
        if kind < 0.4:
            rows = "".join(self._row(depth) for _ in range(self._random.randint(1, 2)))
            return f"<table{self._attributes('table')}>{rows}</table>"
        if kind < 0.43:
            opened = self._random.choice(["", " open"])
            return f"<details{opened}><summary>{self._word()}</summary>{self._inside(depth)}</details>"
        tag = self._random.choice(_TAGS)
        return f"<{tag}{self._attributes(tag)}>{self._inside(depth)}</{tag}> "

    def _row(self, depth: int) -> str:
        cells = (f"<td{self._attributes('td')}>{self._inside(depth - 1)}</td>" for _ in range(2))
        return f"<tr{self._attributes('tr')}>{''.join(cells)}</tr>"

    def _inside(self, depth: int) -> str:
        return "".join(self._node(depth - 1) for _ in range(self._random.randint(1, 3)))


def made_html(random: Random) -> str:
    """A mail's HTML."""
    return _Maker(random).page()
