"""Put an address or domain on the verified or block list, or take it off."""

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from pydantic import Field

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


async def add(context: Context, params: ChangeList) -> Mapping[str, Any]:
    entry = normal(params.entry)
    row = ListEntry(context.workspace_id, params.kind, entry, context.caller.credential.id, context.now)
    await context.write(lambda unit: unit.lists.add(row), targets=(entry,))
    return {"done": True}


async def remove(context: Context, params: ChangeList) -> Mapping[str, Any]:
    entry = normal(params.entry)

    def take(unit: Unit) -> None:
        if not unit.lists.remove(context.workspace_id, params.kind, entry):
            raise NotFound(f"{entry} is not on the {params.kind} list", param="entry")

    await context.write(take, targets=(entry,))
    return {"done": True}


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
