"""Dates in the forms mail has them."""

from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from letterlock.core.mime.dates import format_date, parse_date

MIN, MAX = datetime(1970, 1, 1), datetime(2099, 1, 1)  # noqa: DTZ001


def at(*parts, hours=0, minutes=0):
    return datetime(*parts, tzinfo=timezone(timedelta(hours=hours, minutes=minutes)))


@pytest.mark.parametrize(
    ("text", "date"),
    [
        ("Fri, 21 Nov 1997 09:55:06 -0600", at(1997, 11, 21, 9, 55, 6, hours=-6)),
        ("21 Nov 97 09:55:06 GMT", at(1997, 11, 21, 9, 55, 6)),
        ("Fri, 21 Nov 1997 09(comment):   55  :  06 -0600", at(1997, 11, 21, 9, 55, 6, hours=-6)),
        ("Fri, 21 Nov 1997 09:55 +0530 (IST)", at(1997, 11, 21, 9, 55, hours=5, minutes=30)),
        ("Fri, 21 Nov 1997 09:55:06 EST", at(1997, 11, 21, 9, 55, 6, hours=-5)),
        ("Fri, 21 Nov 1997 09:55:06 XYZ", at(1997, 11, 21, 9, 55, 6)),
        ("Fri, 21 Nov 1997 09:55:06", at(1997, 11, 21, 9, 55, 6)),
        ("Fri, 21-Nov-97 09:55:06 +0100", at(1997, 11, 21, 9, 55, 6, hours=1)),
        ("Fri Nov 21 09:55:06 1997", at(1997, 11, 21, 9, 55, 6)),
        ("Fri Nov 21 09:55:06 PST 1997", at(1997, 11, 21, 9, 55, 6, hours=-8)),
        ("Friday, November 21, 2025 9:55:06 +0100", at(2025, 11, 21, 9, 55, 6, hours=1)),
        ("1 Jan 05 00:00:60 +0000", at(2005, 1, 1, 0, 0, 59)),
        ("1 Jan 105 00:00:00 +0000", at(2005, 1, 1)),
        ("Tue, 31 Feb 2026 00:00:00 +0000", None),
        ("2026-11-30T10:00:00Z", at(2026, 11, 30, 10)),
        ("2026-11-30 10:00:00 +0100", at(2026, 11, 30, 10, hours=1)),
        ("Mon, 30 Nov 2026 10:00:00 +01:00", at(2026, 11, 30, 10, hours=1)),
        ("Mon, 30 Nov 2026 10:00:00 +9999", None),
        ("Mon, 30 Nov 99999 10:00:00 +0000", None),
        ("yesterday", None),
        ("", None),
        ("1 " * 5_000, None),
    ],
)
def test_a_date_is_read_aware_or_not_at_all(text, date):
    assert parse_date(text) == date
    assert date is None or parse_date(text).utcoffset() == date.utcoffset()


@settings(max_examples=100, deadline=None)
@given(st.datetimes(MIN, MAX), st.integers(-12 * 60, 14 * 60))
def test_what_is_written_is_read_back(naive, minutes):
    date = naive.replace(microsecond=0, tzinfo=timezone(timedelta(minutes=minutes)))
    assert parse_date(format_date(date)) == date


def test_a_date_is_written_as_rfc_5322_has_it_and_needs_a_zone():
    assert format_date(datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)) == "Fri, 02 Jan 2026 03:04:05 +0000"
    with pytest.raises(ValueError):
        format_date(MIN)


@settings(max_examples=100, deadline=None)
@given(st.text(st.sampled_from("0123456789:+-. ,JanFebMonTZ()T/"), max_size=60))
def test_any_text_is_taken_without_raising(text):
    parse_date(text)
