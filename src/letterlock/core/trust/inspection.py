"""What is told of raw mail that never came to an inbox: the report by what it says of itself and what DNS said."""

from datetime import datetime
from typing import Any

from letterlock.core.address import Address
from letterlock.core.trust.level import assess
from letterlock.core.trust.reading import Reading
from letterlock.core.trust.report import Authentication, Relationship, TrustReport
from letterlock.core.trust.rules import RULES
from letterlock.core.trust.summary import full, summary

_OF_MAIL = tuple(rule for rule in RULES if rule.family != "sender")
"""No inbox is asked who the sender is, so nothing is said of that."""
_OF_HTML = tuple(rule for rule in _OF_MAIL if rule.family not in ("authentication", "identity"))
"""HTML alone has no sender and came from nowhere."""


def inspected(reading: Reading, authentication: Authentication, now: datetime) -> dict[str, Any]:
    """The report of a raw message, its text also where it is quarantined: who asks holds the message already."""
    report = assess(reading, authentication, Relationship(), now, rules=_OF_MAIL)
    message = reading.message
    return {
        "from": [_person(address) for address in message.from_],
        "subject": message.subject,
        "date": message.date.isoformat() if message.date else None,
        **_told(report, reading, report.content.text),
    }


def inspected_html(reading: Reading, now: datetime) -> dict[str, Any]:
    """The report of HTML alone. `text` is all that a reader sees: there is no conversation to take a reply out of."""
    report = assess(reading, Authentication(), Relationship(), now, rules=_OF_HTML)
    return _told(report, reading, report.content.full_text)


def _told(report: TrustReport, reading: Reading, text: str) -> dict[str, Any]:
    view, content, secrets = full(report), report.content, reading.secrets.stored()
    trust = summary(report)
    trust["sender"]["relationship"] = []  # no inbox was asked
    return {
        "trust": trust,
        "rules_version": report.rules_version,
        "labels": view["labels"],
        "text": text,
        "text_source": content.text_source,
        "extracted_text": content.text,
        "full_text": content.full_text,
        "inline_answers": content.inline_answers,
        "quoted_removed": content.quoted_removed,
        "forwarded": content.forwarded,
        "hidden": view["content"]["hidden"],
        "links": [
            {"url": link.url, "text": link.text, "host": link.host, "flags": list(link.flags)} for link in report.links
        ],
        "codes": secrets["codes"],
        "action_links": secrets["links"],
        "attachments": view["attachments"],
        "signs": view["classification"]["signs"],
        "authentication": view["authentication"],
    }


def _person(address: Address) -> dict[str, str]:
    return {"name": address.name, "address": address.spec}
