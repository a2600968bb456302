"""Messages as files (RFC 5322): headers, the text as a reader sees it, what is attached, and messages within."""

from letterlock.core.files.text.writer import Writer
from letterlock.core.mime.embedded import embedded_text


def read(content: bytes, writer: Writer) -> None:
    found = embedded_text(content)
    writer.hidden = found.hidden
    writer.cut = found.truncated
    writer.write(found.text)
