"""The original's files that a forward carries, and those it leaves out with the reason for each."""

from collections.abc import Sequence
from dataclasses import dataclass

from letterlock.app.attachments.find import Found, check_codes
from letterlock.app.attachments.withheld import by_risk, withheld
from letterlock.app.context import Context
from letterlock.app.files import described, limits
from letterlock.app.files.params import FileItem
from letterlock.app.files.referenced import READ
from letterlock.app.shapes import SkippedAttachment, SkipReason
from letterlock.core.errors import Forbidden, Invalid
from letterlock.core.mime.outgoing import OutgoingFile
from letterlock.core.trust.reading import Reading
from letterlock.ports.records import StoredAttachment, StoredMessage
from letterlock.ports.store import Unit

PARAM = "include_attachments"


@dataclass(frozen=True, slots=True)
class Carried:
    files: tuple[OutgoingFile, ...] = ()
    skipped: tuple[SkippedAttachment, ...] = ()
    warnings: tuple[str, ...] = ()


async def carried(
    context: Context, original: StoredMessage, reading: Reading, *, wanted: bool | None, beside: Sequence[OutgoingFile]
) -> Carried:
    """With `wanted` true it refuses rather than leaving out what could go along; with None it leaves it out.

    Raises Forbidden without the permission to read them, Invalid where they are too many or too large together with
    the files `beside` them.
    """
    if wanted is False:
        return Carried()
    files, held = await context.read(lambda unit: _judged(unit, original))
    if not files:
        return Carried()
    if not context.caller.allows(READ, original.account_id):
        if wanted:
            raise Forbidden(
                "API key lacks the message_read (mail:read) permission, which sending on the original's attachments"
                " needs",
                param=PARAM,
            )
        return Carried(skipped=tuple(_skipped(file, "permission") for file in files))
    held |= await _codes(context, original, files, held)
    return _chosen(original, files, held, reading, wanted=bool(wanted), beside=beside)


async def _codes(
    context: Context, original: StoredMessage, files: list[StoredAttachment], held: dict[str, SkipReason]
) -> dict[str, SkipReason]:
    """Those that hold codes which this account withholds, by their ids."""
    found = [Found(original, file, None) for file in files if file.id not in held]
    return {one.file.id: "codes" for one in found if await check_codes(context, one) is not None}


def _judged(unit: Unit, original: StoredMessage) -> tuple[list[StoredAttachment], dict[str, SkipReason]]:
    """The original's files, and why some of them are withheld, by their ids."""
    files = list(unit.messages.attachments(original.id))
    found = {file.id: withheld(unit, original, file) for file in files}
    return files, {name: one.kind for name, one in found.items() if one is not None}


def _chosen(
    original: StoredMessage,
    files: list[StoredAttachment],
    held: dict[str, SkipReason],
    reading: Reading,
    *,
    wanted: bool,
    beside: Sequence[OutgoingFile],
) -> Carried:
    parts = reading.message.attachments
    why: dict[str, SkipReason | None] = {
        file.id: held.get(file.id) or _why_not(original, file, reading) for file in files
    }
    going = [file for file in files if why[file.id] is None]
    made = [_made(file, parts[file.index].content, at) for at, file in enumerate(going)]
    if not limits.fit([*made, *beside]) and limits.fit(beside):
        cause: SkipReason = "too_many" if len(made) + len(beside) > limits.MOST_FILES else "too_large"
        if wanted:
            raise Invalid(
                f"The files would be {len(made) + len(beside)} and {limits.size([*made, *beside]):,} bytes together; a"
                f" message carries at most {limits.MOST_FILES} and 10 MB. Attach the ones needed by reference",
                param=PARAM,
            )
        why |= {file.id: cause for file in going}
        going, made = [], []
    skipped = tuple(_skipped(file, reason) for file in files if (reason := why[file.id]) is not None)
    return Carried(tuple(made), skipped, tuple(filter(None, (_warning(original, file, reading) for file in going))))


def _why_not(original: StoredMessage, file: StoredAttachment, reading: Reading) -> SkipReason | None:
    """What only shows once the file is read."""
    if file.index >= len(reading.message.attachments):
        return "unreadable"
    if original.direction == "outbound":
        return None
    found = by_risk(_risk(file, reading))
    return found.kind if found is not None else None


def _risk(file: StoredAttachment, reading: Reading) -> str:
    if file.risk != "not_assessed":
        return file.risk
    return next((one.risk for one in reading.attachments if one.index == file.index), file.risk)


def _warning(original: StoredMessage, file: StoredAttachment, reading: Reading) -> str | None:
    if original.direction == "outbound" or _risk(file, reading) != "medium":
        return None
    return f"The original's attachment {file.id} is rated medium risk; it was sent on all the same."


def _made(file: StoredAttachment, content: bytes, position: int) -> OutgoingFile:
    """An ordinary attachment, also where it was an image that the original's HTML showed."""
    return described.given(FileItem(), content, position, filename=file.filename, content_type=file.content_type)


def _skipped(file: StoredAttachment, reason: SkipReason) -> SkippedAttachment:
    return {"attachment_id": file.id, "filename": file.filename, "reason": reason}
