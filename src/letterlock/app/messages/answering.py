"""What answering a message takes, whether it is sent at once or saved as a draft (RFC 5322 section 3.6.4)."""

from dataclasses import replace

from letterlock.app.codes.shield import held
from letterlock.app.context import Context
from letterlock.app.messages import outgoing
from letterlock.app.messages.get import ready
from letterlock.app.messages.visibility import quarantined
from letterlock.core.address import Address, read_addresses
from letterlock.core.errors import Conflict
from letterlock.core.mime.reply import Original, ReplyRecipients, reply_recipients, reply_references, reply_subject
from letterlock.core.trust.codes.mask import mask
from letterlock.core.trust.domains import registrable_domain
from letterlock.ports.records import StoredMessage
from letterlock.ports.store import Unit


def original(unit: Unit, context: Context, message_id: str, param: str) -> StoredMessage:
    """The message to answer. Raises NotFound, or Conflict for quarantined mail, naming `param`."""
    found = ready(unit, context.account.id, message_id, param)
    if quarantined(found.labels, found.report, found.trust_level):
        raise Conflict("Quarantined mail is not answered by agents: leave it to a person", param=param)
    return found


def in_thread(draft: outgoing.Draft, answered: StoredMessage) -> outgoing.Draft:
    """The draft as an answer to that message."""
    view = answered.view or {}
    parents = tuple(filter(None, [view.get("in_reply_to")]))
    found = reply_references(answered.rfc_message_id, parents, tuple(view.get("references", ())))
    return replace(draft, in_reply_to=found.in_reply_to, references=found.references, thread_id=answered.thread_id)


def subject(context: Context, answered: StoredMessage) -> str:
    """Its subject with Re:, on one line and without codes: its sender chose it, and it goes into our header."""
    shown = mask(answered.subject, held(context, answered))
    line = "".join(c if c.isprintable() else " " for c in shown)
    return reply_subject(" ".join(line.split())[: outgoing.SUBJECT_LIMIT - 4])


def recipients(
    context: Context,
    answered: StoredMessage,
    *,
    to: tuple[Address, ...] | None,
    cc: tuple[Address, ...],
    reply_all: bool,
) -> ReplyRecipients:
    """Those named, else those a mail program would choose; what was added by `cc` comes on top."""
    if to is not None:
        return ReplyRecipients(to, cc)
    found = suggested(context, answered, reply_all=reply_all)
    if not found.to:
        raise Conflict("This message has no sender that can be answered; name the recipients in to", param="to")
    taken = {address.key for address in (*found.to, *found.cc)}
    more = tuple(address for address in cc if address.key not in taken)
    return ReplyRecipients(found.to, found.cc + more, found.warnings)


def suggested(context: Context, answered: StoredMessage, *, reply_all: bool) -> ReplyRecipients:
    """Whom a mail program would answer."""
    item, view = answered.item or {}, answered.view or {}
    return reply_recipients(
        Original(
            from_=people([item.get("from", "")]),
            to=people(item.get("to", ())),
            cc=people(item.get("cc", ())),
            reply_to=people(view.get("reply_to", ())),
        ),
        answered.direction,
        frozenset({context.account.address}),
        reply_all=reply_all,
        organizational_domain=registrable_domain,
    )


def people(written: list[str] | tuple[str, ...]) -> tuple[Address, ...]:
    """The addresses in what a message's fields say, as far as they can be read."""
    return tuple(address for text in written for address in read_addresses(text)[0])
