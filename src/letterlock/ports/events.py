"""Waiting for what another task, process or machine commits."""

from contextlib import AbstractAsyncContextManager
from typing import Protocol


class Waiter(Protocol):
    """Collects announcements of one topic from the moment it is opened, so none between check and wait is missed."""

    async def wait(self, seconds: float | None) -> bool:
        """True at an announcement since the last call (at once if there was one), False when the time is up."""
        ...


class Events(Protocol):
    def listen(self, topic: str) -> AbstractAsyncContextManager[Waiter]: ...


def message_topic(account_id: str) -> str:
    """Announced when a message of that account becomes ready."""
    return f"message:{account_id}"


JOBS_TOPIC = "jobs"
"""Announced when a job is deferred."""
