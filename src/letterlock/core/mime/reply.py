"""How an answer is addressed: references and recipients as mail programs choose them (RFC 5322 section 3.6.4)."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Literal

from letterlock.core.address import Address
from letterlock.core.mime.subjects import reply_subject

__all__ = ["Original", "ReplyRecipients", "ReplyReferences", "reply_recipients", "reply_references", "reply_subject"]

_MOST_REFERENCES = 100


@dataclass(frozen=True, slots=True)
class ReplyReferences:
    """The In-Reply-To and References of an answer; None and empty when the original has no id to refer to."""

    in_reply_to: str | None
    references: tuple[str, ...]


def reply_references(
    message_id: str | None, in_reply_to: tuple[str, ...], references: tuple[str, ...]
) -> ReplyReferences:
    """From the original's fields: its References (or its one In-Reply-To), then its own id; each id once.

    Of a very long row the first and the last stay.
    """
    parents = references or (in_reply_to if len(in_reply_to) == 1 else ())
    ids = [text for text in dict.fromkeys(parents) if text != message_id]
    if message_id is not None:
        ids.append(message_id)
    if len(ids) > _MOST_REFERENCES:
        ids = [ids[0], *ids[-(_MOST_REFERENCES - 1) :]]
    return ReplyReferences(message_id, tuple(ids))


@dataclass(frozen=True, slots=True)
class Original:
    """What of the answered message its recipients depend on. A Message has these fields under the same names."""

    from_: tuple[Address, ...]
    to: tuple[Address, ...] = ()
    cc: tuple[Address, ...] = ()
    reply_to: tuple[Address, ...] = ()


@dataclass(frozen=True, slots=True)
class ReplyRecipients:
    """Whom the answer goes to. `warnings` are sentences for whoever asked; `to` is empty when there is nobody."""

    to: tuple[Address, ...]
    cc: tuple[Address, ...] = ()
    warnings: tuple[str, ...] = ()


def reply_recipients(
    original: Original,
    direction: Literal["inbound", "outbound"],
    own: frozenset[str],
    *,
    reply_all: bool,
    organizational_domain: Callable[[str], str],
) -> ReplyRecipients:
    """The recipients of an answer to `original`.

    `own` holds the Address.key of every address that is ours; their plus-addressed forms are ours too. An answer to a
    message we sent goes to those it went to. A Reply-To is followed only within the From's organisational domain, so
    that nobody can have answers sent elsewhere by a header the reader does not see.
    """
    if direction == "outbound":
        targets = original.to or original.cc
        warnings: list[str] = []
        also_to: tuple[Address, ...] = ()
    else:
        targets, warnings = _targets(original, organizational_domain, reply_all=reply_all)
        also_to = original.to
    seen: set[str] = set()
    to = _others([*targets, *(also_to if reply_all else ())], own, seen)
    cc = _others(original.cc, own, seen) if reply_all else ()
    if to:
        return ReplyRecipients(to, cc, tuple(warnings))
    if cc:  # only copies are left of those it went to
        return ReplyRecipients(cc, (), tuple(warnings))
    to = _others(targets, frozenset(), set())  # a note to oneself is answered to oneself
    if not to:
        warnings.append("The message has no readable From address, so there is nobody to answer.")
    return ReplyRecipients(to, (), tuple(warnings))


def _targets(
    original: Original, organizational_domain: Callable[[str], str], *, reply_all: bool
) -> tuple[tuple[Address, ...], list[str]]:
    """The Reply-To addresses of the From's own organisational domain, else From, and why others were passed over."""
    senders = original.from_
    domains = {organizational_domain(address.domain) for address in senders}
    inside = tuple(a for a in original.reply_to if organizational_domain(a.domain) in domains)
    outside = [a for a in original.reply_to if a not in inside]
    if not outside:
        return inside or senders, []
    listed = {address.key for address in (*original.to, *original.cc)}
    names = ", ".join(address.spec for address in outside[:5])
    chosen = inside or senders
    goes_to = ", ".join(address.spec for address in chosen[:5]) or "nobody"
    warning = f"Reply-To names {names}, outside the organisational domain of From: the reply goes to {goes_to} instead."
    if all(address.key in listed for address in outside):
        hint = "it is among the recipients" if reply_all else "reply to all to include it"
        warning += f" The Reply-To is an address the message was sent to, as mailing lists set it; {hint}."
    return chosen, [warning]


def _others(addresses: Iterable[Address], own: frozenset[str], seen: set[str]) -> tuple[Address, ...]:
    """Those not ours and not yet in `seen`, in order."""
    result: list[Address] = []
    for address in addresses:
        if address.key not in seen and not is_own(address, own):
            seen.add(address.key)
            result.append(address)
    return tuple(result)


def is_own(address: Address, own: frozenset[str]) -> bool:
    """Whether an address, or what it is before a plus sign, is one of ours."""
    if address.key in own:
        return True
    base, plus, _ = address.local.partition("+")
    return bool(plus) and bool(base) and f"{base.lower()}@{address.domain}" in own
