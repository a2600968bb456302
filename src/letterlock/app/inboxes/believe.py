"""Say whose Authentication-Results an inbox believes, of mail that a trusted relay brings it (RFC 8601 section 5)."""

import re
from collections.abc import Mapping
from typing import Annotated, Any

from pydantic import Field

from letterlock.app.context import Context
from letterlock.app.operation import Operation, Params
from letterlock.app.shapes import Done
from letterlock.core.errors import Invalid

_NAME = re.compile(r"[a-z0-9](?:[a-z0-9._-]{0,251}[a-z0-9])?")


class Believe(Params):
    account: Annotated[str, Field(min_length=1, max_length=320, description="The inbox: its address or id.")]
    authserv_ids: Annotated[
        list[str],
        Field(
            max_length=20,
            description=(
                "Names of mail servers as their Authentication-Results begin with. They are believed of mail that comes"
                " from LETTERLOCK_TRUSTED_RELAYS alone; empty: of no servers but those named there."
            ),
        ),
    ]


async def run(context: Context, params: Believe) -> Mapping[str, Any]:
    names = tuple(dict.fromkeys(name.strip().lower() for name in params.authserv_ids))
    for name in names:
        if not _NAME.fullmatch(name):
            raise Invalid(
                f"{name[:100]!r} is no authserv-id; it is a name such as mx.example.com", param="authserv_ids"
            )
    account = context.account
    await context.write(
        lambda unit: unit.accounts.set_authserv_ids(account.id, names or None, context.now),
        targets=(account.id, *names),
    )
    return {"done": True}


OPERATION = Operation(
    name="inboxes.believe",
    params=Believe,
    result=Done,
    permission=frozenset(),
    effect="manage",
    run=run,
    account="account",
    who="admin",
)
