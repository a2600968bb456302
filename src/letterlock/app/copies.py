"""Copies of one message that came from different places: which of them is kept, once it is known who sent them."""

from typing import Final, Literal

from letterlock.ports.records import StoredMessage
from letterlock.ports.store import Unit

_BETWEEN: Final = " from "


def apart(message: StoredMessage) -> str:
    """The identity of a copy that is not yet, or never, the same as the one from elsewhere that came first."""
    return f"{message.identity}{_BETWEEN}{message.envelope.get('client_ip')}"


def stands_for_others(message: StoredMessage) -> bool:
    """Whether a copy from elsewhere may be dropped for it: not before its sender was judged, nor if that failed."""
    return message.state == "ready" and "UNAUTHENTICATED" not in message.labels


def verdict(unit: Unit, message: StoredMessage) -> Literal["keep", "drop", "later"]:
    """What becomes of a pending message: one stored apart waits until the copy that came first is judged."""
    if message.identity is None or _BETWEEN not in message.identity:
        return "keep"
    found = unit.messages.duplicate_of(message.account_id, message.identity.rpartition(_BETWEEN)[0])
    first = unit.messages.find(found) if found else None
    if first is None:
        return "keep"
    if first.state == "pending":
        return "later"
    return "drop" if stands_for_others(first) else "keep"
