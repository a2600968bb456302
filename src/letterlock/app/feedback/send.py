"""Tell whoever runs the server how the tools worked."""

import logging
from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Annotated, Any, Final, Literal

from pydantic import Field

from letterlock.app.context import Context
from letterlock.app.feedback.forget import KEPT, job_key
from letterlock.app.operation import Operation, Params
from letterlock.app.shapes import FeedbackReceived
from letterlock.app.views import iso
from letterlock.core.bucket import Bucket, whole_seconds
from letterlock.core.errors import Internal, RateLimited
from letterlock.core.fault import fault_of
from letterlock.core.redact import redact
from letterlock.ports.records import Feedback, Job
from letterlock.ports.store import Unit

log = logging.getLogger("letterlock.feedback")

_HOUR: Final = 3_600_000_000
BUCKETS: Final = {"hour": Bucket(20, _HOUR), "day": Bucket(100, 24 * _HOUR)}
"""A workspace's; each takes one token a feedback that is stored."""


class SendFeedback(Params):
    rating: Literal["positive", "neutral", "negative"]
    category: Literal["bug", "confusing", "missing_capability", "docs", "praise", "other"]
    message: Annotated[str, Field(min_length=1, max_length=2000)]
    tool_name: Annotated[str | None, Field(max_length=100)] = None
    """One of the tools; the face has seen to that."""


async def run(context: Context, params: SendFeedback) -> Mapping[str, Any]:
    feedback = Feedback(
        id=context.ports.ids.new("fbk"),
        workspace_id=context.workspace_id,
        received_at=context.now,
        credential_id=context.caller.credential.id,
        client=context.caller.client,
        rating=params.rating,
        category=params.category,
        tool_name=params.tool_name,
        message=redact(params.message),
    )
    job = Job(
        id=context.ports.ids.new("job"),
        kind="expire",
        key=job_key(context.workspace_id),
        workspace_id=context.workspace_id,
        run_at=context.now + KEPT,
    )

    def work(unit: Unit) -> None:
        _take(unit, context.workspace_id, context.now)
        unit.feedback.add(feedback)
        unit.jobs.defer(job)

    try:
        await context.write(work, targets=(feedback.id,))
    except RateLimited:
        raise
    except Exception as error:
        log.error("feedback not saved", extra={"fault": fault_of(error)})
        raise Internal(
            "The feedback could not be saved; nothing else is affected, and there is no need to retry"
        ) from None
    return {"feedback_id": feedback.id, "received_at": iso(feedback.received_at)}


def _take(unit: Unit, workspace_id: str, now: datetime) -> None:
    """A token of each bucket, or RateLimited and none: the transaction that it ends takes back what was taken."""
    waits = []
    for name, bucket in BUCKETS.items():
        key = f"feedback:{workspace_id}:{name}"
        full_at, wait = bucket.take(_micros(unit.buckets.full_at(key)), _micros(now))
        unit.buckets.put(key, _EPOCH + timedelta(microseconds=full_at))
        waits.append(wait)
    if any(waits):
        seconds = whole_seconds(max(waits))
        raise RateLimited(
            f"At most 20 feedbacks an hour and 100 a day are taken; send the next in {seconds} seconds, or let it be",
            retry_after=seconds,
        )


_EPOCH: Final = datetime.fromisoformat("1970-01-01T00:00:00+00:00")


def _micros(moment: datetime | None) -> int:
    return 0 if moment is None else (moment - _EPOCH) // timedelta(microseconds=1)


OPERATION = Operation(
    name="feedback.send",
    params=SendFeedback,
    result=FeedbackReceived,
    permission=frozenset(),
    effect="manage",
    run=run,
)
