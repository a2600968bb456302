"""Lines that introduce a quote (`On …, … wrote:`), whole or folded over several."""

from typing import Final

from letterlock.core.mime.quoting.introduction_words import ADDRESS, CLOCK, DATE, OPENER, WROTE, WROTE_END
from letterlock.core.mime.quoting.kinds import Kind
from letterlock.core.mime.quoting.limits import MAX_LINE

MAX_FOLDED: Final = 6
"""Lines one introduction may take."""
MAX_OTHER_WORDS: Final = 24
"""Words of an introduction whose verb is not known."""
MAX_UNADDRESSED_WORDS: Final = 14
MAX_SHORTENED: Final = 6
"""Letters of a word that may be a shortened one (`26. Sept.`)."""
_EDGES: Final = " \t>*_-"
_DIRECTIONS: Final = {ord(c): None for c in "\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\ufeff"}


def bare(line: str) -> str:
    """A line without the marks of writing direction that programs put around names and addresses."""
    line = line[:MAX_LINE]
    return (line if line.isascii() else line.translate(_DIRECTIONS)).strip()


def mark_introductions(lines: list[str], kinds: list[Kind]) -> None:
    """Mark every introduction."""
    for end, line in enumerate(lines):
        if (kinds[end] == "text" and len(line) <= MAX_LINE) or _closes_address(lines, end):
            _mark_ending(lines, kinds, end)


def is_certain(lines: list[str]) -> bool:
    """Whether an introduction with no quote below it names an address or a time of day: people seldom do."""
    text = " ".join(map(bare, lines))
    return ADDRESS.search(text) is not None or CLOCK.search(text) is not None


def is_introduction(text: str) -> bool:
    """Whether a text, put together from its lines, introduces a quote."""
    if len(text) > 2 * MAX_LINE:
        return False
    address = ADDRESS.search(text)
    dated = DATE.search(text) is not None
    if not (dated or address):
        return False
    if WROTE.search(text) and WROTE_END.search(text[-60:]):
        return True
    if not (dated and address):
        return dated and "GMT" in text and len(text) < 120 and OPENER.match(text.lstrip(_EDGES)) is not None
    closed = text.rstrip(" *").endswith((">:", "):", "]:", ">：", "::", ">")) or text.rstrip(" *:：").endswith(
        address[0]
    )
    timed = CLOCK.search(text) is not None or text.lstrip(_EDGES)[:1].isdigit()
    return closed and timed and len(text.split()) <= MAX_OTHER_WORDS and _starts_so(text)


def _starts_so(text: str) -> bool:
    """It starts with a date, or with the writer's name and address."""
    text = text.lstrip(_EDGES)
    address = ADDRESS.search(text)
    return OPENER.match(text) is not None or (address is not None and len(text[: address.start()].split()) <= 5)


def _mark_ending(lines: list[str], kinds: list[Kind], end: int) -> None:
    """Mark the lines of the introduction that ends on this one, if one does."""
    tail = bare(lines[end])
    if not WROTE_END.search(tail[-60:]) and not (
        (tail.endswith(">") or "GMT" in tail) and OPENER.match(tail.lstrip(_EDGES)) and DATE.search(tail)
    ):
        return
    joined = ""
    found = -1
    for count in range(MAX_FOLDED):
        start = end - count
        if start < 0 or (count and (kinds[start] not in ("text", "blank") or _ends_sentence(lines[start]))):
            break
        if kinds[start] == "blank" and (start == 0 or count > 4 or joined[:1] not in ("<", "(")):
            break
        joined = f"{bare(lines[start])} {joined}".strip()
        if len(joined) > 2 * MAX_LINE:
            break
        most = MAX_OTHER_WORDS if "@" in joined else MAX_UNADDRESSED_WORDS
        if (count and len(joined.split()) > most) or not is_introduction(joined):
            continue
        if OPENER.match(joined.lstrip(_EDGES)):
            found = start
            break
        if _names_writer(joined, whole=not count) and (found < 0 or bare(lines[start]).endswith(("<", "("))):
            found = start
    if found >= 0:
        kinds[found : end + 1] = ["introduction"] * (end + 1 - found)


def _ends_sentence(line: str) -> bool:
    """Whether a line ends what it says, so that no introduction goes on below it."""
    text = line[-MAX_LINE:].rstrip()
    if text.endswith((":", "!", "?", "。", "：")):
        return True
    if not text.endswith("."):
        return False
    last = text.rsplit(maxsplit=1)[-1].rstrip(".")
    shortened = (last.isdigit() and len(last) <= 2) or (last.isalpha() and len(last) <= MAX_SHORTENED)
    begins = OPENER.match(text.lstrip(_EDGES)) is not None or ADDRESS.search(text) is not None
    return not (shortened and begins)


def _names_writer(text: str, *, whole: bool) -> bool:
    """`Name <address> schrieb am …`: few words and the address, or few words and the verb, with a date."""
    text = text.lstrip(_EDGES)
    address = ADDRESS.search(text)
    verb = WROTE.search(text)
    if address is not None:
        before = text[: address.start()]
        if not whole and (DATE.search(text) is None or not before.rstrip().endswith(("<", "(", "[", "mailto:"))):
            return False
        return len(before.split()) <= 6 and (verb is not None or DATE.search(text) is not None)
    return verb is not None and len(text[: verb.start()].split()) <= 8 and CLOCK.search(text) is not None


def _closes_address(lines: list[str], place: int) -> bool:
    """Whether a line that starts with `>` is the broken end of an introduction: `<name@host`, then `> wrote:`."""
    line = lines[place].strip()
    if line[:1] != ">" or len(line) > 60 or not WROTE_END.search(line) or not place:
        return False
    above = lines[place - 1][-MAX_LINE:]
    return ADDRESS.search(above) is not None and above.count(">") < above.count("<") + above.count("mailto:")
