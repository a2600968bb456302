"""Make an API key: shown once, kept as a digest."""

import re
from collections.abc import Mapping, Sequence
from datetime import timedelta
from typing import Annotated, Any

from pydantic import Field
from typing_extensions import TypedDict

from letterlock.app import views
from letterlock.app.context import Context
from letterlock.app.operation import Operation, Params
from letterlock.app.people import secret_hash
from letterlock.core.credential import Credential, Scope
from letterlock.core.errors import Invalid, NotFound
from letterlock.core.permission import PRESETS, TOOLSETS, Toolset, granted
from letterlock.ports.store import Unit

KEY_PREFIX = "ll_live_"
KEY_FORM = re.compile(KEY_PREFIX + "[A-Za-z0-9_-]{43}", re.ASCII)
"""256 bits in base64url."""
HINT_LENGTH = len(KEY_PREFIX) + 4


class CreateKey(Params):
    name: Annotated[str, Field(min_length=1, max_length=100, description="What the key is for.")] = "key"
    toolsets: Annotated[
        list[str], Field(default_factory=list, max_length=3, description="inbox, accounts, drafts; all when left out.")
    ]
    permissions: Annotated[
        list[str],
        Field(
            default_factory=list,
            max_length=100,
            description="What it may do; what its toolsets usually need when left out.",
        ),
    ]
    accounts: Annotated[
        list[str],
        Field(
            default_factory=list,
            max_length=1000,
            description="Inboxes it reaches, by address or id; all when left out.",
        ),
    ]
    hold_every_send: Annotated[bool, Field(description="Hold whatever it sends for a person to approve.")] = False
    ttl_seconds: Annotated[int | None, Field(gt=0, le=10 * 366 * 24 * 3600, description="Seconds it works.")] = None


class CreatedKey(TypedDict):
    """The key stands here and nowhere else: it is never shown again."""

    key_id: str
    key: str
    name: str
    toolsets: list[str]
    permissions: list[str]
    accounts: list[str]
    hold_every_send: bool
    expires_at: str | None


async def run(context: Context, params: CreateKey) -> Mapping[str, Any]:
    toolsets = _toolsets(params.toolsets)
    permissions = granted(params.permissions) if params.permissions else frozenset().union(
        *(PRESETS[toolset] for toolset in toolsets)
    )  # fmt: skip
    key = KEY_PREFIX + context.ports.ids.token()

    def create(unit: Unit) -> Credential:
        credential = Credential(
            id=context.ports.ids.new("key"),
            workspace_id=context.workspace_id,
            name=params.name.strip(),
            permissions=permissions,
            scope=_scope(unit, context, params.accounts),
            toolsets=toolsets,
            hold_every_send=params.hold_every_send,
            maker_id=context.caller.credential.maker_id,
            created_at=context.now,
            expires_at=context.now + timedelta(seconds=params.ttl_seconds) if params.ttl_seconds else None,
        )
        unit.credentials.add(credential, secret_hash(key), key[:HINT_LENGTH])
        return credential

    return {"key": key, **described(await context.write(create))}


def described(credential: Credential) -> dict[str, Any]:
    """A credential as it is listed."""
    return {
        "key_id": credential.id,
        "name": credential.name,
        "toolsets": sorted(credential.toolsets),
        "permissions": sorted(credential.permissions),
        "accounts": sorted(credential.scope.ids),
        "hold_every_send": credential.hold_every_send,
        "expires_at": views.iso(credential.expires_at) if credential.expires_at else None,
    }


def _toolsets(names: Sequence[str]) -> frozenset[Toolset]:
    unknown = set(names) - TOOLSETS
    if unknown:
        raise Invalid(f"There is no toolset {min(unknown)!r}; there are inbox, accounts and drafts", param="toolsets")
    return frozenset(name for name in TOOLSETS if name in names) or TOOLSETS


def _scope(unit: Unit, context: Context, named: Sequence[str]) -> Scope:
    """The accounts named, by id, so that a key never follows an address to another account."""
    if not named:
        return Scope()
    ids = []
    for at, name in enumerate(named):
        account = unit.accounts.in_workspace(context.workspace_id, name.strip().lower()) or unit.accounts.get(
            context.workspace_id, name
        )
        if account is None or not context.caller.reaches(account.id):
            raise NotFound(f"There is no inbox {name[:100]!r} within reach", param=f"accounts[{at}]")
        ids.append(account.id)
    return Scope("inboxes", frozenset(ids))


OPERATION = Operation(
    name="keys.create",
    params=CreateKey,
    result=CreatedKey,
    permission=frozenset(),
    effect="manage",
    run=run,
    who="member",
)
