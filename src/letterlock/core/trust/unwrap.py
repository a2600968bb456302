"""Where a link leads that a mail filter rewrote, that counts clicks, or that redirects: read out of it, never asked."""

import base64
import binascii
import re
from typing import Final
from urllib.parse import SplitResult, parse_qsl, unquote, urlsplit

MAX_DEEP: Final = 4
_MAX_URL: Final = 4_000

PROTECTORS: Final = {
    "safelinks.protection.outlook.com": ("url",),
    "urldefense.proofpoint.com": ("u",),
    "protect2.fireeye.com": ("u", "url"),
    "linkprotect.cudasvc.com": ("a",),
    "secure-web.cisco.com": (),
    "protection.sophos.com": ("u",),
    "clicktime.symantec.com": ("u", "url"),
    "url.avanan.click": (),
    "url.emailprotection.link": ("url", "u"),
    "trustwave.com": ("u",),
    "mailguard.com.au": ("url",),
    "hes.trendmicro.com": ("url", "redirect"),
    "linkedin.com": ("url",),
    "l.facebook.com": ("u",),
    "lm.facebook.com": ("u",),
    "l.instagram.com": ("u",),
    "out.reddit.com": ("url",),
    "href.li": (),
}
"""Hosts that mail filters and large services put before addresses, and the parameter that holds the address."""
_V2: Final = str.maketrans({"-": "%", "_": "/"})
_V3: Final = re.compile(r"/v3/__(.{4,3000}?)__;", re.S)
_IN_PATH: Final = re.compile(r"https?(?::|%3a)(?:/|%2f){1,2}[^\s]{3,3000}", re.I)


def unwrapped(url: str) -> str:
    """The address that a filter's or a large service's address leads to; the address itself where it is neither."""
    for _ in range(MAX_DEEP):
        inner = _inner(url)
        if inner is None or inner == url:
            return url
        url = inner
    return url


def _inner(url: str) -> str | None:
    split = split_of(url)
    if split is None:
        return None
    host = (split.hostname or "").lower()
    if host == "urldefense.com" or host.endswith(".urldefense.com"):
        return _proofpoint(split)
    for name, parameters in PROTECTORS.items():
        if host == name or host.endswith(f".{name}"):
            return _named(split, parameters) or _mentioned(split)
    return None


def _proofpoint(split: SplitResult) -> str | None:
    found = _V3.search(split.geturl())
    if found is not None:
        return found[1] if "://" in found[1] else re.sub(r"^(https?):/(?=[^/])", r"\1://", found[1])
    return _named(split, ("u",))


def _named(split: SplitResult, parameters: tuple[str, ...]) -> str | None:
    for name, value in parameters_of(split):
        if name.lower() not in parameters:
            continue
        for written in (value, unquote(value.translate(_V2)), _decoded(value)):
            if written[:7].lower() == "http://" or written[:8].lower() == "https://":
                return written
    return None


def _mentioned(split: SplitResult) -> str | None:
    found = _IN_PATH.search(f"{split.path}?{split.query}")
    return unquote(found[0]) if found is not None else None


def _decoded(value: str) -> str:
    try:
        return base64.urlsafe_b64decode(value[:2_000] + "=" * (-len(value[:2_000]) % 4)).decode("ascii")
    except (binascii.Error, ValueError):
        return ""


def parameters_of(split: SplitResult) -> list[tuple[str, str]]:
    """The parameters of an address; none where there are more than anybody needs."""
    return parse_qsl(split.query[:_MAX_URL]) if split.query.count("&") < 50 else []


def split_of(url: str) -> SplitResult | None:
    """The address taken apart; None where it cannot be, or names no host."""
    try:
        split = urlsplit(url)
        _ = split.port
    except ValueError:
        return None
    return split if split.hostname else None
