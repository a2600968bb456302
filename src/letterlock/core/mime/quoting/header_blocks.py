"""Blocks of header lines above a quoted or forwarded message (From, Sent, To, Subject), in many languages."""

from typing import Final

from letterlock.core.mime.quoting.header_words import COUNTED, FIELD_OF, MAX_LABEL
from letterlock.core.mime.quoting.introduction_words import ADDRESS, CLOCK
from letterlock.core.mime.quoting.introductions import bare
from letterlock.core.mime.quoting.kinds import Kind

MAX_BLOCK: Final = 14
"""Lines of a block that are looked at, with those its values go on in."""
MIN_UNDERLINE: Final = 20
_DECORATION: Final = " \t>|*_\xa0\u3000"


def mark_headers(lines: list[str], kinds: list[Kind], ends: dict[int, int]) -> None:
    """Mark the first line of each block as `header`, and put where it ends in `ends`.

    A block names From, Sent, To and Subject, or three of them with a time of day. A form or an itinerary that has
    three such lines (From: Berlin, To: Paris) is content.
    """
    place = 0
    while place < len(lines):
        if kinds[place] not in ("text", "introduction") or not field_of(lines[place]):
            place += 1
            continue
        found, last, values = _read_block(lines, kinds, place)
        if _is_header(found, values) or (_is_like_header(lines, place, found) and _follows_underline(lines, place)):
            kinds[place] = "header"
            ends[place] = last + 1
            place = last
        place += 1


def field_of(line: str) -> str:
    """The English name of the field a line is, "" for another line."""
    label, _ = _parted(line)
    return FIELD_OF.get(label.lower(), "") if label else ""


def _parted(line: str) -> tuple[str, str]:
    text = bare(line[: MAX_LABEL + 200]).lstrip(_DECORATION)
    for place, character in enumerate(text[: MAX_LABEL + 4]):
        if character in ":：":
            return text[:place].strip(_DECORATION), text[place + 1 :].strip()
    return "", ""


def _read_block(lines: list[str], kinds: list[Kind], start: int) -> tuple[set[str], int, str]:
    found: set[str] = set()
    last = start
    values: list[str] = []
    for place in range(start, min(start + MAX_BLOCK, len(lines))):
        field = field_of(lines[place]) if kinds[place] != "blank" else ""
        if place > last and _breaks_off(lines, kinds, place, last, found):
            break
        if field:
            found.add(field)
            last = place
        values.append(lines[place][:200])
    return found & COUNTED, last, " ".join(values[: last + 1 - start])


def _breaks_off(lines: list[str], kinds: list[Kind], place: int, last: int, found: set[str]) -> bool:
    """Whether the block ended at `last`: two lines are blank, too many say something else, or another block begins."""
    if kinds[place] == "blank":
        return place - last > 1 or (len(found) == 1 and _begins_below(lines, place))
    return place - last > 3 or (place - last > 1 and field_of(lines[place]) in found)


def _begins_below(lines: list[str], place: int) -> bool:
    """Whether a block of its own stands below a blank line: two fields, one right below the other."""
    below = lines[place + 1 : place + 3]
    return len(below) == 2 and all(map(field_of, below))


def _is_header(found: set[str], values: str) -> bool:
    several = len(found) >= 3 and ("from" in found or {"date", "subject", "to"} <= found)
    return (len(found) >= 4 and "from" in found) or (several and CLOCK.search(values) is not None)


def _follows_underline(lines: list[str], place: int) -> bool:
    """The line Outlook draws stands right above."""
    above = next((lines[up].strip() for up in range(place - 1, max(-1, place - 3), -1) if lines[up].strip()), "")
    return len(above) >= MIN_UNDERLINE and not above.strip("_")


def _is_like_header(lines: list[str], start: int, found: set[str]) -> bool:
    return "from" in found and len(found) >= 3 and ADDRESS.search(lines[start][:300]) is not None
