"""Show a signed-in person what a message says, also when its text is withheld from agents."""

from collections.abc import Mapping
from typing import Any

from letterlock.app.context import Context
from letterlock.app.messages.get import MessageId, ready
from letterlock.app.messages.list import Account
from letterlock.app.operation import Operation, Params
from letterlock.app.shapes import Review
from letterlock.core.errors import Conflict
from letterlock.core.trust.read import read
from letterlock.ports.blobs import BlobKey
from letterlock.ports.sandbox import SandboxFailure


class ReviewMessage(Params):
    account: Account
    message_id: MessageId


async def run(context: Context, params: ReviewMessage) -> Mapping[str, Any]:
    """Read anew from the source, since what is withheld is not kept as text; hidden text stays withheld here too."""
    message = await context.read(lambda unit: ready(unit, context.account.id, params.message_id))
    raw = await context.ports.blobs.get(BlobKey(message.workspace_id, message.account_id, message.content_hash))
    try:
        reading = await context.ports.sandbox.run(read, raw)
    except SandboxFailure:
        raise Conflict("This message is too costly to take apart, so it cannot be shown", param="message_id") from None
    # Written down before it is shown: what no agent may see, somebody has seen.
    await context.write(lambda unit: ready(unit, context.account.id, message.id), targets=(message.id,))
    return {
        "message_id": message.id,
        "thread_id": message.thread_id,
        "inbox_id": context.account.address,
        "text": reading.content.full_text,
    }


OPERATION = Operation(
    name="messages.review",
    params=ReviewMessage,
    result=Review,
    permission=frozenset({"mail:read"}),
    effect="read",
    run=run,
    account="account",
    untrusted=True,
    who="member",
)
