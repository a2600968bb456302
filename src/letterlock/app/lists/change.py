"""Put an address or domain on the verified or block list, or take it off."""

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from pydantic import Field

from letterlock.app.acquaintance import forget_entry, learn_entry
from letterlock.app.context import Context
from letterlock.app.operation import Operation, Params
from letterlock.app.shapes import Done
from letterlock.core.address import parse_address
from letterlock.core.errors import Invalid, NotFound
from letterlock.ports.records import ListEntry
from letterlock.ports.store import Unit


class ChangeList(Params):
    kind: Annotated[Literal["verified", "blocked"], Field(description="Which list.")]
    entry: Annotated[str, Field(min_length=1, max_length=320, description="An address, or a domain with all below it.")]
    inbox: Annotated[
        str | None,
        Field(max_length=320, description="The inbox it holds for alone; the whole workspace when left out."),
    ] = None


async def add(context: Context, params: ChangeList) -> Mapping[str, Any]:
    entry = normal(params.entry)

    def put(unit: Unit) -> None:
        account_id = _inbox(unit, context, params.inbox)
        row = ListEntry(context.workspace_id, params.kind, entry, context.caller.credential.id, context.now, account_id)
        unit.lists.add(row)
        if params.kind == "verified":
            learn_entry(unit, context.workspace_id, entry, account_id)

    await context.write(put, targets=(entry, *_named(params.inbox)))
    return {"done": True}


async def remove(context: Context, params: ChangeList) -> Mapping[str, Any]:
    entry = normal(params.entry)

    def take(unit: Unit) -> None:
        account_id = _inbox(unit, context, params.inbox)
        if not unit.lists.remove(context.workspace_id, params.kind, entry, account_id):
            where = f" of {params.inbox}" if params.inbox else ""
            raise NotFound(f"{entry} is not on the {params.kind} list{where}", param="entry")
        if params.kind == "verified":
            forget_entry(unit, context.workspace_id, entry)

    await context.write(take, targets=(entry, *_named(params.inbox)))
    return {"done": True}


def _named(inbox: str | None) -> tuple[str, ...]:
    return (inbox,) if inbox else ()


def _inbox(unit: Unit, context: Context, named: str | None) -> str:
    """The account's id, "" for the whole workspace."""
    if named is None:
        return ""
    account = unit.accounts.in_workspace(context.workspace_id, named.strip().lower())
    account = account or unit.accounts.get(context.workspace_id, named)
    if account is None or account.over(context.now):
        raise NotFound(f"There is no inbox {named[:100]!r}", param="inbox")
    return account.id


def normal(entry: str) -> str:
    """The address key, or the domain in A-labels; raises Invalid, naming the entry as it was given."""
    text = entry.strip().removeprefix("@")
    try:
        found = parse_address(text if "@" in text else f"x@{text}")
    except Invalid:
        found = None
    if found is None or ("@" not in text and "." not in found.domain):
        raise Invalid(f"{entry[:100]!r} is neither an address nor a domain, such as ana@example.org or example.org",
                      param="entry")  # fmt: skip
    return found.key if "@" in text else found.domain


ADD = Operation(
    name="lists.add", params=ChangeList, result=Done, permission=frozenset(), effect="manage", run=add, who="admin"
)
REMOVE = Operation(
    name="lists.remove",
    params=ChangeList,
    result=Done,
    permission=frozenset(),
    effect="manage",
    run=remove,
    who="admin",
)
