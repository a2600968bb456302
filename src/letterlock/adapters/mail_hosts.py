"""Which hosts take a domain's mail (RFC 5321 section 5.1, RFC 7505)."""

import random
from dataclasses import dataclass
from typing import Literal

from letterlock.core.trust.question import Question
from letterlock.ports.dns import Resolver

_MOST_HOSTS = 20


@dataclass(frozen=True, slots=True)
class NoHosts:
    """Nobody takes mail for the domain, for good (`refused`) or as far as DNS says now (`deferred`)."""

    status: Literal["refused", "deferred"]
    reply: str


async def mail_hosts(domain: str, resolver: Resolver, *, own_name: str, seconds: float) -> list[str] | NoHosts:
    """Hosts by preference, equal ones in random order; the domain itself when it has no MX record.

    Hosts from our own preference on are left out: going there would be a loop.
    """
    question = Question("MX", domain)
    answer = (await resolver.resolve([question], seconds=seconds))[question]
    if answer.status == "temperror":
        return NoHosts("deferred", f"451 4.4.3 DNS gave no answer for {domain}")
    if answer.status == "nxdomain":
        return NoHosts("refused", f"550 5.1.2 There is no domain {domain}")
    if not answer.values:
        return [domain]
    found = sorted(_read(value) for value in answer.values[:_MOST_HOSTS])
    if all(host == "" for _, _, host in found):
        return NoHosts("refused", f"556 5.1.10 {domain} takes no mail")
    ours = min((preference for preference, _, host in found if host == own_name.lower()), default=None)
    hosts = [host for preference, _, host in found if host and (ours is None or preference < ours)]
    if not hosts:
        return NoHosts("refused", f"554 5.4.6 Mail for {domain} would come back to us")
    return hosts


def _read(value: str) -> tuple[int, float, str]:
    """`10 host` as (10, chance, host); the host of a null MX is ""."""
    preference, _, host = value.strip().partition(" ")
    number = int(preference) if preference.isascii() and preference.isdigit() else 65535
    return number, random.random(), host.strip().lower().rstrip(".")
