"""List who is on the verified and the block list of a workspace."""

from typing import Any

from typing_extensions import TypedDict

from letterlock.app import views
from letterlock.app.context import Context
from letterlock.app.operation import Operation, Params
from letterlock.ports.records import ListKind
from letterlock.ports.store import Unit


class ListLists(Params):
    pass


class Entry(TypedDict):
    kind: ListKind
    entry: str
    """An address, or a domain with all below it."""
    inbox: str | None
    """The inbox it holds for alone; null for the whole workspace."""
    added_by: str
    added_at: str


class Entries(TypedDict):
    entries: list[Entry]


def look(unit: Unit, context: Context, _: ListLists) -> dict[str, Any]:
    found = sorted(unit.lists.entries(context.workspace_id), key=lambda row: (row.kind, row.entry))
    ids = {row.account_id for row in found if row.account_id}
    accounts = {one: unit.accounts.get(context.workspace_id, one) for one in ids}
    inboxes = {one: account.address for one, account in accounts.items() if account is not None}
    return {
        "entries": [
            {
                "kind": row.kind,
                "entry": row.entry,
                "inbox": inboxes.get(row.account_id),
                "added_by": row.added_by,
                "added_at": views.iso(row.added_at),
            }
            for row in found
        ]
    }


OPERATION = Operation(
    name="lists.list", params=ListLists, result=Entries, permission=frozenset(), effect="read", look=look, who="admin"
)
