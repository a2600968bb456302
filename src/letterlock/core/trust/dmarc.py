"""DMARC: does SPF or DKIM vouch for the From domain, and what does that domain ask for if not? (RFC 9989)"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from letterlock.core.trust.asking import Asker
from letterlock.core.trust.dmarc_record import DmarcRecord
from letterlock.core.trust.domains import Walk, is_within, registrable_domain
from letterlock.core.trust.report import DkimResult, DmarcPolicy, DmarcResult, SpfResult


@dataclass(frozen=True, slots=True)
class Identifier:
    """One authenticated domain and how it fared; `aligned` is None where DNS failed before that was known."""

    domain: str
    result: SpfResult | DkimResult
    aligned: bool | None


@dataclass(frozen=True, slots=True)
class DmarcCheck:
    """The result; `domain` is where the record was found."""

    result: DmarcResult
    reason: str = ""


class FromDomain:
    """What DNS says about one author domain: its organisation, its policy, and who is aligned with it.

    While `asker` misses answers nothing here means anything; constructing it and calling its methods names them.
    """

    def __init__(self, domain: str, asker: Asker) -> None:
        self.domain = domain
        self._asker = asker
        self._walk = Walk(domain, asker)
        self.record: DmarcRecord | None = None
        self.record_domain = ""
        self._discover()
        self.exists = self._exists()

    def _discover(self) -> None:
        """The record at the domain, at its organisational domain, or at its public suffix (section 4.10.1)."""
        own = self._walk.record_at(self.domain)
        if own is not None:
            self.record, self.record_domain = own, self.domain
        elif self._walk.records and not self._walk.incomplete:
            top, suffix_record = self._walk.records[-1]
            organization = self._walk.organizational_domain
            record = self._walk.record_at(organization)
            self.record, self.record_domain = (record, organization) if record else (suffix_record, top)

    def _exists(self) -> bool:
        """RFC 8020: only NXDOMAIN says that a name is not there; asked only when the policy depends on it."""
        if self.record is None or self.record_domain == self.domain or not self.record.needs_existence:
            return True
        answer = self._asker.ask("TXT", self.domain)
        return answer is None or answer.status != "nxdomain"

    @property
    def policy(self) -> DmarcPolicy | None:
        """The policy that applies to this domain; None where no usable record was found."""
        if self.record is None or not self.record.usable:
            return None
        return self.record.policy(subdomain=self.record_domain != self.domain, exists=self.exists)

    @property
    def organizational_domain(self) -> str:
        """By tree walk, so the domain itself where nothing is published; by the public suffix list where DNS failed."""
        if self._walk.incomplete:
            return registrable_domain(self.domain)
        return self._walk.organizational_domain

    @property
    def undecided(self) -> bool:
        """DNS failed before it was known whether there is a policy."""
        return self.record is None and self._walk.incomplete

    def aligned(self, domain: str, mechanism: Literal["spf", "dkim"]) -> bool | None:
        """Whether `domain` speaks for this one (section 4.10.2); None where DNS failed before that was known.

        Without any DMARC record the public suffix list decides, for display: DMARC does not apply then.
        """
        if not domain or domain == self.domain:
            return bool(domain)
        if self._walk.open:
            self._prefetch(domain)
            return None
        if self.record is None and not self._walk.incomplete:
            return registrable_domain(domain) == registrable_domain(self.domain)
        if self.record is not None and (self.record.aspf if mechanism == "spf" else self.record.adkim) == "s":
            return False
        return self._same_organization(domain)

    def _same_organization(self, domain: str) -> bool | None:
        if self._walk.incomplete:
            return None
        organization = self._walk.organizational_domain
        if not is_within(domain, organization):
            return False
        walk = Walk(domain, self._asker)
        return None if walk.open or walk.incomplete else walk.organizational_domain == organization

    def _prefetch(self, domain: str) -> None:
        """Asks already in the first round what alignment will need, where it is likely: two labels in common."""
        if domain.split(".")[-2:] == self.domain.split(".")[-2:]:
            Walk(domain, self._asker)


def judge(author: FromDomain, identifiers: Iterable[Identifier]) -> DmarcCheck:
    """Pass when an aligned identifier passed; temperror while that is not known; fail otherwise (section 5.3)."""
    if author.undecided:
        return DmarcCheck("temperror", f"DNS gave no answer for the DMARC record of {author.domain}")
    if author.record is None:
        return DmarcCheck("none", f"{author.domain} publishes no DMARC policy")
    if not author.record.usable:
        return DmarcCheck("none", f"the DMARC record of {author.record_domain} is unusable")
    open_ones = [found for found in identifiers if found.aligned is not False]
    if any(found.result == "pass" and found.aligned for found in open_ones):
        return DmarcCheck("pass")
    if any(found.result in ("pass", "temperror") for found in open_ones):
        return DmarcCheck("temperror", "DNS failed before SPF or DKIM could vouch for the From domain")
    return DmarcCheck("fail", f"neither SPF nor DKIM vouches for {author.domain}")
