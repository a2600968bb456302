"""What is judged in the transaction a message is sent in: suppressed addresses, the quota, and loops.

Answers that programs write to programs make loops (RFC 3834 section 2), so an agent does not answer null senders,
lists, automatic mail or itself, and answers that come thick and fast are capped. A person may answer what they like.
"""

from datetime import datetime, timedelta
from math import ceil
from typing import TYPE_CHECKING, Any

from letterlock.app.context import Context
from letterlock.app.suppressions.automatic import refuse_suppressed
from letterlock.core.errors import Conflict, RateLimited
from letterlock.ports.records import StoredMessage
from letterlock.ports.store import Unit

if TYPE_CHECKING:
    from letterlock.app.messages.outgoing import Draft

HOUR, DAY = timedelta(hours=1), timedelta(days=1)
THREAD_CAPS = ((20, HOUR), (60, DAY))
"""Answers in one thread, by agents of one inbox."""
PEER_CAPS = ((40, HOUR), (120, DAY))
"""Answers to one address, by agents of one inbox, whatever the threads."""

_PARAM = {"messages.reply": "message_id"}
_WHAT = {
    "auto-replied": "an automatic answer or a report of a mail system",
    "auto-generated": "an automatic notice",
    "list": "mail of a mailing list",
    "bulk": "mail to many",
}


def judge(unit: Unit, context: Context, draft: "Draft", message: StoredMessage, thread_id: str) -> None:
    """Raises what speaks against sending this now; else counts it as an answer, if it is one by an agent."""
    refuse_suppressed(unit, context.workspace_id, {"to": draft.to, "cc": draft.cc, "bcc": draft.bcc})
    _within_quota(unit, context, message.size)
    if draft.in_reply_to is None or context.caller.person:
        return
    for original in unit.messages.by_rfc_ids(context.account.id, [draft.in_reply_to]):
        refuse_automatic(context, original)
    peers = [address.key for address in draft.recipients]
    _within_caps(unit, context, thread_id, peers)
    unit.answers.remove_before(context.account.id, context.now - DAY)
    unit.answers.add(context.account.id, thread_id, peers, context.now)


def refuse_automatic(context: Context, original: StoredMessage) -> None:
    """Raises Conflict where an agent's answer to `original` could begin a loop."""
    if original.direction == "outbound":
        return  # following up on our own mail goes to whom it went to
    item: Any = original.item or {}
    source = item.get("auto_submitted")
    if source in _WHAT:
        sign = f" ({item['auto_submitted_sign']})" if item.get("auto_submitted_sign") else ""
        raise Conflict(
            f"This is {_WHAT[source]}{sign}: agents do not answer it, since two programs that answer each other never"
            " end. If a person asked for it, write to them as a new message with send_message",
            param=_PARAM.get(context.operation),
        )
    if original.from_address == context.account.address:
        raise Conflict(
            "This message says it comes from this inbox itself: agents do not answer themselves. Write to whom you"
            " mean as a new message with send_message",
            param=_PARAM.get(context.operation),
        )


def _within_quota(unit: Unit, context: Context, size: int) -> None:
    account = unit.accounts.get(context.workspace_id, context.account.id)
    if account is None:
        return  # judged where it is written
    quota = account.quota_bytes or context.settings.default_quota
    if account.used_bytes + size > quota:
        raise Conflict(
            f"{account.address} is full: it holds {account.used_bytes:,} of {quota:,} bytes, and sent mail counts too."
            " Use another inbox, or have a person make room"
        )


def _within_caps(unit: Unit, context: Context, thread_id: str, peers: list[str]) -> None:
    account_id = context.account.id
    for most, span in THREAD_CAPS:
        _free_again(
            unit.answers.nth_in_thread(account_id, thread_id, most), span, context.now, f"{most} answers in one thread"
        )
    for peer in peers:
        for most, span in PEER_CAPS:
            _free_again(
                unit.answers.nth_to_peer(account_id, peer, most), span, context.now, f"{most} answers to {peer}"
            )


def _free_again(at: datetime | None, span: timedelta, now: datetime, what: str) -> None:
    if at is None or at <= now - span:
        return
    raise RateLimited(
        f"Agents of this inbox have sent {what} within {'an hour' if span == HOUR else 'a day'}, which is the most:"
        " this ends loops between programs. Try later, or leave the conversation to a person",
        retry_after=max(1, ceil((at + span - now).total_seconds())),
    )
