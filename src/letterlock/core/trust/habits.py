"""How a sender's authenticated mail comes: who signs it, where it bounces to, from which network; and what is new."""

from collections.abc import Iterable
from datetime import datetime, timedelta
from ipaddress import ip_network
from typing import Final, NamedTuple

from letterlock.core.trust.domains import normal_domain, registrable_domain
from letterlock.core.trust.report import Authentication, HabitKind
from letterlock.core.trust.spf import read_ip

ENOUGH: Final = 5
"""Messages of one kind of trait from which on a habit can be told…"""
SETTLED: Final = timedelta(days=1)
"""…and how old a trait is before it counts, so that two messages in a row make no habit."""
MOST_SIGNERS: Final = 4

_V4_PREFIX, _V6_PREFIX = 16, 32
"""Large senders use many machines, of few networks."""


class Trait(NamedTuple):
    """One way by which a message came."""

    kind: HabitKind
    value: str


class Usual(NamedTuple):
    """A trait that earlier messages had."""

    trait: Trait
    times: int
    first_seen: datetime


def traits(authentication: Authentication, client_ip: str | None, mail_from: str) -> frozenset[Trait]:
    """The traits of a message that nobody but its sender could give it."""
    signers = [s.domain for s in authentication.signatures if s.result == "pass" and normal_domain(s.domain)]
    found = {Trait("signer", registrable_domain(domain)) for domain in signers[:MOST_SIGNERS]}
    if authentication.spf == "pass" and mail_from and normal_domain(authentication.spf_domain):
        found.add(Trait("return_path", registrable_domain(authentication.spf_domain)))
    address = read_ip(client_ip)
    if address is not None:
        prefix = _V4_PREFIX if address.version == 4 else _V6_PREFIX
        found.add(Trait("network", str(ip_network((address, prefix), strict=False))))
    return frozenset(found)


def unusual(found: frozenset[Trait], usual: Iterable[Usual], at: datetime) -> tuple[HabitKind, ...]:
    """The kinds of which nothing is as usual: other values than ever before, or for signers none at all."""
    settled = [one for one in usual if at - one.first_seen >= SETTLED]
    kinds: list[HabitKind] = ["signer", "return_path", "network"]
    return tuple(kind for kind in kinds if _is_unusual(kind, found, settled))


def _is_unusual(kind: HabitKind, found: frozenset[Trait], settled: list[Usual]) -> bool:
    known = [one for one in settled if one.trait.kind == kind]
    if sum(one.times for one in known) < ENOUGH:
        return False
    own = {trait for trait in found if trait.kind == kind}
    return own.isdisjoint(one.trait for one in known) if own else kind == "signer"
