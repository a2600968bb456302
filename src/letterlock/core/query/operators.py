"""The search operators, as data: what a value after `from:`, `after:`, `larger:` and the rest means."""

import re
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Final

from letterlock.core.query.tree import (
    Before,
    Field,
    Flag,
    HasAttachment,
    HasLabel,
    HasTrust,
    InFolder,
    Is,
    Larger,
    Node,
    Since,
    Smaller,
    Text,
)
from letterlock.core.query.words import words
from letterlock.core.trust.report import Level

NAME_LIMIT: Final = 255
"""Characters of a folder or label name."""

_FLAGS: Final[dict[str, Flag]] = {"unread": "unread", "read": "read", "flagged": "flagged", "starred": "flagged"}
_LEVELS: Final[dict[str, Level]] = {
    "verified": "verified",
    "known": "known",
    "unknown": "unknown",
    "suspicious": "suspicious",
    "quarantined": "quarantined",
}
_UNITS: Final = {
    "h": timedelta(hours=1),
    "d": timedelta(days=1),
    "w": timedelta(weeks=1),
    "m": timedelta(days=30),
    "y": timedelta(days=365),
}
_BYTES: Final = {"": 1, "b": 1, "k": 1024, "kb": 1024, "m": 1024**2, "mb": 1024**2, "g": 1024**3, "gb": 1024**3}

_MOST_BYTES: Final = 2**62
"""No message is larger, and databases hold no number much larger."""

_DAY = re.compile(r"(\d{4})(?:[-/](\d{1,2})(?:[-/](\d{1,2}))?)?", re.ASCII)
_AGE = re.compile(r"(\d{1,5})([hdwmy])", re.ASCII)
_SIZE = re.compile(r"(\d{1,12})([kmg]?b?)", re.ASCII)


def text_node(value: str, field: Field = "any") -> Text | None:
    """Words of `value`, the last one open-ended when a `*` follows it directly; None when it has no word."""
    found = tuple(words(value))
    if not found:
        return None
    return Text(found, field, prefix=len(value) > 1 and value[-1] == "*" and value[-2].isalnum())


def _in_field(field: Field) -> Callable[[str, datetime], Node | None]:
    return lambda value, _: text_node(value, field)


def _has(value: str, _: datetime) -> Node | None:
    return HasAttachment() if value.lower() in ("attachment", "attachments") else None


def _is(value: str, _: datetime) -> Node | None:
    flag = _FLAGS.get(value.lower())
    return None if flag is None else Is(flag)


def _trust(value: str, _: datetime) -> Node | None:
    level = _LEVELS.get(value.lower())
    return None if level is None else HasTrust(level)


def _in(value: str, _: datetime) -> Node | None:
    name = value.strip().casefold()
    return InFolder(name) if 0 < len(name) <= NAME_LIMIT else None


def _label(value: str, _: datetime) -> Node | None:
    name = value.strip().casefold()
    return HasLabel(name) if 0 < len(name) <= NAME_LIMIT else None


def _day(value: str, now: datetime) -> datetime | None:
    """The start of a day, month or year, in the time zone of `now`."""
    match = _DAY.fullmatch(value)
    if match is None:
        return None
    try:
        return datetime(int(match[1]), int(match[2] or 1), int(match[3] or 1), tzinfo=now.tzinfo)
    except ValueError:
        return None


def _ago(value: str, now: datetime) -> datetime | None:
    match = _AGE.fullmatch(value.lower())
    if match is None:
        return None
    try:
        return now - int(match[1]) * _UNITS[match[2]]
    except OverflowError:
        return None


def _when(
    read: Callable[[str, datetime], datetime | None], node: type[Since] | type[Before]
) -> Callable[[str, datetime], Node | None]:
    def operator(value: str, now: datetime) -> Node | None:
        moment = read(value, now)
        return None if moment is None else node(moment)

    return operator


def _size(node: type[Larger] | type[Smaller]) -> Callable[[str, datetime], Node | None]:
    def operator(value: str, _: datetime) -> Node | None:
        match = _SIZE.fullmatch(value.lower())
        return None if match is None else node(min(int(match[1]) * _BYTES[match[2]], _MOST_BYTES))

    return operator


OPERATORS: Final[dict[str, tuple[Callable[[str, datetime], Node | None], str]]] = {
    "from": (_in_field("from"), "a name, an address or a domain"),
    "to": (_in_field("to"), "a name, an address or a domain"),
    "cc": (_in_field("cc"), "a name, an address or a domain"),
    "bcc": (_in_field("bcc"), "a name, an address or a domain"),
    "subject": (_in_field("subject"), "words"),
    "filename": (_in_field("filename"), "words of a file name"),
    "has": (_has, "attachment"),
    "is": (_is, "unread, read or flagged"),
    "in": (_in, "inbox, sent, drafts, trash, archive, spam or a folder"),
    "label": (_label, "a label"),
    "after": (_when(_day, Since), "a day such as 2026-11-02"),
    "since": (_when(_day, Since), "a day such as 2026-11-02"),
    "before": (_when(_day, Before), "a day such as 2026-11-02"),
    "newer_than": (_when(_ago, Since), "an age such as 12h, 7d, 2w, 3m or 1y"),
    "older_than": (_when(_ago, Before), "an age such as 12h, 7d, 2w, 3m or 1y"),
    "larger": (_size(Larger), "a size such as 500K or 5M"),
    "smaller": (_size(Smaller), "a size such as 500K or 5M"),
    "trust": (_trust, "verified, known, unknown, suspicious or quarantined"),
}
"""Each operator's reader, which gives None for a value it does not understand, and what it expects."""
