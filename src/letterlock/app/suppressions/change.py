"""Suppress an address, or lift it again."""

from collections.abc import Mapping
from typing import Annotated, Any

from pydantic import Field

from letterlock.app.context import Context
from letterlock.app.operation import Operation, Params
from letterlock.app.shapes import Done
from letterlock.core.address import parse_address
from letterlock.core.errors import Invalid, NotFound
from letterlock.ports.records import Suppression
from letterlock.ports.store import Unit


class ChangeSuppression(Params):
    address: Annotated[str, Field(min_length=1, max_length=320, description="The address.")]


async def add(context: Context, params: ChangeSuppression) -> Mapping[str, Any]:
    address = _key(params.address)
    maker = context.caller.credential.id
    row = Suppression(context.workspace_id, address, "person", "", None, maker, context.now)
    await context.write(lambda unit: unit.suppressions.add(row), targets=(address,))
    return {"done": True}


async def remove(context: Context, params: ChangeSuppression) -> Mapping[str, Any]:
    address = _key(params.address)

    def lift(unit: Unit) -> None:
        if not unit.suppressions.remove(context.workspace_id, address):
            raise NotFound(f"{address} is not suppressed", param="address")

    await context.write(lift, targets=(address,))
    return {"done": True}


def _key(text: str) -> str:
    try:
        return parse_address(text).key
    except Invalid as error:
        raise Invalid(error.message, param="address") from None


ADD = Operation(
    name="suppressions.add",
    params=ChangeSuppression,
    result=Done,
    permission=frozenset(),
    effect="manage",
    run=add,
    who="admin",
)
REMOVE = Operation(
    name="suppressions.remove",
    params=ChangeSuppression,
    result=Done,
    permission=frozenset(),
    effect="manage",
    run=remove,
    who="admin",
)
