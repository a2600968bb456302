"""Sending drafts at their time, through the gate, with the rights that whoever scheduled them has at that moment."""

from dataclasses import replace
from datetime import datetime, timedelta

from letterlock.app.invoke import Gate
from letterlock.core.errors import Forbidden, LetterlockError
from letterlock.core.permission import PERMISSIONS, alias
from letterlock.ports import Ports
from letterlock.ports.records import AuditEntry, Job, StoredDraft
from letterlock.ports.store import Unit

DELAYS = tuple(timedelta(minutes=minutes) for minutes in (1, 5, 15, 60, 240))
"""Between attempts where something is away for the moment; then the draft fails, and a person can see why."""
_PASSING = frozenset({"temporary", "internal", "rate_limited"})


class Schedule:
    """Handles `schedule` jobs: one job a draft. A draft sent, deleted or failed meanwhile is left alone."""

    def __init__(self, ports: Ports, gate: Gate) -> None:
        self._ports = ports
        self._gate = gate

    async def __call__(self, job: Job) -> datetime | None:
        draft = await self._ports.store.read(lambda unit: unit.drafts.find(job.key))
        if draft is None or draft.status != "scheduled" or draft.send_at is None:
            return None
        now = self._ports.clock.now()
        if draft.send_at > now:
            return draft.send_at
        try:
            await self._send(draft)
        except LetterlockError as error:
            if _passes(error) and job.attempts <= len(DELAYS):
                return now + DELAYS[max(0, job.attempts - 1)]
            await self._fail(draft, error)
        return None

    async def _send(self, draft: StoredDraft) -> None:
        caller = await self._gate.people.behind(draft.workspace_id, draft.created_by, person=draft.person)
        arguments = {"account": draft.account_id, "draft_id": draft.id}
        await self._gate.invoke(replace(caller, client="schedule"), "drafts.send", arguments)

    async def _fail(self, draft: StoredDraft, error: LetterlockError) -> None:
        now = self._ports.clock.now()
        entry = AuditEntry(
            id=self._ports.ids.new("aud"),
            workspace_id=draft.workspace_id,
            at=now,
            actor=draft.created_by,
            client="schedule",
            operation="drafts.send",
            targets=(draft.id,),
            decision="deny" if error.kind in ("policy_denied", "forbidden", "unauthorised") else "allow",
            reasons=(error.kind,),
            outcome="failed",
        )

        def write(unit: Unit) -> None:
            if unit.drafts.failed(draft.id, _why(error), now):
                unit.audit.add(entry)

        await self._ports.store.write(write)


def _passes(error: LetterlockError) -> bool:
    """Whether trying again may help: a file that could not be downloaded now may be there later."""
    return error.kind in _PASSING or (error.kind == "invalid" and (error.param or "").endswith(".url"))


def _why(error: LetterlockError) -> str:
    if isinstance(error, Forbidden) and error.message in PERMISSIONS:
        return f"What scheduled it lacks the {alias(error.message, 'inbox')} ({error.message}) permission by now"
    return error.message[:500]
