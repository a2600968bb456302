"""What lists and views say of a message that a program wrote, and of a report about our own mail."""

from typing import TYPE_CHECKING, Any

from letterlock.app.bounces.about import About
from letterlock.core.mime.automatic import NULL_SENDER

if TYPE_CHECKING:
    from letterlock.app.messages.received import Received

_MOST = 20
"""Recipients of a report that a view tells about."""


def item_marks(received: "Received") -> dict[str, Any]:
    """`auto_submitted`, where a program wrote it."""
    mail_from = received.stored.envelope.get("mail_from")
    found = received.reading.automatic or (NULL_SENDER if mail_from == "" else None)
    if found is None:
        return {}
    from_inbox = received.internal and mail_from
    return {"auto_submitted": "agent" if from_inbox else found.source, "auto_submitted_sign": found.sign}


def report_marks(received: "Received", about: About | None, *, quotable: bool) -> dict[str, Any]:
    """`delivery_report`, where it is one. Of quarantined mail the sender's words are left out.

    A message of another inbox is not named: who reads this one may have no right to that.
    """
    report, here = received.reading.report, received.stored.account_id
    if report is None:
        return {}
    recipients = [
        {"recipient": one.recipient, "action": one.action, "status": one.status}
        | ({"diagnostic": one.diagnostic, "remote_mta": one.remote_mta} if quotable else {})
        for one in report.recipients[:_MOST]
    ]
    return {
        "delivery_report": {
            "kind": report.kind,
            "about_message_id": about.message.id if about and about.message.account_id == here else None,
            "proof": (about.proof if about else "") or "none",
            "recipients": recipients if quotable else [],
        }
    }


def labels(received: "Received") -> frozenset[str]:
    report = received.reading.report
    return frozenset({"BOUNCE"} if report is not None and report.kind in ("bounce", "delay") else ())
