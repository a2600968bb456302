"""MIME types of files that are sent, and what a file is taken for when nobody says (RFC 2045 section 5.1)."""

from mimetypes import MimeTypes

from letterlock.core.errors import Invalid
from letterlock.core.mime.header_writer import parameter_field, refuse_controls
from letterlock.core.mime.parameters import content_type

UNKNOWN = "application/octet-stream"
_LONGEST = 500
_NOT_FILES = ("multipart/", "message/partial", "message/external-body")
"""Types whose bytes are parts, a piece of a message, or the address of something else (RFC 2046 sections 5.1, 5.2)."""

_PACKED = {
    "gzip": "application/gzip",
    "bzip2": "application/x-bzip2",
    "xz": "application/x-xz",
    "br": UNKNOWN,
    "compress": "application/x-compress",
}
_MORE = {
    ".docx": "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
    ".xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    ".pptx": "application/vnd.openxmlformats-officedocument.presentationml.presentation",
    ".odt": "application/vnd.oasis.opendocument.text",
    ".ods": "application/vnd.oasis.opendocument.spreadsheet",
    ".odp": "application/vnd.oasis.opendocument.presentation",
    ".ics": "text/calendar",
    ".vcf": "text/vcard",
    ".md": "text/markdown",
    ".yaml": "application/yaml",
    ".yml": "application/yaml",
    ".webp": "image/webp",
    ".heic": "image/heic",
    ".7z": "application/x-7z-compressed",
    ".eml": "message/rfc822",
    ".log": "text/plain",
}


def _table() -> MimeTypes:
    """The table that comes with Python and no file of this machine, so that a name means the same everywhere."""
    table = MimeTypes()
    for extension, kind in _MORE.items():
        table.add_type(kind, extension)
    return table


_TABLE = _table()


def file_type(text: str) -> str | None:
    """`type/subtype` with its parameters as it can stand in a message; None when it is not the type of a file."""
    if not text or len(text) > _LONGEST:
        return None
    read = content_type(text)
    kind = read.value
    if read.defects or not text.strip().lower().startswith(kind) or kind.startswith(_NOT_FILES):
        return None
    try:
        refuse_controls(text, "content_type")
        parameter_field("Content-Type", kind, read.parameters)
    except Invalid:
        return None
    return text.strip()


def type_of_name(name: str, content: bytes) -> str:
    """What a file of that name is taken for; text that is UTF-8 says so, as readers would guess otherwise."""
    kind, packed = _TABLE.guess_type(name.lower(), strict=False)
    if packed is not None:
        return _PACKED.get(packed, UNKNOWN)
    if kind is None:
        return UNKNOWN
    return f"{kind}; charset=utf-8" if kind.startswith("text/") and _is_wide_text(content) else kind


def _is_wide_text(content: bytes) -> bool:
    if content.isascii():
        return False
    try:
        content.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True


def default_name(position: int, kind: str) -> str:
    """A name for a file that has none, so that no program takes it for part of the text."""
    extension = _TABLE.guess_extension(kind.partition(";")[0].strip(), strict=False) or ""
    return f"attachment-{position + 1}{extension}"
