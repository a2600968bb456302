"""Time and chance, so that rules and tests can be given their own."""

from datetime import datetime
from typing import Protocol


class Clock(Protocol):
    def now(self) -> datetime:
        """Aware, UTC."""
        ...


class Ids(Protocol):
    def new(self, prefix: str) -> str:
        """A fresh id such as `msg_01jq…`; later ones sort later."""
        ...

    def token(self) -> str:
        """43 URL-safe characters of secure randomness."""
        ...
