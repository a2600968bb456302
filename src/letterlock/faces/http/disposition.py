"""The headers that name a file and its type (RFC 6266, RFC 8187), from words others chose."""

import re
from typing import Final
from urllib.parse import quote

_TYPE: Final = re.compile(r"[a-z0-9][a-z0-9!#$&^_.+-]{0,126}/[a-z0-9][a-z0-9!#$&^_.+-]{0,126}")
"""RFC 6838 section 4.2."""
_UNKNOWN: Final = "application/octet-stream"
_ATTRIBUTE: Final = "!#$&+-.^_`|~"
"""What RFC 8187 section 3.2.1 leaves as it is beside letters and digits."""
_LONGEST: Final = 255


def media_type(declared: str) -> str:
    """The type, where it is one."""
    found = declared.lower()
    return found if _TYPE.fullmatch(found) else _UNKNOWN


def attachment(filename: str | None) -> str:
    """Content-Disposition of a file to be saved: a name in ASCII for everybody, the true one where it differs."""
    name = "".join(c for c in (filename or "attachment")[:_LONGEST] if c.isprintable() and c not in "/\\\ufffd").strip()
    name = name or "attachment"
    plain = "".join(c if c.isascii() and c not in '"%' else "_" for c in name)
    if plain == name:
        return f'attachment; filename="{plain}"'
    # Half of a surrogate pair has no UTF-8: it is not printable and was left out above.
    return f"attachment; filename=\"{plain}\"; filename*=UTF-8''{quote(name, safe=_ATTRIBUTE)}"
