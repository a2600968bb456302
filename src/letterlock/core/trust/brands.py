"""Domains of companies that everybody knows, and those that a reader takes for one of them."""

from functools import cache, lru_cache
from typing import Final, NamedTuple

from letterlock.core.trust.domains import registrable_domain
from letterlock.core.trust.fraud_signs import BRANDS
from letterlock.core.trust.lookalike import WORST_FIRST, keys, likeness, probes
from letterlock.core.trust.report import Likeness
from letterlock.core.trust.well_known import DOMAINS, is_well_known
from letterlock.core.words import word_set

BORROWED: Final = word_set(
    "paypal.com chase.com wellsfargo.com bankofamerica.com citi.com hsbc.com barclays.co americanexpress.com visa.com"
    " mastercard.com coinbase.com binance.com kraken.com metamask.io ledger.com docusign.com docusign.net office.com"
    " office365.com live.com outlook.com microsoftonline.com icloud.com gmail.com yahoo.com postbank.de sparkasse.de"
    " commerzbank.de ing.com santander.com bbva.com unicredit.it intesasanpaolo.com irs.gov gov.uk impots.gouv"
    " laposte.fr correos.es poste.it postnl.nl inpost.pl"
)
"""Names that phishing borrows and that are not in `well_known`."""
_OWNED: Final = frozenset(domain for domains in BRANDS.values() for domain in domains)
_TELLING: Final[tuple[Likeness, ...]] = ("letters", "one letter", "words")
"""That companies of the same name stand under other endings says nothing."""


class Taken(NamedTuple):
    """How a domain looks like a brand's, and which; both "" where it does not."""

    how: Likeness = ""
    brand: str = ""


def is_brand(domain: str) -> bool:
    """Whether the domain (lower case, A-labels) is of a company that everybody knows."""
    return is_well_known(domain) or not {domain, registrable_domain(domain)}.isdisjoint(BORROWED | _OWNED)


@lru_cache(maxsize=4096)
def taken_for(domain: str) -> Taken:
    """Which brand's domain a reader may take this one for."""
    if is_brand(domain):
        return Taken()
    known = _known()
    brands = {brand for probe in probes(domain) for brand in known.get(probe, ())}
    found = [Taken(how, brand) for brand in brands if (how := likeness(domain, brand)) in _TELLING]
    likely = [one for one in found if one.how != "one letter" or _misspelt(domain, one.brand)]

    def nearness(one: Taken) -> tuple[int, bool, str]:
        return WORST_FIRST.index(one.how), _other_ending(domain, one.brand), one.brand

    return min(likely, key=nearness, default=Taken())


def _misspelt(domain: str, brand: str) -> bool:
    """Of names one letter apart most are just other words: not those that begin alike under the same ending."""
    return registrable_domain(domain)[0] == brand[0] and not _other_ending(domain, brand)


def _other_ending(domain: str, brand: str) -> bool:
    return registrable_domain(domain).partition(".")[2] != brand.partition(".")[2]


@cache
def _known() -> dict[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    for domain in sorted(DOMAINS | BORROWED | _OWNED):
        for key in keys(domain):
            found[key] = (*found.get(key, ()), domain)
    return found
