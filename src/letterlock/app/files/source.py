"""Which of the three sources a file has: exactly one."""

from enum import Enum

from letterlock.app.files.params import FileItem
from letterlock.core.errors import Invalid


class Source(Enum):
    CONTENT = "content"
    URL = "url"
    REFERENCE = "message_id and attachment_id"


def source(item: FileItem, where: str) -> Source:
    """Raises Invalid for an item with no source, more than one, or half of one."""
    referenced = item.message_id is not None or item.attachment_id is not None
    present = {Source.CONTENT: item.content is not None, Source.URL: item.url is not None, Source.REFERENCE: referenced}
    found = [kind for kind, there in present.items() if there]
    if len(found) != 1:
        said = "no source" if not found else f"{len(found)} sources ({', '.join(kind.value for kind in found)})"
        raise Invalid(
            f"{where} has {said}: give exactly one of content, url, or message_id with attachment_id", param=where
        )
    if referenced and (item.message_id is None or item.attachment_id is None):
        missing = "message_id" if item.message_id is None else "attachment_id"
        raise Invalid(f"{where} lacks {missing}: a file that is here is named by both ids", param=where)
    return found[0]
