"""Keeping threads: which one a message joins, and what the thread then says of itself."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import TYPE_CHECKING, Any

from letterlock.app.acquaintance import is_stranger
from letterlock.app.codes.shield import masked_subject
from letterlock.app.context import Context
from letterlock.core.address import Address
from letterlock.core.mime.message import Message
from letterlock.core.mime.subjects import base_subject
from letterlock.core.mime.text_bounce import from_mail_system
from letterlock.core.mime.threading import Candidate, MessageFacts, ThreadQuery, decide_thread, thread_query
from letterlock.ports.records import Analysis, StoredMessage, Thread
from letterlock.ports.store import Unit

if TYPE_CHECKING:
    from letterlock.app.bounces.about import About
    from letterlock.app.messages.received import Received

MOST_MESSAGES = 500
"""Of a longer thread, counters and people cover the newest."""

MOST_PEOPLE = 200
"""Senders, and recipients, that a thread names: each message may bring a thousand more."""

KEPT_APART = "It claims to answer an earlier conversation its sender had no part in: it is kept apart from it."
"""What a renewed report says again of a thread that is linked to another."""
_UNPROVEN = "It says what became of a message sent from here, without proof that it comes from a server on its way."

_FORGED = "It says what became of a message sent from here, in the name of somebody who did not send it."


@dataclass(frozen=True, slots=True)
class Joined:
    """Where a received message goes; `thread_id` None is a new thread. `notes` are sentences for its trust report."""

    thread_id: str | None
    linked_thread_id: str | None = None
    notes: tuple[str, ...] = ()
    stranger: bool = False
    """Nobody of the sender's organisation had a part in the conversation it claims to answer."""
    by_proof: bool = False
    """For what it is about, not for who wrote it, who therefore has no part in the conversation from now on."""


def join(unit: Unit, received: "Received", returned: "About | None" = None) -> Joined:
    """The thread of a message that came in. `returned` is the message of ours that it reports on."""
    stored, message = received.stored, received.reading.message
    if received.internal and stored.envelope.get("mail_from") == "":
        return _of_bounce(unit, stored.account_id, message)
    about = returned.message if returned and returned.message.account_id == stored.account_id else None
    if about is not None and returned is not None and returned.proof:
        if _comes_back(unit, received, about):
            return Joined(about.thread_id, by_proof=True)
        if received.reading.report is not None:
            return Joined(None, about.thread_id, (_FORGED,))
        about = None
    own = {stored.envelope.get("rcpt_to", "")}
    facts = MessageFacts(
        direction="inbound",
        received_at=stored.received_at,
        subject=message.subject,
        in_reply_to=_own_ids(unit, stored.account_id, message.in_reply_to),
        references=_own_ids(unit, stored.account_id, message.references),
        sender=message.author.key if message.author else None,
        sender_failed=received.authentication.unauthenticated,
        others=frozenset(a.key for a in (*message.to, *message.cc)) - own,
    )
    decision = decide_thread(facts, _candidates(unit, stored.account_id, thread_query(facts)))
    notes = (decision.reason,) if decision.reason else ()
    if decision.thread_id is None and about is not None:
        return Joined(None, about.thread_id, (_UNPROVEN, *notes))
    linked = decision.linked_thread_id
    thread = unit.threads.get(stored.account_id, linked) if linked else None
    authenticated = received.authentication.aligned or received.internal
    stranger = thread is not None and is_stranger(message.author, thread.people, authenticated=authenticated)
    return Joined(decision.thread_id, linked, notes, stranger)


def _comes_back(unit: Unit, received: "Received", about: StoredMessage) -> bool:
    """Whether what is proven to be about a message of ours joins it.

    The proof is of the way it took. Whoever has it can put anybody's name in From, and words of that name into the
    conversation: so a report is from a mail system or from whom it says, an automatic answer from one of the people.
    """
    message, authentication = received.reading.message, received.authentication
    if received.reading.report is not None:
        return not authentication.unauthenticated or from_mail_system(message)
    thread = unit.threads.get(about.account_id, about.thread_id or "")
    if thread is None or authentication.unauthenticated:
        return False
    return not is_stranger(message.author, thread.people, authenticated=authentication.aligned)


def add_received(unit: Unit, received: "Received", analysis: Analysis, joined: Joined) -> None:
    """Adds a message that has just become ready to its thread, making the thread when it is new."""
    stored, message = received.stored, received.reading.message
    known = (received.authentication.aligned or received.internal) and not joined.by_proof
    people = frozenset({message.author.key}) if known and message.author else frozenset[str]()
    masked = masked_subject(analysis.subject, analysis.secrets)
    _ensure(unit, stored, analysis.thread_id, analysis.subject, people, joined.linked_thread_id, masked)
    refresh(unit, stored.account_id, analysis.thread_id, stored.received_at)


def add_sent(
    unit: Unit, context: Context, thread_id: str | None, message: StoredMessage, recipients: Iterable[Address]
) -> str:
    """Adds a message that is being sent to the thread it answers, or to a new one; returns the thread's id.

    To be called before the message itself is added; `refresh` follows when it is there.
    """
    found = thread_id or context.ports.ids.new("thd")
    people = frozenset(address.key for address in recipients)
    _ensure(unit, message, found, message.subject, people, None)
    return found


def refresh(unit: Unit, account_id: str, thread_id: str | None, now: datetime) -> None:
    """Makes a thread say again what its messages say."""
    thread = unit.threads.get(account_id, thread_id) if thread_id else None
    if thread is None:
        return
    messages = unit.messages.listed_of_thread(account_id, thread.id, MOST_MESSAGES)
    if not messages:
        return
    listed = [message for message in messages if not message.hidden]
    counted = listed or list(messages)
    last = counted[-1]
    unit.threads.save(
        replace(
            thread,
            updated_at=now,
            last_at=last.received_at,
            last_message_id=last.id,
            message_count=len(counted),
            senders=_people(counted, "from"),
            recipients=_people(counted, "to", "cc"),
            labels=frozenset(label for message in counted for label in message.labels),
            hidden="" if listed else last.hidden,
        )
    )


def _ensure(
    unit: Unit,
    message: StoredMessage,
    thread_id: str,
    subject: str,
    people: frozenset[str],
    linked: str | None,
    masked: str | None = None,
) -> None:
    thread = unit.threads.get(message.account_id, thread_id)
    if thread is not None:
        if not people <= thread.people:
            unit.threads.save(replace(thread, people=thread.people | people))
        return
    unit.threads.save(
        Thread(
            id=thread_id,
            workspace_id=message.workspace_id,
            account_id=message.account_id,
            subject=subject,
            created_at=message.received_at,
            updated_at=message.received_at,
            last_at=message.received_at,
            last_message_id=message.id,
            message_count=1,
            senders=(),
            recipients=(),
            labels=frozenset(),
            linked_thread_id=linked,
            people=people,
            masked_subject=masked,
        )
    )


def _own_ids(unit: Unit, account_id: str, ids: tuple[str, ...]) -> tuple[str, ...]:
    """The ids, those that a relay gave our messages turned back into ours."""
    aliases = unit.aliases.own(account_id, ids) if ids else {}
    return tuple(aliases.get(one, one) for one in ids) if aliases else ids


def _of_bounce(unit: Unit, account_id: str, message: Message) -> Joined:
    """Our own notice about a message we could not deliver belongs beside it."""
    about = unit.messages.by_rfc_ids(account_id, message.in_reply_to)
    return Joined(about[0].thread_id if about else None)


def _candidates(unit: Unit, account_id: str, query: ThreadQuery) -> list[Candidate]:
    ids_by_thread: dict[str, set[str]] = {}
    for found in unit.messages.by_rfc_ids(account_id, query.ids) if query.ids else ():
        if found.thread_id and found.rfc_message_id:
            ids_by_thread.setdefault(found.thread_id, set()).add(found.rfc_message_id)
    threads = [unit.threads.get(account_id, thread_id) for thread_id in ids_by_thread]
    if not ids_by_thread and query.subject:
        threads = list(unit.threads.recent_by_subject(account_id, query.subject, query.since))
    return [
        Candidate(
            thread.id,
            thread.people,
            frozenset(ids_by_thread.get(thread.id, ())),
            base_subject(thread.subject),
            thread.last_at,
        )
        for thread in threads
        if thread is not None
    ]


def _people(messages: Sequence[StoredMessage], *fields: str) -> tuple[str, ...]:
    """Everyone in these fields of the messages, each once, in order of appearance."""
    found: dict[str, None] = {}
    for message in messages:
        item: Any = message.item or {}
        for field in fields:
            value = item.get(field) or ()
            found.update(dict.fromkeys([value] if isinstance(value, str) else value))
        if len(found) >= MOST_PEOPLE:
            break
    return tuple(found)[:MOST_PEOPLE]
