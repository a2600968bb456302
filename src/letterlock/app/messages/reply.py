"""Answer a message in its thread."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Annotated, Any

from pydantic import Field

from letterlock.app.context import Context
from letterlock.app.files.gather import gather
from letterlock.app.files.params import Files
from letterlock.app.messages import answering, outgoing
from letterlock.app.messages.get import MessageId
from letterlock.app.messages.list import Account
from letterlock.app.messages.outgoing import Draft, Recipients
from letterlock.app.messages.send import AllowDuplicate, Html, IdempotencyKey, People, SentLabels, Text
from letterlock.app.operation import Operation, Params
from letterlock.app.shapes import Sent
from letterlock.core.address import Address
from letterlock.core.errors import Forbidden
from letterlock.ports.records import StoredMessage


class ReplyToMessage(Params):
    account: Account
    message_id: MessageId
    reply_all: Annotated[bool | None, Field(description="Also copy the other original recipients.")] = None
    to: Annotated[Recipients, Field(description="Override the reply recipients.")] = None
    cc: People = None
    bcc: People = None
    text: Text = None
    html: Html = None
    labels: SentLabels = None
    attachments: Files = None
    idempotency_key: IdempotencyKey = None
    allow_duplicate: AllowDuplicate = None


async def run(context: Context, params: ReplyToMessage) -> Mapping[str, Any]:
    original = await context.read(lambda unit: answering.original(unit, context, params.message_id, "message_id"))
    people = answering.recipients(
        context,
        original,
        to=None if params.to is None else outgoing.addresses(params.to, "to"),
        cc=outgoing.addresses(params.cc, "cc"),
        reply_all=bool(params.reply_all),
    )
    bcc = outgoing.addresses(params.bcc, "bcc")
    _only_participants(context, original, (*people.to, *people.cc, *bcc))
    text, html = await outgoing.bodies(params.text, params.html)
    draft = Draft(
        to=people.to,
        cc=people.cc,
        bcc=bcc,
        subject=answering.subject(context, original),
        text=text,
        html=html,
        labels=outgoing.labels(params.labels),
        warnings=people.warnings,
    )
    draft = answering.in_thread(draft, original)
    await outgoing.judge(context, draft)
    found = await gather(context, params.attachments)
    draft = replace(draft, files=found.files, warnings=(*draft.warnings, *found.warnings))
    return await outgoing.send(context, draft, allow_duplicate=bool(params.allow_duplicate))


def _only_participants(context: Context, original: StoredMessage, recipients: tuple[Address, ...]) -> None:
    """Answering is for those in the conversation; reaching others through `to`, `cc` or `bcc` is sending."""
    if context.caller.allows(frozenset({"mail:send"}), context.account.id):
        return
    item = original.item or {}
    named = answering.people([item.get("from", ""), *item.get("to", ()), *item.get("cc", ())])
    # Perhaps by a Reply-To that names none of those.
    followed = answering.suggested(context, original, reply_all=False).to
    known = {address.key for address in (*named, *followed)}
    if any(to.key not in known for to in recipients):
        raise Forbidden(
            "API key lacks the message_send (mail:send) permission: without it, only the people in the message's From,"
            " To and Cc can be answered",
            param="to",
        )


OPERATION = Operation(
    name="messages.reply",
    params=ReplyToMessage,
    result=Sent,
    permission=frozenset({"mail:reply", "mail:send"}),
    effect="send",
    run=run,
    account="account",
    once=True,
)
