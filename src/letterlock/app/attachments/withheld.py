"""Why a file may not be given to an agent: asked by everything that gives one, or sends one on.

It follows the trust report and the block list of the moment as well as the labels, so that a label taken off releases
nothing.
"""

from dataclasses import dataclass, replace
from typing import Final, Literal

from letterlock.app.messages.visibility import quarantined
from letterlock.core.address import read_addresses
from letterlock.core.mime.message import Attachment
from letterlock.core.trust.attachments import rate
from letterlock.core.trust.domains import parents
from letterlock.ports.records import StoredAttachment, StoredMessage
from letterlock.ports.store import Unit

Kind = Literal["quarantined", "blocked", "unauthenticated", "spam", "high_risk", "codes"]

_REVIEW = "A person can review it in the dashboard."
_MESSAGE: dict[Kind, str] = {
    "quarantined": f"The message is quarantined, so its attachments are withheld. {_REVIEW}",
    "blocked": f"The sender is on the block list, so the message's attachments are withheld. {_REVIEW}",
    "unauthenticated": f"The sender could not be authenticated, so the message's attachments are withheld. {_REVIEW}",
    "spam": f"The message is spam, so its attachments are withheld. {_REVIEW}",
}
"""Strongest first."""
_BY_LABEL: dict[str, Kind] = {
    "QUARANTINE": "quarantined",
    "BLOCKED": "blocked",
    "UNAUTHENTICATED": "unauthenticated",
    "SPAM": "spam",
}


@dataclass(frozen=True, slots=True)
class Withheld:
    """`kind` is one word for programs, `reason` a sentence or two; neither holds words of the sender's."""

    kind: Kind
    reason: str


def withheld(unit: Unit, message: StoredMessage, file: StoredAttachment) -> Withheld | None:
    """Why this file of the message may not be given; None when it may.

    `message` is whole, report and all. A file that was not rated is judged by its name and type; whoever reads its
    bytes judges those too
    (`by_risk` of what `rated` finds in them).
    """
    if message.direction == "outbound":
        return None
    return of_message(unit, message) or by_risk(rated(file).risk)


def of_message(unit: Unit, message: StoredMessage) -> Withheld | None:
    """Why no file of the message may be given."""
    if message.direction == "outbound":
        return None
    held = {_BY_LABEL[label] for label in _labels(message) if label in _BY_LABEL}
    if quarantined(message.labels, message.report, message.trust_level):
        held.add("quarantined")
    if "blocked" not in held and _blocked_now(unit, message):
        held.add("blocked")
    kind = next((kind for kind in _MESSAGE if kind in held), None)
    return None if kind is None else Withheld(kind, _MESSAGE[kind])


CODES: Final = Withheld(
    "codes",
    "The file holds a one-time code or a link that acts for whoever opens it, which this account withholds from agents;"
    " a person can release those of the message in the dashboard.",
)


def by_risk(risk: str) -> Withheld | None:
    """Why a file of that rating may not be given."""
    if risk != "high":
        return None
    return Withheld("high_risk", f"The attachment is rated high risk, so it is withheld. {_REVIEW}")


def rated(file: StoredAttachment, content: bytes = b"") -> StoredAttachment:
    """The file with a rating by name, type and `content` where it had none and that rates it at all.

    What it cannot fault stays `not_assessed`. With content, to be run where it can be killed: see `core.attachments`.
    """
    if file.risk != "not_assessed":
        return file
    part = Attachment(file.filename, file.content_type, file.disposition, file.content_id, content)
    (rating,) = rate((part,))
    return file if rating.risk == "low" else replace(file, risk=rating.risk, risk_reasons=rating.reasons)


def _labels(message: StoredMessage) -> set[str]:
    return {*message.labels, *((message.report or {}).get("labels", ()))}


def _blocked_now(unit: Unit, message: StoredMessage) -> bool:
    """Whether anybody the From field names is on the block list at this moment."""
    found, _ = read_addresses(str((message.item or {}).get("from", "")))
    keys = {address.key for address in found} | ({message.from_address} if message.from_address else set())
    candidates = {name for key in keys for name in (key, *parents(key.rpartition("@")[2]))}
    if not candidates:
        return False
    entries = unit.lists.matching(message.workspace_id, message.account_id, candidates)
    return any(entry.kind == "blocked" for entry in entries)
