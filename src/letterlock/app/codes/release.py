"""Let agents have the codes and acting links of one message after all: only a person may."""

from collections.abc import Mapping
from typing import Any

from letterlock.app import views
from letterlock.app.codes.shapes import CodesReleased
from letterlock.app.codes.shield import fields
from letterlock.app.context import Context
from letterlock.app.messages.get import MessageId, ready
from letterlock.app.messages.list import Account
from letterlock.app.messages.visibility import quarantined
from letterlock.app.operation import Operation, Params
from letterlock.core.errors import Conflict
from letterlock.ports.events import message_topic
from letterlock.ports.records import Json
from letterlock.ports.store import Unit


class ReleaseCodes(Params):
    account: Account
    message_id: MessageId


async def run(context: Context, params: ReleaseCodes) -> Mapping[str, Any]:
    def release(unit: Unit) -> tuple[str, Json]:
        message = ready(unit, context.account.id, params.message_id)
        if quarantined(message.labels, message.report, message.trust_level):
            raise Conflict("Nothing of quarantined mail is given to agents, codes neither", param="message_id")
        if message.secrets is None:
            raise Conflict("No code and no acting link was found in this message", param="message_id")
        released = {
            **message.secrets,
            "released_at": views.iso(context.now),
            "released_by": context.caller.credential.id,
        }
        unit.messages.set_secrets(message.id, released)
        unit.announce(message_topic(message.account_id))
        return message.id, released

    message_id, secrets = await context.write(release, targets=(params.message_id,))
    return {"message_id": message_id, "inbox_id": context.account.address, **fields(secrets)}


OPERATION = Operation(
    name="codes.release",
    params=ReleaseCodes,
    result=CodesReleased,
    permission=frozenset({"mail:read"}),
    effect="manage",
    run=run,
    account="account",
    untrusted=True,
    who="member",
)
