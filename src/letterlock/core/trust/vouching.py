"""Whom else to believe: results of trusted relays (RFC 8601 section 5) and of forwarders with trusted ARC seals.

Of a relay only the fields above the Received it wrote itself are believed: whatever its sender wrote stands below.
Where it is set that its own stand below too, the topmost there is taken for its own, and none further down.
"""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from letterlock.core.trust.arc import ArcCheck
from letterlock.core.trust.authres import Claim, read_results
from letterlock.core.trust.domains import is_within, normal_domain
from letterlock.core.trust.received import top_fields
from letterlock.core.trust.relays import BELOW
from letterlock.core.trust.report import Signature
from letterlock.core.trust.spf import SpfCheck

MAX_CLAIMS = 10
"""Passes of one source that are looked at."""


@dataclass(frozen=True, slots=True)
class Pass:
    """`by` says that DKIM or SPF passed for `domain`; of a signature also its selector, where that is told."""

    by: str
    method: Literal["dkim", "spf"]
    domain: str
    selector: str = ""


def relay_passes(raw: bytes, relays: Sequence[str], believed: Collection[str] = ()) -> list[Pass]:
    """What the relays a message came through say passed; `relays` are their authserv-ids, nearest first.

    `believed` are ids that the inbox trusts above the Received of any of them: a relay takes such fields out that it
    did not write, or had from somebody it trusts itself.
    """
    if not any(relays) and not (relays and believed):
        return []
    found: list[Pass] = []
    names = [relay.removesuffix(BELOW).lower() for relay in relays]
    below = [name if relay.endswith(BELOW) else "" for name, relay in zip(names, relays, strict=True)]
    hop = 0  # Received fields passed: we are above that of relay `hop`, and below that of the one before it
    for field, value in top_fields(raw, len(relays) + 1):
        if field == "received":
            hop += 1
        elif field == "authentication-results" and hop <= len(relays):
            results = read_results(value)
            by = results.authserv_id if results else ""
            own = names[hop : hop + 1] == [by] or (hop and below[hop - 1] == by)
            if results and by and (own or (hop < len(relays) and by in believed)):
                found += _passes(by, results.claims)
            if hop:
                below[hop - 1] = ""
    return found[:MAX_CLAIMS]


def forwarder_passes(arc: ArcCheck, sealers: Collection[str]) -> list[Pass]:
    """What the first of the newest trusted sealers in a row says passed when the message reached it.

    It means nothing unless the chain itself passes. Nothing is believed where the newest signature leaves From or
    Subject open to change.
    """
    trusted: list[tuple[str, bytes]] = []
    for link in arc.links:
        if not any(is_within(link[0], domain) for domain in sealers):
            break
        trusted.append(link)
    if not trusted or not arc.covers:
        return []
    sealer, value = trusted[-1]
    results = read_results(value.decode("latin-1"), sealed=True)
    return _passes(sealer, results.claims)[:MAX_CLAIMS] if results else []


def _passes(by: str, claims: Iterable[Claim]) -> list[Pass]:
    found = []
    for claim in claims:
        domain = normal_domain(claim.domain) if claim.domain else None
        if claim.result != "pass" or domain is None:
            continue
        if claim.method == "dkim":
            found.append(Pass(by, "dkim", domain, claim.properties.get("header.s", "")))
        elif claim.method == "spf":
            found.append(Pass(by, "spf", domain))
    return found


def believe_spf(check: SpfCheck, client_ip: str | None, passes: Iterable[Pass]) -> SpfCheck:
    """Where the client is not known to us, a relay that knew it is believed."""
    if client_ip is not None:
        return check
    for one in passes:
        if one.method == "spf" and one.domain == check.domain:
            return replace(check, result="pass", reason=f"as {one.by} checked it")
    return check


def believe_signatures(signatures: Iterable[Signature], passes: Sequence[Pass]) -> tuple[Signature, ...]:
    """Signatures that fail here, but held when a relay checked them, before it changed the message."""
    return tuple(_believed(signature, passes) for signature in signatures)


def _believed(signature: Signature, passes: Sequence[Pass]) -> Signature:
    if signature.result not in ("fail", "temperror"):
        return signature
    for one in passes:
        same = one.method == "dkim" and one.domain == signature.domain
        if same and one.selector in ("", signature.selector):
            return replace(signature, result="pass", reason=f"as {one.by} checked it; changed since")
    return signature
