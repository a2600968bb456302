"""Answer a message in its thread."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Annotated, Any

from pydantic import Field

from letterlock.app.context import Context
from letterlock.app.files.gather import gather
from letterlock.app.files.params import Files
from letterlock.app.messages import outgoing
from letterlock.app.messages.get import MessageId, ready
from letterlock.app.messages.list import Account
from letterlock.app.messages.outgoing import Draft, Recipients
from letterlock.app.messages.send import AllowDuplicate, Html, IdempotencyKey, People, SentLabels, Text
from letterlock.app.messages.visibility import quarantined
from letterlock.app.operation import Operation, Params
from letterlock.app.shapes import Sent
from letterlock.core.address import Address, read_addresses
from letterlock.core.errors import Conflict, Forbidden
from letterlock.core.mime.reply import Original, ReplyRecipients, reply_recipients, reply_references, reply_subject
from letterlock.core.trust.domains import registrable_domain
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
    original = await context.read(lambda unit: ready(unit, context.account.id, params.message_id))
    if quarantined(original.labels, original.report, original.trust_level):
        raise Conflict("Quarantined mail is not answered by agents: leave it to a person", param="message_id")
    view = original.view or {}
    parents = tuple(filter(None, [view.get("in_reply_to")]))
    references = reply_references(original.rfc_message_id, parents, tuple(view.get("references", ())))
    people = _recipients(context, original, params)
    bcc = outgoing.addresses(params.bcc, "bcc")
    _only_participants(context, original, (*people.to, *people.cc, *bcc))
    text, html = outgoing.bodies(params.text, params.html)
    draft = Draft(
        to=people.to,
        cc=people.cc,
        bcc=bcc,
        subject=reply_subject(outgoing_subject(original.subject)),
        text=text,
        html=html,
        labels=outgoing.labels(params.labels),
        in_reply_to=references.in_reply_to,
        references=references.references,
        thread_id=original.thread_id,
        warnings=people.warnings,
    )
    outgoing.judge(context, draft)
    found = await gather(context, params.attachments)
    draft = replace(draft, files=found.files, warnings=(*draft.warnings, *found.warnings))
    return await outgoing.send(context, draft, allow_duplicate=bool(params.allow_duplicate))


def outgoing_subject(subject: str) -> str:
    """The original's subject on one line: its sender chose it, and it goes into our header."""
    return " ".join("".join(c if c.isprintable() else " " for c in subject).split())[: outgoing.SUBJECT_LIMIT - 4]


def _only_participants(context: Context, original: StoredMessage, recipients: tuple[Address, ...]) -> None:
    """Answering is for those in the conversation; reaching others through `to`, `cc` or `bcc` is sending."""
    if context.caller.allows(frozenset({"mail:send"}), context.account.id):
        return
    item = original.item or {}
    named = _read([item.get("from", ""), *item.get("to", ()), *item.get("cc", ())])
    followed = _suggested(context, original, reply_all=False).to  # perhaps by a Reply-To that names none of those
    known = {address.key for address in (*named, *followed)}
    if any(to.key not in known for to in recipients):
        raise Forbidden(
            "API key lacks the message_send (mail:send) permission: without it, only the people in the message's From,"
            " To and Cc can be answered",
            param="to",
        )


def _recipients(context: Context, original: StoredMessage, params: ReplyToMessage) -> ReplyRecipients:
    """Those named by the call, else those a mail program would choose; what was added by `cc` comes on top."""
    added = outgoing.addresses(params.cc, "cc")
    if params.to is not None:
        return ReplyRecipients(outgoing.addresses(params.to, "to"), added)
    found = _suggested(context, original, reply_all=bool(params.reply_all))
    if not found.to:
        raise Conflict("This message has no sender that can be answered; name the recipients in to", param="to")
    taken = {address.key for address in (*found.to, *found.cc)}
    more = tuple(address for address in added if address.key not in taken)
    return ReplyRecipients(found.to, found.cc + more, found.warnings)


def _suggested(context: Context, original: StoredMessage, *, reply_all: bool) -> ReplyRecipients:
    """Whom a mail program would answer."""
    item, view = original.item or {}, original.view or {}
    return reply_recipients(
        Original(
            from_=_read([item.get("from", "")]),
            to=_read(item.get("to", ())),
            cc=_read(item.get("cc", ())),
            reply_to=_read(view.get("reply_to", ())),
        ),
        original.direction,
        frozenset({context.account.address}),
        reply_all=reply_all,
        organizational_domain=registrable_domain,
    )


def _read(people: list[str] | tuple[str, ...]) -> tuple[Address, ...]:
    return tuple(address for text in people for address in read_addresses(text)[0])


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
