"""Links that act for whoever opens them: they sign in, reset a password, or confirm an address."""

import math
import re
from collections.abc import Sequence
from typing import Final, cast
from urllib.parse import SplitResult, unquote, urlsplit

from letterlock.core.trust.codes import link_words
from letterlock.core.trust.codes.fold import MAX_TEXT, any_of, fold
from letterlock.core.trust.codes.secrets import ActionLink, Kind
from letterlock.core.trust.codes.signs import Signs
from letterlock.core.trust.report import Link
from letterlock.core.words import word_set

MAX_LINKS: Final = 20
_MAX_LOOKED_AT: Final = 80
_BEFORE, _AFTER = 220, 60
_KINDS: Final[tuple[tuple[Kind, re.Pattern[str]], ...]] = (
    ("reset", any_of(link_words.RESET)),
    ("confirm", any_of(link_words.CONFIRM)),
    ("sign_in", any_of(link_words.SIGN_IN)),
)
_PATHS: Final = tuple((cast(Kind, kind), re.compile(pattern)) for kind, pattern in link_words.PATHS)
_ASKED, _ONCE, _NOT = any_of(link_words.ASKED), any_of(link_words.ONCE), any_of(link_words.NOT)
_LEAVES, _ACTS = any_of(link_words.LEAVES), any_of(link_words.ACTS)
_GENERIC: Final = any_of(link_words.GENERIC)
_NAMES: Final = word_set(
    "token t code key otp hash ticket oobcode confirmation confirmation_token reset_token login_token secret signature"
    " nonce verify verification activation auth_token access_token magic upn k c"
)
_VALUE: Final = re.compile(r"[A-Za-z0-9_.~%+=-]{6,2000}")


def find_action_links(subject: str, text: str, links: Sequence[Link]) -> tuple[ActionLink, ...]:
    """Those of `links` that act, at most MAX_LINKS: by their words or those before them, an address that nobody could
    guess, and a message that says it was asked for or ends soon."""
    suspects = [link for link in links[:_MAX_LOOKED_AT] if _may_act(link.url)]
    if not suspects:
        return ()
    low = fold(text[:MAX_TEXT])
    head = fold(subject)
    found: dict[str, ActionLink] = {}
    signs = Signs(f"{head}\n{low}")
    for link in suspects:
        kind = _kind(link, head, low)
        if kind is None or link.url in found:
            continue
        if _ACTS.search(link.url.lower()) or _asked_for(kind, head, signs):
            found[link.url] = ActionLink(link.url, kind, link.text)
            if len(found) == MAX_LINKS:
                break
    return tuple(found.values())


def _may_act(url: str) -> bool:
    return url[:4].lower() == "http" and not _LEAVES.search(url.lower()) and bool(opaque_parts(url))


def _asked_for(kind: Kind, head: str, signs: Signs) -> bool:
    if kind == "sign_in":
        return bool(_ONCE.search(signs.low)) and (signs.expires or signs.not_you or bool(_ONCE.search(head)))
    if signs.not_you or signs.expires:
        return True
    return any(pattern.search(head) for name, pattern in _KINDS if name == kind) and bool(_ASKED.search(signs.low))


def _kind(link: Link, head: str, low: str) -> Kind | None:
    shown = fold(link.text).strip()
    if _NOT.search(shown) and not shown.startswith("http"):
        return None
    for kind, pattern in _KINDS:
        if pattern.search(shown) and not shown.startswith("http"):
            return kind
    return _by_context(link, shown, head, low) if not shown or _GENERIC.search(shown) else None


def _by_context(link: Link, shown: str, head: str, low: str) -> Kind | None:
    """What the words before a bare address, or before a "click here", say it does; else its own path."""
    at = low.find(shown) if shown else -1
    if at < 0:
        at = low.find(fold(link.url))
    if at < 0:
        return None
    before, after = low[max(0, at - _BEFORE) : at], low[at + len(shown) : at + len(shown) + _AFTER]
    for line in (before.rsplit("\n\n", 1)[-1], before, after, head):
        for kind, pattern in _KINDS:
            if pattern.search(line) and not _NOT.search(before.rsplit("\n", 1)[-1]):
                return kind
    address = link.url[8:]
    for part in opaque_parts(link.url):
        address = address.replace(part, "")
    address = unquote(address).lower()
    return next((kind for kind, pattern in _PATHS if pattern.search(address)), None)


def opaque_parts(url: str) -> tuple[str, ...]:
    """The parts of an address that nobody could guess: tokens in its path, its query or its fragment."""
    try:
        split = urlsplit(url[:4_000])
    except ValueError:
        return ()
    return tuple(dict.fromkeys(part for part in _parts(split) if part))


def _parts(split: SplitResult) -> list[str]:
    steps = split.path.split("/")[:40]
    pairs = zip(["", *steps], steps, strict=False)
    found = [part for before, part in pairs if _is_opaque(part) or _is_key(before, part)]
    for pair in re.split("[&;?]", f"{split.query}&{split.fragment}")[:60]:
        name, _, value = pair.partition("=")
        if not value:
            found += [name] if _is_opaque(name) else []
        elif _is_opaque(value) or (name.lower() in _NAMES and len(value) >= 6 and any(c.isdigit() for c in value)):
            found.append(value)
    return found


def _is_key(before: str, part: str) -> bool:
    """A short token, right after what it is for: `/reset/ab12cd`."""
    if not 6 <= len(part) <= 40 or not part.isascii() or not part.isalnum() or part.isalpha():
        return False
    return any(pattern.search(before.lower()) for _, pattern in _PATHS)


def _is_opaque(part: str) -> bool:
    if len(part) < 12 or not _VALUE.fullmatch(part):
        return False
    if re.fullmatch(r"[0-9a-f-]{16,}", part.lower()) and any(char.isdigit() for char in part):
        return True
    mixed = any(c.isdigit() for c in part) and any(c.isupper() for c in part) and any(c.islower() for c in part)
    words = re.split(r"[-_.]", part)
    if mixed and max(len(word) for word in words) >= 10:
        return True
    return len(part) >= 20 and len(words) < len(part) / 8 and _entropy(part) > 3.6


def _entropy(part: str) -> float:
    size = len(part)
    return -sum(part.count(char) / size * math.log2(part.count(char) / size) for char in set(part))
