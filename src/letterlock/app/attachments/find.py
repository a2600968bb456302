"""An attachment looked up with its message, and read out of the raw message where reading can be killed."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, TypeVar

from pydantic import Field

from letterlock.app.attachments.withheld import CODES, Withheld, withheld
from letterlock.app.codes.shield import kept
from letterlock.app.context import Context
from letterlock.app.messages.get import ready
from letterlock.core.errors import Conflict, NotFound
from letterlock.core.files.shielded import says_codes
from letterlock.core.files.text.kind import declared_kind
from letterlock.core.trust.codes.mask import mask
from letterlock.core.trust.codes.secrets import Secrets
from letterlock.ports.blobs import BlobKey
from letterlock.ports.records import StoredAttachment, StoredMessage
from letterlock.ports.sandbox import SandboxDied, SandboxFailure
from letterlock.ports.store import Unit

T = TypeVar("T")

AttachmentId = Annotated[
    str, Field(min_length=1, max_length=100, description="Attachment id, from the message's `attachments`.")
]


@dataclass(frozen=True, slots=True)
class Found:
    """`held`: why it may not be given, if so."""

    message: StoredMessage
    file: StoredAttachment
    held: Withheld | None


def find(unit: Unit, account_id: str, message_id: str, attachment_id: str) -> Found:
    """Raises NotFound, also while the message is still being analysed."""
    message = ready(unit, account_id, message_id)
    for file in unit.messages.attachments(message.id):
        if file.id == attachment_id:
            return Found(message, file, withheld(unit, message, file))
    raise NotFound(f"The message has no attachment {attachment_id[:100]!r}", param="attachment_id")


def file_name(context: Context, found: Found) -> str | None:
    """The file's name without the codes that the account withholds from the caller."""
    secrets, name = kept(context, found.message), found.file.filename
    return name if secrets is None or name is None else mask(name, secrets)


async def read(context: Context, found: Found, work: Callable[..., T | None], *more: Secrets) -> T:
    """What `work` finds in the raw message about the file, told `more`; raises Conflict when that cannot be done."""
    message = found.message
    try:
        raw = await context.ports.blobs.get(BlobKey(message.workspace_id, message.account_id, message.content_hash))
    except KeyError:
        raise NotFound("The message is gone", param="message_id") from None
    result = await _worked(context, work, raw, found.file.index, *more)
    if result is None:
        raise Conflict("This attachment cannot be taken out of its message", param="attachment_id")
    return result


async def check_codes(context: Context, found: Found) -> Withheld | None:
    """CODES where the file holds some that this account withholds from the caller."""
    secrets = kept(context, found.message)
    if secrets is None or declared_kind(found.file.content_type, found.file.filename) is None:
        return None
    return CODES if await read(context, found, says_codes, secrets) else None


async def _worked(context: Context, work: Callable[..., T | None], raw: bytes, index: int, *more: Secrets) -> T | None:
    """Once more where the worker died: it may have been another's doing."""
    try:
        try:
            return await context.ports.sandbox.run(work, raw, index, *more)
        except SandboxDied:
            return await context.ports.sandbox.run(work, raw, index, *more)
    except SandboxFailure:
        raise Conflict("This attachment is too costly to take out of its message", param="attachment_id") from None
