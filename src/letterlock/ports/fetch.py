"""Downloading a file somebody named by URL."""

from dataclasses import dataclass, field
from typing import Protocol


class FetchFailed(Exception):
    """It could not be downloaded; the text says why, and holds nothing of the other side's words."""


class TooLarge(FetchFailed):
    """It is larger than was allowed."""


@dataclass(frozen=True, slots=True)
class Fetched:
    """A downloaded file and what the server said of it; both are the server's word."""

    content: bytes = field(repr=False)
    content_type: str | None = None
    filename: str | None = None


class Fetcher(Protocol):
    def check(self, url: str) -> str:
        """The host of an acceptable URL; raises FetchFailed for one that is never downloaded. Asks nobody."""
        ...

    async def get(self, url: str, *, most: int, seconds: float) -> Fetched:
        """The file, at most `most` bytes, within `seconds` in all. Raises FetchFailed."""
        ...
