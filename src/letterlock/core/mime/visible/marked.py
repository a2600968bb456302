"""Parts of HTML that mail programs mark: quotes, what introduces them, history below a reply, forwards, signatures."""

import re
from collections.abc import Mapping
from typing import Final, Literal

from letterlock.core.words import word_set

Role = Literal["quote", "indent", "introduction", "history", "below", "rule", "forward", "signature"]
"""`quote` is certain, `indent` a quote only below an introduction. `history` is the element, `below` all from it on.
`rule` is a line some programs draw above a header block."""

MAX_PARTS: Final = 2_000

_CLASSES: Final[dict[str, Role]] = {
    "gmail_attr": "introduction",
    "moz-cite-prefix": "introduction",
    "moz-forward-container": "forward",
    "outlookmessageheader": "below",
    **dict.fromkeys(
        word_set("yahoo_quoted zmail_extra qqmail_reply missive_quote sh-quoted-content ms-outlook-mobile-reference"),
        "history",
    ),
    **dict.fromkeys(
        word_set(
            "gmail_signature moz-signature protonmail_signature_block protonmail_signature_block-user"
            " tutanota_signature front-signature missive_signature elided-signature"
        ),
        "signature",
    ),
}
_IDS: Final[dict[str, Role]] = {
    "reply-intro": "introduction",
    "divrplyfwdmsg": "below",
    "stopspelling": "below",
    "isforwardcontent": "forward",
    **dict.fromkeys(
        word_set("olk_src_body_section mail-editor-reference-message-container isreplycontent yahoo_quoted"), "history"
    ),
    **dict.fromkeys(
        word_set("signature applemailsignature ms-outlook-mobile-signature _rc_sig yahoo-signature"), "signature"
    ),
}
_CITED: Final = word_set(
    "gmail_quote protonmail_quote moz-cite tutanota_quote front-blockquote freshdesk_quote iwc-quote"
)
_OUTLOOK_LINE: Final = re.compile(r"border-top:[^;]{0,60}solid[^;]{0,60};(?:[^;]{0,80};){0,4}padding:3(?:\.0)?pt0")
_MAX_STYLE: Final = 600


def role_of(tag: str, attrs: Mapping[str, str]) -> Role | None:
    """What a program marked an element as, None for most."""
    role = _named(attrs)
    if tag == "blockquote":
        return _quote(attrs, role)
    if role is not None:
        return role
    if tag == "hr":
        return "rule" if attrs.get("tabindex") == "-1" or attrs.get("id") == "zwchr" else None
    return _drawn(attrs.get("style", "")) if tag == "div" else None


def _drawn(style: str) -> Role | None:
    """By the line Outlook draws above what it quotes, or beside it."""
    if "border" not in style:
        return None
    style = "".join(style[:_MAX_STYLE].lower().split())
    if _OUTLOOK_LINE.search(style):
        return "rule"
    return "indent" if "border-left:solid" in style and "padding" in style else None


def _named(attrs: Mapping[str, str]) -> Role | None:
    """By class and id; Outlook puts `x_` before those of what it quotes."""
    if attrs.get("data-smartmail") == "gmail_signature":
        return "signature"
    if "id" in attrs:
        role = _IDS.get(attrs["id"].lower().removeprefix("x_"))
        if role is not None:
            return role
    if "class" in attrs:
        for name in attrs["class"].lower().split():
            role = _CLASSES.get(name.removeprefix("x_"))
            if role is not None:
                return role
            if name.endswith(("yahoo_quoted", "yahoo-quoted")):
                return "history"
            if name.endswith(("_signature", "-signature")):
                return "signature"
    return None


def _quote(attrs: Mapping[str, str], role: Role | None) -> Role:
    if attrs.get("type", "").lower() == "cite" or "cite" in attrs:
        return "quote"
    if not _CITED.isdisjoint(name.removeprefix("x_") for name in attrs.get("class", "").lower().split()):
        return "quote"
    return role or "indent"
