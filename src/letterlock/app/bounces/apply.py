"""What a report changes: the message's delivery history, its state, and which addresses nothing is sent to any more."""

from dataclasses import replace
from datetime import datetime
from typing import Literal

from letterlock.app.bounces.about import About, names
from letterlock.app.suppressions.automatic import suppress
from letterlock.core.mime.delivery_report import Action, Reported
from letterlock.core.mime.hard_bounce import is_hard
from letterlock.ports import Ports
from letterlock.ports.records import Attempt, OutboxEntry
from letterlock.ports.store import Unit

MOST_REPORTS = 20
"""About one recipient of one message; what comes beyond is listed as mail and changes nothing."""

_OUTCOMES: dict[Action, Literal["bounced", "delayed", "confirmed", "complained"]] = {
    "failed": "bounced",
    "delayed": "delayed",
    "delivered": "confirmed",
    "complained": "complained",
}


def apply(unit: Unit, ports: Ports, found: About, now: datetime, *, quotable: bool) -> None:
    """`quotable`: the words may be repeated; of quarantined mail only the status code is."""
    if not found.proof:
        return
    history = unit.messages.history(found.message.id)
    for entry, said in found.said:
        outcome = _OUTCOMES.get(said.action)
        if outcome is None or sum(one.outbox_id == entry.id for one in history) >= MOST_REPORTS:
            continue
        reply = _words(said, quotable=quotable)
        attempt = Attempt(entry.id, now, outcome, said.remote_mta if quotable else "", reply)
        unit.outbox.update(_after(entry, found, outcome, reply), attempt)
        if found.proof == "token" and _ends_it(entry, said):
            reason: Literal["bounce", "complaint"] = "complaint" if said.action == "complained" else "bounce"
            suppress(unit, ports, entry, reason, reply or "reported as unwanted", now)


def _after(entry: OutboxEntry, found: About, outcome: str, reply: str) -> OutboxEntry:
    """The entry with what is now known, where the proof suffices: a Message-ID does when only one recipient had it."""
    if found.proof != "token" and not found.alone:
        return entry
    if outcome == "bounced" and entry.state != "failed":
        return replace(entry, state="failed", last_reply=reply)
    if outcome == "delayed" and entry.state == "sent":
        return replace(entry, state="delayed", last_reply=reply)
    if outcome == "confirmed" and entry.state == "delayed":
        return replace(entry, state="sent", last_reply=reply)
    return entry


def _ends_it(entry: OutboxEntry, said: Reported) -> bool:
    if said.action == "complained":
        return True
    return said.action == "failed" and names(said, entry) and is_hard(said.status, said.diagnostic)


def _words(said: Reported, *, quotable: bool) -> str:
    return " ".join(filter(None, (said.status, said.diagnostic if quotable else "")))[:500]
