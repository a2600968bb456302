"""Domain names: their one spelling, and which of them belong to one organisation (RFC 9989 section 4.10)."""

import re
from functools import lru_cache
from typing import TYPE_CHECKING

from letterlock.core.trust.asking import Asker
from letterlock.core.trust.dmarc_record import DmarcRecord, read_record
from letterlock.core.trust.question import Answers, Missing

if TYPE_CHECKING:
    from publicsuffixlist import PublicSuffixList

MAX_WALK = 8
"""Most queries of one tree walk (RFC 9989 section 4.10)."""

_LABEL = re.compile(r"[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?")


def normal_domain(text: str) -> str | None:
    """The name in lower-case A-labels without a final dot; None when it is no domain name (an address literal, say)."""
    name = text.strip().removesuffix(".")
    if len(name) > 1000:
        return None
    encoded = to_ascii(name)
    if encoded is None:
        return None
    name = encoded.lower()
    if not name or len(name) > 253 or not all(_LABEL.fullmatch(label) for label in name.split(".")):
        return None
    return None if name.rpartition(".")[2].isdigit() else name


def to_ascii(name: str) -> str | None:
    """The name with U-labels as A-labels; None for one that IDNA does not allow."""
    if name.isascii():
        return name
    import idna

    try:
        return idna.encode(name, uts46=True).decode("ascii")
    except (idna.IDNAError, UnicodeError):
        return None


def is_within(name: str, domain: str) -> bool:
    """Whether `name` is `domain` or below it."""
    return name == domain or name.endswith("." + domain)


def parents(domain: str) -> tuple[str, ...]:
    """The domain and every domain above it but the top-level one."""
    labels = domain.split(".")
    return tuple(".".join(labels[at:]) for at in range(max(1, len(labels) - 1)))


@lru_cache(maxsize=1)
def _suffixes() -> "PublicSuffixList":
    from publicsuffixlist import PublicSuffixList

    return PublicSuffixList()


@lru_cache(maxsize=4096)
def registrable_domain(domain: str) -> str:
    """The name one label below its public suffix, by the list shipped with us; the name itself where there is none."""
    name = normal_domain(domain)
    if name is None:
        return domain.lower()
    return _suffixes().privatesuffix(name) or name


def walk_names(domain: str) -> list[str]:
    """The names a tree walk from `domain` visits, longest first: at most eight."""
    labels = domain.split(".")
    rest = labels[1:] if len(labels) < MAX_WALK else labels[-(MAX_WALK - 1) :]
    return [domain] + [".".join(rest[index:]) for index in range(len(rest))]


class Walk:
    """One tree walk: the records found from `domain` towards the root, as far as they are known.

    Every name is asked for at once; the walk then stops where the RFC stops. `incomplete` says that an answer on the
    way was a temporary failure, `open` that one is still missing.
    """

    def __init__(self, domain: str, asker: Asker) -> None:
        self.domain = domain
        self.records: list[tuple[str, DmarcRecord]] = []
        self.incomplete = False
        self.open = False
        answers = [(name, asker.ask("TXT", "_dmarc." + name)) for name in walk_names(domain) if len(name) <= 246]
        for name, answer in answers:
            if answer is None:
                self.open = True
                continue
            if answer.status == "temperror":
                self.incomplete = True
                continue
            record = read_record(answer.values)
            if record is None:
                continue
            self.records.append((name, record))
            if record.psd in ("y", "n"):
                break

    def record_at(self, name: str) -> DmarcRecord | None:
        """The record found at exactly that name."""
        return next((record for found, record in self.records if found == name), None)

    @property
    def organizational_domain(self) -> str:
        """RFC 9989 section 4.10.2; only right when the walk is neither open nor incomplete."""
        for name, record in self.records:
            if record.psd == "n":
                return name
            if record.psd == "y":
                return self._one_below(name)
        return self.records[-1][0] if self.records else self.domain

    def _one_below(self, suffix: str) -> str:
        """The walk's own domain where that is the suffix itself."""
        labels = self.domain.split(".")
        return ".".join(labels[-(suffix.count(".") + 2) :])


def organizational_domain(domain: str, answers: Answers) -> str | Missing:
    """The organisational domain by tree walk; by the public suffix list where DNS fails."""
    asker = Asker(answers)
    walk = Walk(domain, asker)
    missing = asker.missing
    if missing is not None:
        return missing
    if walk.incomplete:
        return registrable_domain(domain)
    return walk.organizational_domain
