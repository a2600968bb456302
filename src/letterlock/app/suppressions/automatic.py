"""Suppressing an address whose mail came back for good, or who complained; and refusing to send to one."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Literal

from letterlock.core.address import Address, parse_address
from letterlock.core.errors import Conflict, Invalid
from letterlock.ports import Ports
from letterlock.ports.records import AuditEntry, OutboxEntry, Suppression
from letterlock.ports.store import Unit

_WHY = {
    "bounce": "mail to it came back for good",
    "complaint": "its owner reported our mail as unwanted",
    "person": "a person put it on the list",
}


def suppress(
    unit: Unit, ports: Ports, entry: OutboxEntry, reason: Literal["bounce", "complaint"], detail: str, now: datetime
) -> None:
    """Nothing more goes from this workspace to the recipient of `entry`, until a person lifts it."""
    try:
        address = parse_address(entry.recipient)
    except Invalid:
        return  # one that only an old row can hold: it is refused when somebody sends to it
    if unit.domains.get(address.domain) is not None:
        return  # an inbox of that name may be made here any time
    one = Suppression(entry.workspace_id, address.key, reason, detail[:300], entry.message_id, "system", now)
    if unit.suppressions.add(one):
        unit.audit.add(
            AuditEntry(
                id=ports.ids.new("aud"),
                workspace_id=entry.workspace_id,
                at=now,
                actor="system",
                client="",
                operation="suppressions.add",
                targets=(address.key, entry.message_id),
                decision="allow",
                reasons=(reason,),
                outcome="done",
            )
        )


def refuse_suppressed(unit: Unit, workspace_id: str, people: Mapping[str, Sequence[Address]]) -> None:
    """Raises Conflict naming the suppressed address, and the parameter it stands in."""
    keys = {address.key for addresses in people.values() for address in addresses}
    found = unit.suppressions.among(workspace_id, keys)
    if not found:
        return
    one = found[0]
    more = f" ({len(found) - 1} more of the recipients are suppressed too)" if len(found) > 1 else ""
    param = next(name for name, addresses in people.items() if any(a.key == one.address for a in addresses))
    raise Conflict(
        f"{one.address} is suppressed since {one.added_at:%Y-%m-%d}: {_WHY[one.reason]}{more}. Leave it out; a person"
        f" who knows that it works again can lift it with: letterlock suppress remove {one.address}",
        param=param,
    )
