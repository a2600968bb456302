"""Have all messages judged again that other rules judged."""

from collections.abc import Mapping
from typing import Any

from letterlock.app.context import Context
from letterlock.app.operation import Operation, Params
from letterlock.app.shapes import Reanalysing
from letterlock.core.trust.rules import VERSION
from letterlock.ports.records import Job
from letterlock.ports.store import Unit

_SOME = 1


class ReanalyseMessages(Params):
    pass


async def run(context: Context, _: ReanalyseMessages) -> Mapping[str, Any]:
    workspace = context.workspace_id
    job = Job(context.ports.ids.new("job"), "reanalyse", workspace, workspace, context.now)

    def begin(unit: Unit) -> bool:
        if not unit.messages.judged_otherwise(workspace, VERSION, "", _SOME):
            return False
        unit.jobs.defer(job)
        return True

    begun = await context.write(begin, targets=(workspace,))
    return {"begun": begun, "rules_version": VERSION}


OPERATION = Operation(
    name="messages.reanalyse",
    params=ReanalyseMessages,
    result=Reanalysing,
    permission=frozenset(),
    effect="manage",
    run=run,
    who="admin",
)
