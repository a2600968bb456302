"""What authheaders and checkdmarc find of From domains' policies, asking the name server at a port of this machine."""

import json
import re
import sys

import authheaders
import checkdmarc.dmarc
import dns.resolver

asked = json.load(sys.stdin)
resolver = dns.resolver.Resolver(configure=False)
resolver.nameservers, resolver.port, resolver.lifetime = ["127.0.0.1"], asked["port"], 2


def lookup(name, timeout=5):  # noqa: ARG001
    name = name.decode() if isinstance(name, bytes) else name
    try:
        answer = resolver.resolve(name, "TXT")
    except Exception:
        return None
    found = [b"".join(record.strings) for record in answer]
    return found[0].decode() if len(found) == 1 else None


def policy(domain):
    raw = f"From: <eve@{domain}>\r\nSubject: Hello\r\n\r\nHello\r\n".encode()
    try:
        found = authheaders.authenticate_message(
            raw,
            "mx.test",
            ip="192.0.2.99",
            mail_from="eve@evil.example",
            helo="evil.example",
            spf=False,
            dkim=True,
            dmarc=True,
            dnsfunc=lookup,
            dmarcbis=True,
        )
    except Exception:
        return "failed"
    told = re.search(r"dmarc=fail.*policy\.dmarc=(\w+)", found)
    return told[1] if told else None


def place(domain):
    try:
        return checkdmarc.dmarc.query_dmarc_record(domain, resolver=resolver)["location"]
    except Exception:
        return ""


json.dump(
    {"authheaders": [policy(d) for d in asked["domains"]], "checkdmarc": [place(d) for d in asked["domains"]]},
    sys.stdout,
)
