"""What agents said of the tools, newest first, for the people of the workspace."""

from typing import Annotated, Any

from pydantic import Field

from letterlock.app.context import Context
from letterlock.app.operation import Operation, Params
from letterlock.app.shapes import FeedbackList
from letterlock.app.views import iso
from letterlock.ports.records import Feedback
from letterlock.ports.store import Unit


class ListFeedback(Params):
    limit: Annotated[int, Field(ge=1, le=1000, description="How many, at most.")] = 100


def look(unit: Unit, context: Context, params: ListFeedback) -> dict[str, Any]:
    return {"feedback": [_view(one) for one in unit.feedback.list(context.workspace_id, params.limit)]}


def _view(one: Feedback) -> dict[str, Any]:
    return {
        "feedback_id": one.id,
        "received_at": iso(one.received_at),
        "credential_id": one.credential_id,
        "client": one.client,
        "rating": one.rating,
        "category": one.category,
        "tool_name": one.tool_name,
        "message": one.message,
    }


OPERATION = Operation(
    name="feedback.list",
    params=ListFeedback,
    result=FeedbackList,
    permission=frozenset(),
    effect="read",
    look=look,
    who="admin",
)
