"""The reply alone in HTML: the parts the writing program marked, and then the wording."""

from bisect import bisect_left
from itertools import accumulate
from typing import Final

from letterlock.core.mime.quoting.header_words import MAX_LABEL
from letterlock.core.mime.quoting.introduction_words import ADDRESS, CLOCK
from letterlock.core.mime.quoting.introductions import bare
from letterlock.core.mime.quoting.kinds import Kind
from letterlock.core.mime.quoting.limits import MAX_LINES
from letterlock.core.mime.quoting.marks import Hint, mark
from letterlock.core.mime.quoting.reply import Quoted, Reply
from letterlock.core.mime.visible import Visible
from letterlock.core.mime.visible.marked import Role

MIN_FIELDS: Final = 3
"""Header lines in whatever language, below a line that Outlook draws."""
_MAX_SIGNATURE_LINES: Final = 30
_KINDS: Final[dict[Role, Kind]] = {
    "introduction": "introduction",
    "indent": "indent",
    "forward": "forward",
    "signature": "signature",
    "history": "history",
    "below": "history",
}


def reply_in_html(seen: Visible, *, forwarded: bool = False, writer: tuple[str, ...] = ()) -> Quoted:
    """As `strip_quotes`, for the text a reader sees of HTML."""
    lines = seen.text.split("\n")
    if len(lines) > MAX_LINES:
        return Quoted(seen.text)
    return Reply(mark(lines, _hints(seen, lines)), forwarded, writer).strip()


def _hints(seen: Visible, lines: list[str]) -> list[Hint]:
    starts = list(accumulate((len(line) + 1 for line in lines), initial=0))
    hints: list[Hint] = []
    for role, first, last in seen.parts:
        start, end = bisect_left(starts, first), bisect_left(starts, last)
        if role == "rule":
            if _is_above_header(lines, start):
                hints.append(Hint("history", start, len(lines)))
        elif role == "below":
            hints.append(Hint("history", start, len(lines)))
        elif role == "signature" and end - start > _MAX_SIGNATURE_LINES:
            continue
        elif end > start:
            hints.append(Hint(_KINDS[role], start, end))
    return hints


def _is_above_header(lines: list[str], start: int) -> bool:
    """Whether lines that look like a header follow, in whatever language: names, a colon, an address or a time."""
    fields = [line for line in map(bare, lines[start : start + 8]) if line][:4]
    named = [line for line in fields if 0 < min(_place(line, ":"), _place(line, "：")) <= MAX_LABEL]
    told = any(ADDRESS.search(line) for line in named) or any(CLOCK.search(line) for line in named)
    return len(named) >= MIN_FIELDS and told


def _place(line: str, colon: str) -> int:
    place = line.find(colon)
    return place if place >= 0 else len(line) + MAX_LABEL
