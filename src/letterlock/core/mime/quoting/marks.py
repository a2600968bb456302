"""What each line of a text is: quote, introduction, header block, separator, footer, or the writer's own words."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Final

from letterlock.core.mime.quoting.footer_words import is_device_footer
from letterlock.core.mime.quoting.header_blocks import mark_headers
from letterlock.core.mime.quoting.introduction_words import WROTE
from letterlock.core.mime.quoting.introductions import bare, is_introduction, mark_introductions
from letterlock.core.mime.quoting.kinds import Kind
from letterlock.core.mime.quoting.limits import MAX_LINE
from letterlock.core.mime.quoting.separator_words import (
    DASHED,
    FORWARD_ENDS,
    FORWARD_STARTS,
    FORWARDED,
    ORIGINAL,
    ORIGINAL_STEM,
    RULE,
)
from letterlock.core.mime.quoting.signature_words import SIGNATURE_MARK

_MAX_INITIALS: Final = 12
_WRAPPED: Final = 66
"""A quoted line this long may have been folded without a mark on what was folded away."""
_ENDS: Final = (".", "!", "?", ":", ";", "。", "？", "！")


@dataclass(frozen=True, slots=True)
class Hint:
    """What a program said of the lines from `start` up to `end` when it wrote the HTML."""

    kind: Kind
    start: int
    end: int


@dataclass(slots=True)
class Marked:
    """The lines of a text and what each is; `ends` says where a header block ends, by its first line."""

    lines: list[str]
    kinds: list[Kind]
    ends: dict[int, int]
    certain: set[int]
    """Introductions a program marked as such."""


def mark(lines: list[str], hints: Iterable[Hint] = ()) -> Marked:
    """Tell the lines apart."""
    marked = Marked(lines, _one_by_one(lines), {}, set())
    kinds = marked.kinds
    _join_wrapped(lines, kinds)
    _mark_forwards(lines, kinds)
    _apply(marked, hints)
    mark_introductions(lines, kinds)
    _mark_within_quote(lines, kinds)
    _quote_indented(lines, kinds)
    mark_headers(lines, kinds, marked.ends)
    _mark_dashed(marked)
    return marked


def _one_by_one(lines: list[str]) -> list[Kind]:
    kinds: list[Kind] = []
    fenced = False
    for raw in lines:
        line = raw[:MAX_LINE]
        if line.lstrip().startswith("```"):
            fenced = not fenced
            kinds.append("text")
        else:
            kinds.append("text" if fenced else _kind(line))
    return kinds


def _kind(line: str) -> Kind:  # noqa: PLR0911 (one case a line)
    text = bare(line)
    if not text:
        return "blank"
    if text[0] in ">＞":
        return "quote"
    if text[0] == "|" and (len(text) == 1 or text[1] == " ") and text.count("|") == 1:
        return "quote"
    if SIGNATURE_MARK.fullmatch(line):
        return "mark"
    if RULE.fullmatch(line):
        return "rule"
    if _has_initials(text):
        return "names"
    if ORIGINAL.fullmatch(text):
        return "original"
    return "device" if is_device_footer(text) else "text"


def _has_initials(text: str) -> bool:
    head, arrow, _ = text.partition(">")
    return (
        bool(arrow)
        and len(head) <= _MAX_INITIALS
        and head.isalpha()
        and text[len(head) + 1 : len(head) + 2] in ("", " ", ">")
    )


def _join_wrapped(lines: list[str], kinds: list[Kind]) -> None:
    """The rest of a quoted line that was folded without its mark belongs to the quote."""
    for place in range(1, len(lines)):
        if kinds[place] != "text" or kinds[place - 1] != "quote":
            continue
        above, line = lines[place - 1].rstrip(), lines[place].strip()
        if len(above) >= _WRAPPED and not above.endswith(_ENDS) and line[:1].islower() and len(line) < len(above):
            kinds[place] = "quote"


def _mark_forwards(lines: list[str], kinds: list[Kind]) -> None:
    """Mark what stands above a forwarded message; within a quote that says more, it is a part of the quote."""
    for place, kind in enumerate(kinds):
        if kind not in ("text", "quote", "original") or len(lines[place]) >= 120:
            continue
        if not is_forward_line(bare(lines[place])):
            continue
        if kind == "quote" and not _begins_quote(kinds, place):
            continue
        kinds[place] = "forward"


def _mark_within_quote(lines: list[str], kinds: list[Kind]) -> None:
    """Some programs quote the introduction too: the first line of the first quote."""
    first = next((place for place, kind in enumerate(kinds) if kind == "quote"), -1)
    if 0 <= first < len(kinds) - 1 and kinds[first + 1] == "quote" and is_introduction(bare(lines[first]).lstrip("> ")):
        kinds[first] = "introduction"


def _quote_indented(lines: list[str], kinds: list[Kind]) -> None:
    """What is set apart is quoted where an introduction stands right above: it gets the mark of a quote."""
    above: Kind = "blank"
    for kind in kinds:
        if kind == "indent" and above == "introduction":
            break
        above = above if kind == "blank" else kind
    else:
        return
    for place, kind in enumerate(kinds):
        if kind == "indent":
            kinds[place] = "quote"
            lines[place] = f"> {lines[place]}"


def _mark_dashed(marked: Marked) -> None:
    """Words between dashes right above a header block forward, in whatever language, unless they say `original`."""
    for start in marked.ends:
        if marked.kinds[start] != "header":
            continue
        above = next((up for up in range(start - 1, max(-1, start - 3), -1) if marked.kinds[up] != "blank"), -1)
        if above >= 0 and marked.kinds[above] == "text" and DASHED.fullmatch(bare(marked.lines[above])):
            line = marked.lines[above]
            answered = ORIGINAL_STEM.search(line) is not None or WROTE.search(line) is not None
            marked.kinds[above] = "original" if answered else "forward"


def is_forward_line(line: str) -> bool:
    """`---------- Forwarded message ---------`, `Begin forwarded message:` and the like."""
    if FORWARDED.fullmatch(line) is None:
        return False
    return FORWARD_STARTS.match(line) is not None or FORWARD_ENDS.search(line) is not None


def _begins_quote(kinds: list[Kind], place: int) -> bool:
    return place == 0 or kinds[place - 1] not in ("quote", "forward")


def _apply(marked: Marked, hints: Iterable[Hint]) -> None:
    for hint in hints:
        filled = [place for place in range(hint.start, min(hint.end, len(marked.kinds))) if marked.lines[place].strip()]
        if filled:
            _HINTED[hint.kind](marked, hint, filled)


def _indent(marked: Marked, _hint: Hint, filled: list[int]) -> None:
    for place in filled:
        if marked.kinds[place] == "text":
            marked.kinds[place] = "indent"


def _sign(marked: Marked, _hint: Hint, filled: list[int]) -> None:
    """A signature that all stands in is none."""
    if "text" not in marked.kinds[: filled[0]]:
        return
    above = filled[0] - 1
    if marked.kinds[above] == "mark":
        marked.kinds[above] = "signature"
    for place in filled:
        if marked.kinds[place] not in ("quote", "forward", "history"):
            marked.kinds[place] = "signature"


def _forward(marked: Marked, _hint: Hint, filled: list[int]) -> None:
    marked.kinds[filled[0]] = "forward"


def _history(marked: Marked, hint: Hint, filled: list[int]) -> None:
    """What stands between quotes in it is an answer, so the wording decides."""
    first = filled[0]
    if marked.kinds[first] == "forward":
        return
    quoted = next((place for place in filled if marked.kinds[place] == "quote"), -1)
    if quoted >= 0 and hint.end < len(marked.lines) and any(marked.kinds[p] == "text" for p in filled if p > quoted):
        return
    marked.kinds[first] = "history"
    marked.ends[first] = hint.end


def _introduce(marked: Marked, _hint: Hint, filled: list[int]) -> None:
    first = filled[0]
    if marked.kinds[first] == "forward" or DASHED.fullmatch(bare(marked.lines[first])):
        marked.kinds[first] = "forward"
        return
    for place in filled:
        if marked.kinds[place] in ("text", "device", "names"):
            marked.kinds[place] = "introduction"
            marked.certain.add(place)


_HINTED: Final[dict[Kind, Callable[[Marked, Hint, list[int]], None]]] = {
    "introduction": _introduce,
    "indent": _indent,
    "signature": _sign,
    "forward": _forward,
    "history": _history,
}
