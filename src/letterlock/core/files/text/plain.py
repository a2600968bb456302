"""Text files in whatever character set they are."""

from letterlock.core.files.text.writer import LONGEST, Writer
from letterlock.core.mime.charset import decode


def read(content: bytes, writer: Writer) -> None:
    text, _ = decode(content[: 4 * LONGEST + 4], None)
    writer.write(text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n").replace("\x00", ""))
