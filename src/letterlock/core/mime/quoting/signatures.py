"""What stands below a reply without being part of it: signatures, device footers, list footers, legal notices."""

from typing import Final

from letterlock.core.mime.quoting.footer_words import LIST_FOOTER, MAX_NOTICE, is_list_footer, is_notice
from letterlock.core.mime.quoting.kinds import Kind
from letterlock.core.mime.quoting.limits import MAX_LINE
from letterlock.core.mime.quoting.signature_words import (
    CLOSING,
    CONTACT,
    LONG_UNDERLINE,
    NAME_LINE,
    PARTED,
    SHORT_NAME,
    SURE_MARK,
    UNDERLINE,
)

MAX_LINES: Final = 12
"""Lines of a signature that say something."""
MAX_WORDS: Final = 90
MAX_LENGTH: Final = 100
"""Characters of a line of a signature whose mark is not a sure one."""
MAX_UNDERLINED_WORDS: Final = 20
MAX_SPREAD: Final = 4 * MAX_LINES
"""Lines a signature takes with its blank ones."""
MAX_NOTICE_LINES: Final = 60
MAX_ROUNDS: Final = 12
"""Footers that stand below each other."""
MAX_CONTACT_WORDS: Final = 9
_LOOSE: Final = frozenset(("blank", "rule", "device", "mark", "signature"))


class Footers:
    """Finds where the words of a text end and its footers begin. `writer`: names and addresses of who sent it."""

    def __init__(self, lines: list[str], kinds: list[Kind], writer: tuple[str, ...] = ()) -> None:
        self.lines = lines
        self.kinds = kinds
        self.writer = tuple(word.lower() for word in writer if len(word) > 2)

    def begin(self, end: int, first: int) -> int:
        """Where the footers above `end` begin; what they leave ends there, and nothing at or before `first` is cut."""
        for _ in range(MAX_ROUNDS):
            above = self._above(self._without_loose(end), first)
            if above == end:
                break
            end = above
        return end

    def _above(self, end: int, first: int) -> int:
        for find in (self._marked, self._notice, self._list_footer, self._contacts):
            start = find(end)
            if start > first:
                return start if start < end else end
        return end

    def _without_loose(self, end: int) -> int:
        while end and self.kinds[end - 1] in _LOOSE:
            end -= 1
        return end

    def _marked(self, end: int) -> int:
        """The first mark or underline below which all is a signature."""
        found = -1
        for place in range(end - 1, max(-1, end - MAX_SPREAD), -1):
            kind = self.kinds[place]
            if kind in ("quote", "names", "forward", "header", "original", "history"):
                break
            if (kind == "mark" and self._is_signature(place, end)) or (kind == "rule" and self._is_ruled(place, end)):
                found = place
        return found

    def _is_signature(self, place: int, end: int) -> bool:
        """Whether what follows a mark is short enough to be a signature, so that no paragraph is lost; and, unless the
        mark is a sure one, reads like one."""
        if end - place > MAX_SPREAD:
            return False
        rest = [line for line in self.lines[place + 1 : end] if line.strip()]
        words = sum(len(line.split()) for line in rest)
        if len(rest) > MAX_LINES or words > MAX_WORDS or "quote" in self.kinds[place + 1 : end]:
            return False
        return SURE_MARK.fullmatch(self.lines[place]) is not None or self._reads_like_one(place, end)

    def _reads_like_one(self, place: int, end: int) -> bool:
        """A name, and how to reach its bearer or a quote right above, below something that does not introduce it."""
        above = next((up for up in range(place - 1, -1, -1) if self.kinds[up] != "blank"), place)
        if self.lines[above][-MAX_LINE:].rstrip().endswith((":", "：")):
            return False
        kept = [
            self.lines[at].strip()
            for at in range(place + 1, end)
            if self.lines[at].strip() and self.kinds[at] != "device"
        ]
        if not kept:
            return True
        closed = self._follows_closing(place)
        if len(kept) == 1 and SHORT_NAME.fullmatch(kept[0][:MAX_LINE]):
            return True
        if CLOSING.fullmatch(kept[0][:MAX_LENGTH]) and len(kept) > 1:
            kept = kept[1:]
        short = all(len(line) <= MAX_LENGTH for line in kept)
        named = NAME_LINE.fullmatch(PARTED.split(kept[0][:MAX_LINE], maxsplit=1)[0]) is not None
        return short and named and (closed or self.kinds[above] == "quote" or any(map(CONTACT.search, kept)))

    def _is_ruled(self, place: int, end: int) -> bool:
        """A line across, with a footer of a list below it, or a name and several ways to reach its bearer."""
        if self._underlines(place, end):
            return True
        rest = [line for line in self.lines[place + 1 : end] if line.strip()]
        contacts = sum(1 for line in rest if CONTACT.search(line[:MAX_LINE]))
        if any(len(line.split()) > MAX_CONTACT_WORDS for line in rest):
            return False
        reached = contacts >= 2 or (contacts == 1 and self._follows_closing(place))
        return reached and self._is_signature(place, end)

    def _underlines(self, place: int, end: int) -> bool:
        """A long underline with a few words below it, and nothing else."""
        rest = [line for line in self.lines[place + 1 : end] if line.strip()]
        if UNDERLINE.fullmatch(self.lines[place][:MAX_LINE]) and is_list_footer(rest):
            return True
        words = sum(len(line.split()) for line in rest)
        underline = LONG_UNDERLINE.fullmatch(self.lines[place][:MAX_LINE]) is not None
        return underline and len(rest) <= 4 and words <= MAX_UNDERLINED_WORDS

    def _paragraph(self, end: int) -> int:
        """Where the paragraph that ends at `end` begins."""
        start = end
        while start and end - start < MAX_NOTICE_LINES and self.kinds[start - 1] in ("text", "device", "names"):
            start -= 1
        return start

    def _notice(self, end: int) -> int:
        start = self._paragraph(end)
        if start == end or end - start >= MAX_NOTICE_LINES:
            return -1
        text = " ".join(line[:MAX_NOTICE].strip() for line in self.lines[start:end])
        return start if len(text) <= MAX_NOTICE and is_notice(text) else -1

    def _list_footer(self, end: int) -> int:
        start = self._paragraph(end)
        if start == end:
            return -1
        return start if LIST_FOOTER.match(self.lines[start][:MAX_LINE]) else -1

    def _contacts(self, end: int) -> int:
        """The end of a signature without a mark: below a closing and a name, or below the sender's own name."""
        start = self._paragraph(end)
        if not 1 <= end - start <= MAX_LINES:
            return -1
        block = [line.strip() for line in self.lines[start:end]]
        if any(len(line) > MAX_LENGTH or len(line.split()) > MAX_CONTACT_WORDS for line in block):
            return -1
        if CLOSING.fullmatch(block[0]):
            below = 2
            if len(block) < 3 or CONTACT.search(block[1]) or NAME_LINE.fullmatch(block[1]) is None:
                return -1
        elif self._follows_closing(start):
            below = 0 if CONTACT.search(block[0]) else 1
        elif self._is_writers(block):
            below = 0
        else:
            return -1
        rest = block[below:]
        if not any(map(_reaches, rest)) or any(line.endswith(("?", ":")) for line in rest):
            return -1
        return start + below

    def _follows_closing(self, start: int) -> bool:
        above = next((up for up in range(start - 1, max(-1, start - 4), -1) if self.kinds[up] != "blank"), -1)
        if above < 0:
            return False
        if CLOSING.fullmatch(self.lines[above][:MAX_LENGTH]):
            return True
        name = SHORT_NAME.fullmatch(self.lines[above].strip()[:MAX_LENGTH]) is not None
        return name and above > 0 and CLOSING.fullmatch(self.lines[above - 1][:MAX_LENGTH]) is not None

    def _is_writers(self, block: list[str]) -> bool:
        if not self.writer or len(block) < 2 or NAME_LINE.fullmatch(block[0]) is None:
            return False
        first, whole = block[0].lower(), " ".join(block).lower()
        named = any(word in first for word in self.writer)
        return named and sum(1 for line in block if CONTACT.search(line)) + any(w in whole for w in self.writer) >= 2


def _reaches(line: str) -> bool:
    """Whether a line says how to reach somebody; a page that a sentence points at does not."""
    words = line.split()
    if "http" in line and len(words) > 1 and not words[0].endswith(":"):
        return False
    return CONTACT.search(line) is not None
