"""Feedback goes after 180 days: one job a workspace, due when its oldest is."""

from datetime import datetime, timedelta
from typing import Final

from letterlock.ports import Ports
from letterlock.ports.records import Job
from letterlock.ports.store import Unit

KEPT: Final = timedelta(days=180)
_PREFIX: Final = "feedback:"


def job_key(workspace_id: str) -> str:
    """The key of the workspace's `expire` job."""
    return _PREFIX + workspace_id


def is_about_feedback(job: Job) -> bool:
    return job.key.startswith(_PREFIX)


async def forget(ports: Ports, job: Job) -> datetime | None:
    """Removes what is older; returns when the oldest of what is left will be."""
    before = ports.clock.now() - KEPT

    def work(unit: Unit) -> datetime | None:
        unit.feedback.remove_until(job.workspace_id, before)
        oldest = unit.feedback.oldest(job.workspace_id)
        return None if oldest is None else oldest + KEPT

    return await ports.store.write(work)
