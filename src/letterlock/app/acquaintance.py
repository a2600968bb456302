"""Whom a workspace has to do with: what is learnt of it, and what a sender has in common with it or not.

Only people and what senders themselves have proved count here: nothing is learnt of what a credential wrote.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Literal

from letterlock.core.address import Address
from letterlock.core.trust import habits
from letterlock.core.trust.domains import registrable_domain
from letterlock.core.trust.free_mail import is_free_mail
from letterlock.core.trust.lookalike import WORST_FIRST, keys, likeness, probes
from letterlock.core.trust.names import name_key
from letterlock.core.trust.report import Authentication, HabitKind, Likeness, TrustReport
from letterlock.core.trust.well_known import is_well_known
from letterlock.ports.records import Contact, ContactSource, Member, StoredMessage
from letterlock.ports.store import Unit

if TYPE_CHECKING:
    from letterlock.app.messages.received import Received

MOST_FOUND: Final = 50
MOST_HABITS: Final = 60
MOST_SHOWN: Final = 12
MOST_OWN: Final = 50
"""Rows looked at for one message: contacts, habits, habits shown, and own domains."""


@dataclass(frozen=True, slots=True)
class Like:
    """How a domain looks like a known one, and which; `domain` is "" where it is not the account's own to know."""

    how: Likeness = ""
    domain: str = ""


@dataclass(frozen=True, slots=True)
class Ways:
    """How mail of a sender usually comes, and what is unusual about this message."""

    usual: tuple[tuple[HabitKind, str, int], ...] = ()
    unusual: tuple[HabitKind, ...] = ()


def likeness_of(unit: Unit, message: StoredMessage, sender: Address, *, own: bool) -> Like:
    """How the sender's domain looks like one that the workspace has to do with; nothing when it is such itself."""
    domain = sender.domain
    if own or is_well_known(domain) or unit.contacts.known(message.workspace_id, "domain", registrable_domain(domain)):
        return Like()
    known = {
        one.value: one.value if one.known_by in ("", message.account_id) else ""
        for one in unit.contacts.found(message.workspace_id, "domain", probes(domain), MOST_FOUND)
    }
    known |= {hosted.name: hosted.name for hosted in unit.domains.list(message.workspace_id)[:MOST_OWN]}
    found = [Like(how, shown) for name, shown in known.items() if (how := likeness(domain, name))]
    return min(found, key=lambda one: (WORST_FIRST.index(one.how), not one.domain, one.domain), default=Like())


def same_name(unit: Unit, message: StoredMessage, sender: Address) -> Literal["", "contact", "member"]:
    """Whether somebody known goes by the sender's name at an address of another organisation."""
    key = name_key(sender.name)
    if not key:
        return ""
    found = unit.contacts.found(message.workspace_id, "name", (key,), MOST_FOUND)
    if not found or any(_together(sender, one.value) for one in found):
        return ""
    return "member" if any(one.source == "listed" for one in found) else "contact"


def how_it_comes(unit: Unit, message: StoredMessage, sender: Address, authentication: Authentication) -> Ways:
    """The sender's habits in this account, and which of them the message breaks."""
    rows = unit.habits.of(message.account_id, sender.key, MOST_HABITS)
    usual = [habits.Usual(habits.Trait(one.kind, one.value), one.count, one.first_seen) for one in rows]
    unusual = habits.unusual(_traits(message, authentication), usual, message.received_at)
    return Ways(tuple((one.kind, one.value, one.count) for one in rows[:MOST_SHOWN]), unusual)


def _traits(message: StoredMessage, authentication: Authentication) -> frozenset[habits.Trait]:
    envelope = message.envelope
    return habits.traits(authentication, envelope.get("client_ip"), str(envelope.get("mail_from", "")))


def learn_received(unit: Unit, received: "Received", report: TrustReport) -> None:
    """Remembers how authenticated mail came, and whom mail of a good level is from.

    After the message was counted. What a program wrote says nothing of whom a name belongs to: notifications carry
    the names of others.
    """
    stored, author = received.stored, received.reading.message.author
    if author is None or received.internal or not report.authentication.aligned:
        return
    if report.level in ("suspicious", "quarantined"):
        return
    unit.habits.seen(stored.account_id, author.key, _traits(stored, report.authentication), stored.received_at)
    if report.level == "unknown":
        return
    past = report.sender
    source: ContactSource = "person" if past.person_wrote else "seen"
    personal = past.person_wrote or past.listed == "verified" or past.authenticated_count >= habits.ENOUGH
    name = author.name if personal and received.reading.automatic is None else ""
    learn(unit, stored.workspace_id, author, name, source=source, known_by=stored.account_id)


def learn_written(unit: Unit, workspace_id: str, account_id: str, recipients: Iterable[Address]) -> None:
    """Remembers whom a person wrote to."""
    for recipient in recipients:
        learn(unit, workspace_id, recipient, recipient.name, source="person", known_by=account_id)


def learn(unit: Unit, workspace_id: str, address: Address, name: str, *, source: ContactSource, known_by: str) -> None:
    """Makes the address's organisation known, and the name as that address's, unless they are already."""
    domain = registrable_domain(address.domain)
    if source not in unit.contacts.known(workspace_id, "domain", domain):
        unit.contacts.know(workspace_id, "domain", Contact(domain, source, known_by), keys(domain))
    key = name_key(name)
    if key and source not in unit.contacts.known(workspace_id, "name", address.key):
        unit.contacts.know(workspace_id, "name", Contact(address.key, source, known_by), (key,))


def learn_member(unit: Unit, member: Member) -> None:
    """Makes a colleague's name known. No list names people, so among names `listed` means a member."""
    key = name_key(member.name)
    if key:
        unit.contacts.know(member.workspace_id, "name", Contact(member.email, "listed", ""), (key,))


def learn_entry(unit: Unit, workspace_id: str, entry: str, known_by: str) -> None:
    """Makes a verified sender's organisation known."""
    domain = registrable_domain(entry.rpartition("@")[2])
    unit.contacts.know(workspace_id, "domain", Contact(domain, "listed", known_by), keys(domain))


def forget_entry(unit: Unit, workspace_id: str, entry: str) -> None:
    """Takes back what an entry made known, unless another entry does."""
    domain = registrable_domain(entry.rpartition("@")[2])
    others = (one.entry.rpartition("@")[2] for one in unit.lists.entries(workspace_id) if one.kind == "verified")
    if domain not in map(registrable_domain, others):
        unit.contacts.unlist(workspace_id, domain)


def is_stranger(sender: Address | None, people: Iterable[str], *, authenticated: bool) -> bool:
    """Whether neither the sender nor, where it is authenticated, anybody of its organisation is among the people."""
    if sender is None:
        return False
    return not any(_together(sender, person) if authenticated else sender.key == person for person in people)


def _together(one: Address, other: str) -> bool:
    """Whether two addresses are the same, or of one organisation that gives them to its own people alone."""
    domain = other.rpartition("@")[2]
    same = registrable_domain(one.domain) == registrable_domain(domain)
    return one.key == other or (same and not is_free_mail(domain))
