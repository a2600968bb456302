"""Give one attachment as its bytes, to whoever may read it at this moment."""

from collections.abc import Mapping
from typing import Annotated, Any

from pydantic import Field

from letterlock.app.attachments.find import AttachmentId, check_codes, file_name, find, read
from letterlock.app.attachments.shapes import Downloaded
from letterlock.app.attachments.withheld import by_risk
from letterlock.app.context import Context
from letterlock.app.messages.get import MessageId
from letterlock.app.messages.list import Account
from letterlock.app.operation import Operation, Params
from letterlock.core.errors import Forbidden
from letterlock.core.files.give import take


class FetchAttachment(Params):
    account: Account
    message_id: MessageId
    attachment_id: AttachmentId
    head: Annotated[bool, Field(description="Only what it is, without its bytes.")] = False


async def run(context: Context, params: FetchAttachment) -> Mapping[str, Any]:
    found = await context.read(lambda unit: find(unit, context.account.id, params.message_id, params.attachment_id))
    if found.held is not None:
        raise Forbidden(found.held.reason, param="attachment_id")
    file = found.file
    told = {"filename": file_name(context, found), "content_type": file.content_type, "size": file.size, "content": b""}
    if params.head:
        return told
    codes = await check_codes(context, found)
    if codes is not None:
        raise Forbidden(codes.reason, param="attachment_id")
    content, risk = await read(context, found, take)
    unrated = found.message.direction == "inbound" and file.risk == "not_assessed"
    held = by_risk(risk) if unrated else None
    if held is not None:
        raise Forbidden(held.reason, param="attachment_id")
    context.show(found.message.id, found.message.trust_level)
    return {**told, "size": len(content), "content": content}


OPERATION = Operation(
    name="attachments.fetch",
    params=FetchAttachment,
    result=Downloaded,
    permission=frozenset({"mail:read"}),
    effect="read",
    run=run,
    account="account",
    untrusted=True,
)
