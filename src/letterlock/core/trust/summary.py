"""Views of a trust report: the summary beside each message, the full report, and the form it is stored in.

All are pure and made once, when a message is analysed. Strings a sender chose are cleaned and cut here.
"""

from collections.abc import Iterable
from datetime import UTC, datetime
from functools import cache
from typing import TYPE_CHECKING, Final

from letterlock.core.trust.reasons import NAME_LIMIT, count, name, plain
from letterlock.core.trust.report import (
    Authentication,
    Classification,
    Content,
    HiddenSegment,
    Link,
    Relationship,
    TrustReport,
)
from letterlock.core.trust.views import (
    AttachmentView,
    AuthenticationSummary,
    AuthenticationView,
    ClassificationSummary,
    ClassificationView,
    ContentView,
    FlaggedLink,
    HiddenView,
    LinkView,
    RiskyAttachment,
    SenderSummary,
    SenderView,
    SignatureView,
    TrustReportView,
    TrustSummary,
)

if TYPE_CHECKING:
    from pydantic import TypeAdapter

__all__ = ["TrustReportView", "TrustSummary", "from_stored", "full", "summary", "to_stored", "withheld"]

SUMMARY_ITEMS: Final = 20
"""Flagged links and risky attachments in a summary."""
FULL_ITEMS: Final = 200
"""Links, attachments, hidden segments and signatures in a full report."""
URL_LIMIT: Final = 2048
LINK_TEXT_LIMIT: Final = 200
FILENAME_LIMIT: Final = 255

QUARANTINED: Final = "Quarantined: a person can review it in the dashboard."


def summary(report: TrustReport) -> TrustSummary:
    """What stands beside every message: level, score, reasons and the evidence in short."""
    return {
        "level": report.level,
        "score": report.score,
        "reasons": list(report.reasons),
        "authentication": _authentication(report.authentication),
        "sender": _sender(report.sender),
        "classification": _classification(report.classification),
        "hidden_text_found": any(not segment.benign for segment in report.content.hidden),
        "flagged_links": _flagged(report.links),
        "risky_attachments": _risky(report),
    }


def full(report: TrustReport) -> TrustReportView:
    """The whole report, hidden text redacted, and what quarantined mail says withheld."""
    quarantined = report.level == "quarantined"
    return {
        "level": report.level,
        "score": report.score,
        "reasons": list(report.reasons),
        "rules_version": report.rules_version,
        "labels": list(report.labels),
        "authentication": _authentication_in_full(report.authentication),
        "sender": _sender_in_full(report.sender),
        "classification": _classification_in_full(report.classification),
        "content": _content(report.content, quarantined),
        "links": [_link(link, quarantined) for link in report.links[:FULL_ITEMS]],
        "attachments": [
            AttachmentView(
                index=rating.index,
                filename=_filename(rating.filename),
                content_type=plain(rating.content_type, FILENAME_LIMIT),
                risk=rating.risk,
                reasons=_words(rating.reasons),
            )
            for rating in report.attachments[:FULL_ITEMS]
        ],
    }


def withheld(characters: int) -> str:
    """What stands in place of hidden text: `[3 characters hidden from human readers; withheld]`."""
    return f"[{count(characters, 'character')} hidden from human readers; withheld]"


def to_stored(report: TrustReport) -> bytes:
    """The report as JSON, hidden text included: for the store, never for a caller."""
    return _stored().dump_json(report)


def from_stored(stored: bytes | str) -> TrustReport:
    """The report `to_stored` was given; raises ValueError when `stored` is not one."""
    return _stored().validate_json(stored)


@cache
def _stored() -> "TypeAdapter[TrustReport]":
    from pydantic import TypeAdapter

    return TypeAdapter(TrustReport)


def _authentication(found: Authentication) -> AuthenticationSummary:
    return {
        "spf": found.spf,
        "dkim": found.dkim,
        "dmarc": found.dmarc,
        "arc": found.arc,
        "aligned": found.aligned,
        "from_domain": _domain(found.from_domain),
        "dmarc_policy": found.dmarc_policy,
        "pending": found.pending,
    }


def _authentication_in_full(found: Authentication) -> AuthenticationView:
    return {
        **_authentication(found),
        "spf_domain": _domain(found.spf_domain),
        "spf_aligned": found.spf_aligned,
        "spf_reason": plain(found.spf_reason),
        "signatures": [
            SignatureView(
                domain=_domain(signature.domain),
                selector=_domain(signature.selector),
                algorithm=plain(signature.algorithm, 40),
                result=signature.result,
                aligned=signature.aligned,
                subject_signed=signature.subject_signed,
                reason=plain(signature.reason),
                testing=signature.testing,
            )
            for signature in found.signatures[:FULL_ITEMS]
        ],
        "dmarc_domain": _domain(found.dmarc_domain),
        "dmarc_reason": plain(found.dmarc_reason),
        "organizational_domain": _domain(found.organizational_domain),
        "registrable_domain": _domain(found.registrable_domain),
        "arc_sealer": _domain(found.arc_sealer),
        "vouched_by": _domain(found.vouched_by),
        "tls": found.tls,
        "bimi": found.bimi,
        "bimi_logo": plain(found.bimi_logo, URL_LIMIT),
    }


def _sender(past: Relationship) -> SenderSummary:
    words: SenderSummary = {
        "relationship": ["seen_before" if past.inbound_count else "first_contact"],
        "inbound_count": past.inbound_count,
        "authenticated_count": past.authenticated_count,
        "first_seen": _time(past.first_seen),
        "last_seen": _time(past.last_seen),
        "complaints": past.complaints,
        "written_count": past.written_count,
        "agent_written_count": past.agent_written_count,
        "last_written": _time(past.last_written),
    }
    if past.agent_wrote or past.person_wrote:
        words["relationship"].append("we_wrote")
    if past.person_wrote:
        words["relationship"].append("person_wrote")
    if past.person_known:
        words["relationship"].append("person_known")
    if past.listed is not None:
        words["relationship"].append("listed_verified" if past.listed == "verified" else "listed_blocked")
    if past.own_domain:
        words["relationship"].append("own_domain")
    if past.looks_like:
        words["relationship"].append("looks_like_known")
    if past.known_name:
        words["relationship"].append("known_name_elsewhere")
    if past.stranger_in_thread:
        words["relationship"].append("stranger_in_thread")
    if "network" in past.unusual and len(past.unusual) > 1:
        words["relationship"].append("comes_another_way")
    return words


def _sender_in_full(past: Relationship) -> SenderView:
    return {
        **_sender(past),
        "usual": [
            {"kind": kind, "value": plain(value, NAME_LIMIT), "count": number} for kind, value, number in past.usual
        ],
        "unusual": list(past.unusual),
        "looks_like": past.looks_like or None,
        "looks_like_domain": _domain(past.looks_like_domain),
        "known_name": past.known_name or None,
    }


def _classification(found: Classification) -> ClassificationSummary:
    return {
        "spam": _probability(found.spam),
        "phishing": _probability(found.phishing),
        "prompt_injection": _probability(found.prompt_injection),
        "credential_request": _probability(found.credential_request),
    }


def _classification_in_full(found: Classification) -> ClassificationView:
    return {**_classification(found), "signs": _words(found.signs)}


def _flagged(links: Iterable[Link]) -> list[FlaggedLink]:
    seen: dict[tuple[str, tuple[str, ...]], FlaggedLink] = {}
    for link in links:
        if link.flags and len(seen) < SUMMARY_ITEMS:
            host = _domain(link.host)
            seen.setdefault((host, link.flags), {"host": host, "flags": _words(link.flags)})
    return list(seen.values())


def _risky(report: TrustReport) -> list[RiskyAttachment]:
    risky: list[RiskyAttachment] = []
    for rating in report.attachments:
        if rating.risk == "low" or rating.risk == "not_assessed":  # noqa: PLR1714 (mypy narrows by ==, not by `in`)
            continue
        if len(risky) == SUMMARY_ITEMS:
            break
        risky.append(
            {
                "index": rating.index,
                "filename": _filename(rating.filename),
                "risk": rating.risk,
                "reasons": _words(rating.reasons),
            }
        )
    return risky


def _content(content: Content, quarantined: bool) -> ContentView:
    view: ContentView = {
        "text_source": content.text_source,
        "hidden": [_hidden(segment) for segment in content.hidden[:FULL_ITEMS]],
        "inline_answers": content.inline_answers,
        "quoted_removed": content.quoted_removed,
        "forwarded": content.forwarded,
    }
    if quarantined:
        view["withheld_reason"] = QUARANTINED
    else:
        view["text"] = content.text
    return view


def _hidden(segment: HiddenSegment) -> HiddenView:
    return {
        "text": withheld(segment.length),
        "characters": segment.length,
        "where": plain(segment.where, 40),
        "why": plain(segment.why, 100),
        "benign": segment.benign,
    }


def _link(link: Link, quarantined: bool) -> LinkView:
    view: LinkView = {"host": _domain(link.host), "flags": _words(link.flags)}
    if not quarantined:
        view["url"] = plain(link.url, URL_LIMIT)
        view["text"] = plain(link.text, LINK_TEXT_LIMIT)
    return view


def _words(words: tuple[str, ...]) -> list[str]:
    return [plain(word) for word in words[:SUMMARY_ITEMS]]


def _domain(text: str) -> str:
    return name(text) if text else ""


def _filename(text: str | None) -> str | None:
    return None if text is None else plain(text, FILENAME_LIMIT)


def _probability(value: float) -> float:
    return round(min(max(value, 0.0), 1.0), 3)


def _time(moment: datetime | None) -> str | None:
    return None if moment is None else moment.astimezone(UTC).isoformat(timespec="seconds").replace("+00:00", "Z")
