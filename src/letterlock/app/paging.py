"""Page tokens: opaque, signed, good for the one list that gave them out."""

import base64
import json
from datetime import UTC, datetime, timedelta

from letterlock.core.errors import Invalid
from letterlock.ports.records import Page
from letterlock.ports.secrets import Secrets

_CONTEXT = "page-token"
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND = timedelta(microseconds=1)


def page_token(secrets: Secrets, page: Page, about: str) -> str:
    """A token for the page after `page` of the list `about` (operation, account and filters)."""
    body = json.dumps([(page.at - _EPOCH) // _MICROSECOND, page.id, page.place]).encode()
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
        micros, identifier, place = json.loads(body)
        return Page(_EPOCH + micros * _MICROSECOND, identifier, place)
    except ValueError:
        raise Invalid(
            "page_token is not one that this list gave out; leave it out to start from the first page",
            param="page_token",
        ) from None
