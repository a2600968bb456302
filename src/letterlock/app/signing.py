"""Signing what leaves with the domain's DKIM keys, and making those keys."""

import asyncio
from collections.abc import Callable
from datetime import datetime
from typing import TypeVar

from letterlock.core.trust.signing import dkim_signature
from letterlock.ports import Ports
from letterlock.ports.records import DkimKey
from letterlock.ports.signing import Algorithm

T = TypeVar("T")

ALGORITHMS: tuple[Algorithm, ...] = ("rsa-sha256", "ed25519-sha256")
"""Both: some receivers do not know Ed25519 yet (RFC 8463 section 3)."""

LARGE = 256 * 1024
"""Bytes that take some milliseconds to write or sign."""

_SELECTORS = {"rsa-sha256": "ll-rsa", "ed25519-sha256": "ll-ed"}


async def signed(ports: Ports, raw: bytes, domain: str, now: datetime) -> bytes:
    """The message with one signature a key on top; as it is for a domain without keys."""
    keys = await ports.store.read(lambda unit: unit.domains.keys(domain))
    if not keys:
        return raw
    private = [(key, _private(ports, key)) for key in keys]

    def with_signatures() -> bytes:
        signatures = [
            dkim_signature(raw, domain, key.selector, secret, algorithm=key.algorithm, now=now)
            for key, secret in private
        ]
        return b"".join(signatures) + raw

    return await off_the_loop(with_signatures, len(raw))


async def off_the_loop(work: Callable[[], T], size: int, *, large: int = LARGE) -> T:
    """What `work` makes of so many bytes; in a thread where it takes long enough to hold others up."""
    return await asyncio.to_thread(work) if size > large else work()


def new_keys(ports: Ports, domain: str, now: datetime) -> list[DkimKey]:
    """Fresh keys of both kinds for a domain, sealed."""
    made = []
    for algorithm in ALGORITHMS:
        private, public = ports.key_maker(algorithm)
        made.append(
            DkimKey(
                domain=domain,
                selector=_SELECTORS[algorithm],
                algorithm=algorithm,
                public_record=public,
                created_at=now,
                sealed_private=ports.secrets.seal(private, context=_context(domain, algorithm)),
            )
        )
    return made


def _private(ports: Ports, key: DkimKey) -> bytes:
    return ports.secrets.open(key.sealed_private, context=_context(key.domain, key.algorithm))


def _context(domain: str, algorithm: str) -> str:
    return f"dkim:{domain}:{algorithm}"
