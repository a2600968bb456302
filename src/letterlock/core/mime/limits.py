"""The bounds a message is read within: what lies beyond is named in `Message.exceeded` and not read."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Limits:
    """Each bound's field name is also its name in `Message.exceeded`, with hyphens, unless it says otherwise."""

    size: int = 25 * 1024 * 1024
    """Bytes of the whole message."""
    headers: int = 1_000
    """Header fields of one part."""
    header_length: int = 100_000
    """Bytes of one header field."""
    header_size: int = 512 * 1024
    """Bytes of all header fields of one part."""
    addresses: int = 1_000
    """Mailboxes of one address field."""
    ids: int = 500
    """Message ids of one References or In-Reply-To field; the last ones are kept, as they name the nearest."""
    parts: int = 1_000
    """Parts of the whole message, multiparts included."""
    depth: int = 20
    """Multiparts within multiparts."""
    attachments: int = 500
    filename: int = 255
    """Characters of a file name; the extension is kept."""
    text: int = 2_000_000
    """Characters of the decoded text body, and of the HTML body."""
    documents: int = 100
    """HTML parts of the body, text-only stretches beside them among these; named `text` when there are more."""


DEFAULT = Limits()
