"""Revoke an API key: it stops working at its next call, everywhere."""

from collections.abc import Mapping
from typing import Annotated, Any

from pydantic import Field

from letterlock.app.context import Context
from letterlock.app.operation import Operation, Params
from letterlock.app.shapes import Done
from letterlock.core.errors import NotFound
from letterlock.ports.store import Unit


class RevokeKey(Params):
    key_id: Annotated[str, Field(min_length=1, max_length=100, description="Id of the key (`key_...`).")]


async def run(context: Context, params: RevokeKey) -> Mapping[str, Any]:
    def revoke(unit: Unit) -> None:
        if not unit.credentials.revoke(context.workspace_id, params.key_id, context.now):
            raise NotFound(f"There is no key {params.key_id!r} that still works", param="key_id")

    await context.write(revoke, targets=(params.key_id,))
    return {"done": True}


OPERATION = Operation(
    name="keys.revoke", params=RevokeKey, result=Done, permission=frozenset(), effect="manage", run=run, who="admin"
)
