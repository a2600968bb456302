"""Which messages lists leave out unless asked: the report decides too, so a label taken off frees nothing."""

from collections.abc import Collection, Mapping
from typing import Any

from letterlock.ports.records import Hidden

SYSTEM_LABELS = ("INBOX", "SENT", "SPAM", "QUARANTINE", "TRASH", "UNREAD", "BLOCKED", "UNAUTHENTICATED", "BOUNCE")

_BY_LABEL: dict[str, Hidden] = {
    "QUARANTINE": "quarantined",
    "BLOCKED": "blocked",
    "UNAUTHENTICATED": "unauthenticated",
    "SPAM": "spam",
    "TRASH": "trash",
}
"""Strongest first."""

_FACTS = frozenset({"QUARANTINE", "BLOCKED", "UNAUTHENTICATED"})
"""What stays true whatever a credential does with the labels."""


def hidden_class(labels: Collection[str], report_labels: Collection[str]) -> Hidden:
    """Why a message with these labels is hidden; "" when it is listed."""
    holds = set(labels) | (_FACTS & set(report_labels))
    return next((hidden for label, hidden in _BY_LABEL.items() if label in holds), "")


def asked_for(labels: Collection[str], *, quarantine: bool) -> frozenset[Hidden]:
    """The hiding classes a list shows: the listed mail, and what `labels` names."""
    named = {_BY_LABEL[label] for label in labels if label in _BY_LABEL}
    if quarantine:
        named.add("quarantined")
    return frozenset({"", *named})


def quarantined(labels: Collection[str], report: Mapping[str, Any] | None, level: str | None) -> bool:
    """Whether nothing of the text may be shown."""
    return level == "quarantined" or "QUARANTINE" in labels or bool(report and "QUARANTINE" in report.get("labels", ()))
