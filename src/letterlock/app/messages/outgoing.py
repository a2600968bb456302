"""What every sending operation does: judge the recipients, compose, sign, and stage it all in one transaction."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from hashlib import sha256
from typing import Any

from letterlock.app import blobs, views
from letterlock.app.acquaintance import learn_written
from letterlock.app.attachments.index import index_later
from letterlock.app.context import Context, fingerprint
from letterlock.app.messages import sendable
from letterlock.app.messages.label import clean
from letterlock.app.messages.threads import add_sent, refresh
from letterlock.app.own_links import LARGE, refuse_own_links
from letterlock.app.signing import off_the_loop, signed
from letterlock.core.address import Address, parse_addresses
from letterlock.core.errors import Invalid, LetterlockError, Paused, PolicyDenied, Temporary
from letterlock.core.mime.compose import Outgoing, OutgoingFile, compose, in_order
from letterlock.core.mime.display import has_controls
from letterlock.core.mime.outgoing_html import without_remote_loads
from letterlock.core.mime.parameters import content_type
from letterlock.core.policy import Action, Policy, Provenance, decide, refusal
from letterlock.ports.blobs import BlobKey
from letterlock.ports.records import Account, Job, OutboxEntry, StoredAttachment, StoredMessage
from letterlock.ports.store import Unit

BODY_LIMIT = 1_000_000
"""Characters of text or HTML in one message."""
SUBJECT_LIMIT = 998
MOST_ADDRESSES = 1_000
ADDRESSES_LIMIT = 100_000
"""Entries and characters that are looked at, of one parameter; how many recipients a message has is counted after."""

Recipients = str | list[str] | None


@dataclass(frozen=True, slots=True)
class Draft:
    """What is to be sent, before it has a Message-ID."""

    to: tuple[Address, ...]
    cc: tuple[Address, ...] = ()
    bcc: tuple[Address, ...] = ()
    subject: str = ""
    text: str | None = None
    html: str | None = None
    labels: frozenset[str] = frozenset()
    in_reply_to: str | None = None
    references: tuple[str, ...] = ()
    thread_id: str | None = None
    files: tuple[OutgoingFile, ...] = ()
    warnings: tuple[str, ...] = ()
    more: Mapping[str, Any] = field(default_factory=dict)
    """What the result says beside what every send says."""

    @property
    def recipients(self) -> tuple[Address, ...]:
        """Everyone once, in order: what goes into the envelope."""
        return tuple({address.key: address for address in (*self.to, *self.cc, *self.bcc)}.values())

    def content(self) -> str:
        """A digest of what leaves: equal for a send that says the same to the same people."""
        return fingerprint(
            {
                "recipients": [sorted(a.key for a in people) for people in (self.to, self.cc, self.bcc)],
                "subject": self.subject,
                "text": self.text,
                "html": self.html,
                "in_reply_to": self.in_reply_to,
                "files": [_digest(file) for file in self.files],
            }
        )


def _digest(file: OutgoingFile) -> list[str | None]:
    """All of a file that leaves."""
    content = sha256(file.content).hexdigest()
    return [file.filename, file.content_type, file.disposition, file.content_id, content]


def addresses(value: Recipients, param: str) -> tuple[Address, ...]:
    """Addresses given as a string or an array of strings; raises Invalid naming the one at fault."""
    if value is None:
        return ()
    given = [value] if isinstance(value, str) else value
    if len(given) > MOST_ADDRESSES or sum(map(len, given)) > ADDRESSES_LIMIT:
        raise Invalid(
            f"{param} is too long: at most {MOST_ADDRESSES} entries and {ADDRESSES_LIMIT:,} characters", param=param
        )
    found: list[Address] = []
    for at, text in enumerate(given):
        where = param if isinstance(value, str) else f"{param}[{at}]"
        try:
            found.extend(parse_addresses(text))
        except Invalid as error:
            raise Invalid(error.message, param=where) from None
    return tuple({address.key: address for address in found}.values())


async def bodies(text: str | None, html: str | None) -> tuple[str | None, str | None]:
    """The bodies as they will leave, HTML without remote loads; raises Invalid where both are absent or blank."""
    plain, marked = await cleaned(text, html)
    say_something(plain, marked)
    return plain, marked


def say_something(text: str | None, html: str | None) -> None:
    """Raises Invalid for bodies that `cleaned` left nothing of."""
    if text is None and html is None:
        raise Invalid("text or html is required: a message that says nothing is not sent", param="text")


async def cleaned(text: str | None, html: str | None) -> tuple[str | None, str | None]:
    """The bodies as they will leave; None for one that is absent or blank."""
    for name, body in (("text", text), ("html", html)):
        if body is not None and len(body) > BODY_LIMIT:
            raise Invalid(f"{name} is longer than {BODY_LIMIT:,} characters; send less at once", param=name)
    plain, marked = _said(text), _said(html)
    if marked is None:
        return plain, None
    return plain, await off_the_loop(partial(without_remote_loads, marked), len(marked), large=LARGE)


def _said(body: str | None) -> str | None:
    """`body` without NUL, which is not to be generated (RFC 5322 section 4); None when nothing is left but blanks."""
    found = (body or "").replace("\x00", "")
    return found if found.strip() else None


def subject_line(subject: str | None) -> str:
    """The subject, refused when it could become more than one header line."""
    given = subject or ""
    found = given.strip()
    if len(found) > SUBJECT_LIMIT:
        raise Invalid(f"subject is longer than {SUBJECT_LIMIT} characters", param="subject")
    if has_controls(given):
        raise Invalid("subject must not hold line breaks or other control characters", param="subject")
    return found


def labels(given: Sequence[str] | None) -> frozenset[str]:
    return clean(given or (), "labels")


def _nothing_else(_: Unit, __: str) -> None:
    """Of a message that is new: nothing else changes with it."""


async def send(
    context: Context, draft: Draft, *, allow_duplicate: bool, also: Callable[[Unit, str], None] = _nothing_else
) -> Mapping[str, Any]:
    """Accepts a message for delivery: row, outbox, thread, record and audit commit together, or nothing does.

    `also` is done in the same transaction, given the new message's id; what it raises takes everything back.
    """
    await judge(context, draft)
    content = None if allow_duplicate else f"{context.account.id}:{draft.content()}"
    message_id = context.ports.ids.new("msg")
    outgoing = _outgoing(context, draft, message_id)
    size = sum(len(file.content) for file in draft.files)
    composed = await off_the_loop(lambda: compose(outgoing), size)
    raw = await signed(context.ports, composed, context.account.address.rpartition("@")[2], context.now)
    message = _row(context, draft, outgoing, message_id, raw)
    blob = BlobKey(context.workspace_id, context.account.id, message.content_hash)

    def stage(unit: Unit) -> Mapping[str, Any]:
        also(unit, message_id)
        return _stage(unit, context, draft, message)

    try:
        result = await blobs.stored(
            context.ports, blob, raw, lambda: context.write_once(stage, content=content, targets=(message_id,))
        )
    except Temporary:  # whether it was committed is not known; what is not named is swept
        raise
    except LetterlockError:  # such as when the inbox went between the two writes: its blobs were taken before ours came
        await context.ports.blobs.remove(blob)
        raise
    if result["message_id"] != message_id:
        await context.ports.blobs.remove(blob)
    return result


def said(draft: Draft) -> list[tuple[str, str]]:
    """Everything its author wrote into it but for its files, by parameter."""
    written = [("subject", draft.subject), ("text", draft.text or ""), ("html", draft.html or "")]
    people = (("to", draft.to), ("cc", draft.cc), ("bcc", draft.bcc))
    written += [(name, address.name) for name, found in people for address in found]
    return [(name, text) for name, text in written if text]


async def judge(context: Context, draft: Draft) -> None:
    """Whether this may go to those people; asked before files are fetched for it, and again when it is sent."""
    await refuse_own_links(context, said(draft))
    if context.account.paused_at is not None:
        raise Paused(f"{context.account.address} is paused: only a person can resume it")
    recipients = draft.recipients
    if not recipients:
        raise Invalid("There is nobody to send to; name at least one recipient in to, cc or bcc", param="to")
    within_cap(context, draft)
    if context.caller.person:
        return
    decision = decide(Action(context.operation, "send", recipients), context.caller.credential, Policy(), Provenance())
    context.reasons = decision.reasons
    if decision.outcome != "allow":
        raise PolicyDenied(refusal(decision))


def within_cap(context: Context, draft: Draft) -> None:
    """Raises Invalid for more recipients than one message goes to."""
    most = context.settings.max_recipients
    if len(draft.recipients) > most:
        raise Invalid(f"A message goes to at most {most} distinct addresses (to, cc and bcc together)", param="to")


def _outgoing(context: Context, draft: Draft, message_id: str) -> Outgoing:
    local, _, domain = context.account.address.rpartition("@")
    return Outgoing(
        from_=Address(local, domain, context.account.display_name or ""),
        to=draft.to,
        cc=draft.cc,
        bcc=draft.bcc,
        subject=draft.subject,
        text=draft.text,
        html=draft.html,
        message_id=f"{message_id}@{domain}",
        date=context.now.replace(microsecond=0),
        in_reply_to=draft.in_reply_to,
        references=draft.references,
        attachments=draft.files,
        auto_submitted=not context.caller.person,
    )


def _row(context: Context, draft: Draft, outgoing: Outgoing, message_id: str, raw: bytes) -> StoredMessage:
    account = context.account
    people = {name: [views.person(a) for a in found] for name, found in
              (("to", draft.to), ("cc", draft.cc), ("bcc", draft.bcc))}  # fmt: skip
    item = {
        "timestamp": views.iso(context.now),
        "received_at": views.iso(context.now),
        "direction": "outbound",
        "from": views.person(outgoing.from_),
        "to": people["to"],
        "cc": people["cc"],
        "subject": draft.subject,
        "preview": " ".join((draft.text or "").split())[:200],
        "attachment_count": len(draft.files),
        "size": len(raw),
        "trust_level": None,
    }
    view = {
        "bcc": people["bcc"],
        "reply_to": [],
        "rfc_message_id": outgoing.message_id,
        "in_reply_to": draft.in_reply_to,
        "references": list(draft.references),
        "text": draft.text or "",
        "text_source": "text",
    }
    return StoredMessage(
        id=message_id,
        workspace_id=context.workspace_id,
        account_id=account.id,
        direction="outbound",
        state="ready",
        received_at=context.now,
        content_hash=sha256(raw).hexdigest(),
        size=len(raw),
        envelope={"mail_from": account.address, "rcpt_to": [address.spec for address in draft.recipients]},
        rfc_message_id=outgoing.message_id,
        timestamp=context.now,
        subject=draft.subject,
        from_address=account.address,
        labels=draft.labels | {"SENT"},
        item=item,
        view=view,
        search_text=draft.text or "",
        search_people=views.search_people(
            **{"from": (outgoing.from_,), "to": draft.to, "cc": draft.cc, "bcc": draft.bcc}
        ),
        sent_by=None if context.caller.person else context.caller.credential.id,
    )


def _stage(unit: Unit, context: Context, draft: Draft, message: StoredMessage) -> Mapping[str, Any]:
    thread_id = add_sent(unit, context, draft.thread_id, message, draft.recipients)
    sendable.judge(unit, context, draft, message, thread_id)
    files = _files(context, draft, message.id)
    unit.messages.add(replace(message, thread_id=thread_id), files)
    index_later(unit, context.ports, message.id, context.workspace_id, files)
    refresh(unit, context.account.id, thread_id, context.now)
    unit.accounts.add_used(context.account.id, message.size)
    unit.outbox.add(_entry(context, context.account, message.id, to) for to in draft.recipients)
    for recipient in draft.recipients:
        unit.relations.wrote(context.account.id, recipient.key, person=context.caller.person, at=context.now)
    if context.caller.person:
        learn_written(unit, context.workspace_id, context.account.id, draft.recipients)
    unit.jobs.defer(Job(context.ports.ids.new("job"), "deliver", message.id, context.workspace_id, context.now))
    result: dict[str, Any] = {
        "status": "sent",
        "inbox_id": context.account.address,
        "message_id": message.id,
        "thread_id": thread_id,
        "timestamp": views.iso(context.now),
    }
    result |= draft.more
    if draft.files:
        result["attachment_count"] = len(draft.files)
    if draft.warnings:
        result["warnings"] = list(draft.warnings)
    return result


def _files(context: Context, draft: Draft, message_id: str) -> list[StoredAttachment]:
    """The files as rows, numbered as they will be read out of the message again."""
    return [
        StoredAttachment(
            id=context.ports.ids.new("att"),
            message_id=message_id,
            index=index,
            filename=file.filename,
            content_type=content_type(file.content_type).value,
            size=len(file.content),
            disposition=file.disposition,
            content_id=file.content_id,
        )
        for index, file in enumerate(in_order(draft.html, draft.files))
    ]


def _entry(context: Context, account: Account, message_id: str, to: Address) -> OutboxEntry:
    return OutboxEntry(
        id=context.ports.ids.new("out"),
        workspace_id=context.workspace_id,
        account_id=account.id,
        message_id=message_id,
        recipient=to.spec,
        state="queued",
        created_at=context.now,
        next_attempt_at=context.now,
    )
