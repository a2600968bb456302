"""Read one message in the form that is safe for a model."""

from typing import Annotated, Any

from pydantic import Field

from letterlock.app import views
from letterlock.app.codes.shield import held, shown
from letterlock.app.context import Context
from letterlock.app.drafts.view import as_message
from letterlock.app.messages.list import Account
from letterlock.app.messages.visibility import quarantined
from letterlock.app.operation import Operation, Params
from letterlock.app.shapes import MessageView
from letterlock.core.errors import Conflict, NotFound
from letterlock.core.mime.parse import parse
from letterlock.core.trust.codes.bodies import masked_bodies
from letterlock.ports.blobs import BlobKey
from letterlock.ports.records import StoredDraft, StoredMessage
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
    draft = unsent(unit, context, params.message_id)
    if draft is not None:
        return _waiting(unit, context, draft, raw=bool(params.include_raw))
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
    """The message, by its own id or that of the draft it was.

    Raises NotFound unless it may be shown: also while it is still being analysed.
    """
    message = unit.messages.get(account_id, message_id)
    if message is None:
        draft = unit.drafts.get(account_id, message_id)
        if draft is not None and draft.message_id is None:
            raise NotFound(f"{draft.id} is a draft that was not sent yet: send_draft sends it", param=param)
        message = None if draft is None else unit.messages.get(account_id, str(draft.message_id))
    if message is None or message.state != "ready":
        raise NotFound(f"There is no message {message_id[:100]!r} in this inbox", param=param)
    return message


def unsent(unit: Unit, context: Context, message_id: str) -> StoredDraft | None:
    """The draft of that id, if it was not sent and the caller may see drafts."""
    if not message_id.startswith("drf_") or not context.caller.allows(frozenset({"draft:read"}), context.account.id):
        return None
    draft = unit.drafts.get(context.account.id, message_id)
    return None if draft is None or draft.status == "sent" else draft


def thread_of(unit: Unit, draft: StoredDraft) -> str:
    """The thread of what an unsent draft answers; empty where it answers none."""
    answered = draft.content["in_reply_to"]
    message = None if answered is None else unit.messages.get(draft.account_id, answered)
    return (message and message.thread_id) or ""


def _waiting(unit: Unit, context: Context, draft: StoredDraft, *, raw: bool) -> dict[str, Any]:
    """An unsent draft as the message it would be."""
    found = as_message(draft, context.account, thread_of(unit, draft))
    return {**found, "raw": {"text": draft.content["text"], "html": draft.content["html"]}} if raw else found


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
    return found if "withheld_reason" in found else shown(context, message, found)


async def _raw(context: Context, message: StoredMessage) -> dict[str, str | None]:
    content = await context.ports.blobs.get(BlobKey(message.workspace_id, message.account_id, message.content_hash))
    withheld = held(context, message)
    try:
        if withheld:
            text, html = await context.ports.sandbox.run(masked_bodies, content, withheld)
            return {"text": text, "html": html}
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
