"""How much of a text is looked at, so that its size alone costs time."""

from typing import Final

MAX_LINES: Final = 20_000
"""A text of more lines is left as it is."""
MAX_LINE: Final = 500
"""Characters of a line that are looked at."""
