"""Takes codes and links that act out of what is shown: in text, in addresses, and in whole results."""

import html
import re
from collections.abc import Mapping
from typing import Any, Final
from urllib.parse import quote, unquote

from letterlock.core.trust.codes.action_links import opaque_parts
from letterlock.core.trust.codes.fold import plain
from letterlock.core.trust.codes.secrets import Kind, Secrets
from letterlock.core.words import word_set

CODE: Final = "[code withheld]"
LINKS: Final[dict[Kind, str]] = {
    "reset": "[reset link withheld]",
    "sign_in": "[sign-in link withheld]",
    "confirm": "[confirmation link withheld]",
}
_BETWEEN: Final = "[\\s|\u00ad\u200b-\u200f\u2060\ufeff-]{0,8}"
"""What may part the letters of a code: digits in cells of a table, or one a line, stand this far apart."""
_SAFE: Final = word_set(
    "timestamp labels direction trust_level notice rules_version first_seen last_seen last_written provider text_source"
)
"""Fields of results that are ours: a code that looks like a year must not eat a date."""


def mask(text: str, secrets: Secrets) -> str:
    """`text` with each code and each acting link, however they are written, replaced by what was there."""
    for link in secrets.links:
        mark = LINKS[link.kind]
        for written in _writings(link.url):
            text = text.replace(written, mark)
    for code in secrets.codes:
        text = _without(text, code)
    return text


def mask_all(value: Any, secrets: Secrets) -> Any:
    """A result with every string in it masked but those that are ours: ids, times and the like."""
    if isinstance(value, str):
        return mask(value, secrets)
    if isinstance(value, Mapping):
        return {key: inner if _is_ours(key) else mask_all(inner, secrets) for key, inner in value.items()}
    if isinstance(value, (list, tuple)):
        return [mask_all(inner, secrets) for inner in value]
    return value


def holds(text: str, secrets: Secrets) -> bool:
    """Whether anything of them can still be read in `text`, with all that parts letters left out."""
    bare = _bare(text)
    tokens = [part for link in secrets.links for part in opaque_parts(link.url)]
    return any(_bare(part) in bare for part in (*secrets.codes, *tokens))


def _is_ours(key: str) -> bool:
    return key in _SAFE or key.endswith("_at") or (key.endswith("_id") and key != "content_id")


def _bare(text: str) -> str:
    return "".join(char for char in plain(html.unescape(text)).lower() if char.isalnum())


def _writings(url: str) -> list[str]:
    """The address as mail writes it, and the parts of it that nobody could guess; the longest first."""
    found = {url, html.escape(url), unquote(url), quote(url, safe=""), *opaque_parts(url)}
    found |= {unquote(part) for part in opaque_parts(url)}
    return sorted((one for one in found if len(one) >= 6), key=len, reverse=True)


def _is_letter(char: str) -> bool:
    """Whether it goes on a word of letters or digits."""
    return char.isascii() and char.isalnum()


def _without(text: str, code: str) -> str:
    chars = [char for char in plain(code) if char not in " -"]
    begin = "(?<![A-Za-z0-9])(?:[A-Z]{1,4}-)?" if _is_letter(chars[0]) else ""
    end = "(?![A-Za-z0-9])" if _is_letter(chars[-1]) else ""
    pattern = re.compile(begin + _BETWEEN.join(map(re.escape, chars)) + end, re.IGNORECASE)
    kept: list[str] = []
    at = 0
    for match in pattern.finditer(plain(text)):
        kept += [text[at : match.start()], CODE]
        at = match.end()
    return "".join(kept) + text[at:] if kept else text
