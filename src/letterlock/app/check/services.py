"""What is made of services, certificates and disks as the probe finds them: the ways in, the way out, the web."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from ipaddress import ip_address, ip_network

from letterlock.core.check.finding import Area, Finding, Status
from letterlock.ports.probe import Certificate, Disk, Probe, Service

_SOON = timedelta(days=14)
_WIDE = {4: 12, 6: 80}
"""Bits of a public network beyond which it is more than one's own machines: a /20, a /48."""
_TIGHT, _FULL = 2 * 1024**3, 200 * 1024**2
"""Bytes free: below the first a warning, below the second a fault."""


async def ways_in(probe: Probe, mail_host: str, addresses: Sequence[str], now: datetime) -> list[Finding]:
    """Port 25, LMTP and HTTP: what answers, and what of it cannot be known from here."""
    setup = probe.setup
    findings: list[Finding] = []
    if setup.smtp is None:
        findings.append(Finding("mail in", "SMTP", "ok", "off (LETTERLOCK_SMTP)"))
    else:
        smtp = await probe.mail(setup.smtp)
        findings += _mail_service("SMTP", smtp, mail_host, now, "LETTERLOCK_SMTP")
        if not smtp.problem:
            findings.append(await _from_outside(probe, setup.smtp, mail_host, addresses))
    if setup.lmtp is None:
        findings.append(Finding("mail in", "LMTP", "ok", "off (LETTERLOCK_LMTP)"))
    else:
        findings += _mail_service("LMTP", await probe.mail(setup.lmtp, lmtp=True), mail_host, now, "LETTERLOCK_LMTP")
    if setup.inbound:
        findings.append(Finding("mail in", "HTTP", "ok", "signed mail is taken at /v0/inbound/raw"))
    else:
        findings.append(Finding("mail in", "HTTP", "ok", "off (LETTERLOCK_INBOUND_SECRET)"))
    if setup.pull is not None:
        findings.append(_pulled(setup.pull, await probe.pulled()))
    findings += [_trusted(*named) for named in (("relays", setup.relays), ("proxies", setup.proxies)) if named[1]]
    if setup.lmtp is not None and not setup.relays:
        advice = "name the mail server in front in LETTERLOCK_TRUSTED_RELAYS (unix for a socket): docs/receiving.md"
        found = "none: where LMTP mail is from is not known, so SPF says nothing about it"
        findings.append(Finding("mail in", "trusted relays", "warning", found, advice))
    if setup.smtp is None and setup.lmtp is None and not setup.inbound and setup.pull is None:
        advice = "set LETTERLOCK_SMTP, _LMTP, _INBOUND_SECRET or _PULL: docs/receiving.md"
        findings.append(Finding("mail in", "any way in", "fault", "none", advice))
    return findings


def _pulled(host: str, problem: str) -> Finding:
    if not problem:
        return Finding("mail in", "IMAP", "ok", f"mail is pulled from a mailbox at {host}")
    return Finding("mail in", "IMAP", "fault", problem, "check LETTERLOCK_PULL: docs/receiving.md")


def _trusted(kind: str, entries: Sequence[str]) -> Finding:
    """Whose word is taken: a network that strangers have addresses in would let them forge."""
    what, named = f"trusted {kind}", ", ".join(entries)
    wide = [entry for entry in entries if _is_wide(entry.partition("=")[0])]
    if not wide:
        return Finding("mail in", what, "ok", f"{named}: believed as to whom mail is from")
    advice = f"name no more in LETTERLOCK_TRUSTED_{kind.upper()} than the machines that are yours"
    return Finding(
        "mail in", what, "warning", f"{', '.join(wide)}: strangers have addresses there, and are believed", advice
    )


def _is_wide(text: str) -> bool:
    try:
        network = ip_network(text, strict=False)
    except ValueError:
        return False
    return not network.is_private and network.max_prefixlen - network.prefixlen > _WIDE[network.version]


def _mail_service(name: str, service: Service, host: str, now: datetime, setting: str) -> list[Finding]:
    if service.problem:
        advice = f"start the server with `letterlock up`; {setting} says where it listens"
        return [Finding("mail in", name, "fault", f"{service.address}: {service.problem}", advice)]
    findings = [Finding("mail in", name, "ok", f"{service.address} answers: {service.greeting}")]
    if service.certificate is not None:
        findings.append(certificate("mail in", f"{name} certificate", service.certificate, host, now, web=False))
    return findings


async def _from_outside(probe: Probe, smtp: str, host: str, addresses: Sequence[str]) -> Finding:
    """Port 25 at the address DNS gives: whether it answers from here is all that can be found out here."""
    what = "port 25 from outside"
    test = f"try it from another machine: swaks --server {host} --to welcome@…"
    public = [address for address in addresses if ip_address(address).is_global]
    if not public:
        where = "this machine alone" if _is_loopback(smtp) else "this network"
        advice = "right behind a relay or proxy; else publish a public address and listen on 0.0.0.0:25"
        return Finding(
            "mail in", what, "warning", f"{host} has no public address; {smtp} is reached from {where}", advice
        )
    for address in public:
        found = await probe.mail_outside(address, 25)
        if not found.problem and host in found.greeting:
            return Finding("mail in", what, "ok", f"{address} answers from here as {host}", f"to be sure, {test}")
        if not found.problem:
            advice = "right when that is the relay in front; else look at what listens there"
            return Finding("mail in", what, "warning", f"{address} answers, but as {found.greeting}", advice)
    found_text = (
        f"{public[0]} does not answer from here ({found.problem}); some networks have it so, so it is not known"
    )
    return Finding(
        "mail in", what, "warning", found_text, f"{test}; if it is blocked, docs/receiving.md has other ways"
    )


async def way_out(probe: Probe, now: datetime) -> list[Finding]:
    """The relay, if there is one: what it says, and whether it lets us sign in."""
    setup = probe.setup
    if setup.relay is None:
        found = "no relay: mail goes straight to MX hosts, by port 25 outwards, which is not tried"
        advice = "many clouds and homes block that port: then set LETTERLOCK_RELAY"
        return [Finding("mail out", "relay", "ok", found, advice)]
    service = await probe.mail(setup.relay, tls=setup.relay_tls)
    if service.problem:
        advice = "see LETTERLOCK_RELAY, and whether this network lets that port through"
        return [Finding("mail out", "relay", "fault", f"{setup.relay}: {service.problem}", advice)]
    findings = [
        Finding("mail out", "relay", "ok", f"{setup.relay} answers: {service.greeting}"),
        await _signed_in(probe),
    ]
    if service.certificate is None and not _is_loopback(setup.relay):
        found = "no TLS: mail, and a password if one is set, would go in the clear"
        findings.append(Finding("mail out", "relay TLS", "warning", found, "use smtps:// or a port with STARTTLS"))
    if service.certificate is not None:
        host = setup.relay.rpartition(":")[0]
        findings.append(certificate("mail out", "relay certificate", service.certificate, host, now, web=False))
    return findings


async def _signed_in(probe: Probe) -> Finding:
    problem = await probe.signed_in()
    if problem:
        advice = "see the user and password in LETTERLOCK_RELAY, and the relay's certificate: no mail leaves like this"
        return Finding("mail out", "relay sign-in", "fault", problem, advice)
    found = "works" if probe.setup.relay_user else "LETTERLOCK_RELAY names no user, and the relay asks for none so far"
    return Finding("mail out", "relay sign-in", "ok", found)


async def web(probe: Probe, public_url: str, now: datetime) -> list[Finding]:
    """HTTP where it listens, and the public URL."""
    here = f"http://{probe.setup.http}"
    local = await probe.web(here)
    findings = [
        _web_service(
            "HTTP service", local, "start the server with `letterlock up`; LETTERLOCK_HTTP says where it listens"
        )
    ]
    if public_url == here:
        return findings
    public = await probe.web(public_url)
    findings.append(_web_service("public URL", public, "see LETTERLOCK_PUBLIC_URL, and the proxy in front"))
    if public.certificate is not None:
        host = public_url.rpartition("/")[2].partition(":")[0]
        findings.append(certificate("web", "public URL certificate", public.certificate, host, now, web=True))
    if public_url.startswith("http://") and not _is_loopback(public_url.rpartition("/")[2]):
        advice = "put a proxy with TLS in front and make LETTERLOCK_PUBLIC_URL https://"
        findings.append(Finding("web", "public URL TLS", "warning", "keys and mail go in the clear", advice))
    return findings


def _web_service(what: str, service: Service, advice: str) -> Finding:
    if service.problem:
        return Finding("web", what, "fault", f"{service.address}: {service.problem}", advice)
    return Finding("web", what, "ok", f"{service.address} answers")


def certificate(area: Area, what: str, shown: Certificate, host: str, now: datetime, *, web: bool) -> Finding:
    """Mail servers take any certificate from each other, unless a policy (MTA-STS, DANE) asks for more."""
    until = f"until {shown.ends_at.date().isoformat()}"
    names = ", ".join(shown.names[:5]) or "no name"
    if shown.ends_at <= now:
        return Finding(area, what, "fault", f"ended on {shown.ends_at.date().isoformat()}", "renew it")
    status: Status = "ok"
    words, advice = f"for {names}, {until}", ""
    if shown.ends_at - now < _SOON:
        status, advice = "warning", "it ends soon: renew it"
    if host and not any(_covers(name, host) for name in shown.names):
        status, words, advice = "warning", f"for {names}, not for {host}", f"get one for {host}"
    if not shown.trusted:
        status = "warning" if web else status
        words = f"self-made, {words}"
        advice = advice or (
            "get one that clients trust" if web else "enough for most senders; LETTERLOCK_TLS_CERT takes a better one"
        )
    return Finding(area, what, status, words, advice)


def _covers(name: str, host: str) -> bool:
    name, host = name.lower(), host.lower()
    return name == host or (name.startswith("*.") and host.partition(".")[2] == name[2:])


def disk(found: Disk) -> Finding:
    """Room for more mail."""
    status: Status = "fault" if found.free < _FULL else "warning" if found.free < _TIGHT else "ok"
    free = f"{found.free / 1024**3:.1f} of {found.size / 1024**3:.1f} GiB free at {found.folder}"
    return Finding(
        "storage", "disk space", status, free, "" if status == "ok" else "make room: mail is put off without"
    )


def _is_loopback(address: str) -> bool:
    host = address.rpartition(":")[0].strip("[]")
    if address.startswith("unix:") or host == "localhost" or host.endswith(".localhost"):
        return True
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return False
