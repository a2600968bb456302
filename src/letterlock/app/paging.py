"""Page tokens: opaque, signed, good for the one list that gave them out."""

import base64
import json
from datetime import UTC, datetime

from letterlock.core.errors import Invalid
from letterlock.ports.records import Page
from letterlock.ports.secrets import Secrets

_CONTEXT = "page-token"


def page_token(secrets: Secrets, page: Page, about: str) -> str:
    """A token for the page after `page` of the list `about` (operation, account and filters)."""
    body = json.dumps([int(page.at.timestamp() * 1_000_000), page.id]).encode()
    mark = secrets.sign(body + about.encode(), context=_CONTEXT)[:12]
    return base64.urlsafe_b64encode(mark + body).rstrip(b"=").decode()


def read_page_token(secrets: Secrets, token: str | None, about: str) -> Page | None:
    """The page a token stands for; raises Invalid when it is not one of ours for this very list."""
    if token is None:
        return None
    try:
        raw = base64.urlsafe_b64decode(token + "=" * (-len(token) % 4))
        mark, body = raw[:12], raw[12:]
        if secrets.sign(body + about.encode(), context=_CONTEXT)[:12] != mark:
            raise ValueError("not signed by us")
        micros, identifier = json.loads(body)
        return Page(
            datetime.fromtimestamp(micros // 1_000_000, UTC).replace(microsecond=micros % 1_000_000), identifier
        )
    except ValueError:
        raise Invalid(
            "page_token is not one that this list gave out; leave it out to start from the first page",
            param="page_token",
        ) from None
