"""Send a new message."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Annotated, Any

from pydantic import Field

from letterlock.app.context import Context
from letterlock.app.files.gather import gather
from letterlock.app.files.params import Files
from letterlock.app.messages import outgoing
from letterlock.app.messages.list import Account
from letterlock.app.messages.outgoing import Draft, Recipients
from letterlock.app.operation import Operation, Params
from letterlock.app.shapes import Sent

IdempotencyKey = Annotated[
    str | None,
    Field(
        min_length=1,
        max_length=200,
        description="Your own key for this send: calling again with the same key returns the first result and sends"
        " nothing. Sends and replies keep their keys apart. Without one, an identical send within 10 minutes does the"
        " same.",
    ),
]
AllowDuplicate = Annotated[
    bool | None, Field(description="Send even though the same message went to the same people in the last 10 minutes.")
]
People = Annotated[Recipients, Field(description="Recipients.")]
Text = Annotated[str | None, Field(description="Plain-text body; text or html is required.")]
Html = Annotated[str | None, Field(description="HTML body; text or html is required.")]
SentLabels = Annotated[list[str] | None, Field(max_length=40, description="Labels for the sent message.")]


class SendMessage(Params):
    account: Account
    to: Annotated[str | list[str], Field(description="Recipient address or list of addresses.")]
    subject: Annotated[str | None, Field(description="Subject.")] = None
    cc: People = None
    bcc: People = None
    text: Text = None
    html: Html = None
    labels: SentLabels = None
    attachments: Files = None
    idempotency_key: IdempotencyKey = None
    allow_duplicate: AllowDuplicate = None


async def run(context: Context, params: SendMessage) -> Mapping[str, Any]:
    text, html = await outgoing.bodies(params.text, params.html)
    draft = Draft(
        to=outgoing.addresses(params.to, "to"),
        cc=outgoing.addresses(params.cc, "cc"),
        bcc=outgoing.addresses(params.bcc, "bcc"),
        subject=outgoing.subject_line(params.subject),
        text=text,
        html=html,
        labels=outgoing.labels(params.labels),
    )
    await outgoing.judge(context, draft)
    found = await gather(context, params.attachments)
    draft = replace(draft, files=found.files, warnings=found.warnings)
    return await outgoing.send(context, draft, allow_duplicate=bool(params.allow_duplicate))


OPERATION = Operation(
    name="messages.send",
    params=SendMessage,
    result=Sent,
    permission=frozenset({"mail:send"}),
    effect="send",
    run=run,
    account="account",
    once=True,
)
