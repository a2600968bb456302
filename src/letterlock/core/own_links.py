"""Links of ours that let whoever has them fetch, connect, approve or sign in: they are never part of what is sent.

Text is looked through as mail programs and browsers would read it (WHATWG URL), in time linear in its length.
"""

import html
import re
import unicodedata
from collections.abc import Iterator
from typing import Final
from urllib.parse import unquote, urlsplit

from letterlock.core.mime.display import without_invisible

_LONG_WORD: Final = re.compile(r"[\w.~-]{16,}")
_TOKEN: Final = re.compile(r"[\w.~-]{40,}")
"""As long as what we give out is: for places where a shorter word is likely to be one of another text."""
_ANYWHERE: Final = re.compile(r"/mcp/(attachment|upload)s/")
"""Files are fetched and taken by whatever name the server was reached, so the host says nothing."""
_PAGE: Final = r"\.?(?::\d{1,5})?/app/(connect|approval|upload|sign-in)s?(?=[/#?])"
_THIS_MACHINE: Final = r"localhost|\[[\da-f:.]+\]|\d[\da-fx.]*"
"""Names by which the server is reached beside its public one; addresses in whatever form."""
_KINDS: Final = {"attachment": "download", "sign-in": "sign-in"}
_TAGS: Final = re.compile(r"<[^<>]*>")
_RUN: Final = re.compile(r"[^\s\"'<>]+")
_DROPPED_IN_URLS: Final = re.compile(r"[\t\r\n]+")
_SAME_PLACE: Final = re.compile(r"(?<!:)/(?:\.?/)+")
_PATH: Final = re.compile(r"[^\s\"'<>?#&=]+")
_LEADING_ZEROS: Final = re.compile(r"(&#[xX]?)0+(?=[0-9A-Fa-f])")
_NO_CHARACTER: Final = re.compile(r"&#(?:[0-9]{8,}|[xX][0-9A-Fa-f]{7,});?")
_ROUNDS: Final = 3
"""Encodings within encodings that are looked through."""


def own_link(text: str, origin: str) -> str | None:
    """What kind of link of ours `text` carries, as it is or encoded: `download`, `upload`, …; None when it has none."""
    host = urlsplit(origin).hostname or ""
    names = f"{re.escape(host)}|{_THIS_MACHINE}" if host else _THIS_MACHINE
    here = re.compile(rf"(?<![\w.-])(?:{names}){_PAGE}")
    folded = _Folded()
    seen = text
    for _ in range(_ROUNDS + 1):
        for form, word in _forms(seen):
            kind = _kind(form.lower(), here, word)
            if kind is not None:
                return _KINDS.get(kind, kind)
        plainer = _plainer(seen, folded)
        if plainer == seen:
            return None
        seen = plainer
    return None


def _forms(text: str) -> Iterator[tuple[str, re.Pattern[str]]]:
    """What may be read as one link: with tags between its letters, or with line breaks that browsers drop."""
    yield text, _LONG_WORD
    plain = _TAGS.sub("", text)
    if plain != text:
        yield plain, _LONG_WORD
    joined = _DROPPED_IN_URLS.sub("", text)
    if joined != text:
        yield joined, _TOKEN


def _kind(text: str, here: re.Pattern[str], word: re.Pattern[str]) -> str | None:
    if "/mcp/" in text:
        for found in _ANYWHERE.finditer(text):
            if word.match(text, found.end()):
                return found[1]
    if "/app/" in text:
        for run in _RUN.finditer(text):
            page = here.search(run[0]) if "/app/" in run[0] else None
            if page is not None and word.search(run[0], page.end()):
                return page[1]
    return None


def _plainer(text: str, folded: "_Folded") -> str:
    """One layer less of what browsers see through: entities, percent signs, odd letters and slashes, detours."""
    found = text
    if not text.isascii() or "%" in text or "&" in text:
        entities = _NO_CHARACTER.sub("\ufffd", _LEADING_ZEROS.sub(r"\1", text))
        found = without_invisible(unquote(html.unescape(entities)).translate(folded))
    found = _SAME_PLACE.sub("/", found.replace("\\", "/"))
    return _PATH.sub(_direct, found) if "/.." in found else found


def _direct(path: re.Match[str]) -> str:
    """The path without `..`, each of which takes back the segment before it."""
    if "/.." not in path[0]:
        return path[0]
    kept: list[str] = []
    for segment in path[0].split("/"):
        if segment != "..":
            kept.append(segment)
        elif kept and kept[-1]:
            kept.pop()
    return "/".join(kept)


class _Folded(dict[int, int]):
    """For `str.translate`: letters, dots and slashes of other widths and styles as host names have them (UTS #46)."""

    def __missing__(self, code: int) -> int:
        plain = unicodedata.normalize("NFKC", chr(code)).translate(_DOTS_AND_SLASHES) if code > 127 else ""
        self[code] = ord(plain) if len(plain) == 1 else code
        return self[code]


_DOTS_AND_SLASHES: Final = {0x3002: ".", 0xFF61: ".", 0x2215: "/", 0x2044: "/"}
