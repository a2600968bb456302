"""ARC: whether the chain of sealers on a message holds (RFC 8617 section 5.2)."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from letterlock.core.trust.asking import Asker
from letterlock.core.trust.canonical import Field, SignedMessage, canonical_field, without_signature
from letterlock.core.trust.dkim import added_fields, header_data
from letterlock.core.trust.dkim_keys import UnusableKeyError, read_keys, verify
from letterlock.core.trust.dkim_signature import (
    MessageTags,
    SignatureTags,
    UnreadableSignatureError,
    read_common,
    read_message,
    read_tags,
)
from letterlock.core.trust.report import ArcResult

MAX_INSTANCE = 50
"""Section 4.2.1: most sets of one chain."""

_RESULTS = "arc-authentication-results"
_SIGNATURE = "arc-message-signature"
_SEAL = "arc-seal"
_AAR = re.compile(rb"[ \t\r\n]*i[ \t]*=[ \t]*([0-9]{1,3})[ \t\r\n]*;")
_INSTANCE = re.compile(r"[0-9]{1,3}")


@dataclass(frozen=True, slots=True)
class ArcCheck:
    """The chain's result; `sealer` is the domain of the newest seal, whatever the result."""

    result: ArcResult
    sealer: str = ""
    reason: str = ""
    links: tuple[tuple[str, bytes], ...] = field(default=(), compare=False)
    """Each set's sealer and the value of its ARC-Authentication-Results, newest first."""
    covers: bool = field(default=False, compare=False)
    """The newest message signature covers From and Subject."""


@dataclass(frozen=True, slots=True)
class _Set:
    """One instance: its three fields, read."""

    results: Field
    signature: Field
    signature_tags: SignatureTags
    message_tags: MessageTags
    seal: Field
    seal_tags: SignatureTags


class _BrokenError(ValueError):
    """The chain's structure is wrong; the message says where."""


def check_arc(message: SignedMessage, asker: Asker, *, verifying: bool = True) -> ArcCheck:
    """The chain on `message`; without `verifying` only names the keys it will need."""
    try:
        chain = _read_chain(message)
    except (_BrokenError, UnreadableSignatureError) as error:
        return ArcCheck("fail", reason=str(error))
    if not chain:
        return ArcCheck("none")
    names = chain[-1].message_tags.names
    seen = ArcCheck(
        "not_checked",
        chain[-1].seal_tags.domain,
        links=tuple((link.seal_tags.domain, link.results.value) for link in reversed(chain)),
        covers="from" in names and "subject" in names,
    )
    keyed = [chain[-1].signature_tags, *(link.seal_tags for link in chain)]
    answers = [asker.ask("TXT", tags.key_name) for tags in keyed]
    if not verifying or any(answer is None for answer in answers):
        return seen
    if any(answer is not None and answer.status == "temperror" for answer in answers):
        return replace(seen, reason="DNS gave no answer for a key")
    problem = _broken_signature(message, chain[-1], asker) or _broken_seal(chain, asker)
    return replace(seen, result="fail" if problem else "pass", reason=problem)


def _read_chain(message: SignedMessage) -> list[_Set]:
    """The sets by instance, structure and cv= checked. Raises _BrokenError and UnreadableSignatureError."""
    results = {_results_instance(one): one for one in message.named(_RESULTS)}
    signatures = [(one, read_tags(one.value)) for one in message.named(_SIGNATURE)]
    seals = [(one, read_tags(one.value)) for one in message.named(_SEAL)]
    size = len(seals)
    if not (size or signatures or results):
        return []
    if size > MAX_INSTANCE:
        raise _BrokenError("too many sets")
    if len(signatures) != size or len(message.named(_RESULTS)) != size:
        raise _BrokenError("incomplete or repeated set")
    by_signature = {_instance(tags): (one, tags) for one, tags in signatures}
    by_seal = {_instance(tags): (one, tags) for one, tags in seals}
    wanted = set(range(1, size + 1))
    if not wanted == results.keys() == by_signature.keys() == by_seal.keys():
        raise _BrokenError("incomplete or repeated set")
    return [_read_set(number, results[number], by_signature[number], by_seal[number]) for number in sorted(wanted)]


def _results_instance(results: Field) -> int:
    match = _AAR.match(results.value)
    if match is None:
        raise _BrokenError("ARC-Authentication-Results without i=")
    return int(match[1])


def _instance(tags: dict[str, str]) -> int:
    if not _INSTANCE.fullmatch(tags.get("i", "")):
        raise _BrokenError("a field without i=")
    return int(tags["i"])


def _read_set(
    number: int, results: Field, signature: tuple[Field, dict[str, str]], seal: tuple[Field, dict[str, str]]
) -> _Set:
    signature_field, signature_tags = signature
    seal_field, seal_tags = seal
    if "h" in seal_tags:
        raise _BrokenError(f"seal {number} has h=")
    message_tags = read_message({"c": "relaxed/relaxed", **signature_tags})
    if _SEAL in message_tags.names:
        raise _BrokenError(f"message signature {number} covers seals")
    verdict = seal_tags.get("cv", "")
    if verdict != ("none" if number == 1 else "pass"):
        raise _BrokenError(f"seal {number} says cv={verdict[:10]}")
    return _Set(
        results=results,
        signature=signature_field,
        signature_tags=read_common(signature_tags),
        message_tags=message_tags,
        seal=seal_field,
        seal_tags=read_common(seal_tags),
    )


def _broken_signature(message: SignedMessage, newest: _Set, asker: Asker) -> str:
    """Only the newest message signature must hold (section 5.2 step 4)."""
    tags = newest.message_tags
    added = added_fields(message, tags.names)
    if added:
        return added
    if message.body_hash(tags.body_canonicalization)[1] != tags.body_hash:
        return "the body was changed after the newest ARC signature"
    fields = message.select(tags.names)
    data = header_data(fields, newest.signature, tags.header_canonicalization)
    return _broken(newest.signature_tags, data, asker, "the newest ARC signature")


def _broken_seal(chain: Sequence[_Set], asker: Asker) -> str:
    """Every seal, each over all sets up to its own (section 5.1.1)."""
    lines: list[bytes] = []
    for number, link in enumerate(chain, 1):
        lines += [canonical_field(link.results, "relaxed"), canonical_field(link.signature, "relaxed")]
        sealed = b"\r\n".join([*lines, canonical_field(without_signature(link.seal), "relaxed")])
        problem = _broken(link.seal_tags, sealed, asker, f"seal {number}")
        if problem:
            return problem
        lines.append(canonical_field(link.seal, "relaxed"))
    return ""


def _broken(tags: SignatureTags, data: bytes, asker: Asker, what: str) -> str:
    answer = asker.ask("TXT", tags.key_name)
    try:
        key = read_keys(answer.values if answer else (), tags.key_type)
        return "" if verify(key, tags.signature, data) else f"{what} does not hold"
    except UnusableKeyError as error:
        return f"{what}: {error}"
