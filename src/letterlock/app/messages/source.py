"""The source of a message as it came, with what this server found out on top: for a signed-in person."""

from collections.abc import Mapping
from typing import Any

from letterlock.app.analyse import envelope_of
from letterlock.app.context import Context
from letterlock.app.messages.get import MessageId, ready
from letterlock.app.messages.list import Account
from letterlock.app.operation import Operation, Params
from letterlock.app.shapes import Source
from letterlock.core.errors import Conflict, NotFound
from letterlock.core.trust.found import authentication_of
from letterlock.core.trust.results import source
from letterlock.ports.blobs import BlobKey


class GetSource(Params):
    account: Account
    message_id: MessageId


async def run(context: Context, params: GetSource) -> Mapping[str, Any]:
    """Written down before it is shown: it may hold what no agent may see."""
    message = await context.write(
        lambda unit: ready(unit, context.account.id, params.message_id), targets=(params.message_id,)
    )
    key = BlobKey(message.workspace_id, message.account_id, message.content_hash)
    try:
        raw = await context.ports.blobs.get(key)
    except KeyError:
        raise NotFound("The source of this message is gone", param="message_id") from None
    if message.direction == "inbound":
        if message.report is None:
            raise Conflict("This message is not judged yet", param="message_id")
        found = authentication_of(message.report["authentication"])
        raw = source(raw, context.settings.mail_host, found, envelope_of(message), message.id)
    return {"message_id": message.id, "inbox_id": context.account.address, "source": raw}


OPERATION = Operation(
    name="messages.source",
    params=GetSource,
    result=Source,
    permission=frozenset({"mail:read"}),
    effect="read",
    run=run,
    account="account",
    untrusted=True,
    who="member",
)
