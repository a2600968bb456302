"""The reply alone: quoted history and footers cut, what stands between quotes kept (RFC 3676 section 4)."""

from dataclasses import dataclass

from letterlock.core.mime.quoting.footer_words import MENTIONS_INLINE
from letterlock.core.mime.quoting.introductions import is_certain, is_introduction
from letterlock.core.mime.quoting.kinds import Kind
from letterlock.core.mime.quoting.limits import MAX_LINE
from letterlock.core.mime.quoting.marks import Marked
from letterlock.core.mime.quoting.signatures import Footers

_QUOTED: frozenset[Kind] = frozenset(("quote", "names", "indent"))
_HISTORY: frozenset[Kind] = frozenset(("header", "original", "history"))
_MAX_SAID = 40
"""Lines in which a reply may say that it answers within the quote."""


@dataclass(frozen=True, slots=True)
class Quoted:
    """`text` is the reply alone. `inline_answers`: it answers between quotes, which are then kept in place, or says
    that it answers within what was quoted. `forwarded`: a message somebody else wrote is part of the text."""

    text: str
    quoted_removed: bool = False
    signature_removed: bool = False
    inline_answers: bool = False
    forwarded: bool = False


class Reply:
    """One text whose lines are marked. Lines are never moved: some are left out and the end is cut."""

    def __init__(self, marked: Marked, forwarded: bool, writer: tuple[str, ...]) -> None:
        self.lines = marked.lines
        self.kinds = marked.kinds
        self.marked = marked
        self.forwarded = forwarded
        self.end = len(self.lines)
        self.left_out = bytearray(self.end)
        self.quoted = self.signed = self.inline = False
        self.tail: list[str] = []
        self.footers = Footers(self.lines, self.kinds, writer)
        self.first_text = self._next_text(0)

    def strip(self) -> Quoted:
        self._set_forward_aside()
        self.words_end = self._end_of_words()
        self._cut_history()
        self._cut_footers()
        self._cut_trailing_quotes()
        self._cut_footers()
        self._leave_introductions_out()
        self._leave_signatures_out()
        kept = self._kept()
        said = self.quoted and any(MENTIONS_INLINE.search(line[:MAX_LINE]) for line in kept[:_MAX_SAID])
        if self.tail:
            kept += [*([""] if kept else []), *self.tail]
        return Quoted(trim(kept), self.quoted, self.signed, self.inline or said, bool(self.tail))

    def _kept(self) -> list[str]:
        """What is left; one blank line where a part was taken out from between."""
        kept: list[str] = []
        gap = False
        for place in range(self.end):
            if self.left_out[place]:
                gap = gap or self.kinds[place] != "introduction"
            elif not gap:
                kept.append(self.lines[place])
            elif self.lines[place].strip():
                kept += [*([""] if kept and kept[-1].strip() else []), self.lines[place]]
                gap = False
        return kept

    def _set_forward_aside(self) -> None:
        """A forwarded message below is content: nothing of it is cut."""
        place = self._find_forward()
        if place < 0:
            return
        above = place - 1
        while above >= 0 and self.kinds[above] == "blank":
            above -= 1
        if above >= 0 and self.kinds[place] != "forward" and self.kinds[above] == "rule":
            place = above
        self.tail = self.lines[place : self.end]
        self._end_at(place)

    def _find_forward(self) -> int:
        """Where a forwarded message begins, before any history does."""
        place = 0
        while place < self.end:
            kind = self.kinds[place]
            if kind == "forward":
                return place
            if kind in _HISTORY or kind == "introduction":
                if self.forwarded:
                    return place
                if self.first_text < place and kind in _HISTORY:
                    return -1
                if self.first_text < place and self._is_certain(place) and not self._quote_below(place):
                    return -1
            if kind in _QUOTED and self.forwarded:
                return place
            place += 1
        return -1

    def _end_of_words(self) -> int:
        """One past the last line that is somebody's words: footers at the very end are not."""
        end = self.footers.begin(self.end, -1)
        return next((place + 1 for place in range(end - 1, -1, -1) if self.kinds[place] == "text"), 0)

    def _cut_history(self) -> None:
        """Cut where a quoted message begins: below a header block, an original-message line, or an introduction."""
        place = 0
        while 0 <= place < self.end:
            kind = self.kinds[place]
            if kind in _HISTORY:
                place = self._after_header(place)
            elif kind == "introduction":
                place = self._after_introduction(place)
            else:
                place += 1

    def _after_header(self, start: int) -> int:
        last = self.marked.ends.get(start, self.end)
        if self.kinds[start] == "history" and self.words_end > last and last < self.end:
            # The answer stands below what a program marked as quoted.
            self.quoted = True
            self.left_out[start:last] = b"\1" * (last - start)
            return last
        if self.first_text < start:
            self.quoted = True
            self._end_at(start)
            return -1
        end = self.marked.ends.get(start, start + 1)
        if self.kinds[start] == "original":
            end = self.marked.ends.get(self._skip_blank(end), end)
        if self.kinds[start] != "history" and self._quote_below(end):
            # The header of a message that is quoted line by line: it introduces the quote.
            for place in range(start, end):
                self.kinds[place] = "introduction"
            return start
        return end

    def _after_introduction(self, start: int) -> int:
        """Decide about one introduction; gives where to go on, -1 when the rest has been cut."""
        end = start
        while end < self.end and self.kinds[end] == "introduction":
            end += 1
        below = self._skip_blank(end)
        if below >= self.end or self.kinds[below] not in ("quote", "indent"):
            return self._after_bare_introduction(start, end)
        last = below
        while last < self.end and self.kinds[last] in ("quote", "indent", "blank"):
            last += 1
        if self.words_end <= last:
            self.quoted = True
            if self.first_text < start or last >= self.end:
                self._end_at(start)
                return -1
            return last
        if self.first_text < start or self._has_quote(last):
            return last
        # The answer stands below the whole quote.
        self.quoted = True
        self.left_out[start:last] = b"\1" * (last - start)
        return last

    def _after_bare_introduction(self, start: int, end: int) -> int:
        if self.first_text >= start:
            return max(end, start + 1)
        if self._is_certain(start, end):
            self.quoted = True
            self._end_at(start)
            return -1
        for place in range(start, end):
            self.kinds[place] = "text"
        return max(end, start + 1)

    def _is_certain(self, start: int, end: int = -1) -> bool:
        if end < 0:
            end = start
            while end < self.end and self.kinds[end] == "introduction":
                end += 1
        return start in self.marked.certain or is_certain(self.lines[start:end])

    def _cut_trailing_quotes(self) -> None:
        end = self.end
        while end and (self.left_out[end - 1] or self.kinds[end - 1] in (*_QUOTED, "blank", "rule", "introduction")):
            end -= 1
        below = [place for place in range(end, self.end) if not self.left_out[place]]
        if any(self.kinds[place] in ("quote", "names") for place in below):
            if self.first_text < end:
                self.quoted = True
                self._end_at(end)
            elif self._is_whole_history(below):
                self.quoted = True
                self._end_at(0)
        if self.first_text < self.end and self._has_quote(0):
            self.inline = True

    def _is_whole_history(self, places: list[int]) -> bool:
        first = next((self.lines[place] for place in places if self.kinds[place] == "quote"), "")
        return is_introduction(first[:MAX_LINE].lstrip("> "))

    def _cut_footers(self) -> None:
        if self.first_text >= self.end:
            return
        end = self.footers.begin(self.end, self.first_text)
        if end < self.end:
            self.signed = self.signed or any(
                self.lines[place].strip() and self.kinds[place] != "rule" for place in range(end, self.end)
            )
            self._end_at(end)

    def _leave_introductions_out(self) -> None:
        if self.first_text >= self.end:
            return
        for place in range(self.end):
            if self.kinds[place] == "introduction" and not self.left_out[place]:
                self.left_out[place] = 1
                self.quoted = True

    def _leave_signatures_out(self) -> None:
        for place in range(self.end):
            if self.kinds[place] == "signature":
                self.left_out[place] = 1
                self.signed = True

    def _next_text(self, place: int) -> int:
        return next((at for at in range(place, len(self.kinds)) if self.kinds[at] == "text"), len(self.kinds))

    def _has_quote(self, start: int) -> bool:
        return any(self.kinds[place] == "quote" and not self.left_out[place] for place in range(start, self.end))

    def _quote_below(self, place: int) -> bool:
        while place < self.end and self.kinds[place] == "introduction":
            place += 1
        below = self._skip_blank(place)
        return below < self.end and self.kinds[below] in ("quote", "indent")

    def _skip_blank(self, place: int) -> int:
        while place < self.end and self.kinds[place] == "blank":
            place += 1
        return place

    def _end_at(self, end: int) -> None:
        self.end = end


def trim(lines: list[str]) -> str:
    """The lines without blank ones at either end and without white space at their ends."""
    first, last = 0, len(lines)
    while first < last and not lines[first].strip():
        first += 1
    while last > first and not lines[last - 1].strip():
        last -= 1
    return "\n".join(line.rstrip() for line in lines[first:last])
