"""A forwarded message as text: the note, a mark, who wrote when to whom, and the original's text."""

import html
from dataclasses import dataclass
from datetime import datetime

from letterlock.core.mime.dates import format_date
from letterlock.core.mime.display import clean_line
from letterlock.core.mime.subjects import forward_subject

__all__ = ["Forwarded", "forward_html", "forward_subject", "forward_text"]

MARK = "---------- Forwarded message ---------"
LONGEST = 1_000_000
"""Characters of the original's text that are carried."""
_CUT = "[The rest of the original is left out: it is too long.]"
_MOST_PEOPLE = 50
_LONGEST_LINE = 2_000


@dataclass(frozen=True, slots=True)
class Forwarded:
    """The original as a reader saw it."""

    from_: str
    date: datetime | None
    subject: str
    to: tuple[str, ...]
    cc: tuple[str, ...]
    text: str


def forward_text(note: str | None, original: Forwarded) -> str:
    """The plain-text body."""
    block = "\n".join([MARK, *_head(original), "", _body(original)])
    return f"{note.rstrip()}\n\n{block}" if note else block


def forward_html(note: str, original: Forwarded) -> str:
    """The HTML body for a note in HTML, which must close what it opens; the original stays text."""
    head = "<br>".join(html.escape(line) for line in [MARK, *_head(original)])
    return f'{note}<br><div>{head}</div><br><div style="white-space:pre-wrap">{html.escape(_body(original))}</div>'


def _head(original: Forwarded) -> list[str]:
    """Each field on one line: their words are the sender's."""
    fields = [
        ("From", original.from_),
        ("Date", format_date(original.date) if original.date else ""),
        ("Subject", original.subject),
        ("To", _people(original.to)),
        ("Cc", _people(original.cc)),
    ]
    return [f"{name}: {clean_line(value)[:_LONGEST_LINE]}" for name, value in fields if value]


def _people(found: tuple[str, ...]) -> str:
    more = len(found) - _MOST_PEOPLE
    return ", ".join(found[:_MOST_PEOPLE]) + (f" and {more} more" if more > 0 else "")


def _body(original: Forwarded) -> str:
    text = original.text.strip("\n")
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}\n\n{_CUT}"
