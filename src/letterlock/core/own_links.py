"""Links of ours that let whoever has them fetch, connect, approve or sign in: they are never part of what is sent."""

import html
import re
from typing import Final
from urllib.parse import unquote, urlsplit

from letterlock.core.mime.display import without_invisible

_LONG_WORD: Final = r"[\w.~-]{16,}"
_ANYWHERE: Final = re.compile(rf"/mcp/(attachment|upload)s/{_LONG_WORD}", re.IGNORECASE)
"""Files are fetched and taken by whatever name the server was reached, so the host says nothing."""
_HERE: Final = rf"/app/(connect|approval|upload|sign-in)s?[/#?][\w=/#?&]*?{_LONG_WORD}"
_KINDS: Final = {"attachment": "download", "sign-in": "sign-in"}
_TAGS: Final = re.compile(r"<[^<>]*>")
_SAME_PLACE: Final = re.compile(r"(?<!:)/(?:\.?/)+")
_UP: Final = re.compile(r"/[^/\s]{1,100}/\.\.(?=/)")
_ROUNDS: Final = 3
"""Encodings within encodings that are looked through."""


def own_link(text: str, origin: str) -> str | None:
    """What kind of link of ours `text` carries, as it is or encoded: `download`, `upload`, …; None when it has none."""
    host = urlsplit(origin).hostname or ""
    here = re.compile(rf"{re.escape(host)}(?::\d{{1,5}})?{_HERE}", re.IGNORECASE) if host else _ANYWHERE
    seen = text
    for _ in range(_ROUNDS + 1):
        for form in {seen, _TAGS.sub("", seen)}:
            found = _ANYWHERE.search(form) or here.search(form)
            if found is not None:
                kind = found[1].lower()
                return _KINDS.get(kind, kind)
        plainer = _plainer(seen)
        if plainer == seen:
            return None
        seen = plainer
    return None


def _plainer(text: str) -> str:
    """One layer less of what browsers see through: entities, percent signs, odd slashes, ways round in a path."""
    found = without_invisible(unquote(html.unescape(text))) if not text.isascii() or _is_coded(text) else text
    return _UP.sub("", _SAME_PLACE.sub("/", found.replace("\\", "/").replace("\uff0f", "/").replace("\u2215", "/")))


def _is_coded(text: str) -> bool:
    return "%" in text or "&" in text
