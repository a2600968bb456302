"""Which thread a message belongs to: by its references from people of the thread, by subject only as a last resort.

RFC 5322 section 3.6.4 says how references are made; anyone can write any, so they count only from those who are in the
conversation: whoever our own mail in it was addressed to, and authenticated From addresses already in it.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Literal

from letterlock.core.mime.subjects import base_subject

SUBJECT_WINDOW = timedelta(days=30)
"""How long after a thread's last message a mere subject may still join it."""

_MOST_IDS = 100


@dataclass(frozen=True, slots=True)
class MessageFacts:
    """What of a message its thread depends on. Addresses are Address.key."""

    direction: Literal["inbound", "outbound"]
    received_at: datetime
    subject: str = ""
    in_reply_to: tuple[str, ...] = ()
    references: tuple[str, ...] = ()
    sender: str | None = None
    """The one From address; None when there is none or more than one."""
    sender_failed: bool = False
    """Authentication failed, so the From address may be anyone's."""
    others: frozenset[str] = frozenset()
    """To and Cc without the addresses that are ours."""


@dataclass(frozen=True, slots=True)
class ThreadQuery:
    """What to look up before deciding: threads that hold one of `ids`, and, when none does, those by subject."""

    ids: tuple[str, ...]
    """Nearest first: In-Reply-To, then References from the last to the first."""
    subject: str
    """Base subject; "" when a subject says nothing."""
    since: datetime
    """Threads by subject count only when their last message is no older."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A thread of the same account that was found by the query."""

    thread_id: str
    people: frozenset[str]
    """Those our own mail in it was addressed to (To, Cc, Bcc), and authenticated From addresses of mail in it."""
    message_ids: frozenset[str] = frozenset()
    """Which of the query's ids are in it."""
    subject: str = ""
    """Base subject."""
    last_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class Decision:
    """`thread_id` to join, or None for a new thread, linked to `linked_thread_id` when the message claimed that one.

    `reason` is a sentence for the trust report, "" when there is nothing to say.
    """

    thread_id: str | None
    linked_thread_id: str | None = None
    reason: str = ""
    by: Literal["references", "subject", "new"] = "new"


def thread_query(facts: MessageFacts) -> ThreadQuery:
    """What to look up for a message."""
    ids = tuple(dict.fromkeys((*facts.in_reply_to, *reversed(facts.references))))
    if len(ids) > _MOST_IDS:  # the nearest, and the one that began it
        ids = (*ids[: _MOST_IDS - 1], ids[-1])
    return ThreadQuery(ids, base_subject(facts.subject), facts.received_at - SUBJECT_WINDOW)


def decide_thread(facts: MessageFacts, candidates: Iterable[Candidate]) -> Decision:
    """The thread of a message among the candidates its query found; pure, the same facts decide the same."""
    query = thread_query(facts)
    found = list(candidates)
    referred = _referred(query.ids, found)
    if facts.direction == "outbound":
        return Decision(referred[0].thread_id, by="references") if referred else _new_or_by_subject(facts, query, found)
    for candidate in referred:
        if _belongs(facts, candidate):
            return Decision(candidate.thread_id, by="references")
    if referred:
        return Decision(None, referred[0].thread_id, _why_not(facts, referred[0]))
    return _new_or_by_subject(facts, query, found)


def _referred(ids: tuple[str, ...], candidates: list[Candidate]) -> list[Candidate]:
    """Candidates that hold one of the ids, in the order of the ids, each once."""
    by_id: dict[str, Candidate] = {}
    for candidate in candidates:
        for message_id in candidate.message_ids:
            by_id.setdefault(message_id, candidate)
    return list({by_id[text].thread_id: by_id[text] for text in ids if text in by_id}.values())


def _belongs(facts: MessageFacts, candidate: Candidate) -> bool:
    return facts.sender is not None and not facts.sender_failed and facts.sender in candidate.people


def _why_not(facts: MessageFacts, candidate: Candidate) -> str:
    if facts.sender is None:
        return "It claims to answer an earlier conversation, but names no single sender: it is kept apart from it."
    if facts.sender in candidate.people:
        return (
            "It claims to answer an earlier conversation in the name of someone in it, but its sender could not be "
            "authenticated: it is kept apart from it."
        )
    return "It claims to answer an earlier conversation its sender had no part in: it is kept apart from it."


def _new_or_by_subject(facts: MessageFacts, query: ThreadQuery, candidates: list[Candidate]) -> Decision:
    """The latest thread with this subject whose people are all the message's people, else a new one."""
    if not query.subject or (facts.direction == "inbound" and (facts.sender is None or facts.sender_failed)):
        return Decision(None)
    people = facts.others | ({facts.sender} if facts.direction == "inbound" and facts.sender else frozenset())
    if not people:
        return Decision(None)
    matching = [
        candidate
        for candidate in candidates
        if candidate.subject == query.subject
        and people <= candidate.people
        and candidate.last_at is not None
        and query.since <= candidate.last_at
    ]
    if not matching:
        return Decision(None)
    latest = max(matching, key=lambda candidate: (candidate.last_at or query.since, candidate.thread_id))
    return Decision(latest.thread_id, by="subject")
