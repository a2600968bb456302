"""SPF: may this client send for this domain? (RFC 7208, whole, as questions and answers)."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from typing import Literal

from letterlock.core.trust.asking import Asker
from letterlock.core.trust.domains import is_within, normal_domain
from letterlock.core.trust.question import Answer, RecordType
from letterlock.core.trust.report import SpfResult
from letterlock.core.trust.spf_macro import MacroString, SpfSyntaxError, as_name, expand
from letterlock.core.trust.spf_record import Mechanism, Qualifier, SpfRecord, parse_record, select_records

MAX_TERMS = 10
"""Terms that ask DNS in one check (section 4.6.4)."""
MAX_VOID = 2
"""Of those, how many may find nothing."""
MAX_HOSTS = 10
"""MX hosts of one term (more is permerror), and PTR names looked at (more are ignored)."""

_RESULTS: dict[Qualifier, SpfResult] = {"+": "pass", "-": "fail", "~": "softfail", "?": "neutral"}
_NAME = re.compile(r"[\x20-\x7e]{1,253}")

Address = IPv4Address | IPv6Address


@dataclass(frozen=True, slots=True)
class SpfCheck:
    """The result of one identity; `domain` is the one that was checked, `reason` plain words for all but a pass."""

    result: SpfResult
    domain: str
    reason: str = ""


class _StopError(Exception):
    """Ends the whole check with that result."""

    def __init__(self, result: Literal["permerror", "temperror"], reason: str) -> None:
        super().__init__(reason)
        self.result: Literal["permerror", "temperror"] = result
        self.reason = reason


def read_ip(text: str | None) -> Address | None:
    """The client's address, an IPv4 one where it is mapped into IPv6; None when there is none to read."""
    try:
        address = ip_address(text or "")
    except ValueError:
        return None
    if isinstance(address, IPv6Address):
        return address.ipv4_mapped or IPv6Address(int(address))
    return address


def check_mail_from(client_ip: str | None, mail_from: str, helo: str, asker: Asker) -> SpfCheck:
    """The MAIL FROM identity; for the null sender postmaster at the HELO name (section 2.4).

    While `asker` misses answers the result means nothing.
    """
    local, at, domain = mail_from.rpartition("@")
    if not mail_from:
        local, domain = "postmaster", helo
    elif not at:
        local, domain = "postmaster", mail_from
    return _check(client_ip, local or "postmaster", domain, helo, asker)


def check_helo(client_ip: str | None, helo: str, asker: Asker) -> SpfCheck:
    """The HELO identity (section 2.3)."""
    return _check(client_ip, "postmaster", helo, helo, asker)


def _check(client_ip: str | None, local: str, domain: str, helo: str, asker: Asker) -> SpfCheck:
    name = ((not domain.isascii() and normal_domain(domain)) or domain).lower().removesuffix(".")
    address = read_ip(client_ip)
    if address is None:
        return SpfCheck("none", name, "client address unknown")
    if not _is_name(name) or "." not in name or name.startswith("["):
        return SpfCheck("none", name, f"{name[:80]!r} is no domain name" if name else "no domain to check")
    evaluation = _Evaluation(address, local, name, helo, asker)
    try:
        result = evaluation.check_host(name)
    except _StopError as stop:
        return SpfCheck(stop.result, name, stop.reason)
    except SpfSyntaxError as error:
        return SpfCheck("permerror", name, f"malformed SPF record: {error}")
    return SpfCheck(result, name, _reason(result, name, address))


def _reason(result: SpfResult, name: str, address: Address) -> str:
    match result:
        case "pass":
            return ""
        case "none":
            return f"{name} publishes no SPF record"
        case "neutral":
            return f"{name} does not say whether {address} may send for it"
    return f"{address} is not among the senders of {name}"


def _is_name(name: str) -> bool:
    return bool(_NAME.fullmatch(name)) and all(0 < len(label) <= 63 for label in name.split("."))


class _Evaluation:
    """One check_host() with its limits; an open question counts as no match, so that later ones are found too."""

    def __init__(self, address: Address, local: str, sender_domain: str, helo: str, asker: Asker) -> None:
        self._address = address
        self._local = local
        self._sender_domain = sender_domain
        self._helo = helo
        self._asker = asker
        self._terms = 0
        self._void = 0
        self._address_type: RecordType = "A" if address.version == 4 else "AAAA"
        self._matchers: dict[str, Callable[[Mechanism, str], bool]] = {
            "include": self._include,
            "a": self._a,
            "mx": self._mx,
            "ptr": self._ptr,
            "exists": self._exists,
        }

    def check_host(self, domain: str) -> SpfResult:
        """Section 4. Recursion is bounded by the limit on terms."""
        record = self._record(domain)
        if record is None:
            return "none"
        for mechanism in record.mechanisms:
            if self._matches(mechanism, domain):
                return _RESULTS[mechanism.qualifier]
        if record.redirect is not None:
            return self._redirect(record.redirect, domain)
        return "neutral"

    def _record(self, domain: str) -> SpfRecord | None:
        answer = self._asker.ask("TXT", domain) if _is_name(domain) and "." in domain else Answer("nxdomain")
        if answer is None:
            return SpfRecord(())
        if answer.status == "temperror":
            raise _StopError("temperror", f"DNS gave no answer for the SPF record of {domain}")
        texts = select_records(answer.values)
        if not texts:
            return None
        if len(texts) > 1:
            raise _StopError("permerror", f"{domain} publishes {len(texts)} SPF records")
        return parse_record(texts[0])

    def _redirect(self, target: MacroString, domain: str) -> SpfResult:
        self._count_term()
        name = self._expand(target, domain)
        result = self.check_host(name)
        if result == "none":
            raise _StopError("permerror", f"{domain} redirects to {name[:80]}, which publishes no SPF record")
        return result

    def _matches(self, mechanism: Mechanism, domain: str) -> bool:
        if mechanism.kind == "all":
            return True
        if mechanism.network is not None:
            return self._address in mechanism.network
        self._count_term()
        target = domain if mechanism.domain is None else self._expand(mechanism.domain, domain)
        return self._matchers[mechanism.kind](mechanism, target)

    def _count_term(self) -> None:
        self._terms += 1
        if self._terms > MAX_TERMS:
            raise _StopError("permerror", f"the SPF record needs more than {MAX_TERMS} DNS lookups")

    def _look_up(self, kind: RecordType, name: str, *, term: bool = True) -> tuple[str, ...]:
        """The values, none while open. The lookups of a `term` itself count as void when they find nothing."""
        answer = self._asker.ask(kind, name) if _is_name(name) else Answer("nxdomain")
        if answer is None:
            return ()
        if answer.status == "temperror":
            raise _StopError("temperror", f"DNS gave no {kind} answer for {name[:80]}")
        if term and not answer.values:
            self._count_void()
        return answer.values

    def _count_void(self) -> None:
        self._void += 1
        if self._void > MAX_VOID:
            raise _StopError("permerror", f"more than {MAX_VOID} lookups of the SPF record find nothing")

    def _include(self, _mechanism: Mechanism, target: str) -> bool:
        result = self.check_host(target)
        if result == "none":
            raise _StopError("permerror", f"included {target[:80]} publishes no SPF record")
        return result == "pass"

    def _a(self, mechanism: Mechanism, target: str) -> bool:
        return self._is_one_of(self._look_up(self._address_type, target), mechanism)

    def _mx(self, mechanism: Mechanism, target: str) -> bool:
        values = self._look_up("MX", target)
        if len(values) > MAX_HOSTS:
            raise _StopError("permerror", f"{target[:80]} has more than {MAX_HOSTS} MX hosts")
        hosts = [as_name(value.rpartition(" ")[2]) for value in values]
        addresses = [self._look_up(self._address_type, host, term=False) for host in hosts]
        return any(self._is_one_of(found, mechanism) for found in addresses)

    def _exists(self, _mechanism: Mechanism, target: str) -> bool:
        return bool(self._look_up("A", target))

    def _ptr(self, _mechanism: Mechanism, target: str) -> bool:
        return any(is_within(name, target) for name in self._validated_names())

    def _is_one_of(self, values: tuple[str, ...], mechanism: Mechanism) -> bool:
        prefix = mechanism.prefix4 if self._address.version == 4 else mechanism.prefix6
        for value in values:
            address = read_ip(value)
            if address is None or address.version != self._address.version:
                continue
            if self._address in ip_network((address, prefix), strict=False):
                return True
        return False

    def _validated_names(self) -> list[str]:
        """Section 5.5: PTR names that point back to the client; DNS errors make them disappear."""
        answer = self._asker.ask("PTR", self._address.reverse_pointer)
        if answer is None:
            return []
        names = [as_name(value) for value in answer.values[:MAX_HOSTS]]
        return [name for name in names if _is_name(name) and self._points_back(name)]

    def _points_back(self, name: str) -> bool:
        answer = self._asker.ask(self._address_type, name)
        return answer is not None and any(read_ip(value) == self._address for value in answer.values)

    def _expand(self, parts: MacroString, domain: str) -> str:
        return as_name(expand(parts, lambda letter: self._macro(letter, domain)))

    def _macro(self, letter: str, domain: str) -> str:
        """What a macro letter stands for (section 7.2)."""
        if letter == "p":
            return self._client_name(domain)
        return {
            "s": f"{self._local}@{self._sender_domain}",
            "l": self._local,
            "o": self._sender_domain,
            "d": domain,
            "i": self._dotted(),
            "v": "in-addr" if self._address.version == 4 else "ip6",
            "h": self._helo,
        }[letter]

    def _dotted(self) -> str:
        if self._address.version == 4:
            return str(self._address)
        return ".".join(self._address.exploded.replace(":", ""))

    def _client_name(self, domain: str) -> str:
        """The validated name of the client nearest to `domain` (section 7.3)."""
        names = self._validated_names()
        near = [name for name in names if name == domain] or [name for name in names if is_within(name, domain)]
        return (near or names or ["unknown"])[0]
