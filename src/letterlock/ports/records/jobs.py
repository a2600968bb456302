"""Work to be done later."""

from dataclasses import dataclass
from datetime import datetime
from typing import Literal

JobKind = Literal["analyse", "deliver", "expire", "renew", "reanalyse", "schedule", "index", "sweep"]


@dataclass(frozen=True, slots=True)
class Job:
    """Work to be done at or after `run_at`. (`kind`, `key`) is unique: deferring it again moves it earlier only."""

    id: str
    kind: JobKind
    key: str
    """What it is about: a message, draft or account id."""
    workspace_id: str
    run_at: datetime
    attempts: int = 0
