"""The reply alone: quoted history and signature cut, what stands between quotes kept (RFC 3676 section 4)."""

from dataclasses import dataclass
from typing import Literal

from letterlock.core.mime.quote_words import (
    ADDRESS,
    CLOCK,
    CONTACT,
    DATE,
    DEVICE,
    FIELD_OF,
    FORWARDED,
    HEADER,
    NAME_LINE,
    OPENER,
    ORIGINAL,
    PARTED,
    RULE,
    SHORT_NAME,
    SIGNATURE_MARK,
    SURE_MARK,
    UNDERLINE,
    WROTE,
    WROTE_END,
)

MAX_LINES = 20_000
MAX_LINE = 500
"""Characters of a line that are looked at."""
MAX_ATTRIBUTION_LINES = 6
MAX_SIGNATURE_LINES = 12
MAX_SIGNATURE_WORDS = 90
MAX_SIGNATURE_LINE = 100
MAX_UNDERLINED_WORDS = 20

Kind = Literal[
    "text", "blank", "quote", "names", "attribution", "header", "original", "forward", "device", "rule", "mark"
]


@dataclass(frozen=True, slots=True)
class Quoted:
    """`text` is the reply alone. `inline_answers`: it answers between quotes, which are then kept in place."""

    text: str
    quoted_removed: bool = False
    signature_removed: bool = False
    inline_answers: bool = False


def strip_quotes(text: str, *, forwarded: bool = False) -> Quoted:
    """Cut history and signature from a plain text; with `forwarded` (by its subject) an embedded mail is content.

    When in doubt the text stays. A text that is nothing but quotes without a reply stays too, unless it is a whole
    history with its introduction.
    """
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    if len(lines) > MAX_LINES:
        return Quoted(text)
    return _Reply(lines, forwarded).strip()


class _Reply:
    def __init__(self, lines: list[str], forwarded: bool) -> None:
        self.lines = lines
        self.forwarded = forwarded
        self.kinds: list[Kind] = _mark(lines)
        self.quoted = self.signed = self.inline = False
        self.tail: list[str] = []
        self._measure()

    def strip(self) -> Quoted:
        self._set_forward_aside()
        self._cut_history()
        self._cut_signature()
        self._cut_trailing_quotes()
        self._cut_signature()
        self._drop_attributions()
        if self.tail:
            self.lines += [*([""] if self.lines else []), *self.tail]
        return Quoted(_trim(self.lines), self.quoted, self.signed, self.inline)

    def _set_forward_aside(self) -> None:
        """A forwarded message below is content: nothing of it is cut."""
        for place, kind in enumerate(self.kinds):
            whole = kind == "forward" or (self.forwarded and kind in ("header", "original"))
            if not whole:
                continue
            self.tail = self.lines[place:]
            self._keep(place)
            return

    def _cut_history(self) -> None:
        """Cut where an embedded mail begins: below a header block, an original-message line, or an introduction."""
        place = 0
        while place < len(self.kinds):
            kind = self.kinds[place]
            if kind in ("header", "original") and self._has_text_before(place):
                self.quoted = True
                self._keep(place)
                return
            if kind == "attribution":
                after = self._after_attribution(place)
                if after is None:
                    return
                place = after
                continue
            place += 1

    def _after_attribution(self, start: int) -> int | None:
        """Decide about one introduction; gives where to go on, None when the rest has been cut."""
        end = start
        while end < len(self.kinds) and self.kinds[end] == "attribution":
            end += 1
        below = self._skip_blank(end)
        if below >= len(self.kinds) or self.kinds[below] not in ("quote",):
            if self._has_text_before(start) and self._is_written_by_a_program(start, end):
                self.quoted = True
                self._keep(start)
                return None
            if self._has_text_before(start):
                self.kinds[start:end] = ["text"] * (end - start)
                self._measure()
            return max(end, start + 1)
        last = below
        while last < len(self.kinds) and self.kinds[last] in ("quote", "blank"):
            last += 1
        if self._last_words < last:
            self.quoted = True
            if self._has_text_before(start) or last >= len(self.kinds):
                self._keep(start)
                return None
            return last
        if self._has_text_before(start) or self._last_quote >= last:
            return last
        # The answer stands below the whole quote.
        self.quoted = True
        del self.lines[start:last], self.kinds[start:last]
        self._measure()
        return start

    def _is_written_by_a_program(self, start: int, end: int) -> bool:
        """Whether an introduction with no quote below it names an address or a time of day: people seldom do."""
        text = " ".join(line[:MAX_LINE] for line in self.lines[start:end])
        return ADDRESS.search(text) is not None or CLOCK.search(text) is not None

    def _cut_trailing_quotes(self) -> None:
        end = len(self.kinds)
        while end and self.kinds[end - 1] in ("quote", "names", "blank", "rule", "attribution"):
            end -= 1
        if any(kind in ("quote", "names") for kind in self.kinds[end:]):
            if self._has_text_before(end):
                self.quoted = True
                self._keep(end)
            elif self._is_whole_history():
                self.quoted = True
                self._keep(0)
        if any(kind == "quote" for kind in self.kinds):
            self.inline = self.inline or self._has_text_before(len(self.kinds))

    def _is_whole_history(self) -> bool:
        first = next((line for line, kind in zip(self.lines, self.kinds, strict=True) if kind == "quote"), "")
        return _is_attribution(first.lstrip("> "))

    def _cut_signature(self) -> None:
        """Cut from a signature mark, device footers and loose rules at the end."""
        for place, kind in enumerate(self.kinds):
            if not self._has_text_before(place):
                continue
            if (kind == "mark" and self._is_signature(place)) or (kind == "rule" and self._is_underlined(place)):
                self.signed = True
                self._keep(place)
                break
        end = len(self.kinds)
        while end and self.kinds[end - 1] in ("blank", "rule", "device", "mark"):
            end -= 1
        if self._has_text_before(end):
            self.signed = self.signed or any(kind == "device" for kind in self.kinds[end:])
            self._keep(end)

    def _is_signature(self, mark: int) -> bool:
        """Whether what follows a mark is short enough to be a signature, so that no paragraph is lost; and, unless the
        mark is a sure one, reads like one."""
        start = mark + 1
        if len(self.lines) - start > 4 * MAX_SIGNATURE_LINES:
            return False
        rest = [line for line in self.lines[start:] if line.strip()]
        words = sum(len(line.split()) for line in rest)
        if len(rest) > MAX_SIGNATURE_LINES or words > MAX_SIGNATURE_WORDS or "quote" in self.kinds[start:]:
            return False
        return SURE_MARK.fullmatch(self.lines[mark]) is not None or self._reads_like_one(mark, rest)

    def _reads_like_one(self, mark: int, rest: list[str]) -> bool:
        """A name, and how to reach its bearer or a quote right above, below something that does not introduce it."""
        above = next((place for place in reversed(range(mark)) if self.kinds[place] != "blank"), mark)
        if self.lines[above][-MAX_LINE:].rstrip().endswith((":", "\uff1a")):
            return False
        lines = [line.strip() for line in rest if not DEVICE.fullmatch(line[:MAX_LINE])]
        if not lines:
            return True
        if len(lines) == 1 and SHORT_NAME.fullmatch(lines[0]):
            return True
        short = all(len(line) <= MAX_SIGNATURE_LINE for line in lines)
        named = NAME_LINE.fullmatch(PARTED.split(lines[0][:MAX_LINE], maxsplit=1)[0]) is not None
        return short and named and (self.kinds[above] == "quote" or any(map(CONTACT.search, lines)))

    def _is_underlined(self, place: int) -> bool:
        """A long underline with a few words below it, and nothing else."""
        if len(self.lines) - place > 4 * MAX_SIGNATURE_LINES:
            return False
        rest = [line for line in self.lines[place + 1 :] if line.strip()]
        words = sum(len(line.split()) for line in rest)
        return UNDERLINE.fullmatch(self.lines[place]) is not None and len(rest) <= 4 and words <= MAX_UNDERLINED_WORDS

    def _drop_attributions(self) -> None:
        kept = [place for place, kind in enumerate(self.kinds) if kind != "attribution"]
        if len(kept) < len(self.kinds) and self._has_text_before(len(self.kinds)):
            self.quoted = True
            self.lines = [self.lines[place] for place in kept]
            self.kinds = [self.kinds[place] for place in kept]
            self._measure()

    def _measure(self) -> None:
        """Find where the text begins, and where the last words (without a signature) and the last quote stand."""
        places = range(len(self.kinds))
        self._first_text = next((place for place in places if self.kinds[place] == "text"), len(self.kinds))
        self._last_quote = next((place for place in reversed(places) if self.kinds[place] == "quote"), -1)
        marks = (place for place in places if self.kinds[place] == "mark" and place > self._last_quote)
        end = next((place for place in marks if self._is_signature(place)), len(self.kinds))
        self._last_words = next((place for place in range(end - 1, -1, -1) if self.kinds[place] == "text"), -1)

    def _has_text_before(self, end: int) -> bool:
        return self._first_text < min(end, len(self.kinds))

    def _skip_blank(self, place: int) -> int:
        while place < len(self.kinds) and self.kinds[place] == "blank":
            place += 1
        return place

    def _keep(self, end: int) -> None:
        del self.lines[end:], self.kinds[end:]
        self._measure()


def _mark(lines: list[str]) -> list[Kind]:
    """What each line is."""
    kinds: list[Kind] = []
    fenced = False
    for raw in lines:
        line = raw[:MAX_LINE]
        if line.lstrip().startswith("```"):
            fenced = not fenced
            kinds.append("text")
        else:
            kinds.append("text" if fenced else _kind(line))
    _mark_forwards(lines, kinds)
    for end, line in enumerate(lines):
        if (kinds[end] == "text" and len(line) <= MAX_LINE) or _closes_address(lines, end):
            _mark_attribution(lines, kinds, end, line)
    _mark_headers(lines, kinds)
    return kinds


def _kind(line: str) -> Kind:  # noqa: PLR0911 (one case a line)
    bare = line.strip()
    if not bare:
        return "blank"
    if bare[0] == ">":
        return "quote"
    if bare[0] == "|" and (len(bare) == 1 or bare[1] == " ") and bare.count("|") == 1:
        return "quote"
    if SIGNATURE_MARK.fullmatch(line):
        return "mark"
    if RULE.fullmatch(line):
        return "rule"
    head, arrow, _ = bare.partition(">")
    if arrow and len(head) <= 12 and head.isalpha() and bare[len(head) + 1 : len(head) + 2] in ("", " ", ">"):
        return "names"
    if ORIGINAL.fullmatch(line):
        return "original"
    if len(line) < 160 and DEVICE.fullmatch(line):
        return "device"
    return "text"


def _mark_forwards(lines: list[str], kinds: list[Kind]) -> None:
    for place, kind in enumerate(kinds):
        line = lines[place]
        if kind in ("text", "quote", "original") and len(line) < 120 and FORWARDED.fullmatch(line.strip()):
            kinds[place] = "forward"


def _mark_attribution(lines: list[str], kinds: list[Kind], end: int, line: str) -> None:
    """Mark the lines of an introduction (`On …, … wrote:`) that ends on this line."""
    tail = line.strip()
    bare_date = OPENER.match(tail) is not None and DATE.search(tail) is not None
    if not (WROTE_END.search(tail[-60:]) or (bare_date and (tail.endswith(">") or "GMT" in tail))):
        return
    joined = ""
    for count in range(MAX_ATTRIBUTION_LINES):
        start = end - count
        if start < 0 or (count and kinds[start] not in ("text", "blank")):
            break
        if kinds[start] == "blank" and (start == 0 or "<" in joined[:1] or count > 4) and "<" not in joined[:1]:
            break
        joined = f"{lines[start].strip()} {joined}".strip()
        if len(joined) > 2 * MAX_LINE:
            break
        if OPENER.match(joined) and _is_attribution(joined):
            kinds[start : end + 1] = ["attribution"] * (count + 1)
            return
    if WROTE.search(tail) and ADDRESS.search(tail) and _is_attribution(tail):
        kinds[end] = "attribution"
        return
    if end and kinds[end - 1] == "text" and _names_writer(f"{lines[end - 1].strip()} {tail}"):
        kinds[end - 1 : end + 1] = ["attribution"] * 2


def _closes_address(lines: list[str], place: int) -> bool:
    """Whether a line that starts with `>` is the broken end of an introduction: `<name@host`, then `> wrote:`."""
    line = lines[place].strip()
    if line[:1] != ">" or len(line) > 60 or not WROTE_END.search(line) or not place:
        return False
    above = lines[place - 1][-MAX_LINE:]
    return ADDRESS.search(above) is not None and above.count(">") < above.count("<") + above.count("mailto:")


def _names_writer(text: str) -> bool:
    """`Name <address> schrieb am …` over two lines: an address before the verb, and a date."""
    verb = WROTE.search(text)
    address = ADDRESS.search(text)
    return bool(verb and address and address.start() < verb.start() and DATE.search(text) and _is_attribution(text))


def _is_attribution(text: str) -> bool:
    if len(text) > 2 * MAX_LINE:
        return False
    dated, addressed = DATE.search(text) is not None, ADDRESS.search(text) is not None
    if WROTE.search(text) and WROTE_END.search(text[-60:]):
        return dated or addressed
    if not (dated and OPENER.match(text)):
        return False
    return (addressed and text.rstrip(" :*").endswith(">")) or ("GMT" in text and len(text) < 120)


def _mark_headers(lines: list[str], kinds: list[Kind]) -> None:
    """Mark where a block of header lines begins (From, Sent, To, Subject): all four, or three with a time of day.

    A form or an itinerary that has three such lines (From: Berlin, To: Paris) is content.
    """
    place = 0
    while place < len(lines):
        field = _field(lines[place]) if kinds[place] == "text" else ""
        if not field:
            place += 1
            continue
        found = {field}
        last = place
        for below in range(place + 1, min(place + 9, len(lines))):
            other = _field(lines[below]) if kinds[below] != "blank" else ""
            if other:
                found.add(other)
                last = below
            elif kinds[below] == "blank" and below - last > 1:
                break
        block = " ".join(line[:MAX_LINE] for line in lines[place : last + 1])
        several = len(found) >= 3 and ("from" in found or {"date", "subject", "to"} <= found)
        enough = len(found) >= 4 or (several and CLOCK.search(block) is not None)
        if enough:
            kinds[place] = "header"
            place = last
        place += 1


def _field(line: str) -> str:
    match = HEADER.match(line[:80])
    return FIELD_OF.get(match[1].strip().lower(), "") if match else ""


def _trim(lines: list[str]) -> str:
    first, last = 0, len(lines)
    while first < last and not lines[first].strip():
        first += 1
    while last > first and not lines[last - 1].strip():
        last -= 1
    return "\n".join(line.rstrip() for line in lines[first:last])
