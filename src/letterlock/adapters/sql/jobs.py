"""Jobs: what is due, and who holds a lease on it."""

from collections.abc import Callable, Collection, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import case, false, func, literal_column, null, select, true

from letterlock.adapters.sql.pages import FIRST, LIMIT
from letterlock.adapters.sql.schema import jobs
from letterlock.adapters.sql.shapes import Shape
from letterlock.adapters.sql.statements import AnyOf, Db, P, Statement
from letterlock.adapters.sql.values import from_micros, to_micros
from letterlock.ports.events import JOBS_TOPIC
from letterlock.ports.records import Job, JobKind

_SHAPE = Shape(Job, jobs)
_J = jobs.c


def _earlier(column: Any, value: Any) -> Any:
    return case((column.is_(None) | (column > value), value), else_=column)


def _defer(insert: Any) -> Any:
    """A job somebody works on keeps its lease and is due again afterwards."""
    statement = insert(jobs).values(_SHAPE.values() | {"leased": false(), "due_at": P("run_at")})
    run_at = statement.excluded.run_at
    return statement.on_conflict_do_update(
        index_elements=[_J.kind, _J.key],
        set_={
            "run_at": case((_J.leased, _J.run_at), else_=_earlier(_J.run_at, run_at)),
            "due_at": case((_J.leased, _J.due_at), else_=_earlier(_J.due_at, run_at)),
            "again_at": case((_J.leased, _earlier(_J.again_at, run_at)), else_=_J.again_at),
        },
    )


_DEFER = Statement(_defer)
_DUE = Statement(
    select(_J.due_at, _J.id)
    .where(_J.kind == P("kind"), _J.due_at <= P("now"))
    .order_by(_J.due_at, _J.id)
    .limit(LIMIT)
    .offset(FIRST)
    # Ignored by SQLite, which has one writer; on PostgreSQL two claimers take different jobs without waiting.
    .with_for_update(skip_locked=True)
)
_LEASE = Statement(
    jobs.update()
    .where(AnyOf(_J.id, "ids"))
    .values(
        attempts=_J.attempts + literal_column("1"),
        leased=true(),
        due_at=P("lease_until"),
        again_at=case((_J.again_at <= P("now"), null()), else_=_J.again_at),
    )
    .returning(*_SHAPE.columns)
)
_HELD = (_J.id == P("b_id"), _J.leased)
_AGAIN = Statement(
    jobs.update()
    .where(*_HELD, _J.again_at.is_not(None))
    .values(run_at=_J.again_at, due_at=_J.again_at, again_at=null(), leased=false(), attempts=P("none"))
)
_FINISH = Statement(jobs.delete().where(_J.id == P("b_id")))
_RETRY_AT = case((_J.again_at < P("at"), _J.again_at), else_=P("at"))
_RETRY = Statement(
    jobs.update().where(_J.id == P("b_id")).values(run_at=_RETRY_AT, due_at=_RETRY_AT, again_at=null(), leased=false())
)
_EXTEND = Statement(jobs.update().where(AnyOf(_J.id, "ids"), _J.leased).values(due_at=P("lease_until")))
_RELEASE = Statement(jobs.update().where(_J.leased).values(leased=false(), due_at=_J.run_at))
_NEXT = Statement(select(func.min(_J.due_at)).where(_J.kind == P("kind")))


class SqlJobs:
    """`announce` is told of each job deferred, so that who waits for work need not look for it."""

    def __init__(self, db: Db, announce: Callable[[str], None]) -> None:
        self._db = db
        self._announce = announce

    def defer(self, job: Job) -> None:
        self._db.run(_DEFER, _SHAPE.params(job))
        self._announce(JOBS_TOPIC)

    def claim(self, kinds: Collection[JobKind], now: datetime, *, limit: int, lease_until: datetime) -> Sequence[Job]:
        at = to_micros(now)
        due = [row for kind in kinds for row in self._db.all(_DUE, {"kind": kind, "now": at, "limit": limit})]
        ids = [row[1] for row in sorted(due)[:limit]]
        if not ids:
            return []
        params = {"ids": self._db.array(ids), "lease_until": to_micros(lease_until), "now": at}
        claimed = {row[0]: _SHAPE.load(row) for row in self._db.all(_LEASE, params)}
        return [claimed[job_id] for job_id in ids]

    def finish(self, job_id: str) -> None:
        if self._db.run(_AGAIN, {"b_id": job_id, "none": 0}) == 0:
            self._db.run(_FINISH, {"b_id": job_id})

    def retry(self, job_id: str, run_at: datetime) -> None:
        self._db.run(_RETRY, {"b_id": job_id, "at": to_micros(run_at)})

    def extend(self, job_ids: Collection[str], lease_until: datetime) -> None:
        params = {"ids": self._db.array(job_ids), "lease_until": to_micros(lease_until)}
        self._db.run(_EXTEND, params)

    def release_all(self) -> int:
        return self._db.run(_RELEASE, {})

    def next_due(self, kinds: Collection[JobKind]) -> datetime | None:
        due = [row[0] for kind in kinds for row in self._db.all(_NEXT, {"kind": kind}) if row[0] is not None]
        return from_micros(min(due)) if due else None
