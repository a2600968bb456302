"""Files of a message taken out of its raw source, each with its rating; runs where it can be killed."""

from dataclasses import dataclass

from letterlock.core.mime.message import Attachment
from letterlock.core.mime.parse import parse
from letterlock.core.trust.attachments import rate
from letterlock.core.trust.report import AttachmentRisk


@dataclass(frozen=True, slots=True)
class Opened:
    """One file and how risky it is."""

    file: Attachment
    rating: AttachmentRisk


def open_files(raw: bytes, places: tuple[int, ...]) -> dict[int, Opened]:
    """The files at these places among the message's attachments; those it does not have are left out."""
    files = parse(raw).attachments
    return {place: Opened(files[place], rate((files[place],))[0]) for place in places if place < len(files)}
