"""Choose what agents get of the one-time codes and acting links of an account."""

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from pydantic import Field

from letterlock.app.codes.shapes import CodesSet
from letterlock.app.context import Context
from letterlock.app.messages.list import Account
from letterlock.app.operation import Operation, Params


class SetCodes(Params):
    account: Account
    codes: Annotated[
        Literal["give", "ask", "withhold"],
        Field(
            description="give: agents get them. ask: a person releases them, and agents are told to ask. withhold: the"
            " same, without their being told to."
        ),
    ]


async def run(context: Context, params: SetCodes) -> Mapping[str, Any]:
    account = context.account
    await context.write(
        lambda unit: unit.accounts.set_codes(account.id, params.codes, context.now), targets=(account.address,)
    )
    return {"account_id": account.id, "inbox_id": account.address, "codes": params.codes}


OPERATION = Operation(
    name="codes.set",
    params=SetCodes,
    result=CodesSet,
    permission=frozenset(),
    effect="manage",
    run=run,
    account="account",
    who="admin",
)
