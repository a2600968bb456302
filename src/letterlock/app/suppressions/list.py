"""List the addresses that nothing is sent to."""

from typing import Annotated, Any

from pydantic import Field
from typing_extensions import TypedDict

from letterlock.app import views
from letterlock.app.context import Context
from letterlock.app.operation import Operation, Params
from letterlock.ports.records import SuppressionReason
from letterlock.ports.store import Unit

MOST = 1_000


class ListSuppressions(Params):
    after: Annotated[str | None, Field(max_length=320, description="Only addresses that sort after this one.")] = None


class Suppressed(TypedDict):
    address: str
    reason: SuppressionReason
    detail: str
    """The refusal that led to it. Untrusted: the other server wrote it."""
    message_id: str | None
    added_by: str
    added_at: str


class Suppressions(TypedDict):
    suppressions: list[Suppressed]
    more: bool
    """There are more after the last one; ask again with `after`."""


def look(unit: Unit, context: Context, params: ListSuppressions) -> dict[str, Any]:
    found = unit.suppressions.list(context.workspace_id, limit=MOST + 1, after=params.after or "")
    return {
        "suppressions": [
            {
                "address": one.address,
                "reason": one.reason,
                "detail": one.detail,
                "message_id": one.message_id,
                "added_by": one.added_by,
                "added_at": views.iso(one.added_at),
            }
            for one in found[:MOST]
        ],
        "more": len(found) > MOST,
    }


OPERATION = Operation(
    name="suppressions.list",
    params=ListSuppressions,
    result=Suppressions,
    permission=frozenset(),
    effect="read",
    look=look,
    who="admin",
)
