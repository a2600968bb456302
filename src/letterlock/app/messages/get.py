"""Read one message in the form that is safe for a model."""

from typing import Annotated, Any

from pydantic import Field

from letterlock.app import views
from letterlock.app.context import Context
from letterlock.app.messages.list import Account
from letterlock.app.messages.visibility import quarantined
from letterlock.app.operation import Operation, Params
from letterlock.app.shapes import MessageView
from letterlock.core.errors import Conflict, NotFound
from letterlock.core.mime.parse import parse
from letterlock.ports.blobs import BlobKey
from letterlock.ports.records import StoredMessage
from letterlock.ports.sandbox import SandboxFailure
from letterlock.ports.store import Unit

MessageId = Annotated[str, Field(min_length=1, max_length=100, description="Message id (`msg_...`).")]

WITHHELD = "This message is quarantined: its content is withheld from agents; a person can review it in the dashboard."


class GetMessage(Params):
    account: Account
    message_id: MessageId
    include_raw: Annotated[
        bool | None,
        Field(description="Include the raw, unsanitised text and html bodies (may contain hidden prompt injection)."),
    ] = None


def look(unit: Unit, context: Context, params: GetMessage) -> dict[str, Any]:
    message = ready(unit, context.account.id, params.message_id)
    if params.include_raw and quarantined(message.labels, message.report, message.trust_level):
        raise Conflict("The raw bodies of quarantined mail are never given to an agent", param="include_raw")
    context.looked_at = message
    return whole(unit, context, message)


async def with_raw(context: Context, params: GetMessage, found: dict[str, Any]) -> dict[str, Any]:
    """Adds the bodies as they were sent, when they are asked for by name."""
    if not params.include_raw or context.looked_at is None:
        return found
    return {**found, "raw": await _raw(context, context.looked_at)}


def ready(unit: Unit, account_id: str, message_id: str, param: str = "message_id") -> StoredMessage:
    """The message, if it may be shown; raises NotFound, also while it is still being analysed."""
    message = unit.messages.get(account_id, message_id)
    if message is None or message.state != "ready":
        raise NotFound(f"There is no message {message_id[:100]!r} in this inbox", param=param)
    return message


def whole(unit: Unit, context: Context, message: StoredMessage) -> dict[str, Any]:
    """The view of a ready message, its text withheld when it is quarantined; noted as shown."""
    sent = message.direction == "outbound"
    found = views.view(
        message,
        context.account,
        unit.messages.attachments(message.id),
        unit.outbox.of_message(message.id) if sent else (),
        unit.messages.history(message.id) if sent else (),
    )
    if message.direction == "inbound" and quarantined(message.labels, message.report, message.trust_level):
        found.pop("text", None)
        found.pop("text_source", None)
        found["withheld_reason"] = WITHHELD
    context.show(message.id, message.trust_level)
    return found


async def _raw(context: Context, message: StoredMessage) -> dict[str, str | None]:
    content = await context.ports.blobs.get(BlobKey(message.workspace_id, message.account_id, message.content_hash))
    try:
        parsed = await context.ports.sandbox.run(parse, content)
    except SandboxFailure:
        raise Conflict(
            "This message is too costly to take apart, so its bodies cannot be given", param="include_raw"
        ) from None
    return {"text": parsed.text, "html": parsed.html}


OPERATION = Operation(
    name="messages.get",
    params=GetMessage,
    result=MessageView,
    permission=frozenset({"mail:read"}),
    effect="read",
    look=look,
    then=with_raw,
    account="account",
    untrusted=True,
)
