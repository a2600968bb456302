"""Making an analysed message ready: its report, its thread, its rows, all in one transaction."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, Literal

from letterlock.app import views
from letterlock.app.acquaintance import learn_received
from letterlock.app.attachments.index import index_later
from letterlock.app.bounces import marks
from letterlock.app.bounces.about import About, about
from letterlock.app.bounces.apply import apply
from letterlock.app.codes.shield import kept_released
from letterlock.app.facts import as_then, relationship
from letterlock.app.messages import threads
from letterlock.app.messages.visibility import hidden_class
from letterlock.core.trust.level import REPORT_LABELS, assess
from letterlock.core.trust.reading import Reading
from letterlock.core.trust.report import Authentication, TrustReport
from letterlock.core.trust.summary import full, summary
from letterlock.ports import Ports
from letterlock.ports.events import message_topic
from letterlock.ports.records import Analysis, Job, StoredAttachment, StoredMessage
from letterlock.ports.store import Unit

PREVIEW = 200
"""Characters of a preview at most."""
SEARCH_TEXT = 200_000
"""Characters of a message that search looks at."""


@dataclass(frozen=True, slots=True)
class Received:
    """A message with all that was found out about it."""

    stored: StoredMessage
    reading: Reading
    authentication: Authentication
    internal: bool = False
    """Handed over by one of our own inboxes, not come over the wire."""


def deliver(unit: Unit, ports: Ports, received: Received, renew_at: datetime | None) -> None:
    """Makes a pending message ready; nothing happens when it is so already."""
    stored = received.stored
    returned = _returned(unit, received)
    joined = threads.join(unit, received, returned)
    report = _assess(unit, ports, received, joined.notes, stranger=joined.stranger)
    thread_id = joined.thread_id or ports.ids.new("thd")
    analysis = _analysis(received, report, thread_id, returned)
    files = _attachments(ports, received, report)
    if not unit.messages.analysed(stored.id, analysis, files):
        return
    index_later(unit, ports, stored.id, stored.workspace_id, files)
    threads.add_received(unit, received, analysis, joined)
    if returned is not None and not received.internal:
        apply(unit, ports, returned, ports.clock.now(), quotable=report.level != "quarantined")
    author = received.reading.message.author
    if author is not None:
        unit.relations.received(
            stored.account_id,
            author.key,
            authenticated=report.authentication.aligned,
            at=stored.received_at,
        )
    learn_received(unit, received, report)
    if renew_at is not None:
        unit.jobs.defer(Job(ports.ids.new("job"), "renew", stored.id, stored.workspace_id, renew_at))
    unit.announce(message_topic(stored.account_id))


def renew(unit: Unit, ports: Ports, received: Received) -> None:
    """Judges a ready message anew: DNS could be asked now, or the rules are others.

    Who the sender was then stays as it was; who is listed, known or blocked is judged as of now. Labels of the report
    that somebody took off or put on stay so.
    """
    stored = unit.messages.find(received.stored.id)
    if stored is None or stored.thread_id is None or stored.report is None:
        return
    thread = unit.threads.get(stored.account_id, stored.thread_id)
    notes = (threads.KEPT_APART,) if thread and thread.linked_thread_id else ()
    report = _assess(unit, ports, received, notes, before=stored.report)
    analysis = _keep_labels(stored, _analysis(received, report, stored.thread_id, _returned(unit, received)))
    files = _attachments(ports, received, report)
    unit.messages.renewed(stored.id, analysis, files)
    index_later(unit, ports, stored.id, stored.workspace_id, files)
    threads.refresh(unit, stored.account_id, stored.thread_id, ports.clock.now())
    unit.announce(message_topic(stored.account_id))


def _keep_labels(stored: StoredMessage, analysis: Analysis) -> Analysis:
    assert stored.report is not None
    given, gives = frozenset(stored.report["labels"]), frozenset(analysis.report["labels"])
    labels = analysis.labels - (given - stored.labels) | ((stored.labels - given) & REPORT_LABELS)
    secrets = kept_released(stored.secrets, analysis.secrets)
    return replace(analysis, labels=labels, hidden=hidden_class(labels, gives), secrets=secrets)


def _assess(
    unit: Unit,
    ports: Ports,
    received: Received,
    notes: tuple[str, ...],
    *,
    before: Mapping[str, Any] | None = None,
    stranger: bool = False,
) -> TrustReport:
    facts = relationship(
        unit,
        received.stored,
        received.reading.message.from_,
        received.authentication,
        internal=_origin(received),
        again=before is not None,
        stranger=stranger,
    )
    if before is not None:
        facts = as_then(facts, before["sender"])
    return assess(received.reading, received.authentication, facts, ports.clock.now(), notes)


def _origin(received: Received) -> Literal["", "inbox", "notice"]:
    if not received.internal:
        return ""
    return "inbox" if received.stored.envelope.get("mail_from") else "notice"


def _returned(unit: Unit, received: Received) -> About | None:
    """The message of ours that this one reports on."""
    forged = received.authentication.unauthenticated
    return about(unit, received.stored, received.reading.report, forged=forged)


def _analysis(received: Received, report: TrustReport, thread_id: str, returned: About | None) -> Analysis:
    stored, message = received.stored, received.reading.message
    labels = frozenset({"UNREAD", *(report.labels or ("INBOX",))}) | marks.labels(received)
    timestamp = min(message.date or stored.received_at, stored.received_at)
    content = report.content
    trust = summary(report)
    item: dict[str, Any] = {
        "timestamp": views.iso(timestamp),
        "received_at": views.iso(stored.received_at),
        "direction": "inbound",
        "from": ", ".join(views.person(address) for address in message.from_),
        "to": [views.person(address) for address in message.to],
        "cc": [views.person(address) for address in message.cc],
        "subject": message.subject,
        "preview": "" if report.level == "quarantined" else preview(content.text),
        "attachment_count": len(message.attachments),
        "size": stored.size,
        "trust_level": report.level,
        **marks.item_marks(received),
    }
    view: dict[str, Any] = {
        "reply_to": [views.person(address) for address in message.reply_to],
        "rfc_message_id": message.message_id,
        "in_reply_to": message.in_reply_to[0] if message.in_reply_to else None,
        "references": list(message.references),
        "trust": trust,
        "inline_answers": content.inline_answers,
        **marks.report_marks(received, returned, quotable=report.level != "quarantined"),
    }
    if message.protection:
        view["protection"] = list(message.protection)
    if report.level != "quarantined":
        view |= {"text": content.text, "text_source": "trust.content.text"}
    return Analysis(
        thread_id=thread_id,
        rfc_message_id=message.message_id,
        timestamp=timestamp,
        subject=message.subject,
        from_address=message.from_[0].key if message.from_ else "",
        labels=labels,
        hidden=hidden_class(labels, report.labels),
        trust_level=report.level,
        item=item,
        view=view,
        report=dict(full(report)),
        search_text="" if report.level == "quarantined" else content.full_text[:SEARCH_TEXT],
        search_people=views.search_people(**{"from": message.from_, "to": message.to, "cc": message.cc}),
        secrets=received.reading.secrets.stored() if received.reading.secrets else None,
    )


def preview(text: str) -> str:
    """The first words, on one line."""
    return " ".join(text[: PREVIEW * 4].split())[:PREVIEW]


def _attachments(ports: Ports, received: Received, report: TrustReport) -> list[StoredAttachment]:
    ratings = {rating.index: rating for rating in report.attachments}
    rows = []
    for index, attachment in enumerate(received.reading.message.attachments):
        row = StoredAttachment(
            id=ports.ids.new("att"),
            message_id=received.stored.id,
            index=index,
            filename=attachment.filename,
            content_type=attachment.content_type,
            size=attachment.size,
            disposition=attachment.disposition,
            content_id=attachment.content_id,
            kind=attachment.kind or None,
        )
        rating = ratings.get(index)
        rows.append(replace(row, risk=rating.risk, risk_reasons=rating.reasons) if rating else row)
    return rows
