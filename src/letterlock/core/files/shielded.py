"""Files of a message whose codes and acting links are withheld: without them, or found to hold some. In the worker."""

from dataclasses import replace

from letterlock.core.errors import Conflict, Unsupported
from letterlock.core.files.give import Given, give
from letterlock.core.files.text.read import Readable, read_text, words_of_files
from letterlock.core.trust.codes.fold import MAX_TEXT
from letterlock.core.trust.codes.mask import mask
from letterlock.core.trust.codes.secrets import Secrets
from letterlock.core.trust.codes.shield import find_secrets
from letterlock.core.trust.links import read_links

_PART = MAX_TEXT


def give_masked(raw: bytes, index: int, secrets: Secrets) -> Given | None:
    """`give`, its text without codes: the message's own, and those that the file names as such."""
    given = give(raw, index)
    return given if given is None else replace(given, text=without(given.text, secrets))


def text_masked(raw: bytes, index: int, secrets: Secrets) -> Readable | None:
    """`read_text` without codes."""
    read = read_text(raw, index)
    return read if read is None else replace(read, text=without(read.text, secrets))


def says_codes(raw: bytes, index: int, secrets: Secrets) -> bool:
    """Whether the file, as far as it can be read as text, holds a code or an acting link."""
    try:
        read = read_text(raw, index)
    except Unsupported:
        return False
    except Conflict:
        return bool(secrets)  # nobody can say what it holds, and its message brings codes
    return read is not None and without(read.text, secrets) != read.text


def words_masked(raw: bytes, places: tuple[int, ...], longest: int, secrets: Secrets) -> str:
    """`words_of_files` without codes, which nobody is to find out by searching."""
    return without(words_of_files(raw, places, longest), secrets)


def without(text: str, secrets: Secrets) -> str:
    """A file's text with the codes masked that are known, and those that are found in it."""
    if not text:
        return text
    parts = []
    for start in range(0, len(text), _PART):
        part = text[start : start + _PART]
        own = find_secrets("", (part,), read_links((), part))
        parts.append(mask(mask(part, secrets), own))
    return "".join(parts)
