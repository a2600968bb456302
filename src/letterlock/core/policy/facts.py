"""The facts the gate decides on: what is to be done, what the account allows, and what was shown before."""

from dataclasses import dataclass
from typing import Any, Final, Literal, get_args

from letterlock.core.address import Address
from letterlock.core.errors import Invalid

Effect = Literal["read", "organise", "draft", "send", "manage", "fetch"]
"""fetch: ask another server for something. What is asked for can carry data out, as what is sent can."""
EFFECTS: Final[frozenset[str]] = frozenset(get_args(Effect))

Sends = Literal["allow", "approve", "block"]
SENDS: Final[frozenset[str]] = frozenset(get_args(Sends))

ENTRIES_LIMIT: Final = 10_000
"""Entries of one recipient list."""


@dataclass(frozen=True, slots=True)
class Action:
    """What is to be done: the operation's name and effect, and for sends everyone it would reach, Bcc included."""

    operation: str
    effect: Effect
    recipients: tuple[Address, ...] = ()
    hosts: tuple[str, ...] = ()
    """For fetches, whom it would ask."""


@dataclass(frozen=True, slots=True)
class Recipients:
    """A list of recipients by address, by domain, and by domain with everything below it."""

    addresses: frozenset[str] = frozenset()
    domains: frozenset[str] = frozenset()
    trees: frozenset[str] = frozenset()

    def __bool__(self) -> bool:
        return bool(self.addresses or self.domains or self.trees)

    def covers(self, address: Address) -> bool:
        """Whether `address`, or what it is a plus-address of, is on the list: `ana+x@…` reaches who `ana@…` is."""
        untagged = address.local.partition("+")[0]
        return address in self or (untagged != "" and Address(untagged, address.domain) in self)

    def __contains__(self, address: object) -> bool:
        if not isinstance(address, Address):
            return False
        domain = address.domain.lower().rstrip(".")
        if f"{address.local.lower()}@{domain}" in self.addresses or domain in self.domains:
            return True
        if not self.trees:
            return False
        labels = domain.split(".")
        return any(".".join(labels[start:]) in self.trees for start in range(len(labels)))


@dataclass(frozen=True, slots=True)
class Policy:
    """What an account allows agents to do; without one, everything the credential's permissions cover."""

    sends: Sends = "allow"
    blocked: Recipients = Recipients()
    """Never written to."""
    allowed: Recipients | None = None
    """When given, nobody else is written to."""


@dataclass(frozen=True, slots=True)
class Provenance:
    """What of untrusted mail was shown to whoever acts."""

    readable: bool = True
    """False when the record of it could not be read: then nothing is sent unseen by a person."""
    shown: tuple[tuple[str, str], ...] = ()
    """(message id, trust level)."""


def read_recipients(entries: Any, param: str) -> Recipients:
    """Entries as a person writes them: `ana@example.com`, `@example.com` or `example.com`, `*.example.com` (and below).

    Domains in A-labels. Raises Invalid naming the entry that is none of these: a typo never widens a list.
    """
    if not isinstance(entries, list | tuple) or len(entries) > ENTRIES_LIMIT:
        raise Invalid(f"{param} must be a list of at most {ENTRIES_LIMIT} addresses or domains", param=param)
    addresses: set[str] = set()
    domains: set[str] = set()
    trees: set[str] = set()
    for index, entry in enumerate(entries):
        where = f"{param}[{index}]"
        if not isinstance(entry, str) or not 3 <= len(entry) <= 320:
            raise Invalid(f"{where} must be an address or a domain", param=where)
        text = entry.strip().lower()
        local, at, domain = text.rpartition("@")
        below = not at and domain.startswith("*.")
        domain = domain.removeprefix("*.") if below else domain
        if not _is_domain(domain) or (local and not _is_local(local)):
            raise Invalid(f"{where} is neither an address, nor a domain, nor *.domain: {entry[:80]!r}", param=where)
        (addresses if local else trees if below else domains).add(text if local else domain)
    return Recipients(frozenset(addresses), frozenset(domains), frozenset(trees))


def read_policy(settings: Any) -> Policy:
    """A policy from settings as stored or given: `sends`, `blocked_recipients`, `allowed_recipients`.

    Raises Invalid for an unknown name or value, which is never read as allow.
    """
    known = ("sends", "blocked_recipients", "allowed_recipients")
    if not isinstance(settings, dict):
        raise Invalid("A policy must be an object")
    for name in settings:
        if name not in known:
            raise Invalid(f"A policy has no setting {str(name)[:50]!r}. Known: {', '.join(known)}.", param="policy")
    sends = settings.get("sends", "allow")
    if not isinstance(sends, str) or sends not in SENDS:
        raise Invalid(f"sends must be allow, approve or block, not {str(sends)[:50]!r}", param="sends")
    allowed = settings.get("allowed_recipients")
    return Policy(
        sends=sends,  # type: ignore[arg-type]  # judged above
        blocked=read_recipients(settings.get("blocked_recipients", ()), "blocked_recipients"),
        allowed=None if allowed is None else read_recipients(allowed, "allowed_recipients"),
    )


def _is_domain(text: str) -> bool:
    labels = text.split(".")
    return len(text) <= 253 and all(
        0 < len(label) <= 63 and label.isascii() and label.replace("-", "").replace("_", "").isalnum()
        for label in labels
    )


def _is_local(text: str) -> bool:
    return len(text) <= 64 and text.isprintable() and not any(character in ' "(),:;<>@[\\]*' for character in text)
