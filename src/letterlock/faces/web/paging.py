"""Pages of lists: the token asked for, and the query of the page that follows."""

from collections.abc import Mapping
from typing import Any
from urllib.parse import urlencode

from starlette.requests import Request


def asked(request: Request) -> dict[str, str]:
    token = request.query_params.get("page")
    return {} if token is None else {"page_token": token}


def more(found: Mapping[str, Any], **kept: str | None) -> str | None:
    """The query of the next page."""
    if found["next_page_token"] is None:
        return None
    return urlencode({"page": found["next_page_token"], **{k: v for k, v in kept.items() if v is not None}})
