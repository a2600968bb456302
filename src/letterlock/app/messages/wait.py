"""Wait for a message to arrive."""

import asyncio
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Annotated, Any

from pydantic import Field

from letterlock.app.context import Context
from letterlock.app.messages.get import whole
from letterlock.app.messages.list import Account
from letterlock.app.operation import Operation, Params
from letterlock.app.shapes import Waited
from letterlock.core.errors import Invalid
from letterlock.ports.events import message_topic
from letterlock.ports.store import Unit


class WaitForMessage(Params):
    account: Account
    timeout_seconds: Annotated[int, Field(ge=0, le=60, description="Seconds to wait (default 30, max 60).")] = 30
    after: Annotated[
        str | None,
        Field(
            max_length=64,
            description="Only messages received after it count (ISO 8601; without an offset it means UTC). Pass the"
            " time you triggered the email to also catch one that already arrived.",
        ),
    ] = None


async def run(context: Context, params: WaitForMessage) -> Mapping[str, Any]:
    after = _moment(params.after) if params.after else None
    turn = await context.read(lambda unit: _turn(unit, context, after))

    def find(unit: Unit) -> dict[str, Any] | None:
        if turn is not None:
            message = unit.messages.next_turn(context.account.id, turn)
        else:
            assert after is not None
            message = unit.messages.first_after(context.account.id, after)
        return None if message is None else whole(unit, context, message)

    loop = asyncio.get_running_loop()
    started = loop.time()
    async with context.ports.events.listen(message_topic(context.account.id)) as waiter:
        while True:
            message = await context.read(find)
            if message is not None:
                return {"timed_out": False, "inbox_id": context.account.address, "message": message}
            left = started + params.timeout_seconds - loop.time()
            if left <= 0 or not await waiter.wait(left):
                return {
                    "timed_out": True,
                    "inbox_id": context.account.address,
                    "waited_seconds": round(loop.time() - started),
                }


def _turn(unit: Unit, context: Context, after: datetime | None) -> int | None:
    """After which turn messages count; None when `after`, compared with when they were received, says it.

    Mail becomes ready in another order than it was received in, since asking DNS takes one message longer than another.
    So without `after` the call's start is compared with when a message became ready: what was still being analysed then
    nobody has seen, and it may be the very mail that is waited for. And an `after` that is the `received_at` of a
    message here, as one gives who reads message by message, means whatever became ready after that one.
    """
    if after is None:
        return unit.messages.turn(context.account.id)
    return unit.messages.turn_of(context.account.id, after)


def _moment(text: str) -> datetime:
    try:
        moment = datetime.fromisoformat(text.strip())
        aware = moment if moment.tzinfo else moment.replace(tzinfo=UTC)
        return max(aware.astimezone(UTC), datetime(1970, 1, 2, tzinfo=UTC))
    except (ValueError, OverflowError):
        raise Invalid(
            f"after {text!r} is not a time in ISO 8601, such as 2026-11-30T12:00:00Z", param="after"
        ) from None


OPERATION = Operation(
    name="messages.wait",
    params=WaitForMessage,
    result=Waited,
    permission=frozenset({"mail:read"}),
    effect="read",
    run=run,
    account="account",
    untrusted=True,
    waits=True,
)
