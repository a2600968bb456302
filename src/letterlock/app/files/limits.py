"""How many files one message carries, and how large they may be together."""

from collections.abc import Collection

from letterlock.core.errors import Invalid
from letterlock.core.mime.outgoing import OutgoingFile

MOST_FILES = 100
MOST_BYTES = 10_000_000
"""Of all files of one message together."""


def size(files: Collection[OutgoingFile]) -> int:
    return sum(len(file.content) for file in files)


def fit(files: Collection[OutgoingFile]) -> bool:
    return len(files) <= MOST_FILES and size(files) <= MOST_BYTES


def check_count(number: int, param: str) -> None:
    if number > MOST_FILES:
        raise Invalid(f"A message carries at most {MOST_FILES} attachments; these are {number}", param=param)


def check(files: Collection[OutgoingFile], param: str) -> None:
    """Raises Invalid when the files are more than a message carries."""
    check_count(len(files), param)
    if size(files) > MOST_BYTES:
        raise Invalid(
            f"The files are {size(files):,} bytes together; a message carries at most 10 MB ({MOST_BYTES:,} bytes)",
            param=param,
        )
