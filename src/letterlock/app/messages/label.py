"""Add labels to a message and take others off."""

from collections.abc import Mapping, Sequence
from typing import Annotated, Any

from pydantic import Field

from letterlock.app.context import Context
from letterlock.app.messages.complaint import complain
from letterlock.app.messages.get import MessageId, ready, thread_of, unsent
from letterlock.app.messages.list import Account
from letterlock.app.messages.threads import refresh
from letterlock.app.messages.visibility import hidden_class
from letterlock.app.operation import Operation, Params
from letterlock.app.shapes import Labelled
from letterlock.core.errors import Conflict, Forbidden, Invalid
from letterlock.ports.records import StoredDraft
from letterlock.ports.store import Unit

LABELS_PER_MESSAGE = 50
LABEL_LENGTH = 100


class UpdateLabels(Params):
    account: Account
    message_id: MessageId
    add_labels: Annotated[list[str] | None, Field(max_length=50, description="Labels to add.")] = None
    remove_labels: Annotated[list[str] | None, Field(max_length=50, description="Labels to remove.")] = None


async def run(context: Context, params: UpdateLabels) -> Mapping[str, Any]:
    add = clean(params.add_labels or (), "add_labels")
    remove = clean(params.remove_labels or (), "remove_labels")
    both = add & remove
    if both:
        raise Invalid(f"{sorted(both)[0]!r} is both added and removed; choose one", param="remove_labels")

    def change(unit: Unit) -> Mapping[str, Any]:
        draft = unsent(unit, context, params.message_id)
        if draft is not None:
            return _of_draft(unit, context, draft, add, remove)
        message = ready(unit, context.account.id, params.message_id)
        if "QUARANTINE" in remove & message.labels and not context.caller.person:
            raise Forbidden("Only a signed-in person can take QUARANTINE off a message", param="remove_labels")
        labels = (message.labels | add) - remove
        _at_most(labels)
        report_labels: Sequence[str] = (message.report or {}).get("labels", ())
        if labels != message.labels:
            complain(unit, message, labels)
            unit.messages.set_labels(message.id, labels, hidden_class(labels, report_labels))
            refresh(unit, context.account.id, message.thread_id, context.now)
        found = {"message_id": message.id, "thread_id": message.thread_id, "inbox_id": context.account.address}
        return {**found, **_carried(labels, message.labels)}

    return await context.write(change, targets=(params.message_id,))


def _of_draft(
    unit: Unit, context: Context, draft: StoredDraft, add: frozenset[str], remove: frozenset[str]
) -> Mapping[str, Any]:
    """Changes what the draft will carry once it is sent."""
    before = frozenset(draft.content["labels"])
    labels = (before | add) - remove
    _at_most(labels)
    if not unit.drafts.change(draft.id, {**draft.content, "labels": sorted(labels)}, context.now):
        raise Conflict(f"{draft.id} was sent or deleted a moment ago; look again", param="message_id")
    ids = {"message_id": draft.id, "draft_id": draft.id, "thread_id": thread_of(unit, draft)}
    return {**ids, "inbox_id": context.account.address, **_carried(labels, before)}


def _carried(labels: frozenset[str], before: frozenset[str]) -> dict[str, Any]:
    return {"labels": sorted(labels), **({"unchanged": True} if labels == before else {})}


def _at_most(labels: frozenset[str]) -> None:
    if len(labels) > LABELS_PER_MESSAGE:
        raise Invalid(f"A message carries at most {LABELS_PER_MESSAGE} labels", param="add_labels")


def clean(labels: Sequence[str], param: str) -> frozenset[str]:
    """The labels without outer space; raises Invalid for one that is empty, long or holds control characters."""
    for at, label in enumerate(labels):
        if not label.strip() or len(label.strip()) > LABEL_LENGTH or not label.isprintable():
            raise Invalid(f"A label is 1 to {LABEL_LENGTH} printable characters", param=f"{param}[{at}]")
    return frozenset(label.strip() for label in labels)


OPERATION = Operation(
    name="messages.label",
    params=UpdateLabels,
    result=Labelled,
    permission=frozenset({"mail:organize"}),
    effect="organise",
    run=run,
    account="account",
)
