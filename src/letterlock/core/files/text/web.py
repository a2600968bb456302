"""HTML files, as a reader sees them."""

import re
from typing import Final

from letterlock.core.files.text.writer import Writer
from letterlock.core.mime.charset import decode
from letterlock.core.mime.visible import visible

_LONGEST: Final = 2_000_000
"""Characters of HTML that are read."""
_CHARSET: Final = re.compile(rb"<meta[^>]{0,200}?charset\s*=\s*[\"']?\s*([A-Za-z0-9_.:-]{1,40})", re.IGNORECASE)


def read(content: bytes, writer: Writer) -> None:
    declared = _CHARSET.search(content, 0, 2_048)
    html, _ = decode(content[: 4 * _LONGEST], declared[1].decode("ascii") if declared else None, html=True)
    seen = visible(html[:_LONGEST])
    for segment in seen.hidden:
        writer.hide(segment.text)
    writer.cut = seen.truncated or len(html) > _LONGEST
    writer.write(seen.text)
