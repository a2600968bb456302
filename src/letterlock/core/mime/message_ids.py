"""Message ids of Message-ID, In-Reply-To and References fields, read tolerantly (RFC 5322 section 3.6.4)."""

import re

from letterlock.core.mime.display import has_controls, has_invisible

_BRACKETED = re.compile(r"<([^<>]*)>")
_SPACES = re.compile(r"\s+")

LONGEST = 900
"""Characters of an id; a longer one could not stand on a line of its own."""


def parse_ids(value: str) -> tuple[str, ...]:
    """All ids of a field in order, without brackets and each once. Without any brackets, words with an @ count."""
    if "<" in value and ">" in value:
        found = [_SPACES.sub("", text) for text in _BRACKETED.findall(value)]
    else:
        found = [word for word in value.strip().strip("<>,;").split() if "@" in word]
    return tuple(dict.fromkeys(text for text in found if text and _is_sound(text)))


def parse_id(value: str) -> str | None:
    """The id of a Message-ID field; one without brackets or @ is taken as it stands."""
    found = parse_ids(value)
    if found:
        return found[0]
    bare = value.strip().strip("<>").strip()
    return bare if bare and " " not in bare and _is_sound(bare) else None


def _is_sound(text: str) -> bool:
    """Short enough, and without characters that nobody sees: ids are shown to callers as they are."""
    return len(text) <= LONGEST and not has_controls(text) and not has_invisible(text)
