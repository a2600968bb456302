"""Files given by their bytes in base64 (RFC 4648 section 4), bounded before they are decoded."""

import binascii
import re
from collections.abc import Sequence

from letterlock.app.files.params import FileItem
from letterlock.core.errors import Invalid

MOST_ENCODED = 1_400_000
"""Bytes of all such files of one call, decoded."""
_BLANKS = re.compile(r"[ \t\r\n]+")


def decoded(items: Sequence[FileItem], param: str) -> dict[int, bytes]:
    """The bytes by position. Raises Invalid naming the item that is no base64."""
    found: dict[int, bytes] = {}
    room = MOST_ENCODED
    for at, item in enumerate(items):
        if item.content is None:
            continue
        text = _BLANKS.sub("", item.content)
        room -= len(text) // 4 * 3 - text[-2:].count("=")
        if room < 0:
            raise Invalid(
                "One call takes at most 1.4 MB of content (decoded); use url, or the message_id and attachment_id of a"
                " file that is here, for anything larger",
                param=param,
            )
        found[at] = _bytes(text, f"{param}[{at}].content")
    return found


def _bytes(text: str, where: str) -> bytes:
    hint = "; leave out everything up to the comma" if text.startswith("data:") else ""
    try:
        return binascii.a2b_base64(text, strict_mode=True)
    except (binascii.Error, ValueError):
        raise Invalid(f"{where} is not base64 (standard alphabet, with padding){hint}", param=where) from None
