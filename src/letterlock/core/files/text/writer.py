"""Text gathered piece by piece, up to a bound; what a reader would not see is counted instead."""

from typing import Final

LONGEST: Final = 1_000_000
"""Characters of one document that are read as text."""


class Full(Exception):
    """No more is wanted."""


class EncryptedError(Exception):
    """The document needs a password."""


class Writer:
    """`hidden` counts the characters left out, `cut` says that the bound was reached."""

    def __init__(self, longest: int = LONGEST) -> None:
        self._parts: list[str] = []
        self._left = longest
        self.hidden = 0
        self.cut = False

    def write(self, text: str) -> None:
        """Raises Full where the bound is reached."""
        if len(text) <= self._left:
            self._parts.append(text)
            self._left -= len(text)
            return
        self._parts.append(text[: self._left])
        self._left = 0
        self.cut = True
        raise Full

    def hide(self, text: str) -> None:
        self.hidden += len(text.strip())

    def text(self) -> str:
        return "".join(self._parts)
