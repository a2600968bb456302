"""Forward a message to new people: its text below a note, and its files."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Annotated, Any

from pydantic import Field

from letterlock.app.codes.shield import held
from letterlock.app.context import Context
from letterlock.app.files import limits
from letterlock.app.files.carried import carried
from letterlock.app.files.gather import gather
from letterlock.app.files.params import Files
from letterlock.app.messages import outgoing
from letterlock.app.messages.get import MessageId, ready
from letterlock.app.messages.list import Account
from letterlock.app.messages.outgoing import Draft
from letterlock.app.messages.send import AllowDuplicate, IdempotencyKey, People, SentLabels
from letterlock.app.messages.visibility import quarantined
from letterlock.app.operation import Operation, Params
from letterlock.app.own_links import refuse_own_links
from letterlock.app.shapes import Forwarded as Result
from letterlock.core.errors import Conflict, Invalid
from letterlock.core.mime.display import clean_line
from letterlock.core.mime.forward import Forwarded, forward_html, forward_subject, forward_text
from letterlock.core.trust.read import read
from letterlock.core.trust.reading import Reading
from letterlock.ports.blobs import BlobKey
from letterlock.ports.records import StoredMessage
from letterlock.ports.sandbox import SandboxFailure

Note = Annotated[str | None, Field(description="A note above the forwarded text.")]


class ForwardMessage(Params):
    account: Account
    message_id: MessageId
    to: Annotated[str | list[str], Field(description="Recipient address or list of addresses.")]
    subject: Annotated[str | None, Field(description="Subject; the original's with one Fwd: unless given.")] = None
    include_attachments: Annotated[
        bool | None,
        Field(
            description="Send the original's attachments too (default true). Set true to be refused, not forwarded"
            " without them, when they are too large or the key lacks message_read."
        ),
    ] = None
    cc: People = None
    bcc: People = None
    text: Note = None
    html: Note = None
    labels: SentLabels = None
    attachments: Files = None
    idempotency_key: IdempotencyKey = None
    allow_duplicate: AllowDuplicate = None


async def run(context: Context, params: ForwardMessage) -> Mapping[str, Any]:
    """It starts a thread of its own: whom it goes to had no part in the original's, and is not let into it."""
    original = await context.read(lambda unit: ready(unit, context.account.id, params.message_id))
    if quarantined(original.labels, original.report, original.trust_level):
        raise Conflict("Quarantined mail is not forwarded: a person can review it in the dashboard", param="message_id")
    if held(context, original):
        raise Conflict(
            "It holds a one-time code or a link that acts for whoever opens it, which this account withholds: a person"
            " can release it first",
            param="message_id",
        )
    text, html = await outgoing.cleaned(params.text, params.html)
    draft = Draft(
        to=outgoing.addresses(params.to, "to"),
        cc=outgoing.addresses(params.cc, "cc"),
        bcc=outgoing.addresses(params.bcc, "bcc"),
        subject=_subject(params, original),
        text=text,
        html=html,
        labels=outgoing.labels(params.labels),
    )
    await outgoing.judge(context, draft)
    reading = await _reading(context, original)
    found = await gather(context, params.attachments)
    own = await carried(context, original, reading, wanted=params.include_attachments, beside=found.files)
    draft = replace(
        await _with_original(context, draft, original, reading),
        files=(*own.files, *found.files),
        warnings=(*own.warnings, *found.warnings),
        more={"skipped_attachments": [dict(one) for one in own.skipped]} if own.skipped else {},
    )
    limits.check(draft.files, "attachments")
    return await outgoing.send(context, draft, allow_duplicate=bool(params.allow_duplicate))


def _subject(params: ForwardMessage, original: StoredMessage) -> str:
    if params.subject is not None:
        return outgoing.subject_line(params.subject)
    return forward_subject(clean_line(original.subject))[: outgoing.SUBJECT_LIMIT]


async def _reading(context: Context, original: StoredMessage) -> Reading:
    """The original read anew: what is kept of it for reading lacks its quoted history and its files."""
    key = BlobKey(original.workspace_id, original.account_id, original.content_hash)
    try:
        return await context.ports.sandbox.run(read, await context.ports.blobs.get(key))
    except (KeyError, SandboxFailure):
        raise Conflict("This message cannot be taken apart, so it cannot be forwarded", param="message_id") from None


async def _with_original(context: Context, draft: Draft, original: StoredMessage, reading: Reading) -> Draft:
    item = original.item or {}
    block = Forwarded(
        from_=str(item.get("from", "")),
        date=original.timestamp,
        subject=original.subject,
        to=tuple(item.get("to", ())),
        cc=tuple(item.get("cc", ())),
        text=reading.content.full_text,
    )
    try:
        await refuse_own_links(context, [("message_id", "\n".join((block.from_, block.subject, block.text)))])
    except Invalid:
        raise Invalid(
            "The original holds a link of this server that is for nobody else, so it is not forwarded; write what it"
            " says in a message of your own",
            param="message_id",
        ) from None
    html = forward_html(draft.html, block) if draft.html else None
    text = forward_text(draft.text, block) if draft.text or not html else None
    return replace(draft, text=text, html=html)


OPERATION = Operation(
    name="messages.forward",
    params=ForwardMessage,
    result=Result,
    permission=frozenset({"mail:send"}),
    effect="send",
    run=run,
    account="account",
    once=True,
)
