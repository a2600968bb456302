"""Who a message is really from: SPF, DKIM, DMARC and ARC together, as questions and answers."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from letterlock.core.envelope import Envelope
from letterlock.core.mime.message import Message
from letterlock.core.trust.arc import ArcCheck, check_arc
from letterlock.core.trust.asking import Asker
from letterlock.core.trust.bimi import look_up
from letterlock.core.trust.canonical import SignedMessage, UnreadableHeaderError
from letterlock.core.trust.dkim import Candidate, ask_for_keys, find_signatures, verify_signatures
from letterlock.core.trust.dmarc import DmarcCheck, FromDomain, Identifier, judge
from letterlock.core.trust.domains import normal_domain, registrable_domain
from letterlock.core.trust.question import Answers, Missing
from letterlock.core.trust.report import Authentication, DkimResult, Signature
from letterlock.core.trust.spf import SpfCheck, check_helo, check_mail_from
from letterlock.core.trust.vouching import Pass, believe_signatures, believe_spf, forwarder_passes, relay_passes

MAX_ROUNDS = 16
"""More rounds of questions than any message needs: SPF's limit on terms, an MX hop for the last, and DMARC's two."""

_DKIM_RANK: tuple[DkimResult, ...] = ("pass", "temperror", "fail", "neutral", "permerror", "policy")


def authenticate(
    raw: bytes,
    message: Message,
    envelope: Envelope,
    answers: Answers,
    now: datetime,
    sealers: Collection[str] = (),
) -> Authentication | Missing:
    """The authentication of `raw`, which `message` was parsed from, or all questions that can be named so far.

    Relays that `envelope` names, and forwarders whose ARC seals are of one of the domains `sealers`, are believed.

    `now` is aware; signatures are judged at the time of receipt where that is earlier. Signatures are verified once,
    in the round that has every answer. Never raises on hostile input.
    """
    asker = Asker(answers)
    signed = _Signed.read(raw)
    from_domain, from_problem = _from_domain(message, signed)
    author = FromDomain(from_domain, asker) if from_domain else None
    told = relay_passes(raw, envelope.relays, envelope.believed)
    own_spf = _check_spf(envelope, asker)
    spf = believe_spf(own_spf, envelope.client_ip, told)
    candidates = find_signatures(signed.message, from_domain) if signed.message else []
    ask_for_keys(candidates, asker)
    seen = check_arc(signed.message, asker, verifying=False) if signed.message else ArcCheck("not_checked")
    forwarded = forwarder_passes(seen, sealers)
    forwarded_aligned = [author.aligned(one.domain, one.method) if author else False for one in forwarded]
    spf_aligned = author.aligned(normal_domain(spf.domain) or "", "spf") if author else False
    dkim_aligned = [_alignment(author, candidate) for candidate in candidates]
    bimi, logo = look_up(author.domain, author.organizational_domain, asker) if author else ("not_checked", "")
    missing = asker.missing
    if missing is not None:
        return missing

    checked, arc = _verify(signed, candidates, asker, min(now, envelope.received_at))
    signatures = believe_signatures(checked, told)
    heard = [
        (Identifier(one.domain, one.result, aligned), "" if one is own else _teller(told, "dkim", one.domain))
        for one, own, aligned in zip(signatures, checked, dkim_aligned, strict=False)
    ]
    teller = "" if spf is own_spf else _teller(told, "spf", spf.domain)
    heard.append((Identifier(spf.domain, spf.result, spf_aligned), teller))
    if arc.result == "pass":
        paired = zip(forwarded, forwarded_aligned, strict=True)
        heard += [(Identifier(one.domain, "pass", aligned), one.by) for one, aligned in paired]
    dmarc = judge(author, [found for found, _ in heard]) if author else DmarcCheck("permerror", from_problem)
    vouched_by = _vouched_by(heard)
    if dmarc.result == "pass" and vouched_by:
        dmarc = replace(dmarc, reason=f"as {vouched_by} checked it")
    shown = _with_alignment(signatures, dkim_aligned)
    return Authentication(
        from_domain=from_domain,
        spf=spf.result,
        spf_domain=spf.domain,
        spf_reason=spf.reason,
        spf_aligned=spf.result == "pass" and bool(spf_aligned),
        dkim=_best(shown),
        signatures=shown,
        dmarc=dmarc.result,
        dmarc_domain=author.record_domain if author else "",
        dmarc_policy=author.policy if author else None,
        dmarc_reason=dmarc.reason,
        organizational_domain=author.organizational_domain if author else "",
        registrable_domain=_other_registrable(author),
        arc=arc.result,
        arc_sealer=arc.sealer,
        aligned=dmarc.result == "pass",
        vouched_by=vouched_by,
        tls=envelope.tls if envelope.client_ip else None,
        bimi=bimi,
        bimi_logo=logo,
    )


def _teller(told: Sequence[Pass], method: str, domain: str) -> str:
    return next(one.by for one in told if one.method == method and one.domain == domain)


def _vouched_by(heard: Sequence[tuple[Identifier, str]]) -> str:
    """Whose word an aligned pass rests on, "" when on nobody's: what was checked here needs none."""
    tellers = [teller for found, teller in heard if found.result == "pass" and found.aligned]
    return "" if "" in tellers else next(iter(tellers), "")


@dataclass(frozen=True, slots=True)
class _Signed:
    """The message as signatures see it, or why none can be checked."""

    message: SignedMessage | None
    problem: str = ""
    claims: bool = False
    """It seems to carry a DKIM signature."""

    @classmethod
    def read(cls, raw: bytes) -> "_Signed":
        try:
            return cls(SignedMessage(raw))
        except UnreadableHeaderError as error:
            return cls(None, str(error), b"\ndkim-signature" in b"\n" + raw[: 1 << 20].lower())


def _from_domain(message: Message, signed: _Signed) -> tuple[str, str]:
    """The one author domain, or "" and why there is none (RFC 9989 section 5.3.1)."""
    fields = max(message.from_fields, len(signed.message.named("from")) if signed.message else 0)
    if fields > 1:
        return "", f"the message has {fields} From fields"
    if message.author is None:
        several = len(message.from_) > 1
        unclear = "the From field has several addresses" if several else "the From field can be read in several ways"
        return "", unclear if message.from_ else "there is no From address"
    domain = normal_domain(message.author.domain)
    return (domain, "") if domain else ("", "the From address has no domain name")


def _check_spf(envelope: Envelope, asker: Asker) -> SpfCheck:
    """The MAIL FROM identity decides; the HELO identity is told beside it where it adds something."""
    check = check_mail_from(envelope.client_ip, envelope.mail_from, envelope.helo, asker)
    helo = normal_domain(envelope.helo)
    if helo is None or "." not in helo or helo == check.domain or not envelope.mail_from or not envelope.client_ip:
        return check
    greeting = check_helo(envelope.client_ip, helo, asker)
    if greeting.result not in ("pass", "fail") or check.result == "pass":
        return check
    allowed = "allows" if greeting.result == "pass" else "does not allow"
    return replace(check, reason=f"{check.reason}; HELO {helo} {allowed} this client")


def _alignment(author: FromDomain | None, candidate: Candidate) -> bool | None:
    if author is None or candidate.tags is None:
        return False
    return author.aligned(candidate.tags.common.domain, "dkim")


def _verify(
    signed: _Signed, candidates: list[Candidate], asker: Asker, at: datetime
) -> tuple[tuple[Signature, ...], ArcCheck]:
    if signed.message is None:
        unreadable = (Signature("", "", "", "permerror", signed.problem),) if signed.claims else ()
        return unreadable, ArcCheck("not_checked", reason=signed.problem)
    return verify_signatures(signed.message, candidates, asker, at), check_arc(signed.message, asker)


def _with_alignment(signatures: tuple[Signature, ...], aligned: list[bool | None]) -> tuple[Signature, ...]:
    flags = [bool(flag) for flag in aligned] + [False] * (len(signatures) - len(aligned))
    return tuple(replace(signature, aligned=flag) for signature, flag in zip(signatures, flags, strict=True))


def _best(signatures: tuple[Signature, ...]) -> DkimResult:
    if not signatures:
        return "none"
    return min(signatures, key=lambda signature: (not signature.aligned, _DKIM_RANK.index(signature.result))).result


def _other_registrable(author: FromDomain | None) -> str:
    if author is None:
        return ""
    registrable = registrable_domain(author.domain)
    return "" if registrable == author.organizational_domain else registrable
