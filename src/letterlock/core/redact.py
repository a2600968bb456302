"""Taking secrets and personal data out of what an agent writes to people who need neither.

Only ever too much: what looks like a key, a password, an address or a code goes, whether or not it is one.
"""

import re
import unicodedata
from collections.abc import Callable
from typing import Final

from letterlock.core.mime.invisible import strip_invisible

Change = str | Callable[[re.Match[str]], str]

_ID: Final = re.compile(r"(\b(?:acc|att|aud|drf|fbk|key|msg|org|thd)_[0-9a-hjkmnp-tv-z]{26}\b)")
"""Ids of ours: they open nothing, and say what went wrong where."""
_CODED_AT: Final = re.compile(r"(?i)%40|&#0{0,8}64;?|&#x0{0,8}40;?|&commat;")
"""The @ of an address as it stands in URLs and HTML."""
_HEX: Final = re.compile(r"(?i)[0-9a-f]+")
_DATE: Final = re.compile(r"(?:19|20)\d\d-[01]\d-[0-3]\d")
_NAMED: Final = (
    r"(?:(?:api|access|secret|private|client|auth|session|refresh|signing)[ _-]?)?"
    r"(?:key|token|secret|credentials?|authorization|cookie|pass(?:word|wd|phrase|code)?|pwd)"
)


def _after_name(match: re.Match[str]) -> str:
    return f"{match[1]}[secret]"


def _long(match: re.Match[str]) -> str:
    """A long run is a word or a path, unless digits or both cases are mixed into it as encoders do."""
    run = match[0]
    digits = any(char.isdigit() for char in run)
    cases = len(run) >= 32 and run not in (run.lower(), run.upper())
    return "[encoded text]" if digits or cases or _HEX.fullmatch(run) else run


def _code(match: re.Match[str]) -> str:
    return "[code]" if sum(char.isalnum() for char in match[0]) >= 6 else match[0]


def _number(match: re.Match[str]) -> str:
    return match[0] if _DATE.fullmatch(match[0]) else "[number]"


_RULES: Final[tuple[tuple[re.Pattern[str], Change], ...]] = (
    (
        re.compile(r"-----BEGIN [A-Z ]{0,40}PRIVATE KEY-----.*?(?:-----END [A-Z ]{0,40}-----|\Z)", re.DOTALL),
        "[secret]",
    ),
    # RFC 3986 section 3.2.1: user:password@ before a host; a password may hold an @ that should have been encoded.
    (re.compile(r"(?i)\b([a-z][a-z0-9+.-]{0,30}://[^\s/?#:@]{0,200}:)[^\s/?#]{1,300}(?=@)"), _after_name),
    (re.compile(r"(?i)\b((?:bearer|basic|digest|negotiate)\s+)[a-z0-9._~+/=-]{6,}"), _after_name),
    (re.compile(rf"(?i)({_NAMED}[\"'`]?\s*[:=]+>?\s*[\"'`]?)(?![\[\s])[^\s\"'`,;&]{{2,}}"), _after_name),
    (re.compile(r"(?i)(\bpass(?:word|wd|phrase|code)\s+(?:is|was|of)\s+[\"'`]?)(?!\[)[^\s\"'`]{3,}"), _after_name),
    (
        re.compile(rf"(?i)({_NAMED}\s+(?:is\s+|was\s+)?[\"'`]?)(?=[a-z]*[0-9_+/=])[^\s\"'`,;\[]{{6,}}"),
        _after_name,
    ),
    # Keys that say what they are, as the well-known services issue them, and JSON Web Tokens (RFC 7519).
    (
        re.compile(
            r"\b(?:ll|mm|sk|pk|rk|ak|re|whsec|gh[oprsu]|github_pat|glpat|npm|pypi|hf|xox[a-z]|xapp|shpat|dop_v1|ya29|SG)"
            r"[_.-](?=[\w.-]*[0-9A-Z])[\w.-]{6,}"
        ),
        "[secret]",
    ),
    (re.compile(r"\b(?:AKIA|ASIA)[A-Z0-9]{12,}|\bAIza[\w-]{20,}|\beyJ[\w-]{5,}(?:\.[\w-]*){1,4}"), "[secret]"),
    (
        re.compile(r"(?:\"[^\"\n]{1,64}\"|[^\s\"'<>()\[\]{},;:@]{1,64})@(?:\[[^\]\s]{1,64}\]|[\w.-]{1,253})"),
        "[address]",
    ),
    # Addresses as people write them for people: ana (at) b (dot) example, ana @ b.example.
    (
        re.compile(
            r"(?i)[\w.+-]{1,64}\s{0,3}(?:@|[(\[{<]\s{0,3}(?:at|@)\s{0,3}[)\]}>])\s{0,3}"
            r"[\w-]{1,63}(?:\s{0,3}(?:\.|[(\[{<]\s{0,3}(?:dot|\.)\s{0,3}[)\]}>])\s{0,3}[\w-]{1,63}){1,8}"
        ),
        "[address]",
    ),
    (re.compile(r"(?i)[\w.+-]{1,64}\s{1,3}at\s{1,3}[\w-]{1,63}(?:\s{1,3}dot\s{1,3}[\w-]{1,63}){1,8}"), "[address]"),
    (
        re.compile(r"(?:%[0-9A-Fa-f]{2}){6,}|(?:\\x[0-9A-Fa-f]{2}){6,}|\b(?:[0-9A-Fa-f]{2}[: ]){7,}[0-9A-Fa-f]{2}\b"),
        "[encoded text]",
    ),
    (re.compile(r"[A-Za-z0-9+/_=-]{20,}"), _long),
    (
        re.compile(r"(?i)(\b(?:code|pin|otp)\b(?:\s+(?:is|was)|\s*[:=#])?\s*[\"'`]?)(?=[a-z-]*\d)[a-z0-9-]{4,}"),
        r"\1[code]",
    ),
    # Codes such as G-482913, AB12CD and 7XK-9QP; then every number of four digits and more, however it is grouped.
    (re.compile(r"(?<![\w-])(?=[A-Z-]{0,24}\d)(?=[\d-]{0,24}[A-Z])[\dA-Z]+(?:-[\dA-Z]+){0,5}(?![\w-])"), _code),
    (re.compile(r"(?<!\w)\d(?:[ .,/_\u00a0\u2010-\u2015-]{0,2}\d){3,}(?!\w)|\d{4,}"), _number),
)


def redact(text: str) -> str:
    """`text` without keys, tokens and other secrets, passwords in URLs, email addresses, long encoded strings, and
    code-like or card-like numbers; each leaves a word in square brackets.
    """
    # Fullwidth digits and letters are those they look like; what cannot be seen would split a secret in two.
    text = strip_invisible(unicodedata.normalize("NFKC", text))
    text = _CODED_AT.sub("@", text)
    parts = _ID.split(text)
    return "".join(part if at % 2 else _without(part) for at, part in enumerate(parts))


def _without(text: str) -> str:
    for pattern, change in _RULES:
        text = pattern.sub(change, text)
    return text
