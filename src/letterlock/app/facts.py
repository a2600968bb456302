"""What the store knows of a sender, as facts for the trust rules."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any, Literal

from letterlock.app.acquaintance import how_it_comes, likeness_of, same_name
from letterlock.core.address import Address
from letterlock.core.trust.domains import parents
from letterlock.core.trust.report import Authentication, Relationship
from letterlock.ports.records import StoredMessage
from letterlock.ports.store import Unit


def relationship(
    unit: Unit,
    message: StoredMessage,
    senders: Sequence[Address],
    authentication: Authentication,
    *,
    internal: Literal["", "inbox", "notice"],
    again: bool,
    stranger: bool = False,
) -> Relationship:
    """Facts about whoever the From field names. With several senders only adverse facts count.

    `internal`: handed over by one of our own inboxes, or our own notice. `again`: the message is counted already.
    `stranger`: it answers a conversation it had no part in.
    """
    if not senders:
        return Relationship(internal=internal)
    candidates = {name for sender in senders for name in (sender.key, *parents(sender.domain))}
    entries = unit.lists.matching(message.workspace_id, message.account_id, candidates)
    blocked = any(entry.kind == "blocked" for entry in entries)
    own_domains = {domain for sender in senders for domain in parents(sender.domain) if unit.domains.get(domain)}
    facts = Relationship(
        listed="blocked" if blocked else None,
        own_domain=bool(own_domains),
        own_signature=bool(internal) or _own_signature(authentication, own_domains),
        internal=internal,
    )
    if len(senders) > 1:
        return facts
    verified = any(entry.kind == "verified" for entry in entries)
    relation = unit.relations.get(message.account_id, senders[0].key)
    counted = 1 if again else 0
    like = likeness_of(unit, message, senders[0], own=facts.own_domain)
    ways = how_it_comes(unit, message, senders[0], authentication)
    return Relationship(
        inbound_count=max(0, relation.inbound_count - counted),
        authenticated_count=max(0, relation.authenticated_count - counted),
        first_seen=relation.first_authenticated or relation.first_seen,
        last_seen=relation.last_seen,
        person_wrote=relation.person_wrote_at is not None,
        person_known=verified or relation.person_wrote_at is not None,
        agent_wrote=relation.agent_wrote_at is not None,
        complaints=relation.complaints,
        listed=facts.listed or ("verified" if verified else None),
        own_domain=facts.own_domain,
        own_signature=facts.own_signature,
        internal=internal,
        written_count=relation.person_count,
        agent_written_count=relation.agent_count,
        last_written=relation.person_wrote_at,
        usual=ways.usual,
        unusual=() if internal else ways.unusual,
        looks_like=like.how,
        looks_like_domain=like.domain,
        known_name="" if internal else same_name(unit, message, senders[0]),
        stranger_in_thread=stranger,
    )


def as_then(facts: Relationship, told: Mapping[str, Any]) -> Relationship:
    """The facts with what counts before the message taken from the report it had, whose `sender` is `told`.

    Reports of older versions tell less: the rest is as it is now.
    """
    if "looks_like" in told:
        facts = replace(
            facts,
            usual=tuple((way["kind"], way["value"], way["count"]) for way in told["usual"]),
            written_count=told["written_count"],
            agent_written_count=told["agent_written_count"],
            last_written=_moment(told["last_written"]),
            looks_like=told["looks_like"] or "",
            looks_like_domain=told["looks_like_domain"],
            known_name=told["known_name"] or "",
            stranger_in_thread="stranger_in_thread" in told["relationship"],
        )
    return replace(
        facts,
        inbound_count=told["inbound_count"],
        authenticated_count=told["authenticated_count"],
        first_seen=_moment(told["first_seen"]),
        last_seen=_moment(told["last_seen"]),
    )


def _moment(text: str | None) -> datetime | None:
    return None if text is None else datetime.fromisoformat(text)


def _own_signature(authentication: Authentication, own_domains: set[str]) -> bool:
    return any(s.result == "pass" and s.domain in own_domains for s in authentication.signatures)
