"""Mails with codes and links that act, and ordinary mails full of other numbers, made from patterns by a seed."""

import random
import string
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from email.message import EmailMessage
from html import escape
from re import sub

from support import code_words

_BUSINESSES = ("Acme", "Northwind", "Contoso", "Globex", "Initech", "Umbra", "Hooli", "Lumen")


@dataclass(frozen=True)
class Made:
    """`code` and `url` are what is to be found; both "" in ordinary mail."""

    language: str
    raw: bytes
    code: str = ""
    url: str = ""


def code_mails(count: int, *, held: bool, seed: int = 1) -> Iterator[Made]:
    yield from made(code_words.HELD_CODES if held else code_words.CODES, count, seed, code=True)


def link_mails(count: int, *, held: bool, seed: int = 1) -> Iterator[Made]:
    yield from made(code_words.HELD_LINKS if held else code_words.LINKS, count, seed, link=True)


def ordinary_mails(count: int, *, held: bool, seed: int = 1) -> Iterator[Made]:
    yield from made(code_words.HELD_ORDINARY if held else code_words.ORDINARY, count, seed)


def made(
    patterns: Mapping[str, tuple[str, ...]], count: int, seed: int, *, code: bool = False, link: bool = False
) -> Iterator[Made]:
    chance = random.Random(seed)
    every = [(language, pattern) for language, all_of in patterns.items() for pattern in all_of]
    for at in range(count):
        language, pattern = every[at % len(every)]
        secret, url = (_code(chance) if code else ""), (_acting(chance) if link else "")
        subject, _, text = _fill(pattern, chance, secret, url).partition("\n\n")
        raw = _mail(chance, subject, text, secret, url)
        yield Made(language, raw, secret, url)


def _code(chance: random.Random) -> str:
    shapes = (
        "######",
        "######",
        "######",
        "####",
        "#####",
        "########",
        "### ###",
        "###-###",
        "A#B2##",
        "AB#-#CD",
        "G-######",
    )
    return "".join(_letter(chance, mark) for mark in chance.choice(shapes))


def _letter(chance: random.Random, mark: str) -> str:
    if mark == "#":
        return chance.choice(string.digits)
    return chance.choice("ACDEFHJKLMNPQRTUVWXY") if mark in "AB" else mark


def _token(chance: random.Random, length: int = 32) -> str:
    return "".join(chance.choices(string.ascii_letters + string.digits, k=length))


def _acting(chance: random.Random) -> str:
    place = chance.choice(("account/reset", "auth/verify", "u/confirm", "magic", "e", "activate", "ls/click"))
    form = chance.choice(("?token={}", "/{}", "?code={}&email=ana%40example.org", "?upn=u001.{}"))
    return f"https://{chance.choice(_BUSINESSES).lower()}.example/{place}" + form.format(_token(chance))


def _fill(pattern: str, chance: random.Random, code: str, url: str) -> str:
    def one(mark: str) -> str:
        match mark:
            case "code":
                return code
            case "url":
                return url
            case "b":
                return business
            case "n":
                return "".join(chance.choices(string.digits, k=chance.choice((6, 7, 8, 10))))
            case "s":
                return str(chance.randrange(1000, 9999))
            case "w":
                return "".join(chance.choices(string.ascii_uppercase, k=3)) + str(chance.randrange(100, 999))
            case "p":
                return chance.choice(("$1,{}.50", "{},99 €", "€ {}.00", "¥{},000", "{} zł")).format(
                    chance.randrange(10, 999)
                )
            case "d":
                return chance.choice(("2026-11-30", "30.11.2026", "11/30/2026", "30 November 2026"))
            case "t":
                return f"+49 30 {chance.randrange(100000, 999999)}"
            case "y":
                return str(chance.randrange(2015, 2027))
            case "h":
                return f"{chance.randrange(16**7):07x}"
            case _:
                return f"https://shop.example/t/{_token(chance, 24)}"

    business = chance.choice(_BUSINESSES)
    return sub(r"\{(\w+)\}", lambda found: one(found[1]), pattern)


def _mail(chance: random.Random, subject: str, text: str, code: str, url: str) -> bytes:
    message = EmailMessage()
    message["From"] = "Acme <no-reply@acme.example>"
    message["To"] = "ana@example.org"
    message["Subject"] = subject
    message["Message-ID"] = f"<{_token(chance, 16)}@acme.example>"
    form = chance.choice(("text", "html", "both"))
    if form != "html":
        message.set_content(sub(r"\[([^\]]+)\]\(([^)]+)\)", r"\1: \2", text))
    if form != "text":
        page = _page(chance, text, code)
        if form == "both":
            message.add_alternative(page, subtype="html")
        else:
            message.set_content(page, subtype="html")
    return message.as_bytes()


def _page(chance: random.Random, text: str, code: str) -> str:
    rows = []
    for paragraph in text.split("\n\n"):
        inner = sub(
            r"\[([^\]]+)\]\(([^)]+)\)",
            r'<a href="\2" style="padding:8px;background:#06c;color:#fff">\1</a>',
            escape(paragraph),
        )
        inner = sub(r"(?<![\"'>])(https://[^\s<]+)", r'<a href="\1">\1</a>', inner)
        if code and paragraph.strip() == code:
            inner = _code_block(chance, code)
        rows.append(f"<tr><td>{inner.replace(chr(10), '<br>')}</td></tr>")
    return f"<html><body><table>{''.join(rows)}</table><p style='color:#999'>© 2026 Acme Inc., 10115 Berlin</p></body></html>"


def _code_block(chance: random.Random, code: str) -> str:
    match chance.randrange(3):
        case 0:
            return f"<h1>{code}</h1>"
        case 1:
            return f'<span style="letter-spacing:6px;font-size:30px">{code}</span>'
        case _:
            return "<p style='font-size:32px'>" + "".join(f"<b>{char}</b>" for char in code) + "</p>"
