"""One line of a check."""

from dataclasses import dataclass
from typing import Literal

Status = Literal["ok", "warning", "fault"]
Area = Literal["dns", "mail in", "mail out", "web", "storage"]


@dataclass(frozen=True, slots=True)
class Finding:
    """`what` was looked at, `found` there, and `advice` on it; "" when there is nothing to do."""

    area: Area
    what: str
    status: Status
    found: str
    advice: str = ""
