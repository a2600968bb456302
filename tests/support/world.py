"""The domains that tests get mail from, as a zone: who may send for each, its signing keys and its DMARC policy."""

from typing import Any

from support.mail import Signer

SENDER, STRANGER = "127.0.0.2", "127.0.0.3"
"""The address that the domains' SPF records allow, and one they do not."""

SPF = f"v=spf1 ip4:{SENDER} -all"

POLICIES = {
    "reject.example": "reject",
    "quarantine.example": "quarantine",
    "none.example": "none",
    "open.example": None,
    "listed.example": "reject",
    "blocked.example": "reject",
    "example.com": "reject",
    "github.com": "reject",  # on the shipped list of well-known services
}
"""DMARC policies; None: no record."""


def world(signer: Signer) -> dict[str, Any]:
    """A fresh zone for the test DNS server."""
    zone: dict[str, Any] = {
        "mx.test": {"A": SENDER},
        "bare.example": {"A": SENDER},
        "broken.example": "SERVFAIL",
        "_dmarc.broken.example": "SERVFAIL",
    }
    for name, policy in POLICIES.items():
        zone |= {name: {"A": SENDER, "MX": f"10 {name}", "TXT": SPF}, **signer.records(name)}
        if policy is not None:
            zone[f"_dmarc.{name}"] = {"TXT": f"v=DMARC1; p={policy}"}
    return zone
