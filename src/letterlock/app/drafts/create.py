"""Save a message as a draft, to be sent by hand, by a call, or by itself at a time."""

import json
from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Annotated, Any

from pydantic import Field

from letterlock.app.blobs import stored
from letterlock.app.context import Context, fingerprint
from letterlock.app.drafts import files
from letterlock.app.drafts.saved import Saved
from letterlock.app.drafts.view import view
from letterlock.app.files.gather import gather
from letterlock.app.files.params import Files
from letterlock.app.messages import answering, outgoing
from letterlock.app.messages.list import Account
from letterlock.app.messages.send import People, SentLabels
from letterlock.app.operation import Operation, Params
from letterlock.app.own_links import refuse_own_links
from letterlock.app.shapes import Draft
from letterlock.core.errors import Conflict, Forbidden, Invalid, LetterlockError, Temporary
from letterlock.ports.blobs import BlobKey
from letterlock.ports.records import Job, StoredDraft
from letterlock.ports.store import Unit

LATEST = timedelta(days=366)
"""How far ahead a draft may be scheduled."""
_READING = frozenset({"mail:read", "mail:reply", "mail:send"})
"""Any one of them lets a caller be told whom a message would be answered to, and under which subject."""


class CreateDraft(Params):
    account: Account
    to: People = None
    subject: Annotated[str | None, Field(description="Subject.")] = None
    cc: People = None
    bcc: People = None
    text: Annotated[str | None, Field(description="Plain-text body.")] = None
    html: Annotated[str | None, Field(description="HTML body.")] = None
    labels: SentLabels = None
    attachments: Files = None
    in_reply_to: Annotated[
        str | None, Field(min_length=1, max_length=100, description="Message id this draft replies to.")
    ] = None
    send_at: Annotated[
        str | None, Field(max_length=64, description="Time to send automatically (ISO 8601 with an offset).")
    ] = None
    client_id: Annotated[
        str | None,
        Field(min_length=1, max_length=200, description="Idempotency key: the same client_id returns the first draft."),
    ] = None


async def run(context: Context, params: CreateDraft) -> Mapping[str, Any]:
    asked = fingerprint(params.model_dump(mode="json", exclude={"account", "client_id"}))
    first = await context.read(lambda unit: _first(unit, context, params.client_id, asked))
    if first is not None:
        return {**view(first, context.account), "duplicate": True}
    bodies = await outgoing.cleaned(params.text, params.html)
    content, warnings = await context.read(lambda unit: _content(unit, context, params, bodies))
    outgoing.within_cap(context, content.draft)
    await refuse_own_links(context, outgoing.said(content.draft))
    send_at = None if params.send_at is None else await _scheduled(context, content, params.send_at)
    gathered = await gather(context, params.attachments, fetch=False)
    draft_id = context.ports.ids.new("drf")
    kept, blob = files.bundle(context.ports.ids, draft_id, params.attachments or (), gathered)
    draft = _row(context, params, draft_id, replace(content, files=kept), send_at, asked, blob)
    found = await _store(context, draft, blob)
    result = view(found, context.account)
    if found.id != draft.id:
        return {**result, "duplicate": True}
    warnings += gathered.warnings
    return {**result, "warnings": list(warnings)} if warnings else result


def _first(unit: Unit, context: Context, client_id: str | None, asked: str) -> StoredDraft | None:
    """What the first call with this client_id saved; a conflict when it asked for something else."""
    if client_id is None:
        return None
    earlier = unit.drafts.by_client_id(context.account.id, context.caller.credential.id, client_id)
    return None if earlier is None else _same(earlier, asked)


def _same(earlier: StoredDraft, asked: str) -> StoredDraft:
    if earlier.asked != asked:
        raise Conflict(
            f"client_id {earlier.client_id!r} was used before with other content, for {earlier.id}; use a new one",
            param="client_id",
        )
    return earlier


def _content(
    unit: Unit, context: Context, params: CreateDraft, bodies: tuple[str | None, str | None]
) -> tuple[Saved, tuple[str, ...]]:
    """What is to be saved, and warnings. For an answer, what is not given is as `reply_to_message` would have it."""
    to, cc = outgoing.addresses(params.to, "to"), outgoing.addresses(params.cc, "cc")
    subject = outgoing.subject_line(params.subject)
    warnings: tuple[str, ...] = ()
    answered: str | None = None
    if params.in_reply_to is not None:
        if not context.caller.allows(_READING, context.account.id):
            raise Forbidden("API key lacks the message_read (mail:read) permission", param="in_reply_to")
        original = answering.original(unit, context, params.in_reply_to, "in_reply_to")
        people = answering.recipients(context, original, to=None if params.to is None else to, cc=cc, reply_all=False)
        to, cc, warnings = people.to, people.cc, people.warnings
        subject, answered = subject or answering.subject(context, original), original.id
    text, html = bodies
    content = Saved(
        to=to,
        cc=cc,
        bcc=outgoing.addresses(params.bcc, "bcc"),
        subject=subject,
        text=text,
        html=html,
        labels=outgoing.labels(params.labels),
        in_reply_to=answered,
    )
    return content, warnings


async def _scheduled(context: Context, content: Saved, send_at: str) -> datetime:
    """When it goes out. Whoever schedules a send must be allowed it now, and again when it goes out."""
    if not context.caller.allows(frozenset({"draft:send"}), context.account.id):
        raise Forbidden("API key lacks the draft_send (draft:send) permission, which send_at needs", param="send_at")
    moment = _moment(send_at)
    if moment <= context.now:
        raise Invalid(f"send_at {send_at!r} is not in the future; send_draft sends at once", param="send_at")
    if moment > context.now + LATEST:
        raise Invalid(f"send_at {send_at!r} is more than {LATEST.days} days ahead", param="send_at")
    outgoing.say_something(content.text, content.html)
    await outgoing.judge(context, content.draft)
    return moment


def _moment(text: str) -> datetime:
    try:
        moment = datetime.fromisoformat(text.strip())
        if moment.tzinfo is not None:
            return moment.astimezone(UTC)
    except (ValueError, OverflowError):
        pass
    raise Invalid(
        f"send_at {text!r} is not a time in ISO 8601 with its offset, such as 2026-11-30T12:00:00Z", param="send_at"
    )


def _row(
    context: Context,
    params: CreateDraft,
    draft_id: str,
    content: Saved,
    send_at: datetime | None,
    asked: str,
    blob: bytes | None,
) -> StoredDraft:
    said = content.to_json()
    return StoredDraft(
        id=draft_id,
        workspace_id=context.workspace_id,
        account_id=context.account.id,
        status="draft" if send_at is None else "scheduled",
        created_at=context.now,
        updated_at=context.now,
        created_by=context.caller.credential.id,
        person=context.caller.person,
        client_id=params.client_id,
        asked=asked,
        send_at=send_at,
        content_hash=files.hash_of(blob),
        size=len(blob or b"") + len(json.dumps(said)),
        content=said,
    )


async def _store(context: Context, draft: StoredDraft, blob: bytes | None) -> StoredDraft:
    """The draft that is kept, perhaps another's that was first. Row, job and audit commit together, after the files."""
    key = files.blob_key(draft)

    async def write() -> StoredDraft:
        return await context.write(lambda unit: _add(unit, context, draft), targets=(draft.id,))

    try:
        found = await (write() if key is None or blob is None else stored(context.ports, key, blob, write))
    except Temporary:  # whether it was committed is not known; what is not named is swept
        raise
    except LetterlockError:
        await _drop(context, key)
        raise
    if found.id != draft.id:
        await _drop(context, key)
    return found


def _add(unit: Unit, context: Context, draft: StoredDraft) -> StoredDraft:
    earlier = unit.drafts.add(draft)
    if earlier is not None:
        return _same(earlier, draft.asked)
    account = unit.accounts.get(draft.workspace_id, draft.account_id)
    limit = context.account.quota_bytes or context.settings.default_quota
    if account is not None and account.used_bytes + draft.size > limit:
        raise Conflict(f"{context.account.address} is full; delete drafts that are not needed, or ask a person")
    unit.accounts.add_used(draft.account_id, draft.size)
    if draft.send_at is not None:
        unit.jobs.defer(Job(context.ports.ids.new("job"), "schedule", draft.id, draft.workspace_id, draft.send_at))
    return draft


async def _drop(context: Context, key: BlobKey | None) -> None:
    if key is not None:
        await context.ports.blobs.remove(key)


OPERATION = Operation(
    name="drafts.create",
    params=CreateDraft,
    result=Draft,
    permission=frozenset({"mail:draft"}),
    effect="draft",
    run=run,
    account="account",
)
