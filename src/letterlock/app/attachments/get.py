"""Open one attachment of a message: as text, as a picture, by a link, or withheld."""

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from pydantic import Field

from letterlock.app import views
from letterlock.app.attachments.find import AttachmentId, Found, check_codes, file_name, find, read
from letterlock.app.attachments.link import LIFE, PLACE, Link, link_token
from letterlock.app.attachments.shapes import OpenedAttachment
from letterlock.app.attachments.text import as_text
from letterlock.app.attachments.warnings import is_rated, warnings
from letterlock.app.attachments.withheld import Withheld, by_risk, rated
from letterlock.app.codes.shield import kept
from letterlock.app.context import Context
from letterlock.app.messages.get import MessageId
from letterlock.app.messages.list import Account
from letterlock.app.operation import Operation, Params
from letterlock.core.errors import Invalid
from letterlock.core.files.give import Given, could_show, give
from letterlock.core.files.shielded import give_masked


class GetAttachment(Params):
    account: Account
    message_id: MessageId
    attachment_id: AttachmentId
    form: Annotated[
        Literal["text"] | None, Field(description="`text`: what a document says, as text, a page at a time.")
    ] = None
    page_token: Annotated[str | None, Field(max_length=20, description="`next_page_token` from a previous call.")] = (
        None
    )


async def run(context: Context, params: GetAttachment) -> Mapping[str, Any]:
    if params.page_token is not None and params.form is None:
        raise Invalid("page_token goes with `as`: only text comes in pages", param="page_token")
    found = await context.read(lambda unit: find(unit, context.account.id, params.message_id, params.attachment_id))
    context.show(found.message.id, found.message.trust_level)
    told = _told(context, found)
    if found.held is not None:
        return told | _withheld(found.held)
    if params.form == "text":
        return told | await as_text(context, found, params.page_token)
    given = await _given(context, found)
    codes = await check_codes(context, found) if given is None or given.delivery == "url" else None
    if codes is not None:
        return told | _withheld(codes)
    if given is None:
        return told | _linked(context, found) | _warned(found, None)
    held = None if is_rated(found) else by_risk(given.risk)
    if held is not None:
        return told | {"risk_reasons": list(given.reasons)} | _withheld(held)
    return told | _delivered(context, found, given) | _warned(found, given)


async def _given(context: Context, found: Found) -> Given | None:
    """The file as it was read; None when its type and size say already that it goes by a link."""
    if not could_show(found.file.content_type, found.file.size):
        return None
    secrets = kept(context, found.message)
    if secrets is None:
        return await read(context, found, give)
    return await read(context, found, give_masked, secrets)


def _delivered(context: Context, found: Found, given: Given) -> dict[str, Any]:
    if given.delivery == "url":
        return _linked(context, found)
    if given.delivery == "image":
        return {"delivery": "image", "content": given.content, "image_type": given.content_type}
    return {"delivery": "inline_text", "text": given.text, "text_source": "file"}


def _told(context: Context, found: Found) -> dict[str, Any]:
    message, file = found.message, found.file
    if message.direction == "inbound":
        file = rated(file)
    return {
        "attachment_id": file.id,
        "message_id": message.id,
        "thread_id": message.thread_id,
        "inbox_id": context.account.address,
        "filename": file_name(context, found),
        "content_type": file.content_type,
        "size": file.size,
        "risk": found.file.risk,
        "risk_reasons": list(file.risk_reasons),
        "trust_level": message.trust_level,
        "notice": views.NOTICE,
    }


def _withheld(held: Withheld) -> dict[str, Any]:
    return {"delivery": "withheld", "withheld_reason": held.reason}


def _linked(context: Context, found: Found) -> dict[str, Any]:
    expires_at = context.now.replace(microsecond=0) + LIFE
    link = Link(context.workspace_id, context.caller.credential.id, context.account.id, found.message.id, found.file.id)
    return {
        "delivery": "url",
        "download_url": PLACE + link_token(context.ports.secrets, link, expires_at),
        "expires_at": views.iso(expires_at),
    }


def _warned(found: Found, given: Given | None) -> dict[str, Any]:
    told = warnings(found, given.risk if given is not None else rated(found.file).risk)
    if given is not None and given.removed:
        told.append(f"{given.removed} invisible characters were removed from the text.")
    return {"warning": " ".join(told)} if told else {}


OPERATION = Operation(
    name="attachments.get",
    params=GetAttachment,
    result=OpenedAttachment,
    permission=frozenset({"mail:read"}),
    effect="read",
    run=run,
    account="account",
    untrusted=True,
)
