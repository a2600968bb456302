"""The body of a message as Markdown: what a reader sees of its HTML, else its text as it stands."""

from letterlock.core.mime.invisible import read_invisible
from letterlock.core.mime.parse import parse
from letterlock.core.mime.visible import as_markdown


def markdown_body(raw: bytes) -> str:
    """Hidden text is left out and marked as in the text. Runs where it can be killed."""
    message = parse(raw)
    shown = as_markdown(message.html_parts) if message.html else ""
    if shown or message.text is None:
        return shown
    return read_invisible(message.text, "text")[0]
