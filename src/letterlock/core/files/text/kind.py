"""Which reader a file is for: by its first bytes where those tell, else by its type, else by its name's ending."""

import io
import zipfile
from typing import Final, Literal

from letterlock.core.files.kinds import is_text
from letterlock.core.mime.message import Attachment

Kind = Literal["pdf", "docx", "xlsx", "pptx", "eml", "ics", "html", "text"]

_OFFICE: Final = "application/vnd.openxmlformats-officedocument"
_TYPES: Final[dict[str, Kind]] = {
    "application/pdf": "pdf",
    "application/x-pdf": "pdf",
    f"{_OFFICE}.wordprocessingml.document": "docx",
    f"{_OFFICE}.wordprocessingml.template": "docx",
    f"{_OFFICE}.spreadsheetml.sheet": "xlsx",
    f"{_OFFICE}.spreadsheetml.template": "xlsx",
    f"{_OFFICE}.presentationml.presentation": "pptx",
    f"{_OFFICE}.presentationml.slideshow": "pptx",
    f"{_OFFICE}.presentationml.template": "pptx",
    "message/rfc822": "eml",
    "message/global": "eml",
    "text/calendar": "ics",
    "application/ics": "ics",
    "text/html": "html",
    "application/xhtml+xml": "html",
}
_ENDINGS: Final[dict[str, Kind]] = {
    "pdf": "pdf",
    "docx": "docx",
    "dotx": "docx",
    "xlsx": "xlsx",
    "xltx": "xlsx",
    "pptx": "pptx",
    "ppsx": "pptx",
    "potx": "pptx",
    "eml": "eml",
    "ics": "ics",
    "html": "html",
    "htm": "html",
    "xhtml": "html",
    "txt": "text",
    "csv": "text",
    "md": "text",
    "json": "text",
    "xml": "text",
    "yaml": "text",
    "yml": "text",
    "log": "text",
}
_MAIN_PARTS: Final[dict[str, Kind]] = {"word/": "docx", "xl/": "xlsx", "ppt/": "pptx"}
_UNTOLD: Final = frozenset({"application/octet-stream", "application/zip", "application/x-zip-compressed", ""})
_OLE: Final = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_ENTRIES: Final = 10_000


def declared_kind(content_type: str, filename: str | None) -> Kind | None:
    """By type and name alone: what is known without the bytes."""
    found = _TYPES.get(content_type)
    if found is not None:
        return found
    if content_type in _UNTOLD:
        return _ENDINGS.get((filename or "").rpartition(".")[2].lower())
    return "text" if is_text(content_type) else None


def kind_of(file: Attachment) -> Kind | None:
    """None for a file that has no text form here."""
    content = file.content
    if b"%PDF-" in content[:1024]:
        return "pdf"
    if content.startswith(b"PK\x03\x04"):
        return _in_archive(content)
    # An Office document that is no archive is broken or encrypted: its reader says so.
    return declared_kind(file.content_type, file.filename)


def is_encrypted_office(content: bytes) -> bool:
    """A document under a password is an OLE file around the encrypted archive (MS-OFFCRYPTO section 1.3)."""
    return content.startswith(_OLE) and "EncryptedPackage".encode("utf-16-le") in content


def _in_archive(content: bytes) -> Kind | None:
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            names = archive.namelist()[:_ENTRIES]
    except (zipfile.BadZipFile, ValueError, OSError, NotImplementedError, OverflowError):
        return None
    if "[Content_Types].xml" not in names:
        return None
    return next((kind for start, kind in _MAIN_PARTS.items() if any(name.startswith(start) for name in names)), None)
