"""Which files are shown as they are: text by its type, pictures by their first bytes."""

from typing import Final

TEXT_LIMIT: Final = 128 * 1024
"""Bytes of a text file that is given as text."""
IMAGE_LIMIT: Final = 1024 * 1024
"""Bytes of a picture that is shown."""

_TEXT: Final = frozenset(
    f"application/{name}"
    for name in ("json", "csv", "xml", "yaml", "x-yaml", "yml", "x-yml", "markdown", "x-markdown", "x-ndjson", "ndjson")
)
_SUFFIXES: Final = ("+json", "+xml", "+yaml")
_PAGES: Final = frozenset({"text/html", "text/xhtml", "application/xhtml+xml", "image/svg+xml"})
"""Open in a browser: never given as plain text, since what they say is not what a reader sees."""
_PICTURES: Final = {
    "image/png": "image/png",
    "image/x-png": "image/png",
    "image/jpeg": "image/jpeg",
    "image/jpg": "image/jpeg",
    "image/pjpeg": "image/jpeg",
    "image/gif": "image/gif",
    "image/webp": "image/webp",
}


def is_text(content_type: str) -> bool:
    """Plain text of any kind but HTML: JSON, CSV, XML, YAML and Markdown too."""
    if content_type in _PAGES:
        return False
    main, _, sub = content_type.partition("/")
    return main == "text" or content_type in _TEXT or (main == "application" and sub.endswith(_SUFFIXES))


def is_picture(content_type: str) -> bool:
    return content_type in _PICTURES


def shown_picture(content_type: str, content: bytes) -> str | None:
    """The type of a picture whose first bytes are what its type says; None for any other."""
    declared = _PICTURES.get(content_type)
    return declared if declared is not None and declared == _by_magic(content) else None


def _by_magic(content: bytes) -> str | None:
    if content.startswith(b"\x89PNG\r\n\x1a\n"):
        return "image/png"
    if content.startswith(b"\xff\xd8\xff"):
        return "image/jpeg"
    if content.startswith((b"GIF87a", b"GIF89a")):
        return "image/gif"
    return "image/webp" if content[:4] == b"RIFF" and content[8:12] == b"WEBP" else None
