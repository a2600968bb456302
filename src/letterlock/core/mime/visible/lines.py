"""Lines of text with hidden runs between them: white space collapses as a browser does it, markers go in at the end."""

import re
from dataclasses import dataclass, field

from letterlock.core.mime.invisible import Payload, marker, split_invisible
from letterlock.core.mime.visible.markdown import Begin, Cell, End, Piece, Row, Writer, join
from letterlock.core.mime.visible.style import UNLOADED
from letterlock.core.trust.report import HiddenSegment

MAX_TEXT = 600_000
"""Characters of visible text kept, the marks before quoted lines among them."""
MAX_HIDDEN = 300
"""Hidden segments told apart; what comes after joins the last one."""

MAX_PREVIEW = 300
"""Characters of preview lines, all together."""
MAX_ABOVE = 120
"""Characters of visible text that may stand above a preview line, such as how to see the mail in a browser."""
PREVIEW = "preview line"
MAX_LABELS = 60
"""Characters of the labels of links, such as icons have, that are hidden."""
LABEL = "label of a link"

_PREVIEW_WAYS = frozenset(
    (
        "display:none",
        "visibility:hidden",
        "opacity",
        "font-size near 0",
        "box without height",
        "box without width",
    )
)
_ADDRESS = re.compile(r"://|\bwww\.|@[\w-]++\.", re.I)
_SPACES = re.compile(r"[ \t\n\r\f]+")
_SPACE = re.compile(r"\s")
TAKE_ROOM = frozenset(
    (
        "visibility:hidden",
        "opacity",
        "transparent text",
        "text in the colour of its background",
        UNLOADED,
        "letters masked by dots",
    )
)
"""Ways of hiding that leave a gap where the text would be."""
_WORD = re.compile(r"[^\W_]+")
_REPEATED_SHARE = 0.8


@dataclass(slots=True)
class _Line:
    prefix: str
    pieces: list[Piece] = field(default_factory=list)
    """Text, the number of the hidden run that stands there, or a sign of Markdown."""
    head: str = ""


@dataclass(slots=True)
class _Run:
    """Neighbouring hidden texts, by why. `before` is how much visible text stands above it."""

    before: int
    parts: list[tuple[str, bool, list[str]]] = field(default_factory=list)
    """(why, whether it labels a link, texts)."""


class Lines:
    """Takes text, hidden text and breaks in order; gives the text a reader sees and the segments they do not."""

    def __init__(self, *, marking: bool = False) -> None:
        """With `marking` signs of Markdown are kept beside the text."""
        self.marking = marking
        self._head = ""
        self._signs: list[Begin] = []
        self.lines: list[_Line] = []
        self.runs: list[_Run] = []
        self.size = 0
        self.full = False
        self._line: _Line | None = None
        self._gap = 0
        self._space = False
        self._run: _Run | None = None
        self._segments = 0
        self.prefix = ""
        self.first_prefix = ""
        """Stands before the next line begun instead of `prefix`: a bullet."""
        self.hidden_link = MAX_TEXT
        """How much visible text stands above the first link that nobody sees."""
        self.listeners: list[list[str]] = []
        """Links that are open: each gets the text they hold."""

    @property
    def number(self) -> int:
        """The number of the next line that will begin."""
        return len(self.lines)

    @property
    def in_line(self) -> bool:
        return self._line is not None

    def text(self, raw: str, white_space: str) -> None:
        """Visible text."""
        for part in split_invisible(raw):
            if isinstance(part, Payload):
                self.hide(part.text, part.why)
            elif white_space in ("pre", "pre-wrap", "break-spaces"):
                self._lines_of(part.expandtabs(8))
            elif white_space == "pre-line":
                self._lines_of(re.sub(r"[ \t\r\f]+", " ", part))
            else:
                self._flow(part)

    def _lines_of(self, text: str) -> None:
        first, *others = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
        self._put(first)
        for other in others:
            self.newline()
            self._put(other)

    def _flow(self, text: str) -> None:
        text = _SPACES.sub(" ", text)
        if text == " ":
            self._space = self._space or self._line is not None
            return
        if not text:
            return
        if text[0] == " ":
            self._space = self._space or self._line is not None
            text = text[1:]
        after = text.endswith(" ")
        self._put(text[:-1] if after else text)
        self._space = after

    def _put(self, text: str) -> None:
        if not text or self.full:
            return
        line = self._open()
        if self._space:
            text = f" {text}"
            self._space = False
        if text.strip():
            self._run = None
        if self._signs:
            line.pieces += [" ", *self._signs] if text[0] == " " else self._signs
            text = text.removeprefix(" ")
            self._signs = []
        line.pieces.append(text)
        for listener in self.listeners:
            listener.append(text)
        self.size += len(text)
        self.full = self.size > MAX_TEXT

    def token(self, text: str) -> None:
        """Text that no collapsing touches, such as `[image: …]`."""
        self._put(text)

    def begin(self, sign: Begin) -> None:
        """Emphasis or a link begins with the next text."""
        self._signs.append(sign)

    def heading(self, head: str) -> None:
        """The next line is a heading."""
        self._head = head

    def end(self, sign: Begin) -> None:
        if sign in self._signs:
            self._signs.remove(sign)
        elif self.lines:
            self.lines[-1].pieces.append(End(sign))

    def separate(self, mark: str) -> None:
        """Put `mark` between what is on this line and what comes."""
        if self.marking:
            self._space = False
            self._open().pieces.append(Cell())
            return
        if mark and self._line is not None and self._line.pieces:
            self._space = False
            self._put(mark)

    def _open(self) -> _Line:
        if self._line is None:
            for _ in range(self._gap if self.lines else 0):
                self.lines.append(_Line(_shared(self.prefix, self.lines[-1].prefix)))
                self.size += len(self.lines[-1].prefix)
            self._line = _Line(self.first_prefix or self.prefix, head=self._head)
            self._head = ""
            self.size += len(self._line.prefix)
            self.first_prefix = ""
            self.lines.append(self._line)
            self._space = False
        self._gap = 0
        return self._line

    def hide(self, raw: str, why: str, *, label: bool = False) -> None:
        """Text that a reader does not see. As the `label` of a link it may stand for a picture that is to be seen."""
        if not raw:
            return
        if self._run is None:
            if not raw.strip():
                return
            if self._segments >= MAX_HIDDEN and self.runs:
                self.runs[-1].parts[-1][2].append(f" {raw}")
                return
            self._run = _Run(self.size)
            self.runs.append(self._run)
            line = self._open() if self._line is not None else None
            if line is None:
                line = self._open()
            if self._space:
                line.pieces.append(" ")
                self._space = False
            line.pieces.append(len(self.runs) - 1)
        parts = self._run.parts
        if not parts or parts[-1][:2] != (why, label):
            if not raw.strip():
                raw = " "
                if parts:
                    parts[-1][2].append(raw)
                    return
            self._segments += 1
            parts.append((why, label, []))
        parts[-1][2].append(raw)

    def hidden_break(self) -> None:
        """A line break inside hidden text."""
        if self._run is not None and self._run.parts:
            self._run.parts[-1][2].append(" ")

    def newline(self) -> None:
        """A forced line break (br)."""
        if self._line is None:
            self._open()
        self._line = None
        self._space = False

    def break_line(self, margin: int = 0) -> None:
        """The edge of a block, with `margin` blank lines asked for."""
        self._line = None
        self._space = False
        self._gap = max(self._gap, margin)

    def finish(self, where: str) -> tuple[str, tuple[HiddenSegment, ...], list[int]]:
        """The text, the hidden segments, and for each line number the offset in the text where it starts."""
        return self._join(*self._judge(where))

    def markdown(self) -> str:
        """The same as Markdown, where signs of it were kept."""
        lengths, _ = self._judge("html")
        writer = Writer([length for length, _ in lengths])
        rows: list[Row] = []
        for line in self.lines:
            row = writer.row(line.prefix, line.head, line.pieces)
            if row.body or (rows and rows[-1].body and not any(isinstance(one, int) for one in line.pieces)):
                rows.append(row)
        while rows and not rows[-1].body:
            rows.pop()
        return join(rows)

    def _judge(self, where: str) -> tuple[list[tuple[int, bool]], list[HiddenSegment]]:
        seen = {
            word.lower() for line in self.lines for p in line.pieces if isinstance(p, str) for word in _WORD.findall(p)
        }
        lengths: list[tuple[int, bool]] = []
        segments: list[HiddenSegment] = []
        previews, labels = MAX_PREVIEW, MAX_LABELS
        for run in self.runs:
            length, gap = 0, False
            for why, label, texts in run.parts:
                gap = gap or why in TAKE_ROOM
                text = _SPACES.sub(" ", "".join(texts)).strip(" ")
                if not text:
                    continue
                repeated = is_repeated(text, seen)
                benign, place = repeated or why == UNLOADED, where
                if label and not benign:
                    labels -= len(text)
                    benign, place = labels >= 0, LABEL
                if not benign and self._previews(run, why, text):
                    previews -= len(" ".join(strip_filler(text).split()))
                    benign, place = previews >= 0, PREVIEW
                segments.append(HiddenSegment(text=text, where=place, why=why, benign=benign))
                length += 0 if repeated else len(text)
            lengths.append((length, gap))
        return lengths, segments

    def _previews(self, run: _Run, why: str, text: str) -> bool:
        """Whether hidden text is the line that a list of messages shows beside the subject, hidden in the usual way."""
        at_top = run.before <= MAX_ABOVE and self.hidden_link > MAX_ABOVE
        said = len(" ".join(strip_filler(text).split()))
        at_top = at_top and self.size - run.before >= max(said, 4 * run.before)
        return at_top and why in _PREVIEW_WAYS and not _ADDRESS.search(text)

    def _join(
        self, lengths: list[tuple[int, bool]], segments: list[HiddenSegment]
    ) -> tuple[str, tuple[HiddenSegment, ...], list[int]]:
        out: list[str] = []
        starts: list[int] = []
        offset = 0
        blank = 2
        for line in self.lines:
            body = _with_markers(line.pieces, lengths)
            text = f"{line.prefix}{body.replace(chr(0xA0), ' ')}".rstrip()
            starts.append(offset)
            bare = not body.strip()
            if bare and (any(isinstance(piece, int) for piece in line.pieces) or blank >= 2):
                continue
            blank = blank + 1 if bare else 0
            out.append(text)
            offset += len(text) + 1
        while out and not out[-1].strip("> "):
            out.pop()
        starts.append(offset)
        return "\n".join(out), tuple(segments), starts


def _with_markers(pieces: list[Piece], runs: list[tuple[int, bool]]) -> str:
    """The pieces of a line with a marker for what was withheld (its length, and whether it leaves a gap): never
    within a word, so that none is torn apart."""
    out = ""
    held, gap = 0, False
    for piece in pieces:
        if isinstance(piece, int):
            held += runs[piece][0]
            gap = gap or runs[piece][1]
            continue
        if not isinstance(piece, str):
            continue
        inside = not gap and out != "" and not out[-1].isspace()
        space = _SPACE.search(piece) if inside else None
        if held and inside and space is None:  # the word goes on: the marker waits for its end
            out += piece
            continue
        place = space.start() if space else 0
        if held:
            out = _spaced(_spaced(out + piece[:place], marker(held)), piece[place:])
        else:
            out = _spaced(out, piece) if gap else out + piece
        held, gap = 0, False
    return _spaced(out, marker(held)) if held else out


def _spaced(one: str, other: str) -> str:
    """Both with a space between them."""
    return f"{one}{other}" if not one or one[-1].isspace() or other[:1].isspace() else f"{one} {other}"


def _shared(one: str, other: str) -> str:
    """The quote marks two lines have in common, for the blank line between them."""
    length = 0
    while length < min(len(one), len(other)) and one[length] == other[length]:
        length += 1
    return one[:length].rstrip()


def is_repeated(text: str, seen: set[str]) -> bool:
    """Whether hidden text says nothing a reader does not see: no words, or words that stand in the visible text."""
    words = [word.lower() for word in _WORD.findall(strip_filler(text))]
    if not words:
        return True
    return sum(1 for word in words if word in seen) >= _REPEATED_SHARE * len(words)


def strip_filler(text: str) -> str:
    """Text without its invisible filler."""
    return "".join(part if isinstance(part, str) else part.text for part in split_invisible(text))
