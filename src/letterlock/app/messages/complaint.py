"""Marking mail as spam by hand is a complaint about its sender, and taking the mark off takes it back.

Only of mail that its sender proved to have sent, so that forgeries harm nobody; a complaint only ever lowers a level.
"""

from letterlock.ports.records import StoredMessage
from letterlock.ports.store import Unit

_MARK = "SPAM"


def complain(unit: Unit, message: StoredMessage, labels: frozenset[str]) -> None:
    """Counts what changing the message's labels to these says of its sender."""
    report = message.report
    if message.direction != "inbound" or report is None or not message.from_address:
        return
    if not report["authentication"]["aligned"] or _MARK in report["labels"]:
        return
    change = (_MARK in labels) - (_MARK in message.labels)
    if change:
        unit.relations.complained(message.account_id, message.from_address, change)
