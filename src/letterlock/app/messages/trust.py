"""Give the whole trust report of an inbound message."""

from collections.abc import Mapping
from typing import Any

from letterlock.app.codes.shield import held, masked
from letterlock.app.context import Context
from letterlock.app.messages.get import WITHHELD, MessageId, ready
from letterlock.app.messages.list import Account
from letterlock.app.messages.visibility import quarantined
from letterlock.app.operation import Operation, Params
from letterlock.app.shapes import Trust
from letterlock.core.errors import Conflict
from letterlock.ports.records import StoredMessage
from letterlock.ports.store import Unit


class GetTrustReport(Params):
    account: Account
    message_id: MessageId


def look(unit: Unit, context: Context, params: GetTrustReport) -> dict[str, Any]:
    message = ready(unit, context.account.id, params.message_id)
    if message.report is None:
        raise Conflict("A sent message has no trust report: only inbound mail is judged", param="message_id")
    context.show(message.id, message.trust_level)
    return {
        "message_id": message.id,
        "thread_id": message.thread_id,
        "inbox_id": context.account.address,
        **(_withheld(message.report) if quarantined(message.labels, message.report, None) else _open(context, message)),
    }


def _open(context: Context, message: StoredMessage) -> dict[str, Any]:
    return masked(message.report or {}, held(context, message))


def _withheld(report: Mapping[str, Any]) -> dict[str, Any]:
    """The report of a message that was put under quarantine after it was judged: without what the message says."""
    content = {name: value for name, value in report["content"].items() if name != "text"}
    links = [{"host": link["host"], "flags": link["flags"]} for link in report["links"]]
    return {**report, "content": {**content, "withheld_reason": WITHHELD}, "links": links}


OPERATION = Operation(
    name="messages.trust",
    params=GetTrustReport,
    result=Trust,
    permission=frozenset({"mail:read"}),
    effect="read",
    look=look,
    account="account",
    untrusted=True,
)
