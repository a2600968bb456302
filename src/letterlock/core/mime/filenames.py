"""File names of attachments made safe to show and to store under."""

import re

from letterlock.core.mime.display import clean_line, has_invisible, without_invisible
from letterlock.core.mime.parts import Part

_SEPARATORS = re.compile(r"[/\\]")
_LONGEST_EXTENSION = 20
LONGEST = 255
"""Characters of the name of a file that is sent."""


def file_name(part: Part) -> str | None:
    """The name as declared: that of Content-Disposition, else that of Content-Type; not yet cleaned."""
    name = part.disposition.parameters.get("filename") or part.type.parameters.get("name")
    return name or None


def clean_file_name(name: str, longest: int) -> tuple[str | None, set[str], bool]:
    """(the last path component without control or invisible characters, defects, whether it was cut to `longest`)."""
    defects: set[str] = set()
    if has_invisible(name):
        defects.add("invisible-in-filename")
    if _SEPARATORS.search(name):
        defects.add("path-in-filename")
        name = next((piece for piece in reversed(_SEPARATORS.split(name)) if piece.strip()), "")
    cleaned = clean_line(name)
    if cleaned.strip(". ") == "":
        return None, defects, False
    if len(cleaned) <= longest:
        return cleaned, defects, False
    stem, dot, extension = cleaned.rpartition(".")
    if not dot or len(extension) > _LONGEST_EXTENSION or len(extension) + 1 >= longest:
        return cleaned[:longest], defects, True
    return f"{stem[: longest - len(extension) - 1]}.{extension}", defects, True


def sent_file_name(name: str) -> str | None:
    """The name under which a file is sent: its last path segment, at most 255 characters, the extension kept.

    Control, invisible and direction-changing characters are removed; None when nothing is left.
    """
    return clean_file_name(without_invisible(name), LONGEST)[0]
