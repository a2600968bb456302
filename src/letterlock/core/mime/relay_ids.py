"""Message-IDs that relays give our mail in place of ours, as far as their answer to the final dot tells them."""

import re
from typing import Final

from letterlock.core.mime.message_ids import parse_ids

_SES: Final = re.compile(r"\b([0-9a-f]{16}-[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}-[0-9]{6})\b")
"""Amazon SES answers `250 Ok <id>` and always writes a Message-ID of its own."""
_SES_HOST: Final = re.compile(r"email-smtp(?:-fips)?\.([a-z]{2}(?:-[a-z]+)+-\d)\.amazonaws\.com")
_FIRST_REGION: Final = "us-east-1"


def relay_ids(reply: str, host: str) -> tuple[str, ...]:
    """Ids without brackets: what stands in angle brackets (as of Exchange Online and Brevo), and SES's by its form."""
    found = list(parse_ids(reply)) if "<" in reply else []
    ses = _SES.search(reply)
    if ses is not None:
        region = _SES_HOST.fullmatch(host.lower())
        where = "email" if region is None or region[1] == _FIRST_REGION else region[1]
        found.append(f"{ses[1]}@{where}.amazonses.com")
    return tuple(dict.fromkeys(one for one in found if "@" in one))[:3]
