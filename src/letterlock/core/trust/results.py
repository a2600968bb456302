"""Writing what was found out: our own Authentication-Results, and the source as it came to us (RFC 8601).

Fields are put in front alone, so that every signature of the sender holds as it did. Those of others stay, but for
any that claim to be ours (section 5).
"""

import re
from collections.abc import Iterator
from datetime import datetime
from email.utils import format_datetime

from letterlock.core.envelope import Envelope
from letterlock.core.trust.authres import read_results
from letterlock.core.trust.domains import normal_domain
from letterlock.core.trust.report import Authentication, Signature

MAX_REASON = 200

_OWN_LOOK = re.compile(rb"authentication-results[ \t]*:", re.IGNORECASE)
_SAFE = re.compile(r"[^\x20-\x7e]")
_TOKEN = re.compile(r"[A-Za-z0-9!#$%&'*+.^_`{|}~-]+")


def results_field(authserv_id: str, found: Authentication, envelope: Envelope) -> bytes:
    """The whole field, folded, with its final CRLF. Of what the sender wrote it holds well-formed domains alone."""
    claims = list(_claims(found, envelope)) or ["none"]
    return "".join([f"Authentication-Results: {authserv_id};\r\n\t", ";\r\n\t".join(claims), "\r\n"]).encode("ascii")


def _claims(found: Authentication, envelope: Envelope) -> Iterator[str]:
    if found.spf != "not_checked":
        identity = "smtp.mailfrom" if envelope.mail_from else "smtp.helo"
        yield _claim("spf", found.spf, found.spf_reason, (identity, found.spf_domain))
    for signature in found.signatures:
        yield _of_signature(signature)
    if not found.signatures and found.dkim == "none":
        yield "dkim=none"
    if found.dmarc != "not_checked":
        policy = f" policy.dmarc={found.dmarc_policy}" if found.dmarc_policy else ""
        yield _claim("dmarc", found.dmarc, found.dmarc_reason, ("header.from", found.from_domain)) + policy
    if found.arc != "not_checked":
        yield f"arc={found.arc}"


def _of_signature(signature: Signature) -> str:
    algorithm = signature.algorithm if _TOKEN.fullmatch(signature.algorithm) else ""
    claim = _claim("dkim", signature.result, signature.reason, ("header.d", signature.domain))
    selector = f" header.s={signature.selector}" if normal_domain(signature.selector) == signature.selector else ""
    return claim + selector + (f" header.a={algorithm}" if algorithm else "")


def _claim(method: str, result: str, reason: str, identity: tuple[str, str]) -> str:
    name, domain = identity
    why = f" reason={_quoted(reason)}" if reason else ""
    whom = f" {name}={domain}" if domain and normal_domain(domain) == domain else ""
    return f"{method}={result}{why}{whom}"


def _quoted(text: str) -> str:
    plain = _SAFE.sub("?", text[:MAX_REASON])
    return '"' + plain.replace("\\", "\\\\").replace('"', '\\"') + '"'


def source(raw: bytes, host: str, found: Authentication, envelope: Envelope, message_id: str) -> bytes:
    """The raw message with what its arrival adds on top: Return-Path, our results, and Received."""
    return b"".join(
        [
            f"Return-Path: <{_plain_path(envelope.mail_from)}>\r\n".encode(),
            results_field(host, found, envelope),
            _received(host, envelope, message_id),
            without_claims_of(raw, host),
        ]
    )


def _plain_path(path: str) -> str:
    return "".join(character for character in path if character.isprintable() and character not in "<> ")[:320]


def _received(host: str, envelope: Envelope, message_id: str) -> bytes:
    helo = normal_domain(envelope.helo) or "unknown"
    by = {"lmtp": "LMTP", "http": "HTTP", "internal": "local"}.get(envelope.via, "ESMTP")
    secure = "S" if envelope.tls and by.endswith("MTP") else ""
    client = f" ([{envelope.client_ip}])" if envelope.client_ip else ""
    lines = (f"Received: from {helo}{client}", f"by {host} with {by}{secure} id {message_id}; {_date(envelope)}")
    return "\r\n\t".join(lines).encode("ascii", "replace") + b"\r\n"


def _date(envelope: Envelope) -> str:
    moment: datetime = envelope.received_at
    return format_datetime(moment)


def without_claims_of(raw: bytes, authserv_id: str) -> bytes:
    """The message without Authentication-Results that bear this name, or that nobody can tell apart from such."""
    head, blank, body = raw.partition(b"\r\n\r\n")
    kept: list[bytes] = []
    for field in _fields(head):
        if not (_OWN_LOOK.match(field) and _claims_to_be(field, authserv_id)):
            kept.append(field)
    return b"\r\n".join(kept) + blank + body


def _fields(head: bytes) -> Iterator[bytes]:
    """The header's fields, each with its folds."""
    gathered: list[bytes] = []
    for line in head.split(b"\r\n"):
        if gathered and not line.startswith((b" ", b"\t")):
            yield b"\r\n".join(gathered)
            gathered = []
        gathered.append(line)
    yield b"\r\n".join(gathered)


def _claims_to_be(field: bytes, authserv_id: str) -> bool:
    value = field.partition(b":")[2].decode("latin-1")
    results = read_results(value)
    if results is None:
        return authserv_id.lower() in value.lower()
    return results.authserv_id.rstrip(".") == authserv_id.lower()
