"""List an account's messages, newest first."""

from collections.abc import Sequence
from typing import Annotated, Any

from pydantic import Field

from letterlock.app import views
from letterlock.app.codes.shield import held, masked
from letterlock.app.context import Context
from letterlock.app.messages.visibility import asked_for
from letterlock.app.operation import Operation, Params
from letterlock.app.paging import page_token, read_page_token
from letterlock.app.shapes import MessageList
from letterlock.ports.records import Listed, Page
from letterlock.ports.store import Unit

Account = Annotated[str, Field(min_length=1, max_length=320, description="Account id, or the mailbox's address.")]
Limit = Annotated[int, Field(ge=1, le=100, description="Page size (default 20, max 100).")]
_HIDDEN = ("spam", "unauthenticated", "quarantined", "blocked", "trash")

PageToken = Annotated[str | None, Field(max_length=500, description="`next_page_token` from a previous call.")]
Labels = Annotated[list[str], Field(max_length=50, description="Only items carrying any of these labels.")]


class ListMessages(Params):
    account: Account
    labels: Labels | None = None
    limit: Limit = 20
    page_token: PageToken = None
    include_quarantine: Annotated[
        bool | None, Field(description="Also list quarantined messages (their content stays withheld).")
    ] = None


def look(unit: Unit, context: Context, params: ListMessages) -> dict[str, Any]:
    labels = tuple(dict.fromkeys(params.labels or ()))
    quarantine = bool(params.include_quarantine)
    about = f"messages.list:{context.account.id}:{sorted(labels)}:{quarantine}"
    after = read_page_token(context.ports.secrets, params.page_token, about)
    hidden = asked_for(labels, quarantine=quarantine)

    found = unit.messages.list(context.account.id, labels=labels, hidden=hidden, limit=params.limit + 1, after=after)
    return page(unit, context, found, limit=params.limit, about=about)


def page(unit: Unit, context: Context, found: Sequence[Listed], *, limit: int, about: str) -> dict[str, Any]:
    """A page of messages, each noted as shown, with how many the account hides."""
    shown = found[:limit]
    for message in shown:
        context.show(message.id, message.trust_level)
    more = len(found) > limit
    token = page_token(context.ports.secrets, _end(shown[-1]), about) if more else None
    hidden = unit.messages.hidden_counts(context.account.id)
    return {
        "count": len(shown),
        "next_page_token": token,
        "messages": _items(unit, context, shown),
        "hidden": {name: hidden.get(name, 0) for name in _HIDDEN},
    }


def _end(last: Listed) -> Page:
    return Page(last.received_at, last.id, last.place)


def _items(unit: Unit, context: Context, shown: Sequence[Listed]) -> list[dict[str, Any]]:
    items = [masked(views.item(message, context.account), held(context, message)) for message in shown]
    sent = [message.id for message in shown if message.direction == "outbound"]
    if not sent:
        return items
    states = unit.outbox.states(sent)
    for item in items:
        if item["direction"] == "outbound":
            item["delivery_state"] = views.delivery_state(states.get(item["message_id"], ()))
    return items


OPERATION = Operation(
    name="messages.list",
    params=ListMessages,
    result=MessageList,
    permission=frozenset({"mail:read"}),
    effect="read",
    look=look,
    account="account",
    untrusted=True,
)
