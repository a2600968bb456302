"""What a message says around its codes and links: that they end soon, are for nobody else, or were asked for."""

import re
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from letterlock.core.trust.codes.fold import any_of
from letterlock.core.trust.codes.words import EXPIRES, KEEP, MEETING, NOT_YOU, PURPOSE, SALE, UNITS

_EXPIRES: Final = any_of(EXPIRES)
_UNITS: Final = any_of(UNITS)
_KEEP: Final = any_of(KEEP)
_NOT_YOU: Final = any_of(NOT_YOU)
_PURPOSE: Final = any_of(PURPOSE)
_SALE: Final = any_of(SALE)
_MEETING: Final = any_of(MEETING)
_CLAUSE: Final = 90
_NEAR: Final = 110
_MOST: Final = 40


@dataclass(frozen=True)
class Signs:
    """`low` is the folded text."""

    low: str

    @cached_property
    def expires(self) -> bool:
        for found in _first(_EXPIRES, self.low):
            if _UNITS.search(self.low, max(0, found.start() - _CLAUSE), found.end() + _CLAUSE):
                return True
        return False

    @cached_property
    def keep(self) -> bool:
        return _KEEP.search(self.low) is not None

    @cached_property
    def not_you(self) -> bool:
        return _NOT_YOU.search(self.low) is not None

    @cached_property
    def sale(self) -> bool:
        return _SALE.search(self.low) is not None

    @cached_property
    def meeting(self) -> bool:
        return _MEETING.search(self.low) is not None

    def purpose(self, start: int, end: int) -> bool:
        """Near this place it says what it is for: to sign in, to verify, to be typed in."""
        return _PURPOSE.search(self.low, max(0, start - _NEAR), end + _NEAR) is not None

    @cached_property
    def secret(self) -> bool:
        """Something that comes with what is for one person and for now."""
        return self.keep or self.not_you or self.expires


def _first(pattern: re.Pattern[str], text: str) -> list[re.Match[str]]:
    found = []
    for match in pattern.finditer(text):
        found.append(match)
        if len(found) == _MOST:
            break
    return found
