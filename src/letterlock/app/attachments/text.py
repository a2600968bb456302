"""What a document says, as text, a page at a time."""

from typing import Any, Final

from letterlock.app.attachments.find import Found, read
from letterlock.app.attachments.warnings import is_rated, warnings
from letterlock.app.attachments.withheld import by_risk
from letterlock.app.codes.shield import kept
from letterlock.app.context import Context
from letterlock.core.errors import Invalid
from letterlock.core.files.shielded import text_masked
from letterlock.core.files.text.read import Readable, read_text

PAGE: Final = 20_000
"""Characters of a page at most."""
_BACK: Final = 1_000
"""So far back from its end a page may end with a line."""


async def as_text(context: Context, found: Found, page_token: str | None) -> dict[str, Any]:
    """Raises Invalid for a page that is not there; what the file itself forbids, `read_text` says."""
    start = _start(page_token)
    secrets = kept(context, found.message)
    if secrets is None:
        readable = await read(context, found, read_text)
    else:
        readable = await read(context, found, text_masked, secrets)
    held = None if is_rated(found) else by_risk(readable.risk)
    if held is not None:
        return {"risk_reasons": list(readable.reasons), "delivery": "withheld", "withheld_reason": held.reason}
    if start and start >= len(readable.text):
        raise _unknown_page()
    end = page_end(readable.text, start)
    shown: dict[str, Any] = {
        "delivery": "inline_text",
        "text": readable.text[start:end],
        "text_source": readable.source,
        "next_page_token": str(end) if end < len(readable.text) else None,
    }
    told = [*warnings(found, readable.risk), *_about(readable)]
    return shown | ({"warning": " ".join(told)} if told else {})


def page_end(text: str, start: int) -> int:
    """Where the page from `start` ends: with a line where one ends near, else with a word."""
    end = start + PAGE
    if end >= len(text):
        return len(text)
    for mark in ("\n", " "):
        at = text.rfind(mark, end - _BACK, end)
        if at > start:
            return at + 1
    return end


def _start(page_token: str | None) -> int:
    if page_token is None:
        return 0
    if not (page_token.isascii() and page_token.isdigit()):
        raise _unknown_page()
    return int(page_token)


def _unknown_page() -> Invalid:
    return Invalid(
        "page_token is not one that this attachment gave out; leave it out to start from the first page",
        param="page_token",
    )


def _about(readable: Readable) -> list[str]:
    told = []
    if readable.hidden:
        told.append(f"{readable.hidden} characters hidden from human readers were left out of the text.")
    if readable.removed:
        told.append(f"{readable.removed} invisible characters were removed from the text.")
    if readable.cut:
        told.append("The document is longer than is read as text; this is its beginning.")
    return told
