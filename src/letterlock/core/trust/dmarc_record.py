"""DMARC policy records: choosing and parsing them (RFC 9989 sections 4.7 and 4.8)."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal, TypeVar

from letterlock.core.trust.report import DmarcPolicy

MAX_LENGTH = 8192
"""Longest record read, in characters; a longer one is ignored."""

_VERSION = re.compile(r"[vV][ \t]*=[ \t]*DMARC1[ \t]*(?:;|\Z)")
_WHITE = " \t"
_POLICIES: dict[str, DmarcPolicy] = {"none": "none", "quarantine": "quarantine", "reject": "reject"}
_LOWERED: dict[DmarcPolicy, DmarcPolicy] = {"reject": "quarantine", "quarantine": "none", "none": "none"}
_MODES: dict[str, Literal["r", "s"]] = {"r": "r", "s": "s"}
_PSD: dict[str, Literal["y", "n", "u"]] = {"y": "y", "n": "n", "u": "u"}
_URI = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:[!-~]+")

_Value = TypeVar("_Value")


@dataclass(frozen=True, slots=True)
class DmarcRecord:
    """One policy record. `usable` is False where its policies are invalid and nobody asks for reports (4.10.1)."""

    p: DmarcPolicy = "none"
    sp: DmarcPolicy | None = None
    np: DmarcPolicy | None = None
    adkim: Literal["r", "s"] = "r"
    aspf: Literal["r", "s"] = "r"
    psd: Literal["y", "n", "u"] = "u"
    testing: bool = False
    usable: bool = True

    def policy(self, *, subdomain: bool, exists: bool) -> DmarcPolicy:
        """The policy for the record's own domain, or for a subdomain by whether that exists in DNS; t=y lowers it."""
        policy = self.p
        if subdomain:
            policy = self.sp or self.p
            if not exists and self.np:
                policy = self.np
        return _LOWERED[policy] if self.testing else policy

    @property
    def needs_existence(self) -> bool:
        """Whether it matters for a subdomain's policy that the subdomain exists."""
        return self.np is not None and self.np != (self.sp or self.p)


def read_record(texts: Iterable[str]) -> DmarcRecord | None:
    """The one DMARC record among TXT records; None without any and with several, which are all discarded."""
    records = [text for text in texts if len(text) <= MAX_LENGTH and _VERSION.match(text)]
    return _parse(records[0]) if len(records) == 1 else None


def _parse(text: str) -> DmarcRecord:
    """Unknown tags and syntax errors are ignored in favour of defaults; of a repeated tag the first counts."""
    tags: dict[str, str] = {}
    for spec in text.split(";")[1:]:
        name, equals, value = spec.partition("=")
        if equals:
            tags.setdefault(name.strip(_WHITE).lower(), value.strip(_WHITE))
    policies = {name: _pick(tags, name, _POLICIES) for name in ("p", "sp", "np")}
    broken = any(name in tags and policies[name] is None for name in policies)
    base = DmarcRecord(
        adkim=_pick(tags, "adkim", _MODES) or "r",
        aspf=_pick(tags, "aspf", _MODES) or "r",
        psd=_pick(tags, "psd", _PSD) or "u",
        testing=tags.get("t", "").lower() == "y",
        usable=not broken or _asks_for_reports(tags.get("rua", "")),
    )
    if broken:
        return base
    return DmarcRecord(
        p=policies["p"] or "none",
        sp=policies["sp"],
        np=policies["np"],
        adkim=base.adkim,
        aspf=base.aspf,
        psd=base.psd,
        testing=base.testing,
    )


def _pick(tags: dict[str, str], name: str, values: dict[str, _Value]) -> _Value | None:
    return values.get(tags.get(name, "").lower())


def _asks_for_reports(rua: str) -> bool:
    return any(_URI.fullmatch(uri.strip(_WHITE)) for uri in rua.split(","))
