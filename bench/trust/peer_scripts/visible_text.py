"""The text that other libraries make of HTML mails: reads a list of documents, writes a list of texts for each name."""

import json
import re
import sys
import time

import css_inline
import html2text
import inscriptis
import lxml.html

HIDING = re.compile(
    r"display:\s*none|visibility:\s*hidden|opacity:\s*0?\.?0*(?:;|$)|font-size:\s*0(?:px|em|%)?\s*(?:;|$)|max-height:\s*0"
    r"|mso-hide:\s*all|color:\s*(?:#fff(?:fff)?|white|transparent)\b|(?:left|top|text-indent):\s*-\d{3,}",
    re.I,
)
INLINER = css_inline.CSSInliner(load_remote_stylesheets=False, keep_style_tags=False)


def stripped(html):
    html = re.sub(r"(?is)<(script|style|title)\b.*?</\1\s*>|<!--.*?-->", " ", html)
    return re.sub(r"<[^>]*>", " ", html)


def converted(html):
    maker = html2text.HTML2Text(bodywidth=0)
    maker.ignore_links = maker.ignore_images = maker.ignore_emphasis = True
    return maker.handle(html)


def inlined(html):
    tree = lxml.html.document_fromstring(INLINER.inline(html).encode(), parser=lxml.html.HTMLParser(encoding="utf-8"))
    for element in list(tree.iter()):
        if (
            isinstance(element.tag, str)
            and (element.tag in ("head", "title") or HIDING.search(element.get("style", "")))
            and element.getparent() is not None
        ):
            element.drop_tree()
    return inscriptis.get_text(lxml.html.tostring(tree, encoding="unicode"))


def text(make, html):
    try:
        return make(html)
    except Exception:
        return ""


WAYS = {
    "tag stripping": stripped,
    "inscriptis": inscriptis.get_text,
    "html2text": converted,
    "css-inline and a style check": inlined,
}
documents = json.load(sys.stdin)
answer = {}
for name, make in WAYS.items():
    begun = time.process_time()
    texts = [text(make, html) for html in documents]
    answer[name] = {"texts": texts, "seconds": time.process_time() - begun}
json.dump(answer, sys.stdout)
