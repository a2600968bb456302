"""The files of a draft: their bytes in one blob of the draft's own, and what is said of each in its row.

The blob begins with the draft's id, so that no two drafts and no message share one, and it can go with its draft.
"""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from hashlib import sha256
from typing import Any

from letterlock.app.files.gather import Gathered, Later
from letterlock.app.files.params import FileItem
from letterlock.core.mime.outgoing import OutgoingFile
from letterlock.ports import Ports
from letterlock.ports.blobs import BlobKey
from letterlock.ports.clock import Ids
from letterlock.ports.records import StoredDraft


@dataclass(frozen=True, slots=True)
class Kept:
    """A file whose bytes are stored with the draft, from `start` on in its blob."""

    attachment_id: str
    filename: str | None
    content_type: str
    disposition: str
    content_id: str | None
    start: int
    size: int
    copied_from: tuple[str, str] | None = None
    """Message and attachment it is a copy of, judged again when it is sent."""


@dataclass(frozen=True, slots=True)
class Awaited:
    """A file that is downloaded when the draft is sent."""

    attachment_id: str
    item: FileItem


File = Kept | Awaited


def bundle(
    ids: Ids, draft_id: str, items: Sequence[FileItem], gathered: Gathered
) -> tuple[tuple[File, ...], bytes | None]:
    """The files in the order given, and the blob; None where no bytes are stored."""
    parts = [draft_id.encode() + b"\n"]
    awaited = {later.position: later for later in gathered.later}
    rest = iter(gathered.files)
    files: list[File] = []
    for position, item in enumerate(items):
        attachment_id = ids.new("att")
        if position in awaited:
            files.append(Awaited(attachment_id, item))
            continue
        file = next(rest)
        files.append(_kept(attachment_id, file, sum(map(len, parts)), item))
        parts.append(file.content)
    return tuple(files), b"".join(parts) if gathered.files else None


def _kept(attachment_id: str, file: OutgoingFile, start: int, item: FileItem) -> Kept:
    named = item.message_id is not None and item.attachment_id is not None
    return Kept(
        attachment_id=attachment_id,
        filename=file.filename,
        content_type=file.content_type,
        disposition=file.disposition,
        content_id=file.content_id,
        start=start,
        size=len(file.content),
        copied_from=(str(item.message_id), str(item.attachment_id)) if named else None,
    )


def to_json(file: File) -> dict[str, Any]:
    if isinstance(file, Awaited):
        return {"attachment_id": file.attachment_id, "item": file.item.model_dump(exclude_none=True)}
    return asdict(file)


def from_json(row: Mapping[str, Any]) -> File:
    if "item" in row:
        return Awaited(row["attachment_id"], FileItem.model_validate(row["item"]))
    copied = row["copied_from"]
    return Kept(**{**row, "copied_from": None if copied is None else (copied[0], copied[1])})


def blob_key(draft: StoredDraft) -> BlobKey | None:
    if draft.content_hash is None:
        return None
    return BlobKey(draft.workspace_id, draft.account_id, draft.content_hash)


def hash_of(blob: bytes | None) -> str | None:
    return None if blob is None else sha256(blob).hexdigest()


async def read(ports: Ports, draft: StoredDraft, files: Sequence[File]) -> tuple[list[OutgoingFile], list[Later]]:
    """What is stored, and what is still to be downloaded. Raises KeyError when the draft and its blob have gone."""
    key = blob_key(draft)
    blob = b"" if key is None else await ports.blobs.get(key)
    kept = [
        OutgoingFile(
            filename=file.filename,
            content_type=file.content_type,
            content=blob[file.start : file.start + file.size],
            disposition=file.disposition,
            content_id=file.content_id,
        )
        for file in files
        if isinstance(file, Kept)
    ]
    later = [Later(position, file.item) for position, file in enumerate(files) if isinstance(file, Awaited)]
    return kept, later


async def remove(ports: Ports, draft: StoredDraft) -> None:
    """Takes the stored bytes of a draft that is sent or gone."""
    key = blob_key(draft)
    if key is not None:
        await ports.blobs.remove(key)
