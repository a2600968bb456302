"""Send a draft, once: what it becomes, its outbox and its own new state commit together."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Annotated, Any

from pydantic import Field

from letterlock.app.attachments.withheld import withheld
from letterlock.app.context import Context
from letterlock.app.drafts import files, saved
from letterlock.app.drafts.files import File, Kept
from letterlock.app.drafts.saved import Saved
from letterlock.app.files.gather import complete
from letterlock.app.messages import answering, outgoing
from letterlock.app.messages.list import Account
from letterlock.app.messages.send import IdempotencyKey
from letterlock.app.operation import Operation, Params
from letterlock.app.shapes import Sent
from letterlock.core.errors import Conflict, Forbidden, NotFound
from letterlock.core.mime.outgoing import OutgoingFile
from letterlock.ports.records import StoredDraft
from letterlock.ports.store import Unit

DraftId = Annotated[str, Field(min_length=1, max_length=100, description="Draft id (`drf_...`).")]


class SendDraft(Params):
    account: Account
    draft_id: DraftId
    idempotency_key: IdempotencyKey = None


async def run(context: Context, params: SendDraft) -> Mapping[str, Any]:
    stored, content, message = await context.read(lambda unit: _found(unit, context, params.draft_id))
    await outgoing.judge(context, message)
    sending = replace(message, files=await _files(context, stored, content.files))
    result = await outgoing.send(
        context, sending, allow_duplicate=True, also=lambda unit, message_id: _close(unit, context, stored, message_id)
    )
    await files.remove(context.ports, stored)
    return result


def _found(unit: Unit, context: Context, draft_id: str) -> tuple[StoredDraft, Saved, outgoing.Draft]:
    """The draft as it is to be sent now, but for its files."""
    stored = unsent(unit, context.account.id, draft_id)
    content = saved.read(stored.content)
    outgoing.say_something(content.text, content.html)
    _still_given(unit, stored, content.files)
    message = content.draft
    if content.in_reply_to is not None:
        original = answering.original(unit, context, content.in_reply_to, "draft_id")
        message = answering.in_thread(message, original)
    return stored, content, message


def unsent(unit: Unit, account_id: str, draft_id: str) -> StoredDraft:
    """Raises NotFound, or Conflict naming the message it was sent as."""
    stored = unit.drafts.get(account_id, draft_id)
    if stored is None:
        raise NotFound(f"There is no draft {draft_id[:100]!r} in this inbox", param="draft_id")
    if stored.status == "sent":
        raise Conflict(f"Draft {stored.id} was sent before, as message {stored.message_id}", param="draft_id")
    return stored


def _still_given(unit: Unit, stored: StoredDraft, kept: tuple[File, ...]) -> None:
    """Raises Forbidden for a copy of a file that is withheld by now: its mail may have been found out since."""
    for position, file in enumerate(kept):
        if not isinstance(file, Kept) or file.copied_from is None:
            continue
        message = unit.messages.find(file.copied_from[0])
        if message is None or message.workspace_id != stored.workspace_id:
            continue
        for attachment in unit.messages.attachments(message.id):
            held = withheld(unit, message, attachment) if attachment.id == file.copied_from[1] else None
            if held is not None:
                where = f"attachments[{position}]"
                raise Forbidden(f"{where} of the draft cannot be sent on: {held.reason}", param=where)


async def _files(context: Context, stored: StoredDraft, wanted: tuple[File, ...]) -> tuple[OutgoingFile, ...]:
    try:
        kept, later = await files.read(context.ports, stored, wanted)
    except KeyError:  # sent or deleted a moment ago: the row says which
        await context.read(lambda unit: unsent(unit, context.account.id, stored.id))
        raise
    return await complete(context, kept, later)


def _close(unit: Unit, context: Context, stored: StoredDraft, message_id: str) -> None:
    """Within the transaction that sends: of two that race, the second finds it sent, and sends nothing."""
    if not unit.drafts.sent(stored.id, message_id, context.now):
        unsent(unit, context.account.id, stored.id)
    unit.accounts.add_used(stored.account_id, -stored.size)


OPERATION = Operation(
    name="drafts.send",
    params=SendDraft,
    result=Sent,
    permission=frozenset({"draft:send"}),
    effect="send",
    run=run,
    account="account",
    once=True,
)
