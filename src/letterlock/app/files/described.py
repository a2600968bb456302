"""What a file is called and what type it has, as it will go along: cleaned, checked, and made up where nothing says."""

from collections.abc import Sequence

from letterlock.app.files.params import FileItem
from letterlock.core.errors import Invalid
from letterlock.core.mime.file_types import default_name, file_type, type_of_name
from letterlock.core.mime.filenames import sent_file_name
from letterlock.core.mime.outgoing import OutgoingFile

_ID_LENGTH = 200
UNKNOWN = "application/octet-stream"


def check(item: FileItem, where: str) -> None:
    """Raises Invalid where what the item says of itself cannot stand in a message."""
    if item.content_type is not None and file_type(item.content_type) is None:
        param = f"{where}.content_type"
        raise Invalid(f"{param} is not the MIME type of a file: give one such as application/pdf", param=param)
    if item.content_id is not None and not _is_id(item.content_id):
        param = f"{where}.content_id"
        raise Invalid(
            f"{param} must be printable ASCII without spaces and angle brackets, at most {_ID_LENGTH} characters",
            param=param,
        )


def check_ids(items: Sequence[FileItem], param: str) -> None:
    """Raises Invalid for a content id given twice."""
    first: dict[str, int] = {}
    for at, item in enumerate(items):
        if item.content_id is None:
            continue
        if item.content_id in first:
            where = f"{param}[{at}].content_id"
            raise Invalid(f"{where} is that of {param}[{first[item.content_id]}] too; make it another", param=where)
        first[item.content_id] = at


def _is_id(text: str) -> bool:
    return 0 < len(text) <= _ID_LENGTH and all(33 <= ord(c) < 127 and c not in "<>" for c in text)


def given(
    item: FileItem,
    content: bytes,
    position: int,
    *,
    filename: str | None = None,
    content_type: str | None = None,
) -> OutgoingFile:
    """The file as it goes along. `filename` and `content_type` are its own, for where the item names none."""
    name = sent_file_name(item.filename or "") or sent_file_name(filename or "")
    kind = file_type(item.content_type or "") or file_type(content_type or "")
    if kind is None:
        kind = type_of_name(name, content) if name else UNKNOWN
    return OutgoingFile(
        filename=name or default_name(position, kind),
        content_type=kind,
        content=content,
        disposition=item.content_disposition or ("inline" if item.content_id else "attachment"),
        content_id=item.content_id,
    )
