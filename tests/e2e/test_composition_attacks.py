"""Forged mail built on how mail systems disagree, as "Composition Kills" (USENIX Security 2020) and "Weak Links in
Authentication Chains" (USENIX Security 2021) describe it: whoever it pretends to be, it never reaches known or verified.

The one it pretends to be is on the verified list, so that what is genuine is verified. Names in brackets are those of
the public tool `espoofer` for the same idea.
"""

import asyncio
import base64
import contextlib
import smtplib
from dataclasses import dataclass, field

import pytest

from support.mail import compose, deliver
from support.mailbox import listed, read
from support.world import SENDER, STRANGER

ATTACKER = "attack.example"
BOSS = "<boss@LEGIT>"


@dataclass(frozen=True)
class Attack:
    """`top` is the header's first fields. LEGIT stands for the domain that is forged."""

    name: str
    top: bytes = b"From: <boss@LEGIT>\r\n"
    mail_from: str = f"any@{ATTACKER}"
    helo: str = ATTACKER
    signed_as: bytes = b""
    """What stands in d= of a signature with the attacker's key."""
    selector: bytes = b""
    smtputf8: bool = False
    more: bytes = field(default=b"", repr=False)
    """Further fields, after Subject."""


ATTACKS = [
    # Which identity SPF judges, and whether the others go by the same one.
    Attack("sub-domain that is not there in MAIL FROM [a1]", mail_from="any@none.there.LEGIT"),
    Attack("MAIL FROM that some take for empty [a2]", mail_from="(any@LEGIT"),
    Attack("null sender, greeting of the attacker", mail_from=""),
    Attack("null sender, greeting of the forged", mail_from="", helo="LEGIT"),
    Attack("MAIL FROM of the forged", mail_from="boss@LEGIT", helo="LEGIT"),
    Attack("comment in MAIL FROM [a5]", mail_from="any@LEGIT(a.attack.example"),
    Attack("quote in MAIL FROM [a6]", mail_from="any@LEGIT'@any.attack.example"),
    Attack("route in MAIL FROM [a7]", mail_from="@LEGIT,@any.example:'any@attack.example"),
    # What one reads of a signature and another asks DNS for.
    Attack("NUL in the selector [a3]", signed_as=b"LEGIT", selector=b"rsa._domainkey.attack.example.\x00.any"),
    Attack("dot and text in the selector", signed_as=b"LEGIT", selector=b"rsa._domainkey.attack.example."),
    Attack("quote in d= [a4]", signed_as=b"LEGIT'a.attack.example"),
    Attack("comment in d=", signed_as=b"LEGIT(.attack.example"),
    Attack("semicolon and second d=", signed_as=b"attack.example; d=LEGIT"),
    Attack("line break in d=", signed_as=b"LEGIT\r\n .attack.example"),
    Attack("escaped dot in d=", signed_as=b"LEGIT\\.attack.example"),
    Attack("signature of the attacker", signed_as=b"attack.example"),
    Attack("sub-domain of the forged in From", top=b"From: <boss@not.there.LEGIT>\r\n", signed_as=b"attack.example"),
    # Several From fields, and fields that some read in place of From.
    Attack("two From fields [a8]", top=b"From: <x@attack.example>\r\nFrom: <boss@LEGIT>\r\n"),
    Attack("two From fields, signed", top=b"From: <boss@LEGIT>\r\nFrom: <x@attack.example>\r\n", signed_as=b"attack.example"),
    Attack("From after a space [a9]", top=b" From: <x@attack.example>\r\nFrom: <boss@LEGIT>\r\n"),
    Attack("From with a space behind it [a10]", top=b"From: <x@attack.example>\r\nFrom : <boss@LEGIT>\r\n"),
    Attack("space behind From first", top=b"From : <boss@LEGIT>\r\nFrom: <x@attack.example>\r\n", signed_as=b"attack.example"),
    Attack("folded From [a11]", top=b"From\r\n : <x@attack.example>\r\nFrom: <boss@LEGIT>\r\n"),
    Attack("no From, but Sender [a12]", top=b"From\r\n : <x@attack.example>\r\nSender: <boss@LEGIT>\r\n"),
    Attack("no From, but Resent-From [a13]", top=b"From\r\n : <x@attack.example>\r\nResent-From: <boss@LEGIT>\r\n"),
    Attack("no From at all", top=b"Sender: <boss@LEGIT>\r\n"),
    Attack("From with other letters", top=b"From: <x@attack.example>\r\nfROM: <boss@LEGIT>\r\n"),
    Attack("NUL in the name of From", top=b"Fro\x00m: <x@attack.example>\r\nFrom: <boss@LEGIT>\r\n"),
    # One From field that is read in two ways.
    Attack("two addresses [a14]", top=b"From: <x@attack.example>, <boss@LEGIT>\r\nSender: <s@LEGIT>\r\n"),
    Attack("two addresses, forged first", top=b"From: <boss@LEGIT>, <x@attack.example>\r\n", signed_as=b"attack.example"),
    Attack("address in an encoded word [a15]", top=b"From: =?utf-8?B?PGJvc3NATEVHSVQ+?=,<x@attack.example>\r\n"),
    Attack("encoded word alone", top=b"From: =?utf-8?Q?=3Cboss=40LEGIT=3E?= <x@attack.example>\r\n"),
    Attack("route in From [a16]", top=b"From: <@attack.example,@any.example:boss@LEGIT>\r\n"),
    Attack("quoted comma [a17]", top=b"From: <boss@LEGIT>\\,<x@attack.example>\r\n"),
    Attack("bare address first [a18]", top=b"From: boss@LEGIT,<x@attack.example>\r\n"),
    Attack("address behind an address [a19]", top=b"From: <x@attack.example>boss@LEGIT\r\n"),
    Attack("address before an address", top=b"From: boss@LEGIT <x@attack.example>\r\n", signed_as=b"attack.example"),
    Attack("address as a name", top=b'From: "boss@LEGIT" <x@attack.example>\r\n', signed_as=b"attack.example"),
    Attack("address as a name, with a wide @", top='From: "boss＠LEGIT" <x@attack.example>\r\n'.encode(), smtputf8=True),
    Attack("group", top=b"From: boss@LEGIT: x@attack.example;\r\n"),
    Attack("comment that hides the rest", top=b"From: boss@LEGIT (\r\n <x@attack.example>)\r\n"),
    Attack("comment within", top=b"From: <boss@LEGIT(@attack.example>\r\n"),
    Attack("NUL within", top=b"From: <boss@LEGIT\x00@attack.example>\r\n"),
    Attack("quote that does not end", top=b'From: "boss@LEGIT <x@attack.example>\r\n'),
    Attack("quoted local part", top=b'From: <"boss@LEGIT"@attack.example>\r\n', signed_as=b"attack.example"),
    Attack("unusual spaces", top="From: <boss@LEGIT\u3000@attack.example>\r\n".encode(), smtputf8=True),
    Attack("invisible letters", top="From: <boss@LEG\u200bIT>\r\n".encode(), smtputf8=True),
    Attack("text turned round", top='From: "\u202eTIGEL@ssob" <x@attack.example>\r\n'.encode(), smtputf8=True),
    # What others are said to have found out.
    Attack("Authentication-Results of the forged", more=b"Authentication-Results: mx.test; dkim=pass header.d=LEGIT; dmarc=pass\r\n"),
    Attack("seal of a forwarder nobody trusts", more=(
        b"ARC-Seal: i=1; a=rsa-sha256; cv=none; d=attack.example; s=rsa; b=AAAA\r\n"
        b"ARC-Message-Signature: i=1; a=rsa-sha256; d=attack.example; s=rsa; h=from; bh=AAAA; b=AAAA\r\n"
        b"ARC-Authentication-Results: i=1; attack.example; dkim=pass header.d=LEGIT\r\n")),
]  # fmt: skip
LEGITIMATE = ("listed.example", "none.example", "open.example")
"""With a policy of reject, of none, and without any."""


def raw_of(attack: Attack, legit: str, inbox: str, subject: str, signer) -> bytes:
    raw = (
        attack.top
        + f"To: <{inbox}>\r\nSubject: {subject}\r\n".encode()
        + attack.more
        + f"Date: Tue, 01 Dec 2026 10:00:00 +0000\r\nMessage-ID: <{subject.replace(' ', '.')}@{ATTACKER}>\r\n".encode()
        + b"MIME-Version: 1.0\r\nContent-Type: text/plain; charset=utf-8\r\n\r\nPlease look at this.\r\n"
    ).replace(b"LEGIT", legit.encode())
    if attack.name.startswith("address in an encoded word"):
        raw = raw.replace(b"PGJvc3NATEVHSVQ+", base64.b64encode(f"<boss@{legit}>".encode()))
    if not attack.signed_as:
        return raw
    domain = attack.signed_as.replace(b"LEGIT", legit.encode())
    return signer.sign(raw, domain, claimed=attack.selector, headers=(b"from", b"to", b"subject"))


def hand_over(server, raw: bytes, *, mail_from: str, helo: str, inbox: str, utf8: bool) -> str:
    """What the server says to it, sent byte by byte as it is; "" when it takes it."""
    host, port = server.smtp
    opened = smtplib.SMTP(host, port, local_hostname=helo, source_address=(STRANGER, 0), timeout=60)
    with contextlib.closing(opened) as client:
        client.ehlo()
        for command in (f"MAIL FROM:<{mail_from}>{' SMTPUTF8' if utf8 else ''}", f"RCPT TO:<{inbox}>"):
            code, said = client.docmd(command)
            if code >= 400:
                return f"{code} {said!r}"
        code, said = client.data(raw)
        return "" if code < 400 else f"{code} {said!r}"


async def levels(agent, inbox: str, number: int) -> list[str]:
    """Of all mail in the inbox, once so many messages are there, whatever their subjects are read as."""
    for _ in range(600):
        found = [one["trust_level"] for one in await listed(agent, inbox)]
        if len(found) >= number and "pending" not in found:
            return found
        await asyncio.sleep(0.1)
    raise AssertionError(f"only {found} arrived of {number}")


@pytest.fixture(scope="module")
def forged(server, dns, signer):
    """The attacker's own domain, set up by the book, and the forged ones on the verified list."""
    dns.zone[ATTACKER] = {"A": STRANGER, "MX": f"10 {ATTACKER}", "TXT": f"v=spf1 ip4:{STRANGER} -all"}
    dns.zone[f"any.{ATTACKER}"] = {"TXT": f"v=spf1 ip4:{STRANGER} -all"}
    dns.zone[f"_dmarc.{ATTACKER}"] = {"TXT": "v=DMARC1; p=none"}
    dns.zone |= signer.records(ATTACKER)
    for name in LEGITIMATE:
        server.cli("list", "verify", name)
    yield
    for name in LEGITIMATE:
        server.cli("list", "verify", "--remove", name)


@pytest.mark.parametrize("attack", ATTACKS, ids=lambda attack: attack.name)
async def test_no_forgery_reaches_known_or_verified(server, agent, inbox, signer, forged, attack):
    taken = 0
    for legit in LEGITIMATE:
        subject = f"forged {legit}"
        said = await asyncio.to_thread(
            hand_over,
            server,
            raw_of(attack, legit, inbox, subject, signer),
            mail_from=attack.mail_from.replace("LEGIT", legit),
            helo=attack.helo.replace("LEGIT", legit),
            inbox=inbox,
            utf8=attack.smtputf8,
        )
        taken += not said
    assert not {"known", "verified"} & set(await levels(agent, inbox, taken))


async def test_what_is_genuine_is_verified(server, agent, inbox, forged, signer):
    raw = signer.sign(compose("boss@listed.example", inbox, subject="genuine"), "listed.example")
    await asyncio.to_thread(deliver, server, raw, to=inbox, mail_from="boss@listed.example", source=SENDER)
    assert (await read(agent, inbox, "genuine"))["trust"]["level"] == "verified"


@pytest.mark.parametrize(
    ("top", "tail"),
    [
        (b"From: <x@attack.example>\r\n", b""),
        (b"Subject: forged\r\n", b""),
        (b"From : <x@attack.example>\r\n", b""),
        (b"Reply-To: <x@attack.example>\r\n", b"PS: pay now\r\n"),
        (b"Content-Type: multipart/mixed; boundary=x\r\n", b"\r\n--x\r\n\r\nforged\r\n--x--\r\n"),
        (b"", b"PS: pay now\r\n"),
    ],
)
async def test_a_genuine_message_sent_again_with_something_added_is_verified_no_more(
    server, agent, inbox, forged, signer, top, tail
):
    """Replay: a second From or Subject on top, and text behind a body of which only a part is signed (l=)."""
    subject = f"replayed {len(top)} {len(tail)}"
    raw = compose("boss@listed.example", inbox, subject=subject)
    headers = (b"from", b"to", b"subject", b"date", b"message-id", b"content-type")
    raw = top + signer.sign(raw, "listed.example", length=True, headers=headers) + tail
    said = await asyncio.to_thread(
        hand_over, server, raw, mail_from="any@attack.example", helo="attack.example", inbox=inbox, utf8=False
    )
    assert said == ""
    assert not {"known", "verified"} & set(await levels(agent, inbox, 1))
