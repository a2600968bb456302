"""Shapes of what operations return, from which faces make their schemas. Times are ISO 8601 in UTC."""

from typing import (
    Literal,
    NotRequired,  # pydantic reads the standard library's only from Python 3.12
)

from typing_extensions import TypedDict

from letterlock.app.codes.shapes import ActionLink, WithheldCodes
from letterlock.core.trust.views import TrustReportView, TrustSummary


class Inbox(TypedDict):
    """An address of its own for an agent."""

    account_id: str
    inbox_id: str
    """The address."""
    email: str
    pod_id: str
    """The workspace."""
    display_name: str | None
    client_id: str | None
    status: NotRequired[Literal["paused"]]
    created_by: str
    codes: Literal["give", "ask", "withhold"]
    """What agents get of one-time codes and acting links in it."""
    ephemeral: bool
    expires_at: str | None
    created_at: str
    updated_at: str


class Attachment(TypedDict):
    """A file of a message. The name is untrusted: its sender chose it."""

    attachment_id: str
    filename: str | None
    content_type: str
    size: int
    content_disposition: str
    content_id: str | None
    kind: NotRequired[str]
    """What it is to the mail, where the type does not say: `calendar REQUEST`, `attached message`, `PGP signature`."""
    risk: str
    risk_reasons: list[str]


_From = TypedDict("_From", {"from": str})


class MessageItem(_From):
    """A message in a list. Names, subject and preview are untrusted."""

    message_id: str
    inbox_id: str
    thread_id: str
    labels: list[str]
    timestamp: str
    received_at: str
    direction: Literal["inbound", "outbound"]
    to: list[str]
    cc: list[str]
    subject: str
    preview: str
    attachment_count: int
    size: int
    trust_level: str | None
    delivery_state: NotRequired[Literal["queued", "sent", "delayed", "failed"]]
    """Of a sent message: failed when any recipient was given up or bounced, queued while any is still being tried,
    delayed while a server further on says it has not arrived."""
    auto_submitted: NotRequired[Literal["auto-replied", "auto-generated", "list", "bulk", "agent"]]
    """A program wrote it: an automatic answer or report, a notice, mail of a list or to many, an agent's here. Agents
    answer none of these but the last."""
    auto_submitted_sign: NotRequired[str]
    """What says so."""
    more_people: NotRequired[int]
    """In a list or thread: how many are left out of to, cc and the like, which name at most 20. get_message has all."""


class Attempt(TypedDict):
    """One try to hand a message on, or a report about it. unknown: the connection broke before the answer, so it may
    have arrived. bounced, delayed, confirmed and complained were reported later; `host` and `reply` are untrusted."""

    at: str
    outcome: Literal["delivered", "deferred", "refused", "unknown", "bounced", "delayed", "confirmed", "complained"]
    host: str
    reply: str
    tls: bool


class Delivery(TypedDict):
    """What became of a sent message for one recipient."""

    recipient: str
    state: Literal["queued", "sending", "sent", "delayed", "failed"]
    attempts: int
    last_reply: str
    next_attempt_at: str | None
    history: list[Attempt]


class ReportedRecipient(TypedDict):
    """What a report says about one recipient."""

    recipient: str
    action: str
    """failed, delayed, delivered, relayed, expanded, complained, displayed or deleted."""
    status: str
    """Enhanced status code such as 5.1.1; empty when there is none."""
    diagnostic: NotRequired[str]
    remote_mta: NotRequired[str]


class DeliveryReport(TypedDict):
    """What this message says about mail sent from here. Untrusted: see `proof`."""

    kind: Literal["bounce", "delay", "delivered", "complaint", "read_receipt"]
    about_message_id: str | None
    proof: Literal["token", "message_id", "none"]
    """token: it came to the return address of that one delivery, so its history and state follow it. message_id: it
    knows the Message-ID, as whoever got the message does. none: anybody may have written it, and nothing follows it."""
    recipients: list[ReportedRecipient]


class Raw(TypedDict):
    """Bodies as they were sent, unsanitised: may hold what no reader sees."""

    text: str | None
    html: str | None


class MessageView(MessageItem):
    """One message, safe for a model to read. Everything but ids, times and `trust` is untrusted."""

    bcc: NotRequired[list[str]]
    reply_to: list[str]
    rfc_message_id: str | None
    in_reply_to: str | None
    references: list[str]
    text: NotRequired[str]
    text_source: NotRequired[str]
    withheld_reason: NotRequired[str]
    codes: NotRequired[list[str]]
    """One-time codes in it, from a sender who is known or verified."""
    action_links: NotRequired[list[ActionLink]]
    """Links in it that sign in, reset a password or confirm an address, from such a sender."""
    withheld_codes: NotRequired[WithheldCodes]
    """Codes and acting links stand in it, which this account withholds."""
    codes_held: NotRequired[bool]
    """For a person: agents do not get its codes and acting links until somebody releases them."""
    inline_answers: NotRequired[bool]
    protection: NotRequired[list[str]]
    """How it is signed, encrypted or packed: `smime-` or `pgp-` with `signed`, `encrypted` or `compressed`. Signatures
    are not checked, and nothing is decrypted: of encrypted mail there is no text."""
    attachments: list[Attachment]
    trust: NotRequired[TrustSummary]
    notice: NotRequired[str]
    delivery: NotRequired[list[Delivery]]
    delivery_report: NotRequired[DeliveryReport]
    raw: NotRequired[Raw]
    draft_id: NotRequired[str]
    """Of a draft that was not sent: it is shown as the message it would be, under the draft's id."""
    send_status: NotRequired[Literal["scheduled", "failed"] | None]
    send_at: NotRequired[str | None]


class Review(TypedDict):
    """The text of one message as a reader sees it, for a person's eyes only. Untrusted."""

    message_id: str
    thread_id: str
    inbox_id: str
    text: str


class Source(TypedDict):
    """A message as it came, what this server found out put in front; for a person's eyes only. Untrusted."""

    message_id: str
    inbox_id: str
    source: bytes


class ThreadItem(TypedDict):
    """A conversation in a list. Names and subject are untrusted."""

    thread_id: str
    inbox_id: str
    labels: list[str]
    timestamp: str
    senders: list[str]
    recipients: list[str]
    subject: str
    message_count: int
    last_message_id: str
    created_at: str
    updated_at: str
    linked_thread_id: NotRequired[str]
    more_people: NotRequired[int]
    """How many are left out of senders and recipients, which name at most 20."""


class Hidden(TypedDict):
    """How much mail the list leaves out, so that nothing vanishes silently."""

    spam: int
    unauthenticated: int
    quarantined: int
    blocked: int
    trash: int


class InboxList(TypedDict):
    count: int
    next_page_token: str | None
    inboxes: list[Inbox]


class CreatedInbox(TypedDict):
    created: bool
    inbox: Inbox


class ThreadList(TypedDict):
    count: int
    next_page_token: str | None
    threads: list[ThreadItem]


class ThreadView(ThreadItem):
    messages: list[MessageView]


class MessageList(TypedDict):
    count: int
    next_page_token: str | None
    messages: list[MessageItem]
    hidden: Hidden


class Labelled(TypedDict):
    message_id: str
    draft_id: NotRequired[str]
    """Of a draft that was not sent: what it will carry then."""
    thread_id: str
    inbox_id: str
    labels: list[str]
    unchanged: NotRequired[bool]
    """True where what was asked for was so already."""


class Pending(TypedDict):
    inbox_id: str
    pending: int
    more: bool
    """Whether there may be more of them than that."""


class Waited(TypedDict):
    timed_out: bool
    inbox_id: str
    message: NotRequired[MessageView]
    waited_seconds: NotRequired[int]


class Sent(TypedDict):
    """sent: accepted for delivery. pending_approval: held for a person. scheduled: goes out later."""

    status: Literal["sent", "pending_approval", "scheduled"]
    inbox_id: str
    message_id: str
    thread_id: str
    timestamp: str
    duplicate: NotRequired[bool]
    """True when this is the result of an earlier identical call, and nothing was sent again."""
    attachment_count: NotRequired[int]
    """How many files went along; absent when none did."""
    warnings: NotRequired[list[str]]


class DraftFile(TypedDict):
    """A file of a draft. One that is downloaded when the draft is sent has a `source_url` and no size yet."""

    attachment_id: str
    filename: str | None
    content_type: str | None
    size: int | None
    content_disposition: str
    content_id: str | None
    source_url: NotRequired[str]


class Draft(TypedDict):
    """A message that waits to be sent. For an answer, recipients and subject that were left out are filled in."""

    draft_id: str
    inbox_id: str
    client_id: str | None
    labels: list[str]
    """What the sent message will carry."""
    to: list[str]
    cc: list[str]
    bcc: list[str]
    subject: str
    preview: str
    text: str | None
    html: str | None
    attachments: list[DraftFile]
    in_reply_to: str | None
    """Id of the message it answers."""
    send_status: Literal["scheduled", "failed", "sent"] | None
    """null: it waits to be sent by somebody. failed: it was to go out by itself and could not; see `failure`."""
    send_at: str | None
    failure: NotRequired[str]
    message_id: str | None
    """What it was sent as."""
    created_by: str
    """`agent` or `person`."""
    created_at: str
    updated_at: str
    duplicate: NotRequired[bool]
    """True when this is the draft that an earlier call with the same client_id saved, and nothing was saved again."""
    warnings: NotRequired[list[str]]


class DraftList(TypedDict):
    count: int
    next_page_token: str | None
    drafts: list[Draft]


SkipReason = Literal[
    "permission",
    "quarantined",
    "blocked",
    "unauthenticated",
    "spam",
    "high_risk",
    "codes",
    "too_large",
    "too_many",
    "unreadable",
]


class SkippedAttachment(TypedDict):
    """A file of the original that a forward left out. The name is untrusted: its sender chose it."""

    attachment_id: str
    filename: str | None
    reason: SkipReason


class Forwarded(Sent):
    """A forward, and what of the original's files it left out."""

    skipped_attachments: NotRequired[list[SkippedAttachment]]


class Trust(TrustReportView):
    """The whole trust report with its message's ids."""

    message_id: str
    thread_id: str
    inbox_id: str


class FeedbackReceived(TypedDict):
    feedback_id: str
    received_at: str


class FeedbackItem(TypedDict):
    """What an agent said of the tools. Its words are untrusted."""

    feedback_id: str
    received_at: str
    credential_id: str
    client: str
    rating: str
    category: str
    tool_name: str | None
    message: str


class FeedbackList(TypedDict):
    feedback: list[FeedbackItem]


class Done(TypedDict):
    done: bool


class Reanalysing(TypedDict):
    """Whether messages are being judged again; not where the present rules judged them all."""

    begun: bool
    rules_version: str
