"""Delete a draft that was not sent, with its files."""

from collections.abc import Mapping
from typing import Any

from letterlock.app.context import Context
from letterlock.app.drafts import files
from letterlock.app.drafts.send import DraftId, unsent
from letterlock.app.messages.list import Account
from letterlock.app.operation import Operation, Params
from letterlock.app.shapes import Done
from letterlock.ports.records import StoredDraft
from letterlock.ports.store import Unit


class DeleteDraft(Params):
    account: Account
    draft_id: DraftId


async def run(context: Context, params: DeleteDraft) -> Mapping[str, Any]:
    def take(unit: Unit) -> StoredDraft:
        draft = unsent(unit, context.account.id, params.draft_id)
        if not unit.drafts.remove(draft.id):
            unsent(unit, context.account.id, params.draft_id)
        unit.accounts.add_used(draft.account_id, -draft.size)
        return draft

    gone = await context.write(take, targets=(params.draft_id,))
    await files.remove(context.ports, gone)
    return {"done": True}


OPERATION = Operation(
    name="drafts.delete",
    params=DeleteDraft,
    result=Done,
    permission=frozenset({"mail:draft"}),
    effect="draft",
    run=run,
    account="account",
)
