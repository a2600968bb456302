"""Date fields read tolerantly and written correctly (RFC 5322 sections 3.3 and 4.3)."""

import re
from datetime import UTC, datetime, timedelta, timezone

_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_DAYS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
_ZONES = {"est": -5, "edt": -4, "cst": -6, "cdt": -5, "mst": -7, "mdt": -6, "pst": -8, "pdt": -7}
_COMMENT = re.compile(r"\([^()]*\)")
_AROUND_COLON = re.compile(r"(?<=\d)\s*:\s*(?=\d)")
_WORDS = re.compile(r"[A-Za-z]+|[+-]\d{1,2}:?\d{2}\b|\d+(?:[:.]\d+)*|[+-]")
_ISO = re.compile(r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d")

_LONGEST = 200


def parse_date(value: str) -> datetime | None:
    """An aware datetime; None when there is no telling. No or an unknown zone is read as UTC."""
    text = _AROUND_COLON.sub(":", _COMMENT.sub(" ", value[:_LONGEST])).strip()
    try:
        return _parse_iso(text) if _ISO.match(text) else _parse_words(text)
    except (ValueError, OverflowError):
        return None


def _parse_iso(text: str) -> datetime:
    read = datetime.fromisoformat(text)
    return read if read.tzinfo else read.replace(tzinfo=UTC)


def _parse_words(text: str) -> datetime | None:
    """`Fri, 21 Nov 1997 09:55:06 -0600`, and what others make of it: `Nov 21 09:55:06 1997`, `21-Nov-97 9.55 GMT`."""
    words: list[str] = _WORDS.findall(re.sub(r"(?<=[A-Za-z0-9])-(?=[A-Za-z]|\d{2,4}\s)", " ", text))
    month: int | None = None
    clock: list[int] | None = None
    numbers: list[tuple[int, int]] = []
    zone = ""
    for word in words:
        lower = word[:3].lower()
        if month is None and lower in _MONTHS:
            month = _MONTHS.index(lower) + 1
        elif clock is None and word[0].isdigit() and (":" in word or "." in word):
            clock = [int(piece) for piece in re.split("[:.]", word)[:3]]
        elif word.isdigit() and len(numbers) < 2:
            numbers.append((int(word), len(word)))
        elif clock is not None and word[0] in "+-" and len(word) > 1:
            zone = zone or word
        elif clock is not None and word.isalpha() and lower not in (d.lower() for d in _DAYS):
            zone = zone or word.lower()
    if month is None or len(numbers) < 2:
        return None
    (day, day_length), (year, year_length) = numbers
    if day_length > 2:
        day, year, year_length = year, day, day_length
    if year_length <= 3:  # RFC 5322 section 4.3
        year += 2000 if year < 50 else 1900
    hour, minute, second = [*(clock or [0]), 0, 0][:3]
    read = datetime(year, month, day, hour, minute, min(second, 59), tzinfo=_zone(zone))
    return read if 1900 <= year <= 9998 else None


def _zone(text: str) -> timezone:
    if text[:1] in ("+", "-"):
        digits = text[1:].replace(":", "").zfill(4)
        offset = timedelta(hours=int(digits[:2]), minutes=int(digits[2:]))
        return timezone(offset if text[0] == "+" else -offset)
    return timezone(timedelta(hours=_ZONES.get(text, 0)))


def format_date(date: datetime) -> str:
    """`Fri, 21 Nov 1997 09:55:06 -0600`; `date` must be aware."""
    offset = date.utcoffset()
    if offset is None:
        raise ValueError("a date without a time zone cannot be written in a message")
    minutes = int(offset.total_seconds() // 60)
    zone = f"{'-' if minutes < 0 else '+'}{abs(minutes) // 60:02d}{abs(minutes) % 60:02d}"
    month = _MONTHS[date.month - 1].capitalize()
    return f"{_DAYS[date.weekday()]}, {date.day:02d} {month} {date.year:04d} {date:%H:%M:%S} {zone}"
