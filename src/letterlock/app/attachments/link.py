"""Download links: a signed token that names one attachment and the credential that asked for it, for ten minutes."""

import base64
import hmac
import json
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from letterlock.core.errors import Forbidden, NotFound
from letterlock.ports.secrets import Secrets

LIFE = timedelta(minutes=10)
PLACE = "/mcp/attachments/"
"""Where a face answers for a link, followed by its token."""
LONGEST = 2_000
"""Characters of a token that are looked at."""
_CONTEXT = "attachment-link"
NO_FILE = "There is no file under this link"


@dataclass(frozen=True, slots=True)
class Link:
    """What a token stands for; ids only, so that everything else is looked up at each fetch."""

    workspace_id: str
    caller_id: str
    """A credential's, or a member's for a person who is signed in."""
    account_id: str
    message_id: str
    attachment_id: str


def link_token(secrets: Secrets, link: Link, expires_at: datetime) -> str:
    told = [
        int(expires_at.timestamp()),
        link.workspace_id,
        link.caller_id,
        link.account_id,
        link.message_id,
        link.attachment_id,
    ]
    body = json.dumps(told, separators=(",", ":")).encode()
    return f"{_text(body)}.{_text(secrets.sign(body, context=_CONTEXT))}"


def read_link(secrets: Secrets, token: str, now: datetime) -> Link:
    """Raises NotFound for a token that is not ours, and Forbidden for one of ours whose time is over."""
    body, mark = (_bytes(part) for part in token[:LONGEST].partition(".")[::2])
    if not body or not hmac.compare_digest(secrets.sign(body, context=_CONTEXT), mark):
        raise NotFound(NO_FILE)
    expires, *names = json.loads(body)
    if now >= datetime.fromtimestamp(expires, UTC):
        raise Forbidden("This download link has expired; ask get_attachment for a new one")
    return Link(*names)


def _text(value: bytes) -> str:
    return base64.urlsafe_b64encode(value).rstrip(b"=").decode()


def _bytes(text: str) -> bytes:
    """Empty for what is not base64url; only the one way of writing a value counts."""
    try:
        value = base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
    except ValueError:
        return b""
    return value if _text(value) == text else b""
