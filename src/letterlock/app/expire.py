"""What goes when its time is over. An account: its rows in one transaction, then its blobs and no other's."""

from datetime import datetime

from letterlock.app.feedback.forget import forget, is_about_feedback
from letterlock.ports import Ports
from letterlock.ports.records import Job
from letterlock.ports.store import Unit


class Expire:
    """Handles `expire` jobs: an ephemeral inbox whose time is over goes with all its mail; so does old feedback."""

    def __init__(self, ports: Ports) -> None:
        self._ports = ports

    async def __call__(self, job: Job) -> datetime | None:
        if is_about_feedback(job):
            return await forget(self._ports, job)
        now = self._ports.clock.now()
        later, gone = await self._ports.store.write(lambda unit: _take(unit, job, now), long=True)
        if gone:
            await self._ports.blobs.remove_account(job.workspace_id, job.key)
        return later


def _take(unit: Unit, job: Job, now: datetime) -> tuple[datetime | None, bool]:
    """(when to look again, whether the account is gone)."""
    account = unit.accounts.get(job.workspace_id, job.key)
    if account is None:
        return None, True
    if account.expires_at is None or account.expires_at > now:
        return account.expires_at, False
    unit.accounts.remove(account.id)
    return None, True
