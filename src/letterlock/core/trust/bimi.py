"""BIMI: whether a domain says that it has a logo to show (draft-brand-indicators-for-message-identification).

Shown and no more: anybody may publish a record for a domain of their own. Logo and certificate are never fetched.
"""

import re

from letterlock.core.trust.asking import Asker
from letterlock.core.trust.question import Answer
from letterlock.core.trust.report import BimiResult
from letterlock.core.trust.tags import MalformedTagsError, parse_tags

MAX_RECORD = 4096

_VERSION = re.compile(r"v[ \t]*=[ \t]*BIMI1[ \t]*(?:;|\Z)", re.IGNORECASE)


def look_up(domain: str, organization: str, asker: Asker) -> tuple[BimiResult, str]:
    """What the domain, or else its organisation, publishes for the selector `default`, and where the logo is."""
    for name in dict.fromkeys((domain, organization)):
        answer = asker.ask("TXT", f"default._bimi.{name}")
        if answer is None:
            return "not_checked", ""
        found = _read(answer)
        if found[0] != "none":
            return found
    return "none", ""


def _read(answer: Answer) -> tuple[BimiResult, str]:
    if answer.status == "temperror":
        return "temperror", ""
    records = [text for text in answer.values if len(text) <= MAX_RECORD and _VERSION.match(text)]
    if len(records) != 1:
        return "none", ""
    try:
        tags = parse_tags(records[0])
    except MalformedTagsError:
        return "none", ""
    if "l" not in tags:
        return "none", ""
    logo = tags["l"]
    if not logo:
        return "declined", ""
    return ("published", logo) if logo.lower().startswith("https://") else ("none", "")
