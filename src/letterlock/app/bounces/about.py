"""Which message of ours a report is about, and how that is proven: see docs/decisions/who-may-say-it-bounced.md."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from letterlock.app.bounces.return_path import token_in
from letterlock.core.address import Address, parse_address
from letterlock.core.errors import Invalid
from letterlock.core.mime.delivery_report import Action, Kind, Report, Reported
from letterlock.ports.records import OutboxEntry, StoredMessage
from letterlock.ports.store import Unit

Proof = Literal["token", "message_id", ""]
"""token: it carries what only the servers on the way to this recipient saw. message_id: it knows the Message-ID, as
everybody who got the message does, and names somebody it went to. "": neither."""

_FIRST_ACTION: dict[Kind, Action] = {
    "bounce": "failed",
    "delay": "delayed",
    "delivered": "delivered",
    "complaint": "complained",
    "read_receipt": "displayed",
}


@dataclass(frozen=True, slots=True)
class About:
    """A message of ours, and what is said about each of those it went to."""

    message: StoredMessage
    said: tuple[tuple[OutboxEntry, Reported], ...]
    proof: Proof
    alone: bool = False
    """It went to nobody else, so only that recipient could know its Message-ID from us."""


def about(unit: Unit, stored: StoredMessage, report: Report | None, *, forged: bool) -> About | None:
    """What a message that came in is about, None when it is about no message of ours that can be found.

    `forged`: its sender failed authentication, so that knowing a Message-ID does not count.
    """
    addresses = [str(stored.envelope.get("rcpt_to", "")), *(report.return_paths if report else ())]
    by_token = _by_token(unit, stored, addresses)
    if by_token is not None and (report is not None or stored.envelope.get("mail_from") == ""):
        entry, message = by_token
        return About(message, () if report is None else ((entry, _said(report, entry)),), "token")
    if report is None:
        return None
    named = _by_message_id(unit, stored.account_id, report.message_ids)
    if named is None:
        return None
    entries = unit.outbox.of_message(named.id)
    said = _matched(report, entries)
    return About(named, said, "message_id" if said and not forged else "", alone=len(entries) == 1)


def _by_token(unit: Unit, stored: StoredMessage, addresses: Sequence[str]) -> tuple[OutboxEntry, StoredMessage] | None:
    for address in addresses:
        token = token_in(address)
        entry = unit.outbox.by_token(token) if token else None
        if entry is None or entry.workspace_id != stored.workspace_id:
            continue
        message = unit.messages.find(entry.message_id)
        if message is not None:
            return entry, message
    return None


def _by_message_id(unit: Unit, account_id: str, ids: Sequence[str]) -> StoredMessage | None:
    if not ids:
        return None
    aliases = unit.aliases.own(account_id, ids)
    found = unit.messages.by_rfc_ids(account_id, {*ids, *aliases.values()})
    return next((message for message in found if message.direction == "outbound"), None)


def _said(report: Report, entry: OutboxEntry) -> Reported:
    """What is said about the recipient whose token the report carries, by whatever name it calls them."""
    named = [one for one in report.recipients if names(one, entry)]
    if named or report.recipients:
        return (named or list(report.recipients))[0]
    return Reported(entry.recipient, _FIRST_ACTION[report.kind])


def _matched(report: Report, entries: Sequence[OutboxEntry]) -> tuple[tuple[OutboxEntry, Reported], ...]:
    pairs = ((entry, next((one for one in report.recipients if names(one, entry)), None)) for entry in entries)
    return tuple((entry, one) for entry, one in pairs if one is not None)


def names(reported: Reported, entry: OutboxEntry) -> bool:
    """Whether this is said about this recipient, and not about somewhere it was forwarded to."""
    key = _key(entry.recipient)
    return key in (reported.recipient, reported.original)


def _key(spec: str) -> str:
    try:
        found: Address = parse_address(spec)
    except Invalid:
        return spec.lower()
    return found.key
