"""List a workspace's API keys, without the keys themselves."""

from typing import Any

from typing_extensions import TypedDict

from letterlock.app import views
from letterlock.app.context import Context
from letterlock.app.keys.create import described
from letterlock.app.operation import Operation, Params
from letterlock.ports.store import Unit


class ListKeys(Params):
    pass


class KeyItem(TypedDict):
    key_id: str
    hint: str
    """The first characters of the key."""
    name: str
    toolsets: list[str]
    permissions: list[str]
    accounts: list[str]
    hold_every_send: bool
    expires_at: str | None
    created_at: str
    revoked_at: str | None


class KeyList(TypedDict):
    keys: list[KeyItem]


def look(unit: Unit, context: Context, _: ListKeys) -> dict[str, Any]:
    found = unit.credentials.list(context.workspace_id)
    return {
        "keys": [
            {
                **described(credential),
                "hint": f"{hint}…",
                "created_at": views.iso(credential.created_at or context.now),
                "revoked_at": views.iso(credential.revoked_at) if credential.revoked_at else None,
            }
            for credential, hint in found
        ]
    }


OPERATION = Operation(
    name="keys.list", params=ListKeys, result=KeyList, permission=frozenset(), effect="manage", look=look, who="admin"
)
