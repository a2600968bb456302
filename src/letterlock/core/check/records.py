"""A domain's published records beside those it needs: MX, addresses and their names, SPF, DKIM and DMARC."""

from collections.abc import Mapping
from ipaddress import ip_address

from letterlock.core.check.finding import Finding, Status
from letterlock.core.trust.asking import Asker
from letterlock.core.trust.dmarc_record import read_record
from letterlock.core.trust.question import Answer, Answers, Missing, RecordType
from letterlock.core.trust.signing import DnsRecord, dns_records
from letterlock.core.trust.spf import check_helo, check_mail_from
from letterlock.core.trust.spf_record import select_records
from letterlock.core.trust.tags import MalformedTagsError, parse_tags, without_space

_SHOWN = 120
_MOST = 10


def check_records(
    domain: str, keys: Mapping[str, str], mail_host: str, answers: Answers, *, relay: str = ""
) -> list[Finding] | Missing:
    """One line a record, or the questions still open. `keys` are the DKIM records by selector; `relay` sends for us."""
    if domain == "localhost" or domain.endswith(".localhost"):
        advice = "set LETTERLOCK_DOMAIN to a domain of yours to get mail from elsewhere"
        return [Finding("dns", domain, "warning", "a name that is only ever this machine", advice)]
    asker = Asker(answers)
    look = _Look(asker, {(record.name, record.type): record for record in dns_records(domain, keys, mail_host)})
    addresses = look.addresses(mail_host)
    findings = [
        look.mail_exchanger(domain, mail_host),
        look.host(mail_host, addresses),
        *(look.reverse(address, mail_host) for address in addresses),
        look.spf(domain, mail_host, addresses, relay),
        *(look.dkim(f"{selector}._domainkey.{domain}", value) for selector, value in keys.items()),
        look.dmarc(domain),
    ]
    if mail_host != domain:
        findings.append(look.helo(mail_host, addresses))
    return asker.missing or findings


def proves(findings: list[Finding]) -> bool:
    """Whether the domain is set up by whoever runs this server: our keys and a policy are published in it."""
    return all(finding.status == "ok" for finding in findings if finding.what.startswith(("DKIM", "DMARC")))


class _Look:
    """While `asker` misses answers nothing here means anything."""

    def __init__(self, asker: Asker, wanted: Mapping[tuple[str, str], DnsRecord]) -> None:
        self._asker = asker
        self._wanted = wanted

    def _ask(self, kind: RecordType, name: str) -> Answer:
        return self._asker.ask(kind, name) or Answer("nodata")

    def _publish(self, name: str, kind: str) -> str:
        record = self._wanted.get((name, kind))
        return f"publish: {record.zone_line}" if record else ""

    def addresses(self, host: str) -> list[str]:
        return [*self._ask("A", host).values, *self._ask("AAAA", host).values][:_MOST]

    def mail_exchanger(self, domain: str, mail_host: str) -> Finding:
        what, answer = f"MX of {domain}", self._ask("MX", domain)
        if answer.status == "temperror":
            return _unanswered(what)
        hosts = sorted(value.rpartition(" ")[2].rstrip(".").lower() for value in answer.values)
        shown = _cut(", ".join(hosts))
        if mail_host in hosts:
            more = "" if len(hosts) == 1 else "; mail may go to the others as well"
            return Finding("dns", what, "ok", f"{shown}{more}")
        publish = self._publish(domain, "MX")
        if not [host for host in hosts if host]:
            return Finding("dns", what, "fault", "none: no mail can come", publish)
        advice = f"right when that hands mail on to this server (docs/receiving.md); else {publish}"
        return Finding("dns", what, "warning", f"mail goes to {shown}, not to {mail_host}", advice)

    def host(self, host: str, addresses: list[str]) -> Finding:
        what = f"address of {host}"
        if not addresses:
            if "temperror" in (self._ask("A", host).status, self._ask("AAAA", host).status):
                return _unanswered(what)
            return Finding(
                "dns", what, "fault", "none", f"publish an A or AAAA record for {host}: this server's address"
            )
        shown = _cut(", ".join(addresses))
        if not any(_is_public(address) for address in addresses):
            advice = "mail from elsewhere cannot reach it: publish the address the internet sees"
            return Finding("dns", what, "warning", f"{shown}: private", advice)
        return Finding("dns", what, "ok", shown)

    def reverse(self, address: str, host: str) -> Finding:
        what, answer = f"name of {address}", self._ask("PTR", ip_address(address).reverse_pointer)
        if answer.status == "temperror":
            return _unanswered(what)
        names = [value.rstrip(".").lower() for value in answer.values]
        if host in names:
            return Finding("dns", what, "ok", host)
        advice = f"ask whoever gave you the address for a PTR record with {host}: many servers refuse mail without"
        return Finding("dns", what, "warning", _cut(", ".join(names)) or "none", advice)

    def spf(self, domain: str, mail_host: str, addresses: list[str], relay: str) -> Finding:
        what, answer = f"SPF of {domain}", self._ask("TXT", domain)
        if answer.status == "temperror":
            return _unanswered(what)
        records = select_records(answer.values)
        if len(records) != 1:
            found = "none" if not records else f"{len(records)} records: only one may be"
            return Finding("dns", what, "fault", found, self._publish(domain, "TXT"))
        checks = [check_mail_from(one, f"postmaster@{domain}", mail_host, self._asker) for one in addresses]
        broken = next((check for check in checks if check.result in ("permerror", "temperror")), None)
        if broken is not None:
            status: Status = "warning" if broken.result == "temperror" else "fault"
            return Finding("dns", what, status, f"{_cut(records[0])}: {broken.reason}", self._publish(domain, "TXT"))
        if relay:
            advice = f"mail leaves through {relay}: see that what its operator gives for SPF is in it"
            own = self._wanted[domain, "TXT"].value
            return Finding("dns", what, "warning" if records[0] == own else "ok", _cut(records[0]), advice)
        refused = next((check for check in checks if check.result != "pass"), None)
        if refused is not None:
            return Finding("dns", what, "fault", f"{_cut(records[0])}: {refused.reason}", self._publish(domain, "TXT"))
        return Finding("dns", what, "ok", _cut(records[0]))

    def dkim(self, name: str, value: str) -> Finding:
        what, answer = f"DKIM key {name}", self._ask("TXT", name)
        if answer.status == "temperror":
            return _unanswered(what)
        if any(_key(text) == _key(value) for text in answer.values) and len(answer.values) == 1:
            return Finding("dns", what, "ok", "published as it should be")
        found = "none"
        if answer.values:
            found = "another key" if len(answer.values) == 1 else f"{len(answer.values)} records: only one may be"
        return Finding("dns", what, "fault", found, self._publish(name, "TXT"))

    def dmarc(self, domain: str) -> Finding:
        name = f"_dmarc.{domain}"
        what, answer = f"DMARC of {domain}", self._ask("TXT", name)
        if answer.status == "temperror":
            return _unanswered(what)
        record = read_record(answer.values)
        if record is None or not record.usable:
            found = "none that is valid" if answer.values else "none"
            return Finding("dns", what, "fault", found, self._publish(name, "TXT"))
        policy = record.policy(subdomain=False, exists=True)
        if policy == "none":
            advice = f"forged mail is delivered too; when all else here is right, {self._publish(name, 'TXT')}"
            return Finding("dns", what, "warning", "p=none", advice)
        return Finding("dns", what, "ok", f"p={policy}")

    def helo(self, host: str, addresses: list[str]) -> Finding:
        what, answer = f"SPF of {host}", self._ask("TXT", host)
        if answer.status == "temperror":
            return _unanswered(what)
        records = select_records(answer.values)
        checks = [check_helo(one, host, self._asker) for one in addresses]
        if not records or any(check.result != "pass" for check in checks):
            found = _cut(", ".join(records)) or "none"
            return Finding("dns", what, "warning", f"{found}: bounces may be refused", self._publish(host, "TXT"))
        return Finding("dns", what, "ok", _cut(records[0]))


def _unanswered(what: str) -> Finding:
    return Finding("dns", what, "warning", "DNS gave no answer", "try again; LETTERLOCK_NAMESERVERS says whom to ask")


def _key(text: str) -> tuple[str, str] | None:
    try:
        tags = parse_tags(text)
    except MalformedTagsError:
        return None
    return tags.get("k", "rsa").lower(), without_space(tags.get("p", ""))


def _is_public(text: str) -> bool:
    return ip_address(text).is_global


def _cut(text: str) -> str:
    clean = "".join(character if character.isprintable() else "?" for character in text)
    return clean if len(clean) <= _SHOWN else f"{clean[:_SHOWN]}…"
