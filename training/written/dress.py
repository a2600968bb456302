"""What a written mail looks like: plain text or HTML of today's kinds, its sender, headers and links."""

import html
import random
import re

from training.sample import mail
from training.written.words import CITIES, Filling, slug

_ADDRESS = re.compile(r"https?://[^\s<>\"')]+")


def evil_address(filling: Filling, chance: random.Random) -> str:
    """Where a link of fraud leads."""
    host = chance.choice(
        (
            f"{chance.choice(('secure', 'login', 'verify', 'account'))}-{chance.randrange(999)}.{chance.choice(('web.app', 'pages.dev', 'weebly.com', 'firebaseapp.com', 'r2.dev'))}",
            f"{chance.choice(CITIES).lower()}{chance.randrange(99)}.{chance.choice(('top', 'xyz', 'click', 'shop', 'ru', 'info', 'com'))}",
            f"{chance.randrange(1, 223)}.{chance.randrange(255)}.{chance.randrange(255)}.{chance.randrange(1, 255)}",
            f"{slug(filling.other)}.com.br",
            f"{slug(filling.firm)}-plumbing.example",
            "bit.ly",
            "storage.googleapis.com",
        )
    )  # fmt: skip
    path = chance.choice(("login", "verify", "wp-content/signin", "secure/index.html", "c", ""))
    return f"http{chance.choice(('', 's', 's'))}://{host}/{path}{chance.choice(('', '?e=kim@inbox.example', f'/{chance.randrange(10**6)}'))}"


def evil_sender(name: str, filling: Filling, chance: random.Random) -> str:
    """Who fraud says it is from, at an address that is somebody else's."""
    local = chance.choice(
        (
            "info",
            "noreply",
            "support",
            "service",
            f"{filling.first.lower()}{chance.randrange(999)}",
            "admin",
            "no-reply",
        )
    )
    domain = chance.choice(
        (
            f"{slug(filling.other)}.{chance.choice(('com', 'net', 'co.jp', 'com.br', 'ru', 'info'))}",
            "gmail.com",
            "outlook.com",
            f"mail{chance.randrange(99)}.{chance.choice(CITIES).lower()}.top",
            f"{chance.choice(CITIES).lower()}-clinic.example",
        )
    )
    shown = chance.choice(
        (name, f"{name} Support", f"{name} Security", f"{name} Service", name.upper(), "Notification", "")
    )
    return f'"{shown}" <{local}@{domain}>' if shown else f"{local}@{domain}"


def dressed(
    subject: str,
    text: str,
    filling: Filling,
    chance: random.Random,
    number: int,
    *,
    sender: str = "",
    shown: str = "",
    hidden: str = "",
) -> bytes:
    """The words as one of today's mails. `hidden` is put where a reader does not see it."""
    own = not sender
    if own:
        sender = chance.choice(
            (f"{filling.firm} <hello@{filling.domain}>", f"{filling.person} <{filling.first.lower()}@{filling.domain}>", f"{filling.firm} <no-reply@mail.{filling.domain}>", f"{filling.person} via {filling.firm} <notifications@{filling.domain}>", f"{slug(filling.first)}.{slug(filling.last)}@gmail.com")
        )  # fmt: skip
    bulk = own and "nsubscribe" in text
    headers: list[tuple[str, str]] = []
    if bulk:
        headers += [
            ("List-Unsubscribe", f"<https://{filling.domain}/unsubscribe/{number}>"),
            ("List-Unsubscribe-Post", "List-Unsubscribe=One-Click"),
        ]
    if own and subject.startswith("Re:"):
        headers += [("In-Reply-To", f"<{number}.q@inbox.example>"), ("References", f"<{number}.q@inbox.example>")]
    if not own and chance.random() < 0.15:
        headers.append(
            (
                "Reply-To",
                f"{slug(filling.first)}.{slug(filling.last)}@{chance.choice(('gmail.com', 'proton.example', 'consultant.com'))}",
            )
        )
    rich = hidden or chance.random() < (0.55 if own else 0.8)
    if not rich:
        return mail(text, subject=subject, sender=sender, number=number, headers=tuple(headers))
    alone = chance.random() < (0.35 if own else 0.7)
    page = _page(text, filling, chance, own=own, shown=shown, hidden=hidden)
    return mail("" if alone else text, subject=subject, sender=sender, html=page, number=number, headers=tuple(headers))


def _page(text: str, filling: Filling, chance: random.Random, *, own: bool, shown: str, hidden: str) -> str:
    blocks = "".join(f"<p>{_linked(block, filling, chance, own=own)}</p>" for block in text.split("\n\n"))
    head = f'<img src="https://cdn.{filling.domain}/logo.png" alt="{html.escape(shown or filling.firm)}" width="120">'
    style = chance.choice(
        ("", "<style>body{font-family:Arial;background:#f4f4f4}.b{padding:12px;color:#fff;background:#0057ff}</style>", "<style>@media(max-width:600px){.w{width:100%!important}}</style>")
    )  # fmt: skip
    secret = ""
    if hidden:
        how = chance.choice(
            (
                "display:none",
                "font-size:0",
                "color:#ffffff;background:#ffffff",
                "position:absolute;left:-9999px",
                "opacity:0",
            )
        )
        secret = f'<div style="{how}">{html.escape(hidden)}</div>'
    foot = chance.choice(
        (
            "",
            f'<p style="font-size:11px;color:#888">{html.escape(filling.firm)}, {chance.choice(CITIES)}</p>',
            f'<img src="https://t.{filling.domain}/o.gif" width="1" height="1">',
        )
    )
    if chance.random() < 0.5:
        return f"<html><head>{style}</head><body>{head}{blocks}{secret}{foot}</body></html>"
    return f'<html><head>{style}</head><body><table width="100%"><tr><td align="center"><table class="w" width="600"><tr><td>{head}</td></tr><tr><td>{blocks}{secret}</td></tr><tr><td>{foot}</td></tr></table></td></tr></table></body></html>'


def _linked(block: str, filling: Filling, chance: random.Random, *, own: bool) -> str:
    def link(match: re.Match[str]) -> str:
        target = match[0].rstrip(".,;:")
        words = chance.choice(
            (target, "Open", "View details", "Get started", "Click here")
            if own
            else (
                "Verify now",
                "Click here",
                "Sign in",
                target,
                f"https://www.{slug(filling.firm)}.com/login",
                "View document",
            )
        )
        return f'<a class="b" href="{html.escape(target)}">{html.escape(words)}</a>{match[0][len(target) :]}'

    parts, end = [], 0
    for match in _ADDRESS.finditer(block):
        parts += [html.escape(block[end : match.start()]), link(match)]
        end = match.end()
    return "".join([*parts, html.escape(block[end:])]).replace("\n", "<br>")
