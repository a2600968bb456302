"""DKIM: whose signatures on a message hold (RFC 6376, RFC 8301, RFC 8463), stricter where a reader could be misled."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from letterlock.core.trust.asking import Asker
from letterlock.core.trust.canonical import (
    Canonicalization,
    Field,
    SignedMessage,
    canonical_field,
    without_signature,
)
from letterlock.core.trust.dkim_keys import UnusableKeyError, read_keys, verify
from letterlock.core.trust.dkim_signature import DkimTags, UnreadableSignatureError, read_dkim, read_tags
from letterlock.core.trust.domains import is_within
from letterlock.core.trust.report import DkimResult, Signature

MAX_SIGNATURES = 8
"""Signatures verified per message; those of the From domain's own tree first, the rest are only counted."""
MAX_CLOCK_SKEW = 86_400
"""Seconds a signature may come from the future."""

GUARDED = frozenset(
    {
        "from", "sender", "reply-to", "to", "cc", "subject", "date", "message-id", "in-reply-to", "references",
        "content-type", "content-transfer-encoding",
    }
)  # fmt: skip
"""Fields a reader or mail program believes: once signed, more of them than were signed breaks the signature.

MIME-Version is not among them: real mail repeats it, and nobody believes it."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """One DKIM-Signature field, read; `tags` is None where it could not be, and `problem` says why."""

    field: Field
    tags: DkimTags | None
    problem: str = ""
    claimed: tuple[str, str, str] = ("", "", "")
    """Its d=, s= and a= as written, cut short."""


def find_signatures(message: SignedMessage, from_domain: str) -> list[Candidate]:
    """The signatures to verify, at most MAX_SIGNATURES, those that may speak for `from_domain` first."""
    candidates = [_read(field) for field in message.named("dkim-signature")]
    candidates.sort(key=lambda candidate: not _speaks_for(candidate, from_domain))
    return candidates[:MAX_SIGNATURES]


def _speaks_for(candidate: Candidate, from_domain: str) -> bool:
    if candidate.tags is None:
        return False
    domain = candidate.tags.common.domain
    return is_within(domain, from_domain) or is_within(from_domain, domain)


def _read(field: Field) -> Candidate:
    tags: dict[str, str] = {}
    try:
        tags = read_tags(field.value)
        return Candidate(field, read_dkim(tags))
    except UnreadableSignatureError as error:
        claimed = (tags.get("d", "")[:253], tags.get("s", "")[:253], tags.get("a", "")[:40])
        return Candidate(field, None, str(error), claimed)


def ask_for_keys(candidates: Sequence[Candidate], asker: Asker) -> None:
    """Names the keys that verifying will need."""
    for candidate in candidates:
        if candidate.tags is not None:
            asker.ask("TXT", candidate.tags.common.key_name)


def verify_signatures(
    message: SignedMessage, candidates: Sequence[Candidate], asker: Asker, at: datetime
) -> tuple[Signature, ...]:
    """The result of each signature, judged at the time `at` (aware); `aligned` is left to the caller.

    Signatures beyond the bound become one entry of result `policy` that counts them.
    """
    verifier = _Verifier(message, asker, int(at.timestamp()))
    signatures = [verifier.verify(candidate) for candidate in candidates]
    unchecked = len(message.named("dkim-signature")) - len(candidates)
    if unchecked > 0:
        signatures.append(Signature("", "", "", "policy", f"{unchecked} more signatures were not checked"))
    return tuple(signatures)


class _Verifier:
    """Judges the signatures of one message at one time, in seconds since 1970."""

    def __init__(self, message: SignedMessage, asker: Asker, now: int) -> None:
        self._message = message
        self._asker = asker
        self._now = now

    def verify(self, candidate: Candidate) -> Signature:
        tags = candidate.tags
        if tags is None:
            return Signature(*candidate.claimed, "permerror", candidate.problem)
        result, reason, testing = self._judge(candidate.field, tags)
        subject_signed = "subject" in tags.message.names
        return Signature(
            tags.common.domain,
            tags.common.selector,
            tags.common.algorithm,
            result,
            reason,
            subject_signed=subject_signed,
            testing=testing,
        )

    def _judge(self, field: Field, tags: DkimTags) -> tuple[DkimResult, str, bool]:
        """The result, why, and whether the key is in testing mode."""
        problem = _untimely(tags, self._now) or added_fields(self._message, tags.message.names)
        if problem:
            return "fail", problem, False
        answer = self._asker.ask("TXT", tags.common.key_name)
        if answer is None or answer.status == "temperror":
            return "temperror", "DNS gave no answer for the key", False
        try:
            key = read_keys(answer.values, tags.common.key_type)
            if key.same_domain and not tags.identity_is_domain:
                return "permerror", "the key does not allow i= in a subdomain", key.testing
            problem = _changed_body(self._message, tags)
            if not problem and not verify(key, tags.common.signature, signed_data(self._message, field, tags)):
                problem = "the signature does not fit the signed headers"
        except UnusableKeyError as error:
            return "permerror", str(error), False
        if problem:
            return ("neutral", f"{problem} (key in testing mode)", True) if key.testing else ("fail", problem, False)
        return "pass", _remarks(tags, testing=key.testing), key.testing


def _untimely(tags: DkimTags, now: int) -> str:
    if tags.expires is not None and tags.expires < now:
        return "the signature had expired"
    if tags.common.timestamp is not None and tags.common.timestamp > now + MAX_CLOCK_SKEW:
        return "the signature is from the future"
    return ""


def added_fields(message: SignedMessage, names: Sequence[str]) -> str:
    """What is wrong when the message has more of a signed, guarded field than `names`, an h= list, signs; else ""."""
    signed = Counter(names)
    added = sorted(name for name in GUARDED & signed.keys() if len(message.named(name)) > signed[name])
    return f"more {', '.join(added)} fields than were signed" if added else ""


def _changed_body(message: SignedMessage, tags: DkimTags) -> str:
    length, digest = message.body_hash(tags.message.body_canonicalization)
    if tags.length is not None and tags.length != length:
        return f"only {tags.length} of {length} bytes of the body are signed (l=)"
    return "" if digest == tags.message.body_hash else "the body was changed after signing"


def _remarks(tags: DkimTags, *, testing: bool) -> str:
    remarks = ["the key is in testing mode"] if testing else []
    unsigned = [name for name in ("subject", "date", "to") if name not in tags.message.names]
    if unsigned:
        remarks.append(f"not signed: {', '.join(unsigned)}")
    return "; ".join(remarks)


def signed_data(message: SignedMessage, field: Field, tags: DkimTags) -> bytes:
    """The bytes that are signed: the chosen fields, and the signature field itself without b= (section 3.7)."""
    return header_data(message.select(tags.message.names), field, tags.message.header_canonicalization)


def header_data(fields: Sequence[Field], signature: Field, canonicalization: Canonicalization) -> bytes:
    """Canonical fields each with CRLF, then the signature field with empty b= and without CRLF."""
    lines = [canonical_field(field, canonicalization) for field in fields]
    lines.append(canonical_field(without_signature(signature), canonicalization))
    return b"\r\n".join(lines)
